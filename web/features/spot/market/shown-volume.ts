import Big from 'big.js';

/**
 * The 24-hour volume in a market's header, divided by the site's setting; null while the setting is unknown, because
 * the undivided volume could be far larger.
 */
export function shownVolume(volume: string, divisor: number | undefined): string | null {
  if (divisor === undefined) return null;
  return new Big(volume).div(Math.max(1, divisor)).toFixed(8, Big.roundDown);
}
