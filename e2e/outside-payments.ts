import { demoFaucet, outsideSend, outsideWallet } from '@bourse/contract/demo-chain';
import { depositWallet } from '@bourse/contract/deposits';
import type { CallOutput } from '@bourse/contract';
import type { Client } from './client.ts';
import type { Drawing } from './products.ts';
import type { Records } from './records.ts';

/** A payment on the demo chain to the deposit address of a user: by the faucet, or by the user's wallet outside. */
export interface OutsidePayment {
  readonly key: string;
  readonly from: 'faucet' | 'wallet';
  readonly currency: number;
  readonly address: string;
  /** The amount of the wallet; the faucet has its own. */
  readonly number: string;
}

/** An answered payment waits in the memory of the chain, and is lost if that ends before the next block. */
export type OutsidePayments = Records<OutsidePayment, CallOutput<typeof outsideSend>>;

export async function requestPayment(client: Client, { address, currency, from, number }: OutsidePayment) {
  const payment = { currency_id: currency, address };
  return from === 'faucet' ? client.call(demoFaucet, payment) : client.call(outsideSend, { ...payment, number });
}

/** Half of what the wallet outside has of a currency, if that can be deposited, or else a gift of the faucet. */
export async function randomPayment({ client, key, random }: Drawing): Promise<OutsidePayment | null> {
  const currency = 1 + Math.floor(random() * smallest.length);
  const address = await depositAddress(client);
  const { balances } = await client.call(outsideWallet, {});
  const half = Number(balances.find(({ currency_id: id }) => id === currency)?.number ?? '0') / 2;
  const isEnough = half > (smallest[currency - 1] ?? 0);
  return { key, from: isEnough ? 'wallet' : 'faucet', currency, address, number: half.toFixed(4) };
}

/** Safely above the smallest deposits of BTC, ETH and USDT. */
const smallest = [0.0003, 0.02, 3] as const;

/** The address of a user for deposits of every currency on the demo chain. */
export async function depositAddress(client: Client): Promise<string> {
  const { wallets } = await client.call(depositWallet, { currency_id: 1 });
  const [first] = wallets;
  if (first === undefined) throw new Error('The demo chain has no address for deposits');
  return first.address;
}
