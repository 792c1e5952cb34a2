/**
 * Collects what arrives and hands it over at most once per animation frame, so that a burst of messages renders once.
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

/** The batches that wait for a frame of their own, the one that waits longest first. */
const waiting = new Set<() => void>();

/**
 * A frame hands over one batch. Each changes another panel, and what all of them change at once would not be drawn in the time of a frame
 * on a slow device, so that the page would halt at every burst; one after the other they are all shown within a few frames.
 */
function waitForFrame(flush: () => void): void {
  waiting.add(flush);
  if (waiting.size === 1) schedule();
}

function schedule(): void {
  if (document.hidden) setTimeout(handOverAll, hiddenPageDelayMs);
  else requestAnimationFrame(handOverNext);
}

function handOverNext(): void {
  const [next] = waiting;
  if (next === undefined) return;
  waiting.delete(next);
  if (waiting.size > 0) schedule();
  next();
}

function handOverAll(): void {
  const batches = [...waiting];
  waiting.clear();
  for (const flush of batches) flush();
}
