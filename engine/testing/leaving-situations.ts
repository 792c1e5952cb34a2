import { accountType } from '../ledger/account.ts';
import { amount, asAmount } from '../money.ts';
import { savingsProductId } from '../savings/identifiers.ts';
import { escrowNumber, type EscrowNumber, type OpenEscrowCommand } from '../escrow/index.ts';
import { indexOf, tick } from './indices.ts';
import { capital, moveToLever } from './movements.ts';
import { attachmentNumber } from '../agents/index.ts';
import { alice, bob, btc, btcusdt, carol, openExchange, openingMs, setup, usdt } from './test-exchange.ts';
import type { Command } from '../command.ts';
import type { CreditDeposit } from '../credits/commands.ts';
import type { leavingRules } from '../leaving.ts';
import type { UserId } from '../identifiers.ts';
import type { AccountType } from '../ledger/account.ts';
import type { Amount } from '../money.ts';
import type { TestExchange } from './test-exchange.ts';

/** The rules of `leaving.ts`, and the stop of a person's trading, which each product checks itself. */
export type LeavingReason = (typeof leavingRules)[number]['reason'] | 'trading_stopped';
/** The needs of a command besides the rule: a debt in USDT, or a matured credit in a lever account. */
export type Situation = 'debt_outstanding' | 'credited';

const { change, legal, lever, micro, leverHouse, microHouse, savingsHouse, insurance, treasury } = accountType;

/**
 * Alice has money in each account, paid by the treasury, a long position whose lever account has less than
 * twice its margin, and two open orders; the rule has a reason to refuse. Position 1 can be reversed.
 */
export function situation(reason: LeavingReason, prepared: Situation | null): TestExchange {
  const tested = openExchange();
  for (const command of opening()) tested.apply(command);
  offer(tested);
  cancelSale(tested);
  if (reason === 'debt_outstanding' || prepared === 'debt_outstanding') owe(tested);
  let n = 10;
  const pay = (to: AccountType, units: number): void => {
    n += 1;
    tested.apply(capital(units, n, { from: treasury, toUser: alice, to }));
  };
  pay(change, 100_000_000);
  pay(lever, 100_000_000);
  pay(micro, 100_000_000);
  pay(legal, 100_000_000);
  if (reason === 'fees_owed') attach(tested);
  quote(tested, 6_500_000, 1);
  tested.apply(position());
  quote(tested, 6_500_000, 2);
  quote(tested, 6_460_000, 3);
  if (prepared === 'credited') tested.apply(depositOf(lever));
  if (reason === 'deposit_unmatured') spendUnmatured(tested);
  if (reason === 'coins_maturing') spendBought(tested);
  if (reason === 'outflow_stopped') tested.apply(restriction('outflow'));
  if (reason === 'trading_stopped') tested.apply(restriction('trading'));
  if (reason === 'house_floor') {
    tested.apply({ type: 'configure_margin', currency: usdt, houseFloor: amount(15e9), ...setup });
  }
  return tested;
}

/** A matured deposit of five USDT. */
export function depositOf(type: AccountType): CreditDeposit {
  const movement = { user: alice, accountType: type, currency: usdt, amount: usable(5_000_000) };
  return { type: 'credit_deposit', ...movement, source: 'deposit', n: 5, matured: true };
}

export function usable(units: number): Amount {
  return asAmount(units);
}

/** The number of Alice's escrow that Bob has cancelled, and of the one by which she buys a bitcoin. */
export const cancelledSale = escrowNumber(1);
const boughtCoins = escrowNumber(2);

/** Alice sells a USDT to an ad of Bob. */
export function sale(n = escrowNumber(4)): OpenEscrowCommand {
  const minute = 60_000;
  return {
    type: 'open_escrow',
    user: alice,
    n,
    offer: null,
    seller: alice,
    buyer: bob,
    currency: usdt,
    amount: usable(1_000_000),
    feePpm: 0,
    windowMs: minute,
    appealMs: minute,
    delayMs: minute,
    autoMs: minute,
    matureMs: minute,
    autoMatureMs: minute,
    onSilence: 'appeal',
    terms: 'a1'.repeat(32),
    unpaidLimit: 10,
    openLimit: 10,
    requestKey: null,
  };
}

function about(type: 'cancel_escrow' | 'release_escrow', user: UserId, n: EscrowNumber): Command {
  return { type, user, n, requestKey: null };
}

