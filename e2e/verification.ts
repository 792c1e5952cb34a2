import { setTimeout as pause } from 'node:timers/promises';
import { currencyMatches } from '@bourse/contract/markets';
import { buyList, historyList, sellList, type Order } from '@bourse/contract/spot';
import type { Client } from './client.ts';
import type { ChainFileReader } from './chain-record.ts';
import { changesOf, coinDifferences, heldByWithdrawals } from './coins.ts';
import { contractDifferences } from './contracts.ts';
import type { Person } from './crowd.ts';
import { dealDifferences } from './deals.ts';
import { depositDifferences } from './deposits.ts';
import { add, scale, unequal, units } from './exact.ts';
import { accountDifferences, holdingsOf, resultsOf, totals, type Holdings } from './holdings.ts';
import { isOpen, type Ledger } from './load.ts';
import { positionDifferences } from './positions.ts';
import { sendDifferences } from './sends.ts';
import { accountCodes } from './transfers.ts';

/**
 * Compares every answer with the exchange's data, while no one trades and no answer is missing: acknowledged orders and
 * cancels exist and match their answers, there are no other orders, holds equal the needs of open orders and
 * withdrawals, transferred amounts and the results of contracts and positions are in their accounts, coins came in and
 * went out once, sold equals bought, and in every currency balances plus fees equal the initial balances plus those
 * results. Returns a sentence for each difference.
 */
export async function differences(crowd: readonly Person[], chainFile: ChainFileReader): Promise<string[]> {
  const found: string[] = [];
  const owners = new Map<number, string>();
  const granted = new Map<string, bigint>();
  const present = new Map<string, bigint>();
  const sold = new Map<string, bigint>();
  const bought = new Map<string, bigint>();
  const terms = crowd[0] === undefined ? new Map() : await marketTerms(crowd[0].client);
  for (const person of crowd) {
    const { name, client, ledger } = person;
    const orders = await allOrders(client, (id) => found.push(`${name}: order ${id} is listed twice`));
    found.push(...ledgerDifferences(ledger, orders).map((sentence) => `${name}: ${sentence}`));
    for (const order of orders.values()) {
      const owner = owners.get(order.id);
      if (owner !== undefined) found.push(`order ${order.id} belongs to ${owner} and to ${name}`);
      owners.set(order.id, name);
      add(present, order.fee_currency, units(order.fee));
      const { symbol } = order.currency_match;
      const traded = order.way === 1 ? sold : bought;
      add(traded, `${symbol} base`, units(order.transacted_amount));
      add(traded, `${symbol} quote`, units(order.transacted_volume));
    }
    const { holdings, sentences } = await whenCoinsSettled(person, chainFile, orders, terms);
    for (const [currency, amount] of totals(holdings.accounts)) add(present, currency, amount);
    for (const [currency, amount] of person.granted) add(granted, currency, amount);
    for (const [account, amount] of resultsOf(holdings)) add(granted, account.split(' ')[1] ?? '', amount);
    for (const [currency, amount] of changesOf(holdings.coins)) add(granted, currency, amount);
    const { deals, deposits, contracts, positions, sends } = ledger;
    sentences.push(
      ...accountDifferences(holdings, ledger),
      ...(await depositDifferences(client, deposits)),
      ...(await contractDifferences(client, contracts, holdings.contracts)),
      ...positionDifferences(positions, holdings.positions),
      ...dealDifferences(deals, holdings.deals),
      ...(await sendDifferences(client, sends)),
    );
    found.push(...sentences.map((sentence) => `${name}: ${sentence}`));
  }
  found.push(...unequal(granted, present, 'granted and won', 'in balances and fees'));
  found.push(...unequal(sold, bought, 'sold', 'bought'));
  return found;
}

/**
 * A user's money with the differences of coins and holds. Blocks are read and withdrawals are booked by programs, a
 * moment after what they follow, so a difference counts only if it remains.
 */
async function whenCoinsSettled(
  { client, ledger }: Person,
  chainFile: ChainFileReader,
  orders: ReadonlyMap<number, Order>,
  terms: ReadonlyMap<number, MarketTerms>,
): Promise<{ readonly holdings: Holdings; readonly sentences: string[] }> {
  for (const deadline = performance.now() + settledWithinMs; ; await pause(250)) {
    // The payments of a block are read before the exchange has read it, and withdrawals before their payments.
    const holdings = await holdingsOf(client);
    const { chain, differences: lost } = chainFile.read();
    const sentences = [
      ...lost,
      ...holdDifferences(holdings, orders, terms),
      ...(await coinDifferences(client, ledger, holdings.coins, chain)),
    ];
    if (sentences.length === 0 || performance.now() > deadline) return { holdings, sentences };
  }
}

/** Longer than the programs need for the outcome of a request that was left behind by a kill. */
const settledWithinMs = 30_000;

