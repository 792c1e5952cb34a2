import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import { all, type PrivilegesOn } from '../../ground/database/index.ts';

/**
 * Tables, made by migration `0510-codes.ts`, `0640-code-budgets.ts`, `0650-long-codes.ts` and `0710-device-keys.ts`.
 * Ids and times are `int8` and read as text.
 */
interface NotifyTables {
  verification_codes: VerificationCodesTable;
  messages: MessagesTable;
  devices: DevicesTable;
}

declare module '../../ground/database/schema.ts' {
  interface Schema extends NotifyTables {}
}

/** The privileges of the logins on these tables. */
export const notifyPrivileges: PrivilegesOn<NotifyTables> = {
  verification_codes: { identity: all },
  messages: { identity: all },
  devices: { identity: all },
};

type Int8 = ColumnType<string, number, number>;
type NullableInt8 = ColumnType<string | null, number | null, number | null>;

export interface VerificationCodesTable {
  readonly id: GeneratedAlways<string>;
  readonly purpose: number;
  readonly contact_key: string;
  readonly user_id: NullableInt8;
  readonly scope: string;
  readonly code_hash: Buffer;
  /** The daily budget that the code counts towards; `long` codes count towards none. */
  readonly counted_for: Generated<'anybody' | 'owner' | 'nobody' | 'long'>;
  readonly created_at: Int8;
  readonly expires_at: Int8;
  readonly wrong_tries: Generated<number>;
  readonly used_at: ColumnType<string | null, never, number>;
}

export interface MessagesTable {
  readonly id: GeneratedAlways<string>;
  readonly channel: 'email' | 'sms';
  readonly recipient: string;
  readonly contact_key: string;
  readonly template: string;
  readonly language: string;
  readonly sealed: Buffer | null;
  readonly state: 'queued' | 'sent' | 'failed' | 'kept' | 'pretended';
  readonly attempts: Generated<number>;
  readonly created_at: Int8;
  readonly due_at: Int8;
  readonly expires_at: Int8;
}

export interface DevicesTable {
  readonly user_id: Int8;
  /** Hash of the device id; empty for clients without one. */
  readonly device_key: string;
  readonly first_used_at: Int8;
  readonly last_used_at: Int8;
}
