import { describe, expect, it } from 'vitest';
import { accountType } from '../ledger/account.ts';
import { amount } from '../money.ts';
import { indexOf, tick } from '../testing/indices.ts';
import { capital, moveToLever } from '../testing/movements.ts';
import {
  alice,
  bob,
  btcusdt,
  openExchange,
  openingMs,
  rejectionOf,
  setup,
  type TestExchange,
  usdt,
} from '../testing/test-exchange.ts';
import type { RejectionOf } from '../capabilities.ts';
import type { RejectionReason } from '../rejection.ts';
import type { ConfigureSecondsCurrency, PlaceSeconds } from './commands.ts';
import { purchase, stake } from './testing/purchases.ts';

const { micro, microHouse } = accountType;

/** A cause for which the exchange refuses a purchase. */
interface Cause {
  /** Fields of the purchase. */
  readonly fields?: Partial<Record<keyof PlaceSeconds, unknown>>;
  /** Terms of the currency. */
  readonly terms?: Partial<ConfigureSecondsCurrency>;
  /** Commands before the purchase. */
  readonly prepare?: (exchange: TestExchange) => void;
}

/** The refusals of all requests precede those of a purchase; other tests cover them. */
type General = 'user_invalid' | 'request_key_reused' | 'request_keys_exhausted';

/** Every refusal of a purchase, in the order of precedence. */
const causes: Readonly<Record<Exclude<RejectionOf<'place_seconds'>['reason'], General>, Cause>> = {
  market_unknown: { fields: { market: 99 } },
  trading_stopped: {
    prepare: (exchange) =>
      void exchange.apply({ type: 'restrict_user', user: alice, before: 'none', scope: 'trading', ...setup }),
  },
  seconds_closed: {
    prepare: (exchange) =>
      void exchange.apply({ type: 'configure_seconds_market', market: btcusdt, state: 'closed', ...setup }),
  },
  terms_changed: { fields: { version: 2 } },
  seconds_not_offered: { fields: { seconds: 31 } },
  currency_not_offered: { terms: { state: 'closed' } },
  number_not_offered: { fields: { stake: stake + 1 } },
  index_unavailable: {
    prepare: (exchange) => {
      exchange.wait(3001);
    },
  },
  index_changing: {
    prepare: (exchange) => {
      exchange.apply(purchase({ user: bob, direction: 'down' }));
      exchange.wait(500);
      exchange.apply(tick('one', openingMs + 500, 100));
      exchange.apply(rule(9000));
    },
  },
  user_cap: { terms: { userCap: amount(stake - 1) } },
  side_cap: { terms: { sideCap: amount(stake - 1) } },
  house_full: {
    prepare: (exchange) => {
      const house = { from: microHouse, to: accountType.treasury };
      exchange.apply(capital(1_000_000_000, 2, house));
    },
  },
  insufficient_balance: {
    prepare: (exchange) =>
      void exchange.apply(moveToLever(alice, stake, null, { from: micro, to: accountType.change })),
  },
};

/** The index rule of BTC. */
function rule(stalenessMs: number) {
  return indexOf({ sources: ['one'], minSources: 1, stalenessMs });
}

/** The reason for which a purchase is refused when all of these causes apply; null if it is accepted. */
function refusalOf(...all: readonly Cause[]): RejectionReason | null {
  const exchange = openExchange();
  exchange.apply(rule(3000));
  exchange.apply(capital(1_000_000_000, 1, { to: microHouse }));
  exchange.apply({ type: 'configure_seconds', options: [{ seconds: 30, ratioPpm: 800_000 }], feePpm: 0, ...setup });
  const terms = { numbers: [amount(stake)], userCap: amount(stake), sideCap: amount(stake), state: 'open' } as const;
  exchange.apply({ type: 'configure_seconds_currency', currency: usdt, ...terms, ...setup });
  exchange.apply({ type: 'configure_seconds_market', market: btcusdt, state: 'open', ...setup });
  for (const user of [alice, bob]) {
    exchange.fund(user, usdt, stake);
    exchange.apply(moveToLever(user, stake, null, { to: micro }));
  }
  exchange.apply(tick('one', openingMs, 100));
  // The later reasons first: a rule that waits needs a contract, which the earlier ones would prevent.
  for (const { prepare } of all.toReversed()) prepare?.(exchange);
  const changed = all.reduce<Cause['terms']>((sum, cause) => ({ ...sum, ...cause.terms }), {});
  exchange.apply({ type: 'configure_seconds_currency', currency: usdt, ...terms, ...changed, ...setup });
  const fields = all.reduce<Cause['fields']>((sum, cause) => ({ ...sum, ...cause.fields }), {});
  return rejectionOf(exchange.apply(purchase(fields)))?.reason ?? null;
}

const inOrder = Object.entries(causes);
const neighbours = inOrder.flatMap(([reason, cause], at) => {
  const next = inOrder[at + 1];
  return next === undefined ? [] : [{ reason, cause, later: next[0], laterCause: next[1] }];
});

describe('a purchase of a contract', () => {
  it('is accepted when nothing prevents it', () => {
    expect(refusalOf()).toBeNull();
  });

  it.each(inOrder)('is refused: %s', (reason, cause) => {
    expect(refusalOf(cause)).toBe(reason);
  });

  it.each(neighbours)('is refused: $reason before $later', ({ reason, cause, laterCause }) => {
    expect(refusalOf(cause, laterCause)).toBe(reason);
  });
});
