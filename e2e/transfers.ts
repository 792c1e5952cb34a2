import { accountTransfer, type Transfer } from '@bourse/contract/wallet';
import type { Client } from './client.ts';
import type { Records } from './records.ts';

/** The request for a transfer. The key makes repeated requests the same transfer. */
export interface Move {
  readonly key: string;
  readonly currency: number;
  readonly balance: string;
  readonly from: string;
  readonly to: string;
}

export type Moves = Records<Move, Transfer>;

export async function requestTransfer(client: Client, { key, currency, ...terms }: Move): Promise<Transfer> {
  return client.call(accountTransfer, { currency_id: currency, ...terms }, key);
}

/** A random transfer between two accounts; half of them leave the change account, so that the others get money too. */
export function randomMove(key: string, random: () => number): Move {
  const below = (bound: number): number => Math.floor(random() * bound);
  // The next margin of those whose positions were liquidated.
  if (random() < 0.1) return { key, currency: usdt, balance: '500', from: codeAt(0), to: 'lever_account' };
  const from = random() < 0.5 ? 0 : below(accountCodes.length);
  const to = (from + 1 + below(accountCodes.length - 1)) % accountCodes.length;
  const balance = (1 + below(50)) / 1000;
  return { key, currency: 1 + below(3), balance: String(balance), from: codeAt(from), to: codeAt(to) };
}

const usdt = 3;

export const accountCodes = [
  'change_account',
  'legal_account',
  'lever_account',
  'micro_account',
  'financial_account',
] as const;

function codeAt(index: number): string {
  return accountCodes[index] ?? accountCodes[0];
}
