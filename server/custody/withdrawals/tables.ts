import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import { update, type PrivilegesOn } from '../../ground/database/index.ts';

/** Tables, made by `0816-withdrawals.ts` and `0862-kept-fees.ts`. Ids, times and amounts are read as text. */
interface WithdrawalTables {
  withdrawals: WithdrawalsTable;
  withdrawal_steps: WithdrawalStepsTable;
}

declare module '../../ground/database/schema.ts' {
  interface Schema extends WithdrawalTables {}
}

/** The privileges of the logins on these tables. */
export const withdrawalPrivileges: PrivilegesOn<WithdrawalTables> = {
  withdrawals: {
    identity: ['select', 'insert', update('stage', 'reason', 'changed_at')],
    custody: ['select', update('stage', 'reason', 'keeps_fee', 'booked', 'changed_at')],
  },
  withdrawal_steps: { identity: ['select', 'insert', update('noticed')], custody: ['select', 'insert'] },
};

type Int8 = ColumnType<string, number, number>;
type Int8OrNull = ColumnType<string | null, number | null | undefined, number | null>;
type Numeric = ColumnType<string, string, string>;

/** `creating`: it is not known yet whether the money is held. `void`: it could not be held. */
export type WithdrawalStage =
  | 'creating'
  | 'void'
  | 'requested'
  | 'reviewing'
  | 'approved'
  | 'broadcast'
  | 'confirmed'
  | 'cancelled'
  | 'rejected'
  | 'failed';

interface WithdrawalsTable {
  readonly id: GeneratedAlways<string>;
  readonly user_id: Int8;
  readonly protocol_id: number;
  readonly account_type: number;
  readonly currency_id: number;
  /** Held, with the fee, in units of the ledger. */
  readonly amount: Int8;
  readonly fee: Int8;
  /** Paid, in the smallest units of the asset on the chain. */
  readonly chain_amount: Numeric;
  readonly address: string;
  readonly memo: string | null;
  readonly worth: Numeric;
  readonly request_key: string;
  readonly stage: WithdrawalStage;
  readonly reason: ColumnType<string | null, string | null | undefined, string | null>;
  /** Whether it was requested with a new device, so that staff must look at it whatever its worth. */
  readonly flagged: boolean;
  /** Whether its owner asked for its cancellation after its payment was sent. */
  readonly keeps_fee: Generated<boolean>;
  readonly booked: Generated<boolean>;
  readonly earliest_at: Int8OrNull;
  readonly created_at: Int8;
  readonly changed_at: Int8;
}

interface WithdrawalStepsTable {
  readonly id: GeneratedAlways<string>;
  readonly withdrawal_id: Int8;
  readonly stage: WithdrawalStage;
  readonly at: Int8;
  readonly reason: ColumnType<string | null, string | null | undefined, string | null>;
  /** The member of staff who decided; null for others. */
  readonly staff_id: Int8OrNull;
  /** Whether its owner was notified; only some stages have notices. */
  readonly noticed: Generated<boolean>;
}
