/** The rows of all pages of a list. */
export async function everyPage<Row>(
  read: (page: number) => Promise<{ readonly data: readonly Row[]; readonly last_page: number }>,
): Promise<Row[]> {
  const found: Row[] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const answer = await read(page);
    last = answer.last_page;
    found.push(...answer.data);
  }
  return found;
}
