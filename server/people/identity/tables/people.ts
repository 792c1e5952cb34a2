import type { ColumnType, Generated } from 'kysely';
import { all, type PrivilegesOn } from '../../../ground/database/index.ts';

/**
 * Tables, made by migration `0100-people.ts`, `0521-sessions.ts`, `0710-device-keys.ts`,
 * `0751-announcements.ts`, `0761-account-security.ts`, `0766-second-factors.ts` and `0931-found-by-mail.ts`. Ids and
 * times are `int8` and read as text.
 */
interface PeopleTables {
  users: UsersTable;
  sessions: SessionsTable;
  site_settings: SiteSettingsTable;
  secret_keys: SecretKeysTable;
}

declare module '../../../ground/database/schema.ts' {
  interface Schema extends PeopleTables {}
}

/** The privileges of the logins on these tables. */
export const peoplePrivileges: PrivilegesOn<PeopleTables & { user_ids: object }> = {
  users: { identity: ['select', 'insert', 'update'] },
  sessions: { identity: all },
  site_settings: { identity: ['select', 'insert', 'update'], app: ['select'] },
  secret_keys: { identity: ['select', 'insert', 'update'] },
  // The sequence of user ids.
  user_ids: { identity: ['select', 'usage'] },
};

type Int8 = ColumnType<string, number, number>;
type NullableInt8 = ColumnType<string | null, number | null, number | null>;

/** One row: the secret of hashes, sealed with the secret key. It shows at a start whether the key is right. */
interface SecretKeysTable {
  readonly one: ColumnType<boolean, never, never>;
  readonly sealed: Buffer;
}

export interface UsersTable {
  readonly id: Int8;
  readonly email: string;
  /** The e-mail address of the account; null if it has a phone number only. */
  readonly email_key: string | null;
  /** The phone number that identifies the account, with its dialling code. */
  readonly mobile_key: ColumnType<string | null, string | null | undefined, string | null>;
  readonly mobile: string;
  readonly area_id: number | null;
  readonly password_hash: string;
  readonly invite_code: string;
  readonly invited_by: NullableInt8;
  readonly is_seller: Generated<boolean>;
  readonly created_at: Int8;
  readonly granted_at: NullableInt8;
  readonly password_changed_at: NullableInt8;
  /** The language of the registration or the last login; null if unknown. */
  readonly language: ColumnType<string | null, string | null | undefined, string | null>;
  readonly contact_changed_at: ColumnType<string | null, number | null | undefined, number | null>;
  /** Encrypted; null if the user has chosen none. */
  readonly phishing_word: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  readonly agent_id: ColumnType<string | null, number | null | undefined, number | null>;
  /** Whether others who know the e-mail address can find the account by it. */
  readonly found_by_mail: Generated<boolean>;
}

/** The second factor with which a session was started. */
export type SessionFactor = 'none' | 'totp' | 'recovery_code' | 'passkey';

export interface SessionsTable {
  readonly token_hash: string;
  readonly user_id: Int8;
  /** Hash of the device id; empty if there was none. */
  readonly device_key: string;
  readonly address: string;
  readonly created_at: Int8;
  readonly expires_at: Int8;
  /** The id of the row, which the database generates. */
  readonly id: ColumnType<string, never, never>;
  readonly user_agent: Generated<string>;
  readonly last_used_at: Int8;
  readonly ends_at: Int8;
  readonly second_factor: Generated<SessionFactor>;
}

export interface SiteSettingsTable {
  readonly name: string;
  /** Written as JSON text, read as the parsed value; its type depends on the setting. */
  readonly value: ColumnType<unknown, string, string>;
  readonly version: ColumnType<number, number | undefined, number>;
  readonly changed_at: ColumnType<string | null, number | null | undefined, number | null>;
  readonly changed_by: ColumnType<number | null, number | null | undefined, number | null>;
}
