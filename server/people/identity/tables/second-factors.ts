import type { ColumnType, GeneratedAlways } from 'kysely';
import { all, type PrivilegesOn } from '../../../ground/database/index.ts';

/**
 * Tables, made by migration `0766-second-factors.ts`, `0767-factor-resets.ts` and `0911-removed-factors.ts`. Ids and
 * times are `int8` and read as text.
 */
interface SecondFactorTables {
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  used_challenges: UsedChallengesTable;
  factor_resets: FactorResetsTable;
}

declare module '../../../ground/database/schema.ts' {
  interface Schema extends SecondFactorTables {}
}

/** The privileges of the logins on these tables. */
export const secondFactorPrivileges: PrivilegesOn<SecondFactorTables> = {
  second_factors: { identity: all },
  recovery_codes: { identity: all },
  passkeys: { identity: all },
  used_challenges: { identity: all },
  factor_resets: { identity: ['select', 'insert', 'update'], custody: ['select'] },
};

type Int8 = ColumnType<string, number, number>;
type DefaultInt8 = ColumnType<string, number | undefined, number>;
type NullableInt8 = ColumnType<string | null, number | null | undefined, number | null>;

interface SecondFactorsTable {
  readonly user_id: Int8;
  readonly sealed_secret: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  readonly totp_since: NullableInt8;
  readonly last_step: DefaultInt8;
  readonly pending_secret: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  readonly pending_until: DefaultInt8;
  readonly wrong_codes: ColumnType<number, number | undefined, number>;
  readonly locked_until: DefaultInt8;
  readonly changed_at: DefaultInt8;
  /** When the user last removed a factor; null if never. */
  readonly removed_at: NullableInt8;
}

interface RecoveryCodesTable {
  readonly user_id: Int8;
  readonly code_hash: Buffer;
  readonly created_at: Int8;
  readonly used_at: NullableInt8;
}

interface PasskeysTable {
  readonly id: GeneratedAlways<string>;
  readonly user_id: Int8;
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly counter: Int8;
  readonly name: string;
  readonly transports: string[];
  readonly created_at: Int8;
  readonly last_used_at: NullableInt8;
}

interface UsedChallengesTable {
  readonly challenge_hash: Buffer;
  readonly expires_at: Int8;
}

interface FactorResetsTable {
  readonly id: GeneratedAlways<string>;
  readonly user_id: Int8;
  readonly staff_id: number;
  readonly planned_at: Int8;
  readonly due_at: Int8;
  readonly stage: 'planned' | 'done' | 'stopped';
  readonly stage_at: Int8;
}
