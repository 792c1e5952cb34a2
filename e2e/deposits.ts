import { lockSavings, ownSavings, redeemSavings, type SavingsLock } from '@bourse/contract/savings';
import type { Client } from './client.ts';
import { everyPage } from './every-page.ts';
import type { Records } from './records.ts';

/** A request to make or redeem a fixed-term deposit. The key makes repeated requests the same one. */
export type DepositRequest =
  | { readonly kind: 'lock'; readonly key: string; readonly product: number; readonly version: number }
  | { readonly kind: 'redeem'; readonly key: string; readonly id: number };

export type Deposits = Records<DepositRequest, SavingsLock>;

export async function requestDeposit(client: Client, request: DepositRequest): Promise<SavingsLock> {
  const { key } = request;
  if (request.kind === 'redeem') return client.call(redeemSavings, { id: request.id }, key);
  return client.call(lockSavings, { id: request.product, version: request.version }, key);
}

/** Products of the demo: USDT for 7 and 90 days, BTC for 90 and ETH for 30 days. */
const products = [1, 3, 5, 6] as const;

/** Usually a new deposit, some with an outdated version of the product's terms; otherwise an early redemption. */
export function randomDeposit(key: string, { made }: Deposits, random: () => number): DepositRequest {
  const one = made[Math.floor(random() * made.length * 4)];
  if (one !== undefined) return { kind: 'redeem', key, id: one.answer.id };
  const product = products[Math.floor(random() * products.length)] ?? products[0];
  return { kind: 'lock', key, product, version: random() < 0.1 ? 2 : 1 };
}

/**
 * Compares a user's deposits with the acknowledged ones: each must be listed once, unchanged, and no other. A load
 * takes less than the 24 hours after which a deposit can be redeemed, so all are in force. Returns a sentence for each
 * difference.
 */
export async function depositDifferences(client: Client, { made }: Deposits): Promise<string[]> {
  const found: string[] = [];
  const listed = await allDeposits(client);
  const acknowledged = new Map(made.map(({ answer }) => [answer.id, answer]));
  for (const [id, answer] of acknowledged) {
    const same = listed.filter((lock) => lock.id === id);
    if (same.length !== 1) found.push(`deposit ${id} was acknowledged and is listed ${same.length} times`);
    for (const lock of same) {
      if (factsOf(lock) !== factsOf(answer)) found.push(`deposit ${id} was ${factsOf(answer)} and is ${factsOf(lock)}`);
    }
  }
  for (const { id } of listed) {
    if (!acknowledged.has(id)) found.push(`deposit ${id} is listed and was never acknowledged`);
  }
  return found;
}

async function allDeposits(client: Client): Promise<SavingsLock[]> {
  return everyPage((page) => client.call(ownSavings, { page, limit: 100 }));
}

/** All fields except those that change every day. */
function factsOf({ accrued: _accrued, remaining_days: _days, ...facts }: SavingsLock): string {
  return JSON.stringify(facts);
}
