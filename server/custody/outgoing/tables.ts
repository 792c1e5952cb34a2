import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import { all, update, type PrivilegesOn } from '../../ground/database/index.ts';

/**
 * Tables, made by migration `0810-outgoing.ts`, `0822-network-fees.ts`, `0850-spent-outputs.ts`,
 * `0861-fills.ts` and `0905-watched-payments.ts`. Ids, times, heights, amounts and fees are read as text.
 */
interface OutgoingTables {
  outgoing: OutgoingTable;
  attempts: AttemptsTable;
  payment_halts: PaymentHaltsTable;
  network_fees: NetworkFeesTable;
  spent_outputs: SpentOutputsTable;
}

declare module '../../ground/database/schema.ts' {
  interface Schema extends OutgoingTables {}
}

/** A payment stays as it was queued: only its progress changes. */
const progress = ['stage', 'nonce', 'cancel_asked', 'reason', 'changed_at'] as const;

/** The privileges of the logins on these tables. */
export const outgoingPrivileges: PrivilegesOn<OutgoingTables> = {
  outgoing: {
    identity: ['select', update(...progress)],
    custody: ['select', 'insert', update(...progress, 'is_final', 'owes_fee')],
  },
  attempts: { identity: ['select', 'insert'], custody: all },
  payment_halts: { identity: ['select', 'delete'], custody: ['select', 'insert', 'delete'] },
  network_fees: { custody: ['select', 'insert', 'update'] },
  spent_outputs: { identity: ['select', 'insert', 'delete'], custody: ['select', 'insert', 'delete'] },
};

type Int8 = ColumnType<string, number, number>;
type Int8OrNull = ColumnType<string | null, number | null | undefined, number | null>;
type Numeric = ColumnType<string, string, string>;

/** `refused`: the signer does not sign it. The other ends are decided by final blocks. */
export type OutgoingStage = 'queued' | 'assigned' | 'sent' | 'paid' | 'cancelled' | 'failed' | 'refused';

/** `fill`: an empty transaction that uses a nonce which a payment had and could not use. */
export type OutgoingPurpose = 'withdrawal' | 'gas' | 'sweep' | 'cold' | 'fill';

interface OutgoingTable {
  readonly id: GeneratedAlways<string>;
  /** As the signer knows it, such as `withdrawal/17`. */
  readonly reference: string;
  readonly chain_id: number;
  /** `hot`, or `deposit/` with the index of the key. */
  readonly wallet: string;
  readonly nonce: Int8OrNull;
  readonly purpose: OutgoingPurpose;
  readonly asset: string;
  readonly to_address: string;
  readonly memo: string | null;
  readonly amount: Numeric;
  readonly stage: OutgoingStage;
  readonly cancel_asked: Generated<boolean>;
  /** Why it waits or was refused. */
  readonly reason: ColumnType<string | null, string | null | undefined, string | null>;
  /** Whether its block is so deep that it is not watched any more. */
  readonly is_final: Generated<boolean>;
  /** Whether it ended in a block, and its network fee has no number yet. */
  readonly owes_fee: Generated<boolean>;
  readonly created_at: Int8;
  readonly changed_at: Int8;
}

interface AttemptsTable {
  readonly id: GeneratedAlways<string>;
  readonly outgoing_id: Int8;
  readonly kind: 'payment' | 'cancel';
  readonly encoded: string;
  /** The signed bytes and their hash; null before they are signed. */
  readonly raw: ColumnType<string | null, string | null | undefined, string>;
  readonly hash: ColumnType<string | null, string | null | undefined, string>;
  readonly max_fee: Numeric;
  readonly priority_fee: Numeric;
  readonly created_at: Int8;
  readonly sent_at: Int8OrNull;
  /** The block that contains it, as far as it was seen last. */
  readonly height: Int8OrNull;
  readonly block_hash: ColumnType<string | null, string | null | undefined, string | null>;
  readonly reverted: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  /** The network fee that was paid. */
  readonly fee: ColumnType<string | null, string | null | undefined, string | null>;
  /** How many outputs it spends, from the first; null on chains with nonces. */
  readonly inputs: ColumnType<number | null, number | null | undefined, never>;
}

interface SpentOutputsTable {
  readonly chain_id: number;
  readonly tx: string;
  readonly output: number;
  readonly outgoing_id: Int8;
  readonly position: number;
  readonly address: string;
  readonly amount: Numeric;
}

interface PaymentHaltsTable {
  readonly chain_id: number;
  readonly reason: string;
  readonly since: Int8;
}

interface NetworkFeesTable {
  readonly chain_id: number;
  readonly n: Int8;
  readonly outgoing_id: Int8;
  readonly fee: Numeric;
  readonly total: Numeric;
  readonly currency_id: number;
  readonly units: Int8;
  readonly booked: boolean;
  readonly created_at: Int8;
}
