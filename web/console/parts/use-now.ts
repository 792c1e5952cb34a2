import { useSyncExternalStore } from 'react';
import { useConsole } from '../wire/console-context.tsx';

/** One timer for everything that shows the passing of time. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function follow(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const notify of listeners) notify();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The server's time in epoch milliseconds, in steps of `everyMs`; the component renders again with each step. */
export function useNow(everyMs = 10_000): number {
  const { clock } = useConsole();
  return useSyncExternalStore(follow, () => Math.floor(clock.nowMs() / everyMs) * everyMs);
}
