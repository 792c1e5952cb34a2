export { feeRates, marketSettings, marketState } from './commands.ts';
export { invalidRate } from './fees.ts';
export { invalidSetting } from './market-settings.ts';
