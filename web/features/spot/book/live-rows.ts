/** A table row that changes too often to be rendered by React. */
export interface LiveRow<Item> {
  readonly element: HTMLTableRowElement;
  /** Writes the changed texts of an item. A row may be reused for another item. */
  write(item: Item): void;
}

export interface LiveRowsPorts<Item> {
  readonly body: HTMLElement;
  /** The edge of the body at which the first item is placed. */
  readonly from: 'top' | 'bottom';
  readonly keyOf: (item: Item) => string;
  readonly create: () => LiveRow<Item>;
}

interface Placed<Item> {
  readonly row: LiveRow<Item>;
  item: Item;
  /** The row's distance from the first edge in rows, before the offset of the body. NaN until it is placed. */
  slot: number;
  /** The grid track of its element. */
  track: number;
}

/** Beyond this distance rows are placed again from the start, because browsers limit the number of grid tracks. */
const furthest = 4_000;

/** The grid track of slot 0. */
const middleTrack = furthest + 1_000;

/**
 * The rows of a list in a busy market. A row keeps its element as long as its item exists, and freed elements are
 * reused for new items.
 *
 * When items are added or removed at one end, the body as a whole is moved and the other rows stay untouched, because
 * the browser's cost grows with the number of elements written. Rows are placed in grid tracks: absolute positions or
 * transforms would make each row a compositing layer. The body is a one-column grid without height, whose tracks extend
 * from its upper edge.
 */
export class LiveRows<Item> {
  readonly #ports: LiveRowsPorts<Item>;
  #rows = new Map<string, Placed<Item>>();
  #moved = Number.NaN;

  constructor(ports: LiveRowsPorts<Item>) {
    this.#ports = ports;
  }

  /** Renders the items, the first one at the first edge. `rewrites` also writes unchanged items. */
  draw(items: readonly Item[], rewrites = false): void {
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
      } else if (rewrites || placed.item !== item) {
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

  /** The row element of an item. */
  elementOf(key: string): HTMLTableRowElement | undefined {
    return this.#rows.get(key)?.row.element;
  }

  /** Removes the rows of items that no longer exist, and returns those that can be reused. */
  #release(wanted: ReadonlySet<string>): LiveRow<Item>[] {
    const free: LiveRow<Item>[] = [];
    for (const [key, { row }] of this.#rows) {
      if (wanted.has(key)) continue;
      this.#rows.delete(key);
      // A row with the focus is not reused, because its meaning would change under the user.
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

  /** The offset of the body, in rows away from the first edge, that lets most rows stay in their slots. */
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
    // Moving an existing element to another track would count as layout shift; a transform does not.
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

  /** Orders the elements as they appear on the screen, for screen readers and the keyboard. */
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
