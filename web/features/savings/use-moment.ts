import { useFigures } from '../../ui/use-figures.ts';

/**
 * Formats a time to the minute with its time zone, because a day of interest begins at 00:00 UTC, which is another hour
 * elsewhere.
 */
export function useMoment(): (ms: number) => string {
  const figures = useFigures();
  return (ms) => `${figures.dateTime(ms).slice(0, -3)} ${figures.timeZone}`;
}
