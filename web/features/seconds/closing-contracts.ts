/** A contract in a list. */
interface Listed {
  readonly id: number;
}

/**
 * The rows of the open contracts: those of the server, in which contracts that have just ended keep their place with
 * their result until they are removed. The server no longer lists them, so they are put back by id, newest first.
 */
export function withClosing<Row extends Listed>(
  open: readonly Row[],
  closing: ReadonlyMap<number, Row>,
  ended: ReadonlySet<number>,
): readonly Row[] {
  const byId = new Map(open.map((row) => [row.id, row]));
  for (const row of closing.values()) byId.set(row.id, row);
  return [...byId.values()].filter(({ id }) => !ended.has(id)).toSorted((a, b) => b.id - a.id);
}
