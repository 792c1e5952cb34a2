/**
 * Collects what arrives and hands it over once per animation frame, so that a burst of messages renders once.
 * A hidden page gets no frames; there the batch is handed over after a second, and a very full one at once, so that
 * nothing piles up.
 */
export interface FrameBatch<Item> {
  add(item: Item): void;
  /** Forgets what was collected and not yet handed over. */
  clear(): void;
}

const hiddenPageDelayMs = 1_000;
const fullBatch = 2_000;

export function createFrameBatch<Item>(handOver: (items: readonly Item[]) => void): FrameBatch<Item> {
  let items: Item[] = [];
  let scheduled = false;

  const flush = (): void => {
    scheduled = false;
    if (items.length === 0) return;
    const batch = items;
    items = [];
    handOver(batch);
  };

  return {
    add: (item) => {
      items.push(item);
      if (items.length >= fullBatch) flush();
      if (scheduled || items.length === 0) return;
      scheduled = true;
      if (document.hidden) setTimeout(flush, hiddenPageDelayMs);
      else requestAnimationFrame(flush);
    },
    clear: () => {
      items = [];
    },
  };
}
