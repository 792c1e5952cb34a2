export {
  DemoTopup,
  Topup,
  TopupCurrency,
  TopupQuote,
  TopupRedirect,
  TopupSetting,
  decideDemoTopup,
  demoTopup,
  ownTopups,
  topupCreate,
  topupQuote,
  topupSetting,
  topupStatuses,
  topupWebhook,
} from './calls.ts';
export type { DemoDecision, TopupStatus } from './calls.ts';
