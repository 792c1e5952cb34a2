import { Type, type Static } from 'typebox';
import { Decimal, IntegerInput, Line, Milliseconds, Nothing } from '../values.ts';
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

/** A currency’s money in custody by the records of the chains, beside the ledger. */
export const CustodyRow = Type.Object({
  code: Type.String(),
  finding: Type.Enum(reconciliationFindings),
  /** By the records of the chains, and by the ledger. */
  on_chains: Decimal,
  in_ledger: Decimal,
  difference: Decimal,
  /** The parts of `on_chains`: received, less the next five, with `unreversed`, less `paid` and `fees`. */
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
  /** Debts of users after reversed deposits. */
  debts: Decimal,
  /** Money of the ledger that no chain has: that of a demo, and capital that is kept elsewhere. */
  elsewhere: Decimal,
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

const readers = ['finance', 'risk', 'admin'] as const;

export const reconciliationCalls = {
  reconciliation: consoleList({ audience: readers, path: 'reconciliation', row: ReconciliationRow }),
  /** The last comparison of the ledger with all chains, by currency. */
  custody: consoleList({ audience: readers, path: 'reconciliation/custody', row: CustodyRow }),
  /** Every run of rounds with the same result, newest first. */
  reconciliationHistory: consoleList({ audience: readers, path: 'reconciliation/history', row: ReconciliationRow }),
  paymentHalts: consoleList({ audience: readers, path: 'payments/halts', row: PaymentHaltRow }),
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
