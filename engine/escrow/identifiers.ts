import { isNumber } from './bounds.ts';
import type { EscrowNumber, OfferId } from './commands.ts';

/** Brands the number of an escrow. Throws a RangeError unless it is a positive safe integer. */
export function escrowNumber(value: number): EscrowNumber {
  if (!isNumber(value)) throw new RangeError(`not the number of an escrow: ${value}`);
  return value as EscrowNumber;
}

/** Brands the number of an offer. Throws a RangeError unless it is a positive safe integer. */
export function offerId(value: number): OfferId {
  if (!isNumber(value)) throw new RangeError(`not the number of an offer: ${value}`);
  return value as OfferId;
}
