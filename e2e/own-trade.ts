import { deal } from '@bourse/contract/markets';
import { sellAdd } from '@bourse/contract/spot';
import type { Client } from './client.ts';

/** BTC/USDT in the demo. */
const bitcoin = 1;

/**
 * Sells most of a demo user's BTC through several levels of the book, which changes the last price: a test then
 * need not wait for the simulator's traders.
 */
export async function tradeInDemo(trader: Client): Promise<void> {
  const { quotation } = await trader.call(deal, { currency_match_id: bitcoin });
  const price = String(Math.floor(Number(quotation.close) * 0.98));
  await trader.call(sellAdd, { currency_match_id: bitcoin, price, number: '0.9' });
}
