import { useEffect, useReducer } from 'react';
import { useLive } from '../../live/context.tsx';
import { clockText, secondsUntil, untilNextSecond } from './countdown.ts';

/** The time left until a moment of the server's clock, such as "14:05"; the component renders at each second. */
export function useTimeLeft(until: number): string {
  const { clock } = useLive();
  const [, renderAgain] = useReducer((changes: number) => changes + 1, 0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      const next = untilNextSecond(until, clock.nowMs());
      if (next === null) return;
      timer = setTimeout(() => {
        renderAgain();
        wait();
      }, next);
    };
    wait();
    return () => clearTimeout(timer);
  }, [clock, until]);
  return clockText(secondsUntil(until, clock.nowMs()));
}
