import { socketTiming } from '@bourse/contract/socket';

/**
 * The delay before the next connection attempt in milliseconds: 1, 2, 4 … up to 30 s, minus up to a quarter at random,
 * so that many clients do not reconnect at the same moment. `failures` counts the failed attempts since the last
 * connection, from 1; `random` is in [0, 1).
 */
export function reconnectDelayMs(failures: number, random: number): number {
  const doublings = Math.min(Math.max(failures, 1) - 1, 16);
  const longest = Math.min(socketTiming.reconnectFirst * 2 ** doublings, socketTiming.reconnectMax);
  return Math.round(longest * (1 - random / 4));
}
