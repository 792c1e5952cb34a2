import { Address, OutScript } from '@scure/btc-signer';
import type { TransactionPlan, Unspent } from '../adapter.ts';
import type { BitcoinNetwork } from './networks.ts';
import { dustLimit, virtualBytes } from './plan-transaction.ts';

/** The most inputs of a transaction; nodes do not relay transactions of more than 100 000 virtual bytes. */
export const maxInputs = 500;

/**
 * The outputs that a transaction spends: all of `fixed` first, then, if they do not cover payments, fee and an output
 * for the rest, the smallest single other one that does, or else the largest others until they do. Few inputs make a
 * cheap transaction, and a single one that suits keeps the larger ones whole. Null if all do not suffice.
 */
export function chooseInputs(
  { from, outputs, fee, paysRest }: Omit<TransactionPlan, 'inputs'>,
  fixed: readonly Unspent[],
  others: readonly Unspent[],
  network: BitcoinNetwork,
): readonly Unspent[] | null {
  const scriptBytes = [...outputs.map(({ to }) => to), from].map(
    (address) => OutScript.encode(Address(network).decode(address)).length,
  );
  const paid = paysRest === true ? dustLimit : outputs.reduce((sum, { amount }) => sum + amount, dustLimit);
  const missing = (inputs: readonly Unspent[]): bigint =>
    paid + fee.maximum * virtualBytes(inputs.length, scriptBytes) - inputs.reduce((sum, one) => sum + one.amount, 0n);
  if (paysRest === true) {
    const cost = fee.maximum * (virtualBytes(2, scriptBytes) - virtualBytes(1, scriptBytes));
    const worth = fixed.filter((one) => one.amount > cost).toSorted(byAmount);
    const taken = worth.slice(0, maxInputs);
    return taken.length > 0 && missing(taken) <= 0n ? taken : null;
  }
  if (fixed.length > 0 && missing(fixed) <= 0n) return fixed;
  const largest = others.toSorted(byAmount);
  const single = largest.findLast((one) => missing([...fixed, one]) <= 0n);
  if (single !== undefined) return [...fixed, single];
  const chosen = [...fixed];
  for (const one of largest) {
    if (chosen.length >= maxInputs) return null;
    chosen.push(one);
    if (missing(chosen) <= 0n) return chosen;
  }
  return null;
}

/** The largest first. */
function byAmount(a: Unspent, b: Unspent): number {
  return a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : order(a, b);
}

/** An order of equal amounts, so that the choice does not depend on that of the database. */
function order(a: Unspent, b: Unspent): number {
  return a.tx === b.tx ? a.output - b.output : a.tx < b.tx ? -1 : 1;
}
