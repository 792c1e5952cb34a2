import { useFigures } from '../../ui/use-figures.ts';

/**
 * Writes a moment to the minute with its time zone: a day of interest begins at 00:00 UTC, which is another hour
 * elsewhere.
 */
export function useMoment(): (ms: number) => string {
  const figures = useFigures();
  return (ms) => `${figures.dateTime(ms).slice(0, -3)} ${figures.timeZone}`;
}
