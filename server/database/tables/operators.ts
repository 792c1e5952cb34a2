import type { ColumnType, GeneratedAlways } from 'kysely';

/** Tables of `migrations/0420-operators.ts`. Ids and times are `int8` and read as text. */
export interface OperatorTables {
  operators: OperatorsTable;
  operator_log: OperatorLogTable;
}

type Int8 = ColumnType<string, number, never>;
type NullableInt8 = ColumnType<string | null, number | null, never>;

export interface OperatorsTable {
  readonly user_id: Int8;
  readonly role: string;
  readonly granted_at: Int8;
}

export interface OperatorLogTable {
  readonly id: GeneratedAlways<string>;
  readonly at_ms: Int8;
  readonly operator_id: NullableInt8;
  readonly action: string;
  readonly user_id: NullableInt8;
  /** Written as JSON text, read as the parsed value. */
  readonly before: ColumnType<unknown, string, never>;
  readonly after: ColumnType<unknown, string, never>;
}
