/** Which line of its table each row stands at. */
const places = new WeakMap<Element, number>();

/**
 * Moves every row of a table's body to its place by a transform, counted from the top or, upwards, from the bottom: then a row that comes or goes moves only paint, and nothing of the page is laid out anew.
 * Only rows that stand elsewhere than before are touched.
 */
export function placeRows(body: HTMLElement | null, from: 'top' | 'bottom'): void {
  if (body === null) return;
  const last = body.children.length - 1;
  let at = 0;
  for (const row of body.children) {
    const place = from === 'top' ? at : at - last;
    at += 1;
    if (places.get(row) === place || !(row instanceof HTMLElement)) continue;
    places.set(row, place);
    row.style.transform = `translateY(${place * 100}%)`;
  }
}
