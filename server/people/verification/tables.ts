import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { PrivilegesOn } from '../../ground/database/index.ts';

/** Tables, made by migration `0771-verifications.ts`. Ids and times are `int8` and read as text. */
interface VerificationTables {
  verifications: VerificationsTable;
}

declare module '../../ground/database/schema.ts' {
  interface Schema extends VerificationTables {}
}

/** The privileges of the logins on these tables. */
export const verificationPrivileges: PrivilegesOn<VerificationTables> = {
  verifications: { identity: ['select', 'insert', 'update'] },
};

type Int8 = ColumnType<string, number, number>;
type NullableInt8 = ColumnType<string | null, number | null | undefined, number | null>;
type Nullable<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>;

export interface VerificationsTable {
  readonly id: GeneratedAlways<string>;
  readonly user_id: Int8;
  readonly status: 'review' | 'rejected' | 'approved';
  readonly version: Generated<number>;
  readonly name: Buffer;
  readonly card_id: Buffer;
  readonly card_key: Buffer;
  readonly front_image: string;
  readonly reverse_image: string;
  readonly submitted_at: Int8;
  readonly submissions: Generated<number>;
  readonly submissions_since: Int8;
  readonly reminded_at: NullableInt8;
  readonly taken_by: Nullable<number>;
  readonly taken_until: NullableInt8;
  readonly decided_at: NullableInt8;
  readonly decided_by: Nullable<number>;
  readonly reason_key: Nullable<string>;
  readonly reason_words: Nullable<string>;
}
