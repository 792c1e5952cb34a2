import { type Notices, PendingNotices } from '../../people/alerts/index.ts';
import { CaseWatch } from './cases.ts';
import { settleChargeBacks, type ChargeBackParts } from './charge-backs.ts';
import { registerTopupConsole, type TopupConsoleParts } from './console.ts';
import { type CardPayer, demoEveryMs, DemoProvider } from './demo-provider.ts';
import { migrations } from './migrations/index.ts';
import { MoonPay, type MoonPayKeys } from './moonpay.ts';
import { topupNotices } from './notices.ts';
import { TopupQuotes } from './quotes.ts';
import { registerTopups, type TopupRouteParts } from './routes.ts';
import { expire } from './store.ts';
import { topupPrivileges } from './tables.ts';
import type { StoredTopup } from './topup.ts';
import { receive } from './webhook.ts';
import type { With } from '../../ground/parts.ts';

type Made = 'decided' | 'demoProvider' | 'onRamp' | 'quotes' | 'reported';

interface Sources
  extends Omit<TopupRouteParts, Made>, ChargeBackParts, With<'background' | 'boxFor' | 'gateway' | 'identityDb'> {
  readonly notices: Pick<Notices, 'write'>;
  /** The demo chain, which pays what a demo's cards buy; null in a live exchange. */
  readonly demoWorld: CardPayer | null;
  /** The account with the provider of a live exchange; null without one. */
  readonly moonPay: MoonPayKeys | null;
}

/** Orders that were not paid in time are looked for this often. */
const expiryMs = 15_000;
const chargeBackMs = 15_000;

/** Card top-ups: a provider takes the payment and delivers coins to an address of the exchange. */
export const topup = {
  tables: topupPrivileges,
  migrations,
  login: 'custody' as const,
  open: (sources: Sources) => {
    const { background, db, demoWorld, gateway, moonPay, now } = sources;
    const demoProvider = demoWorld === null ? null : new DemoProvider({ ...sources, payer: demoWorld });
    const onRamp = demoProvider ?? (moonPay === null ? null : new MoonPay(moonPay));
    const pending = new PendingNotices({ ...sources, of: 'topup', read: () => topupNotices(sources) });
    const cases = new CaseWatch(db);
    const judging = { everyMs: chargeBackMs, atOnce: true };
    const settling = background.work('topup: settle charge backs', judging, () => settleChargeBacks(sources));
    const watching = background.work('topup: find cases for staff', judging, () => cases.look());
    const reported = ({ status }: StoredTopup): void => {
      if (status === 'charged_back') {
        settling.wake();
        watching.wake();
      }
      pending.wake();
    };
    const webhook = { ...sources, onRamp, reported };
    const deciding =
      demoProvider === null
        ? null
        : background.work('topup: play the provider', { everyMs: demoEveryMs, atOnce: true }, () =>
            demoProvider.work((headers, body) => receive(webhook, headers, body)),
          );
    background.work('topup: end unpaid orders', { everyMs: expiryMs, needsClock: true }, async () => {
      await expire(db, now());
    });
    registerTopups(gateway, {
      ...webhook,
      demoProvider,
      quotes: new TopupQuotes(sources.boxFor),
      decided: () => deciding?.wake(),
    });
    return {
      console: (own: TopupConsoleParts): void => {
        registerTopupConsole({ ...own, reported });
      },
    };
  },
};
