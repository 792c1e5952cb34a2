import type { ChainFee } from '../chains/index.ts';
import type { SignerWallet } from '../signer/index.ts';
import type { OutgoingPurpose, OutgoingStage } from './tables.ts';

/** A payment that is not over, or is watched. */
export interface Payment {
  readonly id: number;
  readonly reference: string;
  readonly wallet: string;
  readonly purpose: OutgoingPurpose;
  readonly asset: string;
  readonly to: string;
  readonly memo: string | null;
  readonly amount: bigint;
  readonly nonce: number | null;
  readonly stage: OutgoingStage;
  readonly cancelAsked: boolean;
  readonly reason: string | null;
  readonly changedMs: number;
}

/** A transaction of a payment. */
export interface Attempt {
  readonly id: number;
  readonly kind: 'payment' | 'cancel';
  readonly encoded: string;
  readonly raw: string | null;
  readonly hash: string | null;
  readonly fee: ChainFee;
  readonly createdMs: number;
  readonly sentMs: number | null;
  readonly height: number | null;
  readonly blockHash: string | null;
  /** The number of outputs that it spends; null on chains with nonces. */
  readonly inputs: number | null;
}

export type SignedAttempt = Attempt & { readonly hash: string };
export type MinedAttempt = SignedAttempt & { readonly height: number; readonly reverted: boolean };

export function isSigned(attempt: Attempt): attempt is SignedAttempt {
  return attempt.hash !== null;
}

/** Whether a payment with this reason only waits: for money, for caps of the signer, or for lower fees. */
export function isWait(reason: string | null): boolean {
  return reason !== null && waits.has(reason);
}

const waits: ReadonlySet<string> = new Set([
  'hot_wallet_short',
  'gas_short',
  'network_busy',
  'node_refuses',
  'signer_refuses',
  'over_hour_cap',
  'over_day_cap',
  'fee_too_high',
]);

/** The number of the sweep that a payment of deposits is for. */
export function sweepOf({ reference }: Pick<Payment, 'reference'>): number {
  return Number(reference.split('/')[1]);
}

export function walletOf(wallet: string): SignerWallet {
  return wallet === 'hot' ? { kind: 'hot' } : { kind: 'deposit', index: Number(wallet.split('/')[1]) };
}
