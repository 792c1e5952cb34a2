type TableState<Row> =
  | { readonly kind: 'loading' | 'error' | 'empty' }
  | { readonly kind: 'rows'; readonly rows: readonly Row[]; readonly stale: boolean };

/** The state of a table. An error does not replace rows: those of an earlier answer stay, marked as stale. */
export function tableState<Row>(rows: readonly Row[] | undefined, failed: boolean): TableState<Row> {
  if (rows === undefined) return { kind: failed ? 'error' : 'loading' };
  if (rows.length === 0) return { kind: failed ? 'error' : 'empty' };
  return { kind: 'rows', rows, stale: failed };
}
