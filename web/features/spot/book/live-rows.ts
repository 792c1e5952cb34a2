/** A row of a table that changes too often for a component of its own. */
export interface LiveRow<Item> {
  readonly element: HTMLTableRowElement;
  /**
   * Writes what an item says, and only what says something else than before. A row may go over from one item to
   * another.
   */
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
  /**
   * How many lines it stands from the first edge, without the way by which the whole body is moved. Not a number until
   * it stands anywhere.
   */
  slot: number;
  /** The slot that its element has in the grid. */
  track: number;
}

/** Beyond this many lines rows are put in their places anew: browsers count only so many tracks of a grid. */
const furthest = 4_000;

/** The track of a body's grid in which slot 0 stands. */
const middleTrack = furthest + 1_000;

/**
 * The rows of a list on a busy market. A row keeps its element as long as its item stays, and an element that is free
 * is used again for an item that comes. When items come or go at one end, the body as a whole is moved and every other
 * row stays untouched in it: what costs the browser time is how many elements are written. Rows stand in the tracks of
 * a grid: each in a place or with a transform of its own would be a layer that is painted by itself. The body is a grid
 * of one column without a height, whose tracks go down from its upper edge.
 */
export class LiveRows<Item> {
  readonly #ports: LiveRowsPorts<Item>;
  #rows = new Map<string, Placed<Item>>();
  #moved = Number.NaN;

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

  /** The row that shows an item. */
  elementOf(key: string): HTMLTableRowElement | undefined {
    return this.#rows.get(key)?.row.element;
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
    return { row, item, slot: Number.NaN, track: 0 };
  }

  /**
   * By how many lines the body has to stand lower (for a list from the bottom: higher), so that as many rows as
   * possible stay in their slots.
   */
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
    const { style } = placed.row.element;
    const down = this.#ports.from === 'top' ? 1 : -1;
    if (Number.isNaN(placed.slot)) {
      placed.track = slot;
      style.gridRowStart = String(middleTrack + down * slot);
    }
    placed.slot = slot;
    // Another track for an element that is there would count as a shift of the page's layout; a transform does not.
    const way = down * (slot - placed.track);
    style.transform = way === 0 ? '' : `translateY(${way * 100}%)`;
  }

  #move(lines: number): void {
    if (lines === this.#moved) return;
    this.#moved = lines;
    const { body, from } = this.#ports;
    const way = from === 'top' ? lines - middleTrack + 1 : -lines - middleTrack;
    body.style.transform = `translateY(calc(${way} * var(--line-height)))`;
  }

  /**
   * Brings the elements into the order in which they stand on the screen, which readers of a screen and the keyboard
   * follow.
   */
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
