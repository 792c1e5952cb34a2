import type { WalletMovement } from '@bourse/contract/wallet';
import { cancelOwnWithdrawal } from '@bourse/contract/withdrawals';
import type { Client } from './client.ts';
import type { Drawing } from './products.ts';
import type { Records } from './records.ts';

/** A request to cancel a withdrawal. */
export interface Recall {
  readonly key: string;
  readonly id: number;
}

/** A cancel without an answer has happened or not; both are right. */
export type Recalls = Records<Recall, WalletMovement>;

export async function requestRecall(client: Client, { id }: Recall): Promise<WalletMovement> {
  return client.call(cancelOwnWithdrawal, { id });
}

/** Cancels one of the newest withdrawals, which may already be paid. */
export function randomRecall({ key, ledger, random }: Drawing): Recall | null {
  const one = ledger.withdrawals.made.at(-1 - Math.floor(random() * 3));
  return one === undefined ? null : { key, id: one.answer.id };
}
