/**
 * PostgreSQL types of projected columns. Integers are JavaScript's safe integers; a column that may be null ends in a
 * question mark, a column of arrays in brackets.
 */
export type ColumnType = ScalarType | `${ScalarType}[]`;
type ScalarType = keyof Scalars;

/** By column type, the value in a row. */
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
  /** As JSON text. */
  readonly 'jsonb?': string | null;
}

/** By column type, the value that a query returns: the driver gives `int8` as text and parses JSON. */
interface ReadScalars extends Omit<Scalars, 'bigint' | 'bigint?' | 'jsonb?'> {
  readonly bigint: string;
  readonly 'bigint?': string | null;
  readonly 'jsonb?': unknown;
}

/** A column of texts or JSON documents of which more is known than the type says. */
export interface NarrowColumn<Type extends ColumnType, Value> {
  readonly type: Type;
  /** Never present: carries the type of the values. */
  readonly value?: Value;
}

/** How a declaration gives a column. */
export type Column = ColumnType | NarrowColumn<'text', string> | NarrowColumn<'jsonb?', unknown>;

/** A column of texts that are one of a few. */
export function oneOf<Value extends string>(): NarrowColumn<'text', Value> {
  return { type: 'text' };
}

/** A column of JSON documents of one shape, or null. */
export function jsonOf<Value>(): NarrowColumn<'jsonb?', Value> {
  return { type: 'jsonb?' };
}

/** A value of any column, as a row holds it. */
export type ColumnValue = Scalars[ScalarType] | readonly Scalars[ScalarType][];

/** The value of this column in a row. */
export type WrittenValue<Of extends Column> =
  Of extends NarrowColumn<'text', infer Value>
    ? Value
    : Of extends NarrowColumn<'jsonb?', unknown>
      ? string | null
      : TypedValue<Of, Scalars>;

/** The value of this column as a query returns it. */
export type ReadValue<Of extends Column> =
  Of extends NarrowColumn<'text', infer Value>
    ? Value
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

/** The type as SQL spells it. */
export function sqlType(type: ColumnType): string {
  return type.replace('?', '');
}
