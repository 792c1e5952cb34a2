import { sparklines } from '@bourse/contract/markets';
import { useMemo } from 'react';
import { useRead } from '../../live/read.ts';

export type Sparklines = ReadonlyMap<number, readonly string[]>;

const minuteMs = 60_000;
const none: Sparklines = new Map();

/**
 * The closing prices of the last 24 hours by market id. They change once a minute, so they are read once a minute;
 * an unchanged line stays the same array.
 */
export function useSparklines(): Sparklines {
  const data = useRead(sparklines, {}, { staleMs: minuteMs, refreshMs: minuteMs }).data?.data;
  return useMemo(
    () => (data === undefined ? none : new Map(data.lines.map((line) => [line.currency_match_id, line.closes]))),
    [data],
  );
}
