/** Rows per query of an export: large enough to be quick, small enough not to hold up other queries. */
export const rowsAtOnce = 1_000;

/** All rows of a table, read in chunks: each one follows the last row of the one before it. */
export async function* inChunks<Row>(read: (last: Row | null) => Promise<readonly Row[]>): AsyncGenerator<Row> {
  let last: Row | null = null;
  for (;;) {
    const rows: readonly Row[] = await read(last);
    yield* rows;
    last = rows.at(-1) ?? null;
    if (rows.length < rowsAtOnce) return;
  }
}
