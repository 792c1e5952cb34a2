/** Does one thing for everything that calls for it within a while. */
interface Gathered {
  readonly ask: () => void;
  /** Forgets what was asked for. */
  readonly stop: () => void;
}

/**
 * Acts once for all that asks for it, `pauseMs` after the first of them, however steadily others follow. While an act
 * is under way there is no second; what is asked for meanwhile may have come too late for it and leads to another.
 */
export function createGathered(act: () => Promise<unknown>, pauseMs: number): Gathered {
  let pause: ReturnType<typeof setTimeout> | null = null;
  let acting = false;
  let asked = false;
  const wait = (): void => {
    asked = false;
    pause = setTimeout(() => {
      pause = null;
      acting = true;
      void act().finally(() => {
        acting = false;
        if (asked) wait();
      });
    }, pauseMs);
  };
  return {
    ask: () => {
      if (acting) asked = true;
      else if (pause === null) wait();
    },
    stop: () => {
      asked = false;
      if (pause !== null) clearTimeout(pause);
      pause = null;
    },
  };
}
