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

/**
 * The rest of a list of figures that a busy market changes all the time: with the wait for its frame it is drawn every third of sixty a second, so 20 times. Nobody reads faster, and nothing on screen is older than 50 ms.
 */
export const busyListRestMs = 40;

/** How a batch is spread over frames. */
export interface Pace {
  /** Whatever comes sooner than this after a batch was handed over waits for so long; then frames in between have nothing to draw. What comes after a silence never waits. */
  readonly restMs?: number;
  /** About so many items are handed over in one frame, the others in those after it: eight at most. */
  readonly slice?: number;
}

/** Over how many frames a batch is spread at most, however long it is. */
const slices = 8;

const hiddenPageDelayMs = 1_000;
const fullBatch = 2_000;

export function createFrameBatch<Item>(
  handOver: (items: readonly Item[]) => void,
  { restMs = 0, slice = Infinity }: Pace = {},
): FrameBatch<Item> {
  let items: Item[] = [];
  /** How many of a batch that is being handed over go into each frame. */
  let atOnce = 0;
  let restsUntilMs = 0;
  let rest: ReturnType<typeof setTimeout> | null = null;

  const flush = (): void => {
    if (items.length === 0) return;
    // Nobody sees a hidden page move, and what is as much as this must not wait for more.
    const isAll = document.hidden || items.length >= fullBatch;
    atOnce = isAll ? items.length : Math.max(atOnce, slice, Math.ceil(items.length / slices));
    const batch = items.slice(0, atOnce);
    items = items.slice(atOnce);
    restsUntilMs = performance.now() + restMs;
    if (items.length === 0) atOnce = 0;
    else waitForFrame(flush);
    handOver(batch);
  };
  const wait = (): void => {
    if (rest !== null) return;
    const leftMs = restsUntilMs - performance.now();
    if (leftMs <= 0) return waitForFrame(flush);
    rest = setTimeout(() => {
      rest = null;
      waitForFrame(flush);
    }, leftMs);
  };

  return {
    add: (item) => {
      items.push(item);
      if (items.length >= fullBatch) flush();
      else wait();
    },
    clear: () => {
      items = [];
      atOnce = 0;
      restsUntilMs = 0;
      if (rest !== null) clearTimeout(rest);
      rest = null;
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
  if (waiting.has(flush)) return;
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
