import { Type, type Static } from 'typebox';
import { moneyCall, readCall } from '../call.ts';
import { Decimal, DecimalInput, Empty, IntegerInput, Milliseconds, Page, Sequence } from '../values.ts';

const OrNull = <Schema extends Parameters<typeof Type.Array>[0]>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** 1 wins if the index rises, 2 if it falls. */
export const microType = { up: 1, down: 2 } as const;
const MicroType = Type.Union([Type.Literal(1), Type.Literal(2)]);
export type MicroType = Static<typeof MicroType>;

/** The states of a contract. */
export const microStatus = { open: 1, closed: 3 } as const;
const MicroStatus = Type.Union([Type.Literal(1), Type.Literal(3)]);

const MicroResult = Type.Enum(['win', 'loss', 'tie', 'void']);
export type MicroResult = Static<typeof MicroResult>;
const MicroVoidReason = Type.Enum(['index_interrupted', 'too_few_ticks']);
export type MicroVoidReason = Static<typeof MicroVoidReason>;

/** A currency of stakes, with the user's balance, and how much more the user's open contracts may stake together. */
export const MicroCurrency = Type.Object({
  id: Type.Integer(),
  code: Type.String(),
  micro_account: Type.Object({ balance: Decimal }),
  micro_numbers: Type.Array(Type.Object({ number: Decimal })),
  room: Decimal,
});
export type MicroCurrency = Static<typeof MicroCurrency>;

/**
 * A duration. A won contract pays `profit_ratio` of the stake less `fee_rate` of that; `break_even` is the percentage
 * of contracts that must win for no loss, rounded up. `version` counts the changes of all durations.
 */
export const MicroOption = Type.Object({
  seconds: Type.Integer({ minimum: 1 }),
  profit_ratio: Decimal,
  fee_rate: Decimal,
  break_even: Decimal,
  version: Type.Integer({ minimum: 1 }),
});
export type MicroOption = Static<typeof MicroOption>;

/**
 * A contract. Prices are index prices: `open_price` the strike, `end_price` the settlement; null before they are known
 * and in void contracts. `payout` is the profit of a win before its fee; `fact_profits` is the result.
 */
export const MicroOrder = Type.Object({
  id: Type.Integer(),
  match_id: Type.Integer(),
  symbol_name: Type.String(),
  currency_id: Type.Integer(),
  currency_name: Type.String(),
  type: MicroType,
  seconds: Type.Integer({ minimum: 1 }),
  number: Decimal,
  profit_ratio: Decimal,
  fee_rate: Decimal,
  break_even: Decimal,
  payout: Decimal,
  status: MicroStatus,
  open_price: OrNull(Decimal),
  end_price: OrNull(Decimal),
  result: OrNull(MicroResult),
  void_reason: OrNull(MicroVoidReason),
  fee: Decimal,
  fact_profits: Decimal,
  created_at: Milliseconds,
  strike_at: Milliseconds,
  settlement_from: Milliseconds,
  end_at: Milliseconds,
  closed_at: OrNull(Milliseconds),
  remain_milli_seconds: Type.Integer({ minimum: 0 }),
});
export type MicroOrder = Static<typeof MicroOrder>;

/** A reading of the index in a window; `price` is null where the index was interrupted. */
const MicroReading = Type.Object({
  sequence: Sequence,
  time: Milliseconds,
  price: OrNull(Decimal),
  dropped: Type.Boolean(),
});

/** A window of time from `from` to before `to`, and the price that follows from its readings. */
export const MicroWindow = Type.Object({
  from: Milliseconds,
  to: Milliseconds,
  last_tick: OrNull(Milliseconds),
  price: OrNull(Decimal),
  readings: Type.Array(MicroReading),
});
export type MicroWindow = Static<typeof MicroWindow>;

/**
 * Everything that the result of a closed contract follows from. `canonical` is one JSON array of integers and ASCII
 * texts in smallest units, `sha256` its hash in hex; the windows repeat its readings in decimals. It does not name the
 * owner.
 */
