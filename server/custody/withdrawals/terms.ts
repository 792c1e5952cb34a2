import type { ProtocolFee } from '../chains/index.ts';

const million = 1_000_000n;

/** The fee of a withdrawal, in units of the ledger; a share is rounded up. */
export function feeOf(amount: number, fee: ProtocolFee): number {
  if (fee.kind === 'flat') return fee.units;
  return Number((BigInt(amount) * BigInt(fee.ppm) + million - 1n) / million);
}

/** The paid part of an amount; 0 if the fee is not covered. */
export function netOf(amount: number, fee: ProtocolFee): number {
  return Math.max(0, amount - feeOf(amount, fee));
}
