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
 * The rest of a list of figures that a busy market changes all the time: with the wait for its frame it is drawn every
 * third of sixty a second, so 20 times, and nothing on screen is older than 50 ms. A device on which a frame with the
 * list takes long draws it less often, so that most of its frames stay free for whatever the person does; ten drawings
 * a second are as many as exchanges commonly send.
 */
export const busyList: Pace = { restMs: 40, restPerMs: 7, maxRestMs: 150 };

/** How a batch is spread over frames. */
export interface Pace {
  /**
   * Whatever comes sooner than this after a batch was handed over waits for so long; then frames in between have
   * nothing to draw. What comes after a silence never waits.
   */
  readonly restMs?: number;
  /**
   * How much longer than the last frame took to be drawn it rests, where that is more than `restMs`, up to `maxRestMs`.
   */
  readonly restPerMs?: number;
  readonly maxRestMs?: number;
  /** Whether what is handed over is drawn in the next frame only, which then is left to it. */
  readonly isDrawnLater?: boolean;
  /** About so many items are handed over in one frame, the others in those after it: eight at most. */
  readonly slice?: number;
}

/** Over how many frames a batch is spread at most, however long it is. */
const slices = 8;

const frameMs = 1_000 / 60;

/** A frame that took longer leaves nothing of its time for the one after it. */
const fullFrameMs = 14;

const hiddenPageDelayMs = 1_000;
const fullBatch = 2_000;

export function createFrameBatch<Item>(
  handOver: (items: readonly Item[]) => void,
  { restMs = 0, restPerMs = 0, maxRestMs = Infinity, isDrawnLater = false, slice = Infinity }: Pace = {},
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

/** What waits for a frame of its own, the one that waits longest first. */
const waiting = new Set<() => void>();
let isScheduled = false;
/** Frames before this are left free. */
let freeUntilMs = 0;

/**
 * A frame draws one thing. Each changes another panel, and what all of them change at once would not be drawn in the
 * time of a frame on a slow device, so that the page would halt at every burst; one after the other they are all shown
 * within a few frames. A frame that took all of its time is followed by a free one: what is late catches up, and
 * whatever the person does is answered. Who waits already keeps the place.
 */
export function waitForFrame(draw: () => void): void {
  waiting.add(draw);
  if (!isScheduled) schedule();
}

/** Gives the place up. */
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

/**
 * Calls back when the browser has drawn the frame whose callbacks run now, and tells how long this thread took for it.
 */
function afterFrame(done: (tookMs: number) => void): void {
  const beganMs = performance.now();
  setTimeout(() => done(performance.now() - beganMs), 0);
}
