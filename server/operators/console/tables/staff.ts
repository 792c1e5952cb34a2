import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import { all, type PrivilegesOn } from '../../../ground/database/index.ts';

/**
 * Tables, made by migrations `0740-staff.ts` and `0870-staff-users.ts`. Times are epoch milliseconds, `int8` and read
 * as text.
 */
interface StaffTables {
  staff: StaffTable;
  staff_factors: StaffFactorsTable;
  staff_recovery_codes: StaffRecoveryCodesTable;
  staff_invitations: StaffInvitationsTable;
  staff_sessions: StaffSessionsTable;
}

declare module '../../../ground/database/schema.ts' {
  interface Schema extends StaffTables {}
}

/** The privileges of the logins on these tables. */
export const staffPrivileges: PrivilegesOn<StaffTables> = {
  staff: { identity: ['select', 'insert', 'update'] },
  staff_factors: { identity: all },
  staff_recovery_codes: { identity: all },
  staff_invitations: { identity: all },
  staff_sessions: { identity: all },
};

type Int8 = ColumnType<string, number, number>;
type NullableInt8 = ColumnType<string | null, number | null | undefined, number | null>;

interface StaffTable {
  readonly id: ColumnType<number, number, never>;
  readonly email: string;
  readonly email_key: string;
  readonly name: string;
  readonly password_hash: string | null;
  readonly state: 'invited' | 'active' | 'disabled';
  readonly roles: string[];
  readonly created_at: Int8;
  readonly enrolled_at: NullableInt8;
  readonly last_login_at: NullableInt8;
  readonly failed_at: ColumnType<string[], number[] | undefined, number[]>;
  readonly locked_until: ColumnType<string, number | undefined, number>;
  readonly version: ColumnType<number, number | undefined, number>;
  readonly user_id: NullableInt8;
  /** Whether `user_id` was stated, also if it is null. */
  readonly user_declared: Generated<boolean>;
}

interface StaffFactorsTable {
  readonly id: GeneratedAlways<string>;
  readonly staff_id: number;
  readonly kind: 'totp';
  readonly sealed_secret: Buffer;
  readonly last_step: Int8;
  readonly created_at: Int8;
  readonly last_used_at: NullableInt8;
}

interface StaffRecoveryCodesTable {
  readonly staff_id: number;
  readonly code_hash: Buffer;
  readonly created_at: Int8;
  readonly used_at: NullableInt8;
}

interface StaffInvitationsTable {
  readonly staff_id: number;
  readonly token_hash: Buffer;
  readonly sealed_secret: Buffer;
  readonly created_at: Int8;
  readonly expires_at: Int8;
}

interface StaffSessionsTable {
  readonly id: GeneratedAlways<string>;
  readonly staff_id: number;
  readonly token_hash: Buffer;
  readonly network: string;
  readonly started_at: Int8;
  readonly last_seen_at: Int8;
  readonly stepped_up_at: Int8;
}