function opening(): Command[] {
  const tiers = [{ limit: amount(1e12), multiple: 200 }];
  return [
    indexOf({ sources: ['one'], minSources: 1, stalenessMs: 3_600_000 }),
    capital(1e12, 1, { to: treasury }),
    capital(1e12, 2, { to: treasury, currency: btc }),
    ...[leverHouse, microHouse, savingsHouse, insurance].map((to, at) => capital(20e9, 3 + at, { to })),
    {
      type: 'configure_leverage',
      market: btcusdt,
      state: 'open',
      shareDecimals: 3,
      sharePoints: 1,
      markDecimals: 3,
      multiples: [200],
      shares: [1],
      minShare: 1,
      maxShare: 1000,
      spreadPpm: 100,
      feePpm: 400,
      marketType: 1,
      reservePpm: 100_000,
      tiers,
      grossCap: amount(1e12),
      ...setup,
    },
    {
      type: 'configure_savings_product',
      product: savingsProductId(1),
      currency: usdt,
      amount: amount(1_000_000),
      days: 30,
      ratePpm: 50_000,
      quota: 3,
      userQuota: 2,
      state: 'open',
      ...setup,
    },
    { type: 'configure_seconds', options: [{ seconds: 30, ratioPpm: 800_000 }], feePpm: 0, ...setup },
    {
      type: 'configure_seconds_currency',
      currency: usdt,
      numbers: [amount(1_000_000)],
      userCap: amount(1e9),
      sideCap: amount(1e9),
      state: 'open',
      ...setup,
    },
    { type: 'configure_seconds_market', market: btcusdt, state: 'open', ...setup },
    {
      type: 'configure_convert',
      reference: usdt,
      tolerancePpm: 5000,
      ...setup,
      currencies: [btc, usdt].map((currency) => ({ currency, spreadPpm: 0 })),
    },
  ];
}

/** Leaves a debt of two USDT: a deposit was withdrawn and then reversed. */
function owe(tested: TestExchange): void {
  const deposit = { ...depositOf(change), amount: usable(2_000_000), n: 9 };
  tested.apply(deposit);
  tested.takeOut(alice, 2_000_000);
  tested.apply({ ...deposit, type: 'reverse_credit' });
}

/** Sells an unmatured deposit of a bitcoin for next to nothing. */
function spendUnmatured(tested: TestExchange): void {
  tested.fund(bob, usdt, 600_000);
  tested.apply({ ...depositOf(change), currency: btc, amount: usable(100_000_000), n: 6, matured: false });
  tested.sell(alice, 10_000, 60);
  tested.buy(bob, 10_000, 60);
}

/** Leaves a cancelled sale that Alice can reopen, and nothing of its coins. */
function cancelSale(tested: TestExchange): void {
  tested.apply(capital(1_000_000, 10, { from: treasury, toUser: alice, to: legal }));
  tested.apply(sale(cancelledSale));
  tested.apply(about('cancel_escrow', bob, cancelledSale));
  tested.takeOut(alice, 1_000_000, { accountType: legal });
}

/** Buys a bitcoin from Bob by an escrow, and sells it for next to nothing. */
function spendBought(tested: TestExchange): void {
  tested.fund(bob, usdt, 600_000);
  tested.fund(bob, btc, 100_000_000);
  tested.apply(moveToLever(bob, 100_000_000, null, { currency: btc, to: legal }));
  tested.apply({
    ...sale(boughtCoins),
    user: bob,
    seller: bob,
    buyer: alice,
    currency: btc,
    amount: usable(100_000_000),
  });
  tested.apply(about('release_escrow', bob, boughtCoins));
  tested.apply(moveToLever(alice, 100_000_000, null, { currency: btc, from: legal, to: change }));
  tested.sell(alice, 10_000, 60);
  tested.buy(bob, 10_000, 60);
}

/** Order 1 of Bob, which market orders meet, and orders 2 and 3 of Alice to replace. */
function offer(tested: TestExchange): void {
  tested.fund(bob, btc, 10_000_000);
  tested.sell(bob, 100, 5000);
  tested.apply(capital(1000, 9, { from: treasury, toUser: alice, to: change }));
  tested.buy(alice, 1, 50);
  tested.stopLimit('buy', alice, 9_000_000, [1, 100]);
}

/** Half of the fee of Alice's position, 2.6 USDT, will be owed to an agent. */
function attach(tested: TestExchange): void {
  const terms = { attachment: attachmentNumber(1), user: alice, agent: carol, sharePpm: 500_000 };
  tested.apply({ type: 'attach_agent', ...terms });
}

function position(): Command {
  const order = { market: btcusdt, side: 'long', kind: 'market', share: 100, multiple: 200 };
  const prices = { target: null, worst: null, takeProfit: null, stopLoss: null };
  return { type: 'submit_lever', user: alice, ...order, ...prices, requestKey: null } as Command;
}

/** Lets a second pass and reports an index in cents. */
function quote(tested: TestExchange, cents: number, second: number): void {
  tested.wait(1000);
  tested.apply(tick('one', openingMs + second * 1000, cents));
}

function restriction(scope: 'outflow' | 'trading'): Command {
  return { type: 'restrict_user', user: alice, before: 'none', scope, ...setup };
}
