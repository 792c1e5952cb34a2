import { isBetween } from '../market/market-settings.ts';
import { million } from '../money.ts';
import type { OpenEscrow } from './commands.ts';
import { dayMs } from './daily-counts.ts';

/** The fields of commands that have bounds. */
export type EscrowField =
  | 'n'
  | 'next'
  | 'offer'
  | 'limit'
  | 'voucher'
  | Exclude<
      keyof OpenEscrow,
      'type' | 'user' | 'seller' | 'buyer' | 'currency' | 'amount' | 'onSilence' | 'requestKey'
    >;

/** The shortest and the longest duration of a window. */
const shortestMs = 1000;
const longestMs = 30 * dayMs;
/** The largest limit of offers or escrows. */
const largestLimit = 1000;

/** Whether the number can be that of an escrow, an offer or another row: a positive safe integer. */
export function isNumber(n: number): boolean {
  return isBetween(n, 1, Number.MAX_SAFE_INTEGER);
}

export function isLimit(limit: number): boolean {
  return isBetween(limit, 1, largestLimit);
}

export function isSha256(hash: string): boolean {
  return /^[0-9a-f]{64}$/.test(hash);
}

/** The first field of an opening with an invalid value, in the order of the command; null if all are valid. */
export function invalidTerms(command: OpenEscrow): EscrowField | null {
  if (!isNumber(command.n)) return 'n';
  if (command.offer !== null && !isNumber(command.offer)) return 'offer';
  if (!isBetween(command.feePpm, 0, million - 1)) return 'feePpm';
  for (const field of ['windowMs', 'delayMs', 'autoMs'] as const) {
    if (!isBetween(command[field], shortestMs, longestMs)) return field;
  }
  for (const field of ['appealMs', 'matureMs', 'autoMatureMs'] as const) {
    if (!isBetween(command[field], 0, longestMs)) return field;
  }
  if (!isSha256(command.terms)) return 'terms';
  if (!isLimit(command.unpaidLimit)) return 'unpaidLimit';
  return isLimit(command.openLimit) ? null : 'openLimit';
}
