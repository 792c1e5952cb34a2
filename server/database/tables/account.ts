import type { ColumnType, Generated } from 'kysely';

/** Tables of `migrations/0760-pay-passwords.ts`. Ids and times are `int8` and read as text. */
export interface AccountTables {
  pay_passwords: PayPasswordsTable;
}

type Int8 = ColumnType<string, number, number>;
type NullableInt8 = ColumnType<string | null, number | null | undefined, number | null>;

export interface PayPasswordsTable {
  readonly user_id: Int8;
  readonly hash: string;
  readonly created_at: Int8;
  readonly changed_at: NullableInt8;
  readonly wrong: Generated<number>;
  readonly locked_until: NullableInt8;
}
