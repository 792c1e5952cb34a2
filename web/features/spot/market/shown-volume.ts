import Big from 'big.js';

/**
 * The day's volume as the header of a market shows it, divided by a setting of the site; null while that is not known,
 * since it is a great deal less than all of it.
 */
export function shownVolume(volume: string, divisor: number | undefined): string | null {
  if (divisor === undefined) return null;
  return new Big(volume).div(Math.max(1, divisor)).toFixed(8, Big.roundDown);
}
