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

  const flush = (): void => {
    if (items.length === 0) return;
    const batch = items;
    items = [];
    handOver(batch);
  };

  return {
    add: (item) => {
      items.push(item);
      if (items.length >= fullBatch) flush();
      else waitForFrame(flush);
    },
    clear: () => {
      items = [];
    },
  };
}

/** The batches that the next frame hands over. */
const waiting = new Set<() => void>();

/**
 * One callback of the browser hands over all batches: after each callback what it changed is rendered, so that callbacks
 * of their own would render book, trades and markets one after the other in the same frame.
 */
function waitForFrame(flush: () => void): void {
  waiting.add(flush);
  if (waiting.size > 1) return;
  if (document.hidden) setTimeout(handOverAll, hiddenPageDelayMs);
  else requestAnimationFrame(handOverAll);
}

function handOverAll(): void {
  const batches = [...waiting];
  waiting.clear();
  for (const flush of batches) flush();
}