export const MicroEvidence = Type.Object({
  canonical: Type.String(),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  terms: Type.Object({
    id: Type.Integer(),
    match_id: Type.Integer(),
    symbol_name: Type.String(),
    /** The currency whose index decides. */
    asset_id: Type.Integer(),
    price_decimals: Type.Integer(),
    currency_id: Type.Integer(),
    currency_name: Type.String(),
    number_decimals: Type.Integer(),
    rule: Type.String(),
    index_version: Type.Integer(),
  }),
  windows: Type.Object({ strike: MicroWindow, settlement: MicroWindow }),
});
export type MicroEvidence = Static<typeof MicroEvidence>;

/**
 * Results of all contracts on a market that were bought on the same terms. `win_rate` is the percentage of wins among
 * wins and losses, of which `staked` and `paid_out` are the total stakes and payments.
 */
const MicroResults = Type.Object({
  match_id: Type.Integer(),
  symbol: Type.String(),
  seconds: Type.Integer(),
  currency_id: Type.Integer(),
  currency_code: Type.String(),
  profit_ratio: Decimal,
  fee_rate: Decimal,
  break_even: Decimal,
  wins: Type.Integer(),
  losses: Type.Integer(),
  ties: Type.Integer(),
  voids: Type.Integer(),
  win_rate: OrNull(Decimal),
  void_rate: OrNull(Decimal),
  staked: Decimal,
  paid_out: Decimal,
  house_result: Decimal,
});
export type MicroResults = Static<typeof MicroResults>;

/** The contracts that were closed on a day, and those of them that were void, by reason. */
const MicroDay = Type.Object({
  day: Milliseconds,
  contracts: Type.Integer(),
  index_interrupted: Type.Integer(),
  too_few_ticks: Type.Integer(),
  void_rate: OrNull(Decimal),
});
export type MicroDay = Static<typeof MicroDay>;

/** The venue's side of seconds contracts: what it has, what it must be able to pay, and all results so far. */
export const MicroFigures = Type.Object({
  sequence: Sequence,
  time: Milliseconds,
  currencies: Type.Array(
    Type.Object({
      currency_id: Type.Integer(),
      currency_code: Type.String(),
      house: Decimal,
      reserved: Decimal,
      staked: Decimal,
    }),
  ),
  results: Type.Array(MicroResults),
  days: Type.Array(MicroDay),
});
export type MicroFigures = Static<typeof MicroFigures>;

const reading = { access: 'user', rate: 'private' } as const;
const open = { access: 'visitor', rate: 'public' } as const;

export const microCurrencies = readCall(reading, 'microtrade/payable_currencies', Empty, Type.Array(MicroCurrency));
export const microOptions = readCall(open, 'microtrade/seconds', Empty, Type.Array(MicroOption));

export const microOrders = readCall(
  reading,
  'microtrade/lists',
  Type.Object({
    match_id: Type.Optional(IntegerInput),
    status: Type.Optional(IntegerInput),
    page: Type.Optional(IntegerInput),
    limit: Type.Optional(IntegerInput),
  }),
  Page(MicroOrder),
  { refusals: ['market_unknown'] },
);

/** Buys a contract. With a `version`, it is refused if the durations and payouts are not of that version. */
export const submitMicro = moneyCall(
  { access: 'user', rate: 'order' },
  'microtrade/submit',
  Type.Object({
    match_id: IntegerInput,
    currency_id: IntegerInput,
    type: IntegerInput,
    seconds: IntegerInput,
    number: DecimalInput,
    version: Type.Optional(IntegerInput),
  }),
  MicroOrder,
  {
    message: 'micro_submitted',
    refusals: [
      'market_unknown',
      'currency_unknown',
      'trading_stopped',
      'micro_closed',
      'terms_changed',
      'micro_seconds_not_offered',
      'micro_currency_not_offered',
      'micro_number_not_offered',
      'micro_index_unavailable',
      'micro_index_changing',
      'micro_user_cap',
      'micro_side_cap',
      'micro_house_full',
      'insufficient_balance',
    ],
  },
);

export const microEvidence = readCall(open, 'microtrade/evidence', Type.Object({ id: IntegerInput }), MicroEvidence, {
  refusals: ['contract_unknown'],
});

export const microFigures = readCall(open, 'microtrade/figures', Empty, MicroFigures);
