import { useEffect, useRef } from 'react';
import { useLive } from '../../../live/context.tsx';
import { buttonPeriods, type ChartMode } from './chart-periods.ts';

const keys = ['1', '2', '3', '4', '5', '6', '7', '8'] as const;

/** Binds the keys 1 to 8 to the periods with a button, in order, and 9 to the line. */
export function usePeriodKeys(choose: (mode: ChartMode) => void): void {
  const { shortcuts } = useLive();
  const latest = useRef(choose);
  useEffect(() => {
    latest.current = choose;
  });
  useEffect(() => {
    const ends = keys.map((key, place) =>
      shortcuts.bind(key, () => latest.current({ kind: 'candles', period: buttonPeriods[place] ?? '1min' })),
    );
    ends.push(shortcuts.bind('9', () => latest.current({ kind: 'line' })));
    return () => ends.forEach((end) => end());
  }, [shortcuts]);
}
