import { useEffect, useState } from 'react';

/** The whole seconds until a moment of `performance.now()`, rounded up; 0 from then on. */
export function useSecondsLeft(endsAt: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      setNow(performance.now());
      const leftMs = endsAt - performance.now();
      // Waits for the next moment at which the number of seconds changes.
      if (leftMs > 0) timer = setTimeout(look, leftMs % 1_000 || 1_000);
    };
    look();
    return () => clearTimeout(timer);
  }, [endsAt]);
  return Math.max(0, Math.ceil((endsAt - now) / 1_000));
}
