import { useEffect, useReducer } from 'react';
import { useLive } from '../../live/context.tsx';

/** The server's clock is known to the second. */
const clockMarginMs = 1_000;
/** The longest delay of a browser timer. */
const maxWaitMs = 2 ** 31 - 1;

/**
 * The server's time. The component renders again at each moment that `changesAt` returns, and `onChange` is called.
 *
 * @param changesAt returns the next moment after a time, in epoch milliseconds; must be the same function while its
 *   results are the same
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
