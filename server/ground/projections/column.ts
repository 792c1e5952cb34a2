/**
 * PostgreSQL types of projected columns. Integers are safe JavaScript integers; `?` marks a nullable column, `[]` an
 * array column.
 */
export type ColumnType = ScalarType | `${ScalarType}[]`;
type ScalarType = keyof Scalars;

/** The value in a row, by column type. */
interface Scalars {
  readonly smallint: number;
  readonly 'smallint?': number | null;
  readonly integer: number;
  readonly 'integer?': number | null;
  readonly bigint: number;
  readonly 'bigint?': number | null;
  readonly boolean: boolean;
  readonly text: string;
  readonly 'text?': string | null;
  /** The JSON value as text. */
  readonly 'jsonb?': string | null;
}

/** The value that a query returns, by column type: the driver returns `int8` as text and parses JSON. */
interface ReadScalars extends Omit<Scalars, 'bigint' | 'bigint?' | 'jsonb?'> {
  readonly bigint: string;
  readonly 'bigint?': string | null;
  readonly 'jsonb?': unknown;
}

/** A text or JSON column whose values have a narrower type. */
export interface NarrowColumn<Type extends ColumnType, Value> {
  readonly type: Type;
  /** Never set; carries the type of the values. */
  readonly value?: Value;
}

/** A column as a table declares it. */
export type Column =
  | ColumnType
  | NarrowColumn<'text', string>
  | NarrowColumn<'text?', string>
  | NarrowColumn<'jsonb?', unknown>;

/** A text column with an enumerated set of values. */
export function oneOf<Value extends string>(): NarrowColumn<'text', Value> {
  return { type: 'text' };
}

/** The same, or null. */
export function oneOfOrNull<Value extends string>(): NarrowColumn<'text?', Value> {
  return { type: 'text?' };
}

/** A JSON column whose documents have one shape, or null. */
export function jsonOf<Value>(): NarrowColumn<'jsonb?', Value> {
  return { type: 'jsonb?' };
}

/** A value of any column in a row. */
export type ColumnValue = Scalars[ScalarType] | readonly Scalars[ScalarType][];

/** The value of this column in a row. */
export type WrittenValue<Of extends Column> =
  Of extends NarrowColumn<'text', infer Value>
    ? Value
    : Of extends NarrowColumn<'text?', infer Value>
      ? Value | null
      : Of extends NarrowColumn<'jsonb?', unknown>
        ? string | null
        : TypedValue<Of, Scalars>;

/** The value of this column as a query returns it. */
export type ReadValue<Of extends Column> =
  Of extends NarrowColumn<'text', infer Value>
    ? Value
    : Of extends NarrowColumn<'text?', infer Value>
      ? Value | null
      : Of extends NarrowColumn<'jsonb?', infer Value>
        ? Value | null
        : TypedValue<Of, ReadScalars>;

type TypedValue<Type, Values extends Record<ScalarType, unknown>> = Type extends ScalarType
  ? Values[Type]
  : Type extends `${infer Item extends ScalarType}[]`
    ? readonly Values[Item][]
    : never;

export function typeOf(column: Column): ColumnType {
  return typeof column === 'string' ? column : column.type;
}

/** Whether each value of the column is an array. */
export function isArrayType(type: ColumnType): boolean {
  return type.endsWith('[]');
}

/** Whether a value of the column may be null. */
export function isNullable(type: ColumnType): boolean {
  return type.endsWith('?');
}

/** The SQL name of the type. */
export function sqlType(type: ColumnType): string {
  return type.replace('?', '');
}
