import { type Call, type CallInput, type CallOutput, conforms, header, Success } from '@bourse/contract';
import { buyList, historyList, type OwnTrade, ownTrades, sellList } from '@bourse/contract/spot';
import { accountList } from '@bourse/contract/wallet';
import type { VenueBalance } from '../../ground/core/index.ts';
import { add, type AttackingPerson, exact, type Sums } from './persons.ts';

/** Makes a call like an ordinary client. */
export async function ask<C extends Call>(
  url: string,
  call: C,
  input: CallInput<C>,
  token: string | null,
): Promise<CallOutput<C>> {
  const target = new URL(`/api/${call.path}`, url);
  const headers: Record<string, string> = { [header.device]: 'attack-device' };
  if (token !== null) headers[header.session] = token;
  if (call.method === 'GET') {
    for (const [name, value] of Object.entries(Object(input) as object)) target.searchParams.set(name, String(value));
  } else headers['content-type'] = 'application/json';
  const body = call.method === 'GET' ? {} : { body: JSON.stringify(input) };
  const answer: unknown = await (await fetch(target, { method: call.method, headers, ...body })).json();
  const success = Success(call.output);
  if (!conforms(success, answer)) throw new Error(`${call.path} answers ${JSON.stringify(answer)}`);
  return answer.data as CallOutput<C>;
}

/** All balances of a user, available plus held, by account type and currency. */
export async function owned(url: string, token: string): Promise<Sums> {
  const sums: Sums = new Map();
  for (const { account_code: type, accounts } of await ask(url, accountList, {}, token)) {
    for (const { currency_id: currency, balance, lock_balance: held } of accounts) {
      sums.set(`${type} ${currency}`, exact(balance) + exact(held));
    }
  }
  return sums;
}

/**
 * The state of a user who takes no part in the attack: balances, holds, orders and trades, exactly. Values in other
 * currencies are excluded because they may change.
 */
export async function stateOf(url: string, token: string): Promise<string> {
  const state: unknown[] = [];
  for (const list of [buyList, sellList, historyList]) state.push(await ask(url, list, { limit: 100 }, token));
  for (const { accounts } of await ask(url, accountList, {}, token)) {
    state.push(accounts.map(({ balance, lock_balance: held }) => [balance, held]));
  }
  return JSON.stringify([...state, await ask(url, ownTrades, {}, token)]);
}

/**
 * Compares the orders and balances of an attacker with what was acknowledged: the same orders exist, and the balances
 * are the initial ones plus the acknowledged transfers and the trades of those orders.
 *
 * @returns the differences, as sentences
 */
export async function audit(
  url: string,
  person: AttackingPerson,
  before: Sums,
  currencies: ReadonlyMap<number, readonly [base: number, quote: number]>,
): Promise<string[]> {
  const { name, token } = person;
  const found: string[] = [];
  const there = await allOrders(url, token);
  const unknown = [...there].filter((id) => !person.orders.has(id));
  const missing = [...person.orders].filter((id) => !there.has(id));
  if (unknown.length > 0) found.push(`${name} has unacknowledged orders: ${unknown.join(', ')}`);
  if (missing.length > 0) found.push(`acknowledged orders of ${name} are missing: ${missing.join(', ')}`);
  const expected: Sums = new Map(before);
  for (const [key, units] of person.moved) add(expected, key, units);
  for (const trade of await allTrades(url, token)) {
    if (!person.orders.has(trade.order_id))
      found.push(`${name} has a trade of order ${trade.order_id}, which belongs to another user`);
    const [base, quote] = currencies.get(trade.currency_match_id) ?? [0, 0];
    const [got, gave] = trade.way === 2 ? [base, quote] : [quote, base];
    const [received, paid] = trade.way === 2 ? [trade.amount, trade.volume] : [trade.volume, trade.amount];
    add(expected, `change_account ${got}`, exact(received) - exact(trade.fee));
    add(expected, `change_account ${gave}`, exact(trade.rebate) - exact(paid));
  }
  const now = await owned(url, token);
  for (const [key, units] of now) {
    const wanted = expected.get(key) ?? 0n;
    if (units !== wanted) found.push(`${name} has ${units - wanted} × 10⁻¹⁸ too much of ${key}`);
    if (units < 0n) found.push(`${name} has a negative balance of ${key}`);
  }
  return found;
}

/** The exchange's own balances by account type and currency. */
export function totals(balances: readonly VenueBalance[]): Sums {
  const sums: Sums = new Map();
  for (const { accountType, currency, units, decimals } of balances) {
    add(sums, `${accountType} ${currency}`, BigInt(units) * 10n ** BigInt(18 - decimals));
  }
  return sums;
}

async function allOrders(url: string, token: string): Promise<Set<number>> {
  const ids = new Set<number>();
  for (const list of [buyList, sellList, historyList]) {
    for (let page = 1, last = 1; page <= last; page += 1) {
      const rows = await ask(url, list, { page, limit: 100 }, token);
      for (const { id } of rows.data) ids.add(id);
      last = rows.last_page;
    }
  }
  return ids;
}

async function allTrades(url: string, token: string): Promise<OwnTrade[]> {
  const trades: OwnTrade[] = [];
  for (let before: string | null = ''; before !== null;) {
    const page: CallOutput<typeof ownTrades> = await ask(
      url,
      ownTrades,
      { limit: 100, ...(before === '' ? {} : { before }) },
      token,
    );
    trades.push(...page.data);
    before = page.next;
  }
  return trades;
}
