import { Type, type Static } from 'typebox';
import { Decimal, IntegerInput, Line, Milliseconds, Nothing } from '../values.ts';
import { StaffName } from './approvals.ts';
import { decimalRefusal, DecimalText } from './decimals.ts';
import { consoleFourEyes, consoleList, consoleWrite } from './declare.ts';

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** 0 is the ledger, which is compared with all chains together. */
const Id = Type.Integer({ minimum: 0, maximum: 65_535 });

/** `suspected`: a difference that one round has seen, which does not count yet. */
export const reconciliationFindings = ['balanced', 'suspected', 'short', 'unseen'] as const;

/** The balance of the exchange's wallets in an asset of a chain, beside the recorded flows. */
export const ReconciliationRow = Type.Object({
  id: Count,
  chain_id: Id,
  chain: Type.String(),
  asset: Type.String(),
  code: Type.String(),
  height: Count,
  balance: Decimal,
  /** Everything that was received, less payments and network fees. */
  expected: Decimal,
  difference: Decimal,
  finding: Type.Enum(reconciliationFindings),
  rounds: Count,
  since: Milliseconds,
  last_at: Milliseconds,
});
export type ReconciliationRow = Static<typeof ReconciliationRow>;

/** The debt of the ledger in a currency, beside the money that the records of the chains say is there. */
export const CustodyRow = Type.Object({
  code: Type.String(),
  finding: Type.Enum(reconciliationFindings),
  /** The money in all accounts, which came from outside and has not left. It is the sum of the next four. */
  owed: Decimal,
  on_chains: Decimal,
  /** Debts of users after reversed deposits. */
  debts: Decimal,
  /** Booked by operators from outside, as far as coins in the hot and cold wallets back it. */
  capital: Decimal,
  /** The money of a demo, which no chain has. */
  demo: Decimal,
  /** The sum of those four less `owed`. */
  difference: Decimal,
  /** The parts of `on_chains`: received, less the next four, with `unreversed`, less `paid`, `fees` and `unfounded`. */
  received: Decimal,
  below_minimum: Decimal,
  unattributed: Decimal,
  dust: Decimal,
  uncredited: Decimal,
  /** Credited deposits whose block was replaced and that are not reversed yet. */
  unreversed: Decimal,
  paid: Decimal,
  /** Paid, but not settled in the ledger yet. */
  unsettled: Decimal,
  fees: Decimal,
  /** Signed payments that no withdrawal, sweep or top-up explains. */
  unfounded: Decimal,
  /** Network fees that the treasury has not paid yet. */
  unbooked_fees: Decimal,
  /** Own coins in the hot and cold wallets that no account has. */
  unbooked: Decimal,
});
export type CustodyRow = Static<typeof CustodyRow>;

/** A chain on which nothing is paid. */
export const PaymentHaltRow = Type.Object({
  chain_id: Id,
  chain: Type.String(),
  reason: Type.String(),
  since: Milliseconds,
});
export type PaymentHaltRow = Static<typeof PaymentHaltRow>;

/** A request to book a surplus that a second person has not decided yet. */
const SurplusRequest = Type.Object({
  /** The number of its approval. */
  id: Count,
  asked_by: StaffName,
  asked_at: Milliseconds,
  reason: Type.String(),
  amount: Decimal,
  may_vote: Type.Boolean(),
  may_withdraw: Type.Boolean(),
});
export type SurplusRequest = Static<typeof SurplusRequest>;

/** Money of a comparison that no record explains. */
export const SurplusRow = Type.Object({
  /** The chain and the code of the asset. */
  id: Type.String(),
  chain_id: Id,
  chain: Type.String(),
  asset: Type.String(),
  code: Type.String(),
  /** The decimals of an amount that can be booked. */
  decimals: Count,
  surplus: Decimal,
  /** The part that can be booked at present: it has been there for an hour. */
  bookable: Decimal,
  /** When the oldest part can be booked. */
  bookable_from: Milliseconds,
  /** Whether the comparison contains every earlier booking; only then another one can follow. */
  settled: Type.Boolean(),
  request: Type.Union([SurplusRequest, Type.Null()]),
});
export type SurplusRow = Static<typeof SurplusRow>;

/** A surplus that was booked as money of the exchange. */
export const SurplusBookingRow = Type.Object({
  id: Count,
  chain: Type.String(),
  code: Type.String(),
  amount: Decimal,
  /** The part that the treasury receives; the rest is too small for the ledger, or was owed already. */
  treasury: Decimal,
  by: StaffName,
  approval: Type.Union([Count, Type.Null()]),
  at: Milliseconds,
  /** Whether the treasury has received it. */
  settled: Type.Boolean(),
});
export type SurplusBookingRow = Static<typeof SurplusBookingRow>;

const readers = ['finance', 'risk', 'admin'] as const;

export const reconciliationCalls = {
  reconciliation: consoleList({ audience: readers, path: 'reconciliation', row: ReconciliationRow }),
  /** The last comparison of the ledger with all chains, by currency. */
  custody: consoleList({ audience: readers, path: 'reconciliation/custody', row: CustodyRow }),
  /** Every run of rounds with the same result, newest first. */
  reconciliationHistory: consoleList({ audience: readers, path: 'reconciliation/history', row: ReconciliationRow }),
  paymentHalts: consoleList({ audience: readers, path: 'payments/halts', row: PaymentHaltRow }),
  surpluses: consoleList({ audience: readers, path: 'reconciliation/surpluses', row: SurplusRow }),
  /** Newest first. */
  surplusBookings: consoleList({ audience: readers, path: 'reconciliation/bookings', row: SurplusBookingRow }),
  /**
   * Books a surplus of a chain, or of the ledger (`chain_id` 0), as money of the exchange: its treasury receives it
   * from outside. `amount` is at most what can be booked when it is carried out.
   */
  bookSurplus: consoleFourEyes({
    audience: ['finance'],
    path: 'reconciliation/book',
    input: {
      chain_id: Id,
      asset: Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9]*$' }),
      amount: DecimalText,
    },
    output: Type.Object({ id: Count }),
    movesMoney: true,
    refusals: { ...decimalRefusal, surplus_absent: [], surplus_exceeded: ['available'], surplus_unsettled: [] },
  }),
  /** Compares all balances now, in addition to each minute. */
  compareNow: consoleWrite({
    audience: ['finance', 'risk'],
    path: 'reconciliation/compare',
    output: Nothing,
    refusals: { chain_not_followed: [] },
  }),
  /** Pays on a chain again. `reason_seen` is the cause of the halt that was seen. */
  resumePayments: consoleFourEyes({
    audience: ['finance'],
    path: 'payments/resume',
    input: { id: IntegerInput, reason_seen: Line(100, 1) },
    output: Type.Object({ id: Count }),
    refusals: { payments_not_halted: [] },
  }),
} as const;
