import type { ColumnType, GeneratedAlways } from 'kysely';
import type { AuditKind } from '../../../ground/console-gateway/index.ts';
import type { PrivilegesOn } from '../../../ground/database/index.ts';

/**
 * Tables, made by migration `0420-operators.ts` and `0741-audit-chain.ts`. Ids and times are `int8` and read as text.
 */
interface OperatorTables {
  operator_log: OperatorLogTable;
}

declare module '../../../ground/database/schema.ts' {
  interface Schema extends OperatorTables {}
}

/** The privileges of the logins on these tables. */
export const operatorPrivileges: PrivilegesOn<OperatorTables> = {
  operator_log: { identity: ['select', 'insert'] },
};

type Int8 = ColumnType<string, number, never>;
type NullableInt8 = ColumnType<string | null, number | null | undefined, never>;
type NullableText = ColumnType<string | null, string | null | undefined, never>;
type Json = ColumnType<unknown, string | null, never>;

export interface OperatorLogTable {
  /** Assigned by the trigger, like the hashes. */
  readonly id: GeneratedAlways<string>;
  readonly at_ms: Int8;
  /** The member of staff; null for the exchange itself and for commands of the machine. */
  readonly operator_id: NullableInt8;
  readonly action: string;
  /** Written as JSON text, read as the parsed value. */
  readonly before: Json;
  readonly after: Json;
  readonly kind: AuditKind;
  /** The roles of the member of staff, separated by commas. */
  readonly role: NullableText;
  readonly subject_kind: NullableText;
  readonly subject_id: NullableText;
  readonly reason_code: NullableText;
  readonly reason: NullableText;
  readonly sequence: NullableInt8;
  readonly approval_id: NullableInt8;
  readonly network: NullableText;
  readonly request_id: NullableText;
  readonly intent_id: NullableInt8;
  readonly prev_hash: GeneratedAlways<Buffer>;
  readonly hash: GeneratedAlways<Buffer>;
}
