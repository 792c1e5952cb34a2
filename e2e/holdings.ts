import type { CallOutput } from '@bourse/contract';
import { leverStatus, type LeverPosition } from '@bourse/contract/leverage';
import { microStatus, type MicroOrder } from '@bourse/contract/seconds';
import { accountList, leverLog } from '@bourse/contract/wallet';
import type { Client } from './client.ts';
import { changesOf, type Coins, coinsOf } from './coins.ts';
import { allContracts } from './contracts.ts';
import { dealResults, dealsOf, heldByDeals, type OwnDeals } from './deals.ts';
import { everyPage } from './every-page.ts';
import { add, unequal, units, type Sums } from './exact.ts';
import type { Ledger } from './load.ts';
import { allPositions } from './positions.ts';
import { accountCodes } from './transfers.ts';

/** All money of a user, and everything that changes it without a request. */
export interface Holdings {
  readonly accounts: readonly Account[];
  readonly contracts: readonly MicroOrder[];
  readonly positions: ReadonlyMap<number, LeverPosition>;
  /** The changes of the leverage account by all liquidations, which are their fees, negative. */
  readonly liquidationFees: bigint;
  readonly coins: Coins;
  readonly deals: OwnDeals;
}

interface Account {
  /** Code and currency. */
  readonly name: string;
  readonly currency: string;
  readonly balance: bigint;
  readonly held: bigint;
}

/**
 * All money of a user at one moment. Contracts and positions end and coins move by themselves, so two readings have to
 * agree.
 */
export async function holdingsOf(client: Client): Promise<Holdings> {
  let before = '';
  for (;;) {
    const holdings = await readHoldings(client);
    const { accounts, contracts, positions, liquidationFees, coins, deals } = holdings;
    const now = [
      ...accounts.map(({ name, balance, held }) => `${name} ${balance} ${held}`),
      ...contracts.map(({ id, status }) => `${id} ${status}`),
      ...[...positions.values()].map(({ id, status }) => `${id} ${status}`),
      liquidationFees,
      ...coins.deposits.map(({ id, status }) => `${id} ${status}`),
      ...coins.withdrawals.map(({ id, status }) => `${id} ${status}`),
      ...deals.orders.map(({ id, status }) => `${id} ${status}`),
      ...[...changesOf(coins)].map(([currency, amount]) => `${currency} ${amount}`),
    ].join();
    if (now === before) return holdings;
    before = now;
  }
}

async function readHoldings(client: Client): Promise<Holdings> {
  const liquidations = await everyPage((page) =>
    client.call(leverLog, { cause: 'lever_liquidation', page, limit: 100 }),
  );
  return {
    accounts: accountsOf(await client.call(accountList, {})),
    contracts: await allContracts(client),
    positions: await allPositions(client),
    coins: await coinsOf(client),
    deals: await dealsOf(client),
    liquidationFees: liquidations.reduce((sum, { amount }) => sum + units(amount), 0n),
  };
}

function accountsOf(groups: CallOutput<typeof accountList>): Account[] {
  return groups.flatMap(({ account_code: code, accounts }) =>
    accounts.map((account) => {
      const { currency_code: currency, balance, lock_balance: held } = account;
      return { name: `${code} ${currency}`, currency, balance: units(balance), held: units(held) };
    }),
  );
}

/** Available plus held in all accounts, by currency. */
export function totals(accounts: readonly Account[]): Sums {
  const sums = new Map<string, bigint>();
  for (const { currency, balance, held } of accounts) add(sums, currency, balance + held);
  return sums;
}

/** Everything that a user has won and paid beside spot trading, by account. */
export function resultsOf({ contracts, deals, positions, liquidationFees }: Holdings): Sums {
  const sums = new Map(dealResults(deals));
  for (const { currency_name: currency, status, fact_profits: result } of contracts) {
    if (status === microStatus.closed) add(sums, `micro_account ${currency}`, units(result));
  }
  for (const { symbol, filled_at: filledAt, trade_fee: fee, ...position } of positions.values()) {
    const { status, profits, deficit, unpaid } = position;
    const account = `lever_account ${symbol.split('/')[1] ?? ''}`;
    if (filledAt !== null) add(sums, account, -units(fee));
    if (status === leverStatus.closed) add(sums, account, units(profits) + units(deficit) - units(unpaid));
  }
  add(sums, 'lever_account USDT', liquidationFees);
  return sums;
}

/**
 * Compares the balances of every account except the trading one with the acknowledged transfers, and the deposits,
 * contracts, positions and peer-to-peer orders, which are their only movements. Returns a sentence for each difference.
 */
export function accountDifferences(holdings: Holdings, { moves, deposits }: Ledger): string[] {
  const expected = new Map(resultsOf(holdings));
  for (const { answer } of moves.made) {
    const { from, to, currency_code: currency, balance } = answer;
    add(expected, `${from} ${currency}`, -units(balance));
    add(expected, `${to} ${currency}`, units(balance));
  }
  const needed = new Map<string, bigint>();
  for (const { answer } of deposits.made) {
    add(expected, `financial_account ${answer.currency.code}`, units(answer.number));
    add(needed, `financial_account ${answer.currency.code}`, units(answer.number));
  }
  for (const { status, currency_name: currency, number } of holdings.contracts) {
    if (status === microStatus.open) add(needed, `micro_account ${currency}`, units(number));
  }
  for (const { symbol, status, caution_money: margin, trade_fee: fee, reverses } of holdings.positions.values()) {
    const account = `lever_account ${symbol.split('/')[1] ?? ''}`;
    if (status === leverStatus.pending && reverses === null) add(needed, account, units(margin) + units(fee));
    if (status === leverStatus.dealing || status === leverStatus.liquidating) add(needed, account, units(margin));
  }
  for (const [account, amount] of heldByDeals(holdings.deals)) add(needed, account, amount);
  const others = holdings.accounts.filter(({ name }) => !name.startsWith(`${accountCodes[0]} `));
  const present = new Map(others.map(({ name, balance, held }) => [name, balance + held]));
  const held = new Map(others.map((account) => [account.name, account.held]));
  for (const [name, amount] of needed) {
    // Leverage locks what its positions need, or all that the account has.
    const total = present.get(name) ?? 0n;
    if (name.startsWith('lever_account ') && amount > total) needed.set(name, total);
  }
  const isChange = (name: string): boolean => name.startsWith(`${accountCodes[0]} `);
  for (const name of expected.keys()) if (isChange(name)) expected.delete(name);
  return [
    ...unequal(expected, present, 'expected', 'present'),
    ...unequal(needed, held, 'needed by deposits, contracts, positions and shops', 'held'),
  ];
}
