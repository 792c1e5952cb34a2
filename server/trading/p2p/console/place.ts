/** A place in a list: its group, its key and the id of its row. */
interface Place {
  readonly group: number;
  readonly key: number;
  readonly id: number;
}

const shape = /^([0-9])\.(-?\d{1,15})\.(\d{1,15})$/;

/** Reads a cursor of `cursorOf`; null for other texts. */
export function placeOf(cursor: string): Place | null {
  const [, group, key, id] = shape.exec(cursor) ?? [];
  return id === undefined ? null : { group: Number(group), key: Number(key), id: Number(id) };
}

function cursorOf({ group, id, key }: Place): string {
  return `${group}.${key}.${id}`;
}

/** The start of a list: before every row. */
const start: Place = { group: 0, key: -1e15, id: 0 };

/** The place after which a page begins, and its rows; `malformed` for a wrong cursor. */
export function readPage({
  cursor,
  limit = 50,
}: {
  readonly cursor?: string | undefined;
  readonly limit?: number | string | undefined;
}): { readonly after: Place; readonly limit: number } | 'malformed' {
  const after = cursor === undefined ? start : placeOf(cursor);
  return after === null ? 'malformed' : { after, limit: Number(limit) };
}

/** One page of rows, of which one more was read if there is another page. */
export function pageWith<Row>(
  rows: readonly Row[],
  limit: number,
  placeOfRow: (row: Row) => Place,
): { readonly page: readonly Row[]; readonly next: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next: rows.length > limit && last !== undefined ? cursorOf(placeOfRow(last)) : null };
}
