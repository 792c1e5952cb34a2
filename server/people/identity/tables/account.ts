import type { ColumnType, Generated } from 'kysely';
import { all, type PrivilegesOn } from '../../../ground/database/index.ts';

/**
 * Tables, made by migration `0760-pay-passwords.ts` and `0761-account-security.ts`. Ids and times are `int8` and read
 * as text.
 */
interface AccountTables {
  pay_passwords: PayPasswordsTable;
  logins: LoginsTable;
  freeze_links: FreezeLinksTable;
  freezes: FreezesTable;
}

declare module '../../../ground/database/schema.ts' {
  interface Schema extends AccountTables {}
}

/** The privileges of the logins on these tables. */
export const accountPrivileges: PrivilegesOn<AccountTables> = {
  pay_passwords: { identity: ['select', 'insert', 'update'] },
  logins: { identity: ['select', 'insert', 'delete'] },
  freeze_links: { identity: ['select', 'insert', 'delete'] },
  freezes: { identity: all },
};

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

export interface LoginsTable {
  /** The id of the row, which the database generates. */
  readonly id: ColumnType<string, never, never>;
  readonly user_id: Int8;
  readonly at: Int8;
  readonly address: string;
  readonly user_agent: string;
  /** Hash of the device id; empty if there was none. */
  readonly device_key: string;
}

export interface FreezeLinksTable {
  readonly token_hash: Buffer;
  readonly user_id: Int8;
  readonly expires_at: Int8;
}

export interface FreezesTable {
  readonly user_id: Int8;
  readonly frozen_at: Int8;
  readonly scope_before: 'none' | 'outflow';
  readonly sequence: NullableInt8;
}