/** All orders of a user, open and finished, by id. */
export async function allOrders(client: Client, onDouble: (id: number) => void): Promise<Map<number, Order>> {
  const found = new Map<number, Order>();
  for (const list of [buyList, sellList, historyList]) {
    for (let page = 1, last = 1; page <= last; page++) {
      const answer = await client.call(list, { page, limit: 100 });
      last = answer.last_page;
      for (const order of answer.data) {
        if (found.has(order.id)) onDouble(order.id);
        found.set(order.id, order);
      }
    }
  }
  return found;
}

function ledgerDifferences(ledger: Ledger, orders: ReadonlyMap<number, Order>): string[] {
  const { placed, changes, latest, cancelled, over } = ledger;
  const found: string[] = [];
  const firstAnswers = [
    ...[...placed.values()].map(({ answer }) => answer),
    ...changes.made.map(({ answer }) => answer.order),
  ];
  for (const first of firstAnswers) {
    const order = orders.get(first.id);
    // Only the user reduces an order, so its quantity is that of the latest answer.
    const answer = { ...first, number: latest.get(first.id)?.number ?? first.number };
    if (order === undefined) found.push(`order ${first.id} was acknowledged but does not exist`);
    else if (!followsFrom(order, answer))
      found.push(`order ${first.id} was answered as ${text(answer)} but is ${text(order)}`);
  }
  for (const [id, answer] of cancelled) {
    const order = orders.get(id);
    if (order === undefined || text(order) !== text(answer)) {
      found.push(`order ${id} was cancelled as ${text(answer)} but is ${text(order)}`);
    }
  }
  for (const id of over) {
    const order = orders.get(id);
    if (order === undefined || isOpen(order)) found.push(`order ${id} had ended but is ${text(order)}`);
  }
  for (const order of orders.values()) {
    if (!latest.has(order.id)) found.push(`order ${order.id} exists but was not placed: ${text(order)}`);
  }
  return found;
}

/** Whether an order's state follows from an earlier answer: fills only grow, and an ended order is unchanged. */
function followsFrom(now: Order, earlier: Order): boolean {
  if (!isOpen(earlier)) return text(now) === text(earlier);
  const facts = ({ currency_match_id, way, order_type, time_in_force, price, ...order }: Order): string =>
    JSON.stringify([
      currency_match_id,
      way,
      order_type,
      time_in_force,
      price,
      order.stop_price,
      order.number,
      order.created_at,
    ]);
  return (
    facts(now) === facts(earlier) &&
    (now.status !== 'untriggered' || earlier.status === 'untriggered') &&
    units(now.transacted_amount) >= units(earlier.transacted_amount) &&
    units(now.transacted_volume) >= units(earlier.transacted_volume) &&
    units(now.fee) >= units(earlier.fee)
  );
}

/** The terms of a market that determine the hold of a stop-market buy, in units of 10^-12. */
interface MarketTerms {
  readonly step: bigint;
  readonly slippage: bigint;
}

async function marketTerms(client: Client): Promise<ReadonlyMap<number, MarketTerms>> {
  const groups = await client.call(currencyMatches, {});
  const matches = groups.flatMap((group) => group.matches);
  return new Map(
    matches.map((match) => [match.id, { step: units(match.price_step), slippage: units(match.market_slippage) }]),
  );
}

/**
 * A buy holds its price times the remaining quantity, a sell the remaining quantity. A waiting stop-market buy holds at
 * the worst price of its slippage, rounded up. A withdrawal holds its amount until it is booked.
 */
function holdDifferences(
  { accounts, coins }: Holdings,
  orders: ReadonlyMap<number, Order>,
  terms: ReadonlyMap<number, MarketTerms>,
): string[] {
  const needed = new Map(heldByWithdrawals(coins));
  for (const order of orders.values()) {
    if (!isOpen(order)) continue;
    const [base = '', quote = ''] = order.currency_match.symbol.split('/');
    const left = units(order.number) - units(order.transacted_amount);
    if (order.way === 1) add(needed, base, left);
    else add(needed, quote, (heldPrice(order, terms.get(order.currency_match_id)) * left) / scale);
  }
  const held = new Map<string, bigint>();
  for (const account of accounts) {
    if (account.name.startsWith(`${accountCodes[0]} `)) add(held, account.currency, account.held);
  }
  return unequal(needed, held, 'needed by open orders and withdrawals', 'held');
}

function heldPrice({ order_type, price }: Order, terms: MarketTerms | undefined): bigint {
  if (order_type !== 'stop_market' || terms === undefined) return units(price);
  const worst = units(price) * (scale + terms.slippage);
  const oneStep = scale * terms.step;
  return ((worst + oneStep - 1n) / oneStep) * terms.step;
}

function text(order: Order | undefined): string {
  return order === undefined ? 'missing' : JSON.stringify(order);
}
