/** A row of a table that changes too often for a component of its own. */
export interface LiveRow<Item> {
  readonly element: HTMLTableRowElement;
  /** Writes what an item says, and only what says something else than before. A row may go over from one item to another. */
  write(item: Item): void;
}

export interface LiveRowsPorts<Item> {
  readonly body: HTMLElement;
  /** The edge of the body at which the first item stands. */
  readonly from: 'top' | 'bottom';
  readonly keyOf: (item: Item) => string;
  readonly create: () => LiveRow<Item>;
}

interface Placed<Item> {
  readonly row: LiveRow<Item>;
  item: Item;
  /** How many lines it stands from the first edge, without the way by which the whole body is moved. */
  slot: number;
}

/** Beyond this many lines rows are put in their places anew, so that no distance ever grows too long to be exact. */
const furthest = 5_000;

/**
 * The rows of a list on a busy market. A row keeps its element as long as its item stays, and an element that is free is used again for an item that comes.
 * When items come or go at one end, the body as a whole is moved and every other row stays untouched in it: what costs the browser time is how many elements are written.
 */
export class LiveRows<Item> {
  readonly #ports: LiveRowsPorts<Item>;
  #rows = new Map<string, Placed<Item>>();
  #moved = 0;

  constructor(ports: LiveRowsPorts<Item>) {
    this.#ports = ports;
  }

  /** Shows the items, the first one at the first edge. `anew` writes those too that are the same as before. */
  draw(items: readonly Item[], anew = false): void {
    const { keyOf } = this.#ports;
    const keys = items.map(keyOf);
    const free = this.#release(new Set(keys));
    const moved = this.#wayOf(keys);
    const drawn = new Map<string, Placed<Item>>();
    let added = false;
    for (const [place, item] of items.entries()) {
      const key = keys[place] ?? '';
      let placed = this.#rows.get(key);
      if (placed === undefined) {
        placed = this.#take(free.pop(), item);
        added = true;
      } else if (anew || placed.item !== item) {
        placed.item = item;
        placed.row.write(item);
      }
      this.#put(placed, place - moved);
      drawn.set(key, placed);
    }
    this.#rows = drawn;
    if (added) this.#arrange();
    this.#move(moved);
  }

  /** Takes the rows out whose items are gone, and answers those that can be used again. */
  #release(wanted: ReadonlySet<string>): LiveRow<Item>[] {
    const free: LiveRow<Item>[] = [];
    for (const [key, { row }] of this.#rows) {
      if (wanted.has(key)) continue;
      this.#rows.delete(key);
      // Where the focus is, a row that said something else all at once would mislead.
      if (!row.element.contains(document.activeElement)) free.push(row);
      row.element.remove();
    }
    return free;
  }

  #take(free: LiveRow<Item> | undefined, item: Item): Placed<Item> {
    const row = free ?? this.#ports.create();
    row.write(item);
    return { row, item, slot: Number.NaN };
  }

  /** By how many lines the body has to stand lower (for a list from the bottom: higher), so that as many rows as possible stay in their slots. */
  #wayOf(keys: readonly string[]): number {
    const votes = new Map<number, number>();
    let most = 0;
    let way = 0;
    for (const [place, key] of keys.entries()) {
      const placed = this.#rows.get(key);
      if (placed === undefined) continue;
      const wanted = place - placed.slot;
      const count = (votes.get(wanted) ?? 0) + 1;
      votes.set(wanted, count);
      if (count > most) [most, way] = [count, wanted];
    }
    return Math.abs(way) > furthest ? 0 : way;
  }

  #put(placed: Placed<Item>, slot: number): void {
    if (placed.slot === slot) return;
    placed.slot = slot;
    // Its edge instead of a transform would cost the browser less, but count as a shift of the page's layout.
    placed.row.element.style.transform = `translateY(${(this.#ports.from === 'top' ? slot : -slot) * 100}%)`;
  }

  #move(lines: number): void {
    if (lines === this.#moved) return;
    this.#moved = lines;
    const { body, from } = this.#ports;
    body.style.transform = `translateY(calc(${from === 'top' ? lines : -lines} * var(--line-height)))`;
  }

  /** Brings the elements into the order in which they stand on the screen, which readers of a screen and the keyboard follow. */
  #arrange(): void {
    const { body, from } = this.#ports;
    const rows = [...this.#rows.values()];
    let at = body.firstElementChild;
    for (const { row } of from === 'top' ? rows : rows.toReversed()) {
      if (row.element === at) at = at.nextElementSibling;
      else body.insertBefore(row.element, at);
    }
  }
}
