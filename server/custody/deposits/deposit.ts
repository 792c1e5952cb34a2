import type { DepositStage } from './tables.ts';
import type { UserId } from '@bourse/engine';

/**
 * Whether and how a deposit is booked, as the core's table of credits says. A deposit that a card paid is `confirmed`
 * when it is final and its time is to come.
 */
export type CreditState = 'none' | 'credited' | 'confirmed' | 'matured' | 'reversed';

/** A deposit with the state of its money. */
export interface Deposit {
  readonly id: number;
  readonly chain: number;
  readonly protocol: number;
  readonly tx: string;
  readonly ordinal: number;
  /** Null if the memo belongs to no user. */
  readonly user: UserId | null;
  readonly address: string;
  readonly memo: string | null;
  /** In units of the ledger. */
  readonly amount: number;
  readonly stage: DepositStage;
  /** The number of its credit; null while there is none. */
  readonly n: number | null;
  readonly height: number;
  readonly blockHash: string;
  readonly createdMs: number;
  readonly credit: CreditState;
}

/** The source of the credits of deposits. */
export const depositSource = 'deposit';

/** Whether its credit was taken back because the card payment for it was: the chain still has it. */
export function isChargedBack({ credit, stage }: Pick<Deposit, 'credit' | 'stage'>): boolean {
  return credit === 'reversed' && stage === 'creditable';
}
