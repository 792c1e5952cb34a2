/**
 * Collects items and delivers them at most once per animation frame, so that a burst of messages renders once. A hidden
 * page gets no animation frames: its batch is delivered after a second, and immediately when it is very full, so that
 * memory stays bounded.
 */
export interface FrameBatch<Item> {
  add(item: Item): void;
  /** Drops the items that were not delivered yet. */
  clear(): void;
}

/**
 * The pace of lists whose values change constantly in a busy market: 40 ms plus the wait for a frame means a redraw
 * every third frame, 20 times a second, and nothing on screen is older than 50 ms. Where a frame with the list takes
 * long it is drawn less often, so that most frames stay free for user input.
 */
export const busyList: Pace = { restMs: 40, restPerMs: 7, maxRestMs: 150 };

/** How the delivery of a batch is spread over frames. */
export interface Pace {
  /**
   * Minimum time between two deliveries, so that frames in between have nothing to draw. An item that arrives after a
   * longer silence does not wait.
   */
  readonly restMs?: number;
  /**
   * The pause as a multiple of the time that the last frame took, when that is more than `restMs`; at most `maxRestMs`.
   */
  readonly restPerMs?: number;
  readonly maxRestMs?: number;
  /** Whether the delivered items are drawn one frame later; that frame is then left free of other deliveries. */
  readonly isDrawnLater?: boolean;
  /** Minimum number of items per frame when a batch is spread over several frames, at most eight. */
  readonly slice?: number;
}

/** The maximum number of frames over which a batch is spread. */
const slices = 8;

const frameMs = 1_000 / 60;

/** A frame that took longer than this leaves no time for other work; the next frame is left free. */
const fullFrameMs = 14;

const hiddenPageDelayMs = 1_000;
const fullBatch = 2_000;

export function createFrameBatch<Item>(
  handOver: (items: readonly Item[]) => void,
  { restMs = 0, restPerMs = 0, maxRestMs = Infinity, isDrawnLater = false, slice = Infinity }: Pace = {},
): FrameBatch<Item> {
  let items: Item[] = [];
  /** Items per frame of the batch that is being delivered. */
  let atOnce = 0;
  let restsUntilMs = 0;
  let rest: ReturnType<typeof setTimeout> | null = null;

  const flush = (): void => {
    if (items.length === 0) return;
    // A hidden page needs no smooth drawing, and a batch this full must not grow further.
    const isAll = document.hidden || items.length >= fullBatch;
    atOnce = isAll ? items.length : Math.max(atOnce, slice, Math.ceil(items.length / slices));
    const batch = items.slice(0, atOnce);
    items = items.slice(atOnce);
    restsUntilMs = performance.now() + restMs;
    if (restPerMs > 0 && !document.hidden) {
      const handedMs = performance.now();
      afterFrame((tookMs) => {
        if (restsUntilMs > 0) restsUntilMs = handedMs + Math.max(restMs, Math.min(restPerMs * tookMs, maxRestMs));
      });
    }
    if (isDrawnLater) freeUntilMs = performance.now() + 1.5 * frameMs;
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

/** Callbacks that wait for a frame, the longest waiting first. */
const waiting = new Set<() => void>();
let isScheduled = false;
/** Frames before this time are left free. */
let freeUntilMs = 0;

/**
 * Calls `draw` in a frame of its own. Each callback changes another panel; drawing all of them in one frame would stall
 * a slow device at every burst, while one per frame shows all within a few frames. After a frame that used all of its
 * time one frame is left free for late work and user input. A callback that already waits keeps its position.
 */
export function waitForFrame(draw: () => void): void {
  waiting.add(draw);
  if (!isScheduled) schedule();
}

/** Removes a callback from the queue. */
export function leaveFrame(draw: () => void): void {
  waiting.delete(draw);
}

function schedule(): void {
  isScheduled = true;
  if (document.hidden) setTimeout(handOverAll, hiddenPageDelayMs);
  else requestAnimationFrame(handOverNext);
}

function handOverNext(): void {
  isScheduled = false;
  const [next] = waiting;
  if (next === undefined) return;
  const freeMs = freeUntilMs - performance.now();
  if (freeMs > 0 && freeMs < 2 * frameMs) return schedule();
  waiting.delete(next);
  if (waiting.size > 0) schedule();
  afterFrame((tookMs) => {
    if (tookMs > fullFrameMs) freeUntilMs = Math.max(freeUntilMs, performance.now() + frameMs / 2);
  });
  next();
}

function handOverAll(): void {
  isScheduled = false;
  const batches = [...waiting];
  waiting.clear();
  for (const draw of batches) draw();
}

/** Calls back after the browser has drawn the current frame, with the time that the main thread took for it. */
function afterFrame(done: (tookMs: number) => void): void {
  const beganMs = performance.now();
  setTimeout(() => done(performance.now() - beganMs), 0);
}
