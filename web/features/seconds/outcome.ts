import { fromUnits, toUnits } from '../../live/decimal.ts';

/** The terms of a contract that decide what it pays: plain decimals, the ratio and the fee as fractions. */
export interface PayingTerms {
  readonly stake: string;
  readonly ratio: string;
  /** The part of the payout that is charged when the contract is won. */
  readonly feeRate: string;
  /** The decimals of the currency. */
  readonly decimals: number;
}

const millionths = 6;
const million = 1_000_000n;

/** The payout of a won contract, its fee and what remains, rounded as the exchange rounds them. */
export function outcomeOf({ stake, ratio, feeRate, decimals }: PayingTerms) {
  const payout = (toUnits(stake, decimals) * toUnits(ratio, millionths)) / million;
  const fee = (payout * toUnits(feeRate, millionths) + million - 1n) / million;
  const text = (units: bigint): string => fromUnits(units, decimals);
  return { payout: text(payout), fee: text(fee), profit: text(payout - fee) };
}
