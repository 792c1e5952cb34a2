import { socketTiming } from '@bourse/contract/socket';

/**
 * How long to wait before the next try, in milliseconds: 1, 2, 4 … at most 30 s, less up to a quarter at random, so
 * that the pages of many people do not come back in the same instant. `failures` counts the tries that failed since the
 * last good connection, from 1; `random` is in [0, 1).
 */
export function reconnectDelayMs(failures: number, random: number): number {
  const doublings = Math.min(Math.max(failures, 1) - 1, 16);
  const longest = Math.min(socketTiming.reconnectFirst * 2 ** doublings, socketTiming.reconnectMost);
  return Math.round(longest * (1 - random / 4));
}
