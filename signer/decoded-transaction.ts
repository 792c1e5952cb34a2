import type { WalletKey } from './key-ring.ts';

/** A payment to an address other than the payer's. */
export interface PaidOutput {
  /** In its canonical form. */
  readonly to: string;
  /** In hex; null without one. */
  readonly memo: string | null;
  /** `''` for the coin of the chain. */
  readonly asset: string;
  readonly amount: bigint;
}

/** An unsigned transaction as its bytes say, independently of the request. */
export interface DecodedTransaction {
  readonly slot: string;
  /** Empty for a transaction that pays no one: the cancellation of a payment. */
  readonly outputs: readonly PaidOutput[];
  /** The highest network fee that it can cost, in the smallest units of the coin. */
  readonly fee: bigint;
  readonly sign: (key: WalletKey) => Promise<{ readonly raw: string; readonly hash: string }>;
}
