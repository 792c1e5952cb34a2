import { useEffect, useReducer } from 'react';
import { useLive } from '../../live/context.tsx';

/** The server's clock is known to the second. */
const clockMarginMs = 1_000;
/** The longest that a timer of a browser takes. */
const maxWaitMs = 2 ** 31 - 1;

/**
 * The server's time. The component renders again at each moment that `changesAt` names, and `onChange` is called.
 *
 * @param changesAt the next moment after a time, in epoch milliseconds; the same function as long as it answers the
 *   same
 */
export function useServerNow(changesAt: (nowMs: number) => number | null, onChange: () => void): number {
  const { clock } = useLive();
  const [, renderAgain] = useReducer((changes: number) => changes + 1, 0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      const next = changesAt(clock.nowMs());
      if (next === null) return;
      timer = setTimeout(
        () => {
          renderAgain();
          onChange();
          wait();
        },
        Math.min(maxWaitMs, next - clock.nowMs() + clockMarginMs),
      );
    };
    wait();
    return () => clearTimeout(timer);
  }, [changesAt, clock, onChange]);
  return clock.nowMs();
}
