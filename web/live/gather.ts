/** Collects what arrives within an interval. */
export interface Gatherer<Item> {
  readonly add: (item: Item) => void;
  /** Drops the collected items. */
  readonly stop: () => void;
}

/** Passes on all items at once that arrive within `waitMs` of the first of them. */
export function createGatherer<Item>(waitMs: number, pass: (items: readonly Item[]) => void): Gatherer<Item> {
  let items: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  return {
    add: (item) => {
      items.push(item);
      timer ??= setTimeout(() => {
        const gathered = items;
        items = [];
        timer = null;
        pass(gathered);
      }, waitMs);
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      items = [];
    },
  };
}
