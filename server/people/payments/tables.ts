import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import { all, type PrivilegesOn } from '../../ground/database/index.ts';

/** Tables, made by migration `0774-payment-methods.ts`. Ids and times are `int8` and read as text. */
interface PaymentTables {
  payment_methods: PaymentMethodsTable;
  payment_method_versions: PaymentMethodVersionsTable;
}

declare module '../../ground/database/schema.ts' {
  interface Schema extends PaymentTables {}
}

/** The privileges of the logins on these tables. */
export const paymentPrivileges: PrivilegesOn<PaymentTables> = {
  payment_methods: { identity: all },
  payment_method_versions: { identity: all },
};

type Int8 = ColumnType<string, number, never>;
type EndedAt = ColumnType<string | null, number | null | undefined, number>;

interface PaymentMethodsTable {
  readonly id: GeneratedAlways<string>;
  readonly user_id: Int8;
  readonly code: string;
  /** The current version. */
  readonly version: number;
  readonly created_at: Int8;
  readonly removed_at: EndedAt;
}

interface PaymentMethodVersionsTable {
  readonly method_id: Int8;
  readonly version: number;
  readonly data: Buffer;
  readonly created_at: Int8;
  /** The time of its replacement or removal; null for the current version of a method. */
  readonly ended_at: EndedAt;
  /** Whether an order refers to it. */
  readonly used: Generated<boolean>;
}
