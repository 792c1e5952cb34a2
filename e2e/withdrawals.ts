import { randomBytes } from 'node:crypto';
import type { CallInput } from '@bourse/contract';
import { outsideWallet } from '@bourse/contract/demo-chain';
import { codePurpose, demoOutbox, sendEmail } from '@bourse/contract/notify';
import type { WalletMovement } from '@bourse/contract/wallet';
import { addWithdrawal } from '@bourse/contract/withdrawals';
import { germanPhone, type Client } from './client.ts';
import type { Drawing } from './products.ts';
import type { Records } from './records.ts';
import { tradePassword } from './verified-user.ts';

/** A request for a withdrawal, with the code that was sent for its terms. The key makes repeated requests the same. */
export interface WithdrawalRequest {
  readonly key: string;
  readonly currency: number;
  readonly number: string;
  readonly address: string;
  readonly code: string;
}

export type Withdrawals = Records<WithdrawalRequest, WalletMovement>;

export async function requestWithdrawal(
  client: Client,
  { address, code, currency, key, number }: WithdrawalRequest,
): Promise<WalletMovement> {
  const terms = { currency_id: currency, currency_protocol_id: currency, number, address };
  return client.call(addWithdrawal, { ...terms, pay_password: tradePassword, code }, key);
}

/**
 * A withdrawal with the code for it, of an amount that hardly any other has, so that its payment can be recognized on
 * the chain. Half of them go to the user's wallet outside, the others to an address of their own. Users with a phone
 * make none.
 */
export async function randomWithdrawal({ client, key, random }: Drawing): Promise<WithdrawalRequest | null> {
  if (germanPhone(client.account) !== null) return null;
  const currency = 1 + Math.floor(random() * least.length);
  const number = ((least[currency - 1] ?? 0) * (1 + random())).toFixed(currency === 3 ? 6 : 8);
  const toWallet = random() < 0.5;
  const address = toWallet ? (await client.call(outsideWallet, {})).address : `0x${randomBytes(20).toString('hex')}`;
  const terms = { currency_protocol_id: currency, number, address };
  return { key, currency, number, address, code: await outflowCode(client, terms) };
}

/** The code that a demo mails for a withdrawal, or for coins sent to a user. */
export async function outflowCode(client: Client, terms: Omit<CallInput<typeof sendEmail>, 'type'>): Promise<string> {
  await client.call(sendEmail, { type: codePurpose.withdrawal, ...terms });
  const kept = await client.call(demoOutbox, { to: client.account });
  return kept.find((message) => message.code !== '')?.code ?? '';
}

/** About the smallest withdrawals of BTC, ETH and USDT. */
const least = [0.001, 0.01, 20] as const;

/** The terms of a withdrawal, which never change. */
export function withdrawalTerms(withdrawal: WalletMovement): unknown {
  const { address, created_at, currency_id, fee, id, memo, net, number } = withdrawal;
  return { id, currency_id, number, fee, net, address, memo, created_at };
}
