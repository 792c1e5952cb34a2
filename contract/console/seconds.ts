import { Type, type Static } from 'typebox';
import { Decimal, Milliseconds, Sequence } from '../values.ts';
import { decimalRefusal, DecimalText, ShownValues } from './decimals.ts';
import { consoleFourEyes, consoleList } from './declare.ts';

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Id = Type.Integer({ minimum: 1, maximum: 65_535 });

/** `closed`: nothing is bought; open contracts continue. */
export const secondsStates = ['open', 'closed'] as const;
const State = Type.Enum(secondsStates);

/** The durations, payouts as fractions of the stake, and the fee as a fraction of the payout. `version` is 0 before. */
export const SecondsSettingsRow = Type.Object({
  version: Count,
  fee: Decimal,
  options: Type.Array(Type.Object({ seconds: Count, ratio: Decimal })),
});
export type SecondsSettingsRow = Static<typeof SecondsSettingsRow>;

/**
 * A currency, its terms (null if it offers no contracts), the house's money, and what open contracts stake and would
 * be paid if all of them won.
 */
export const SecondsCurrencyRow = Type.Object({
  id: Id,
  code: Type.String(),
  version: Count,
  terms: Type.Union([
    Type.Object({ numbers: Type.Array(Decimal), user_cap: Decimal, side_cap: Decimal, state: State }),
    Type.Null(),
  ]),
  house_available: Decimal,
  house_reserved: Decimal,
  staked: Decimal,
});
export type SecondsCurrencyRow = Static<typeof SecondsCurrencyRow>;

const Side = Type.Object({ contracts: Count, staked: Decimal, payout: Decimal });

/**
 * A market, its state (null if it was never offered) and the state of its index: `waiting` while a new rule waits for
 * open contracts. `sides` has the open contracts of each currency.
 */
export const SecondsMarketRow = Type.Object({
  id: Id,
  symbol: Type.String(),
  version: Count,
  state: Type.Union([State, Type.Null()]),
  index: Type.Enum(['live', 'silent', 'waiting', 'none']),
  sides: Type.Array(Type.Object({ currency_code: Type.String(), up: Side, down: Side })),
});
export type SecondsMarketRow = Static<typeof SecondsMarketRow>;

/** All results so far of contracts on a market that were bought on the same terms; see `microtrade/figures`. */
export const SecondsResultRow = Type.Object({
  id: Id,
  symbol: Type.String(),
  seconds: Count,
  currency_code: Type.String(),
  profit_ratio: Decimal,
  fee_rate: Decimal,
  break_even: Decimal,
  wins: Count,
  losses: Count,
  ties: Count,
  voids: Count,
  win_rate: Type.Union([Decimal, Type.Null()]),
  void_rate: Type.Union([Decimal, Type.Null()]),
  staked: Decimal,
  paid_out: Decimal,
  house_result: Decimal,
});
export type SecondsResultRow = Static<typeof SecondsResultRow>;

/** A decision about durations, a currency or a market, with old and new values in decimals. */
export const SecondsDecision = Type.Object({
  sequence: Sequence,
  at: Milliseconds,
  subject: Type.Enum(['settings', 'currency', 'market']),
  /** The code of the currency or the symbol of the market; null for the durations. */
  name: Type.Union([Type.String(), Type.Null()]),
  before: ShownValues,
  after: ShownValues,
  /** Null for the set-up of the exchange. */
  by: Type.Union([Type.String(), Type.Null()]),
  reason_code: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()]),
});
export type SecondsDecision = Static<typeof SecondsDecision>;

const audience = ['risk', 'admin'] as const;
const settingRefusals = { ...decimalRefusal, setting_invalid: ['field'], setting_unchanged: [] } as const;

export const secondsCalls = {
  secondsSettings: consoleList({ audience, path: 'seconds/settings', row: SecondsSettingsRow }),
  secondsCurrencies: consoleList({ audience, path: 'seconds/currencies', row: SecondsCurrencyRow }),
  secondsMarkets: consoleList({ audience, path: 'seconds/markets', row: SecondsMarketRow }),
  secondsResults: consoleList({ audience, path: 'seconds/results', row: SecondsResultRow }),
  /** All decisions about seconds contracts, newest first. */
  secondsHistory: consoleList({ audience, path: 'seconds/history', row: SecondsDecision }),
  /**
   * Sets durations, payouts and the fee of new contracts. The first settings, a new duration, a higher payout and a
   * lower fee need a second person (`secondsSettingsNeedSecond`).
   */
  configureSeconds: consoleFourEyes({
    audience: ['risk'],
    path: 'seconds/configure',
    input: {
      version: Count,
      fee: DecimalText,
      options: Type.Array(Type.Object({ seconds: Count, ratio: DecimalText }), { maxItems: 100 }),
    },
    output: Type.Object({ version: Count }),
    refusals: settingRefusals,
  }),
  /**
   * Offers stakes of a currency (`version` 0) or changes them. The first offer, opening it again, a higher cap and a
   * stake above the highest one need a second person (`secondsCurrencyNeedsSecond`).
   */
  configureSecondsCurrency: consoleFourEyes({
    audience: ['risk'],
    path: 'seconds/currency',
    input: {
      id: Id,
      version: Count,
      numbers: Type.Array(DecimalText, { maxItems: 100 }),
      user_cap: DecimalText,
      side_cap: DecimalText,
      state: State,
    },
    output: Type.Object({ id: Id, version: Count }),
    refusals: { ...settingRefusals, currency_unknown: [] },
  }),
  /** Opens or closes a market for new contracts. Opening needs a second person. */
  configureSecondsMarket: consoleFourEyes({
    audience: ['risk'],
    path: 'seconds/market',
    input: { id: Id, version: Count, state: State },
    output: Type.Object({ id: Id, version: Count }),
    refusals: { market_unknown: [], setting_invalid: ['field'], setting_unchanged: [] },
  }),
} as const;
