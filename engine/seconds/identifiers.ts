import type { ContractId } from './commands.ts';

/** Brands the id of a contract. Throws a RangeError unless it is a positive safe integer. */
export function contractId(value: number): ContractId {
  if (!Number.isSafeInteger(value) || value < 1) throw new RangeError(`not a contract id: ${value}`);
  return value as ContractId;
}
