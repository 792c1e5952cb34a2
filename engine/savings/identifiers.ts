import { isListingId } from '../identifiers.ts';
import type { DepositId, SavingsProductId } from './commands.ts';

/** Brands a product id. Throws a RangeError unless it is an integer from 1 to 65 535. */
export function savingsProductId(value: number): SavingsProductId {
  if (!isListingId(value)) throw new RangeError(`not a savings product id: ${value}`);
  return value as SavingsProductId;
}

/** Brands a deposit id. Throws a RangeError unless it is a positive safe integer. */
export function depositId(value: number): DepositId {
  if (!Number.isSafeInteger(value) || value < 1) throw new RangeError(`not a deposit id: ${value}`);
  return value as DepositId;
}
