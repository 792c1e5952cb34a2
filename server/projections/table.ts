/** PostgreSQL types of projected columns. Integers are JavaScript's safe integers; what may be absent ends in a question mark, a column of arrays in brackets. */
export type ColumnType = ScalarType | `${ScalarType}[]`;
type ScalarType = keyof Scalars;

/** A projected table: its name and its columns in the order of the insert. */
export interface Table<Columns extends Record<string, ColumnType> = Record<string, ColumnType>> {
  readonly name: string;
  readonly columns: Columns;
}

/** One row of a table, derived from its columns. */
export type Row<Of extends Table> = {
  readonly [Name in keyof Of['columns']]: ValueOf<Of['columns'][Name]>;
};

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
type ValueOf<Type extends ColumnType> = Type extends ScalarType
  ? Scalars[Type]
  : Type extends `${infer Item extends ScalarType}[]`
    ? readonly Scalars[Item][]
    : never;

/** A value of any column. */
export type ColumnValue = Scalars[ScalarType] | readonly Scalars[ScalarType][];

/** Names a table and its columns; rows are typed after them. */
export function table<const Columns extends Record<string, ColumnType>>(
  name: string,
  columns: Columns,
): Table<Columns> {
  return { name, columns };
}

/** Whether each value of the column is an array. */
export function isArrayType(type: ColumnType): boolean {
  return type.endsWith('[]');
}

/** The type as SQL spells it. */
export function sqlType(type: ColumnType): string {
  return type.replace('?', '');
}
