import { setTimeout as pause } from 'node:timers/promises';
import { code } from '@bourse/contract';
import { siteConfig } from '@bourse/contract/identity';
import { setSendingSettings } from '@bourse/contract/sending';
import type { Order } from '@bourse/contract/spot';
import { requestChange, type Change, type Changed } from './changes.ts';
import { Client } from './client.ts';
import { orderIn, requestBatch, requestCancel, requestOrder, type Placement } from './order-requests.ts';
import { answersIn, emptyLedger, recordChanged, recordPlaced, trade, type Ledger } from './load.ts';
import { OrderSocket } from './order-socket.ts';
import { products, type Repetition } from './products.ts';
import { answerTo, record } from './records.ts';
import { seededChance } from './seeded-chance.ts';
import { requestTransfer } from './transfers.ts';
import type { Sums } from './exact.ts';
import { holdingsOf, totals } from './holdings.ts';
import { addBankAccount, openShop, turnOnSecondFactor } from './shops.ts';
import { verify } from './verified-user.ts';

/** A user who trades and records every answer. */
export interface Person {
  readonly name: string;
  readonly client: Client;
  readonly socket: OrderSocket;
  readonly ledger: Ledger;
  /** The initial balances by currency. */
  readonly granted: Sums;
}

/** Settings of a venue with a crowd: people have shops, and trade more in a day than most. */
export const crowdSettings = {
  demo_review_seconds: 1,
  phone_accounts: 1,
  p2p_day_usd: 1_000_000,
  p2p_first_usd: 1_000_000,
} as const;

/**
 * Registers `people` users, whose identity is verified, with money for seconds contracts, leverage and peer-to-peer
 * trading; two of them have a shop. The venue needs `crowdSettings`. With the invitation code of an agent, every second
 * one belongs to that agent.
 */
export async function registerUsers(url: string, people: number, agentsCode?: string): Promise<Person[]> {
  const config = await new Client(url).call(siteConfig, {});
  const crowd: Person[] = [];
  for (let n = 1; n <= people; n++) {
    const shop = shops[n - 1];
    const name = shop === undefined ? `trader${n}@example.org` : `+49155502${String(n).padStart(2, '0')}`;
    const client = new Client(url);
    await client.join(name, n % 2 === 0 ? (agentsCode ?? config.default_invite_code) : config.default_invite_code);
    await verify(client, n);
    await addBankAccount(client, n);
    await client.call(setSendingSettings, { by_mail: true });
    const ledger = emptyLedger();
    const granted = totals((await holdingsOf(client)).accounts);
    for (const [to, balance] of [
      ['micro_account', '2000'],
      ['lever_account', '1000'],
      ['legal_account', shop === undefined ? '500' : '5000'],
    ] as const) {
      const funding = { key: `fund-${n}-${to}`, currency: usdt, balance, from: 'change_account', to };
      await record(ledger.moves, funding, (move) => requestTransfer(client, move));
    }
    if (shop !== undefined) {
      await turnOnSecondFactor(client);
      const { name: title, ...terms } = shop;
      await openShop(client, title, terms);
    }
    crowd.push({ name, client, socket: new OrderSocket(client), ledger, granted });
  }
  return crowd;
}

export interface Load {
  /** The number of the load, unique among those of a crowd. */
  readonly round: number;
  readonly seed: number;
  /** See `Trading`. */
  readonly persistent: boolean;
}

/** Lets all users trade while `meanwhile` runs, and stops them afterwards. */
export async function tradeDuring(
  crowd: readonly Person[],
  { round, seed, persistent }: Load,
  meanwhile: () => Promise<void>,
): Promise<void> {
  let going = true;
  const trading = Promise.all(
    crowd.map(({ client, socket, ledger }, n) =>
      trade({ client, socket }, ledger, {
        name: `r${round}-${n}`,
        random: seededChance(seed + round * 100 + n),
        going: () => going,
        persistent,
      }),
    ),
  );
  try {
    // An unexpected answer to any user ends the load immediately.
    await Promise.race([meanwhile(), trading.then(() => new Promise<never>(() => undefined))]);
  } finally {
    going = false;
    await trading;
  }
}

/** The number of answers to all users so far. */
export function answersTo(crowd: readonly Person[]): number {
  return crowd.reduce((sum, { ledger }) => sum + answersIn(ledger), 0);
}

/** Resolves when all users together have `count` answers. */
export async function whenAnswered(crowd: readonly Person[], count: number): Promise<void> {
  for (const deadline = performance.now() + patienceMs; answersTo(crowd) < count; await pause(5)) {
    if (performance.now() > deadline) throw new Error(`Only ${answersTo(crowd)} of ${count} answers arrived in time`);
  }
}

/** The result of repeating requests. */
export interface RepeatResult {
  readonly asked: number;
  /** A sentence for every answer that differs from the expected one. */
  readonly differences: string[];
}

/**
 * Repeats every request without an answer under its original key, so that it takes effect exactly once. Each user's
 * latest request of each kind is repeated too, and must be answered as before; refusals are not, because a repeated
 * request that was refused is decided again.
 */
export async function repeatRequests(crowd: readonly Person[]): Promise<RepeatResult> {
  const differences: string[] = [];
  let asked = 0;
  for (const person of crowd) {
    const { name, client, ledger } = person;
    const latest = latestAnswers(person);
    const answered = await repeatUnanswered(person);
    for (const { what, ask, first } of [...latest, ...answered]) {
      const now = await answerTo(ask);
      if (JSON.stringify(now) === JSON.stringify(first)) continue;
      differences.push(
        `${name}: ${what} was answered ${JSON.stringify(first)} first and ${JSON.stringify(now)} when repeated`,
      );
    }
    const cancels = ledger.unansweredCancels.splice(0);
    for (const cancel of cancels) {
      const first = await answerTo(() => requestCancel(client, cancel));
      ledger.open.delete(cancel.id);
      if (typeof first === 'string') ledger.over.add(cancel.id);
      else ledger.cancelled.set(cancel.id, first);
    }
    asked += latest.length + 2 * answered.length + cancels.length;
  }
  return { asked, differences };
}

function latestAnswers(person: Person): Repetition[] {
  const { client, ledger } = person;
  const order = [...ledger.placed.values()].at(-1);
  const changed = ledger.changes.made.at(-1);
  return [
    ...(order === undefined ? [] : [orderAgain(client, ledger, order.placement, order.answer)]),
    ...products.flatMap(({ latest }) => latest(person)),
    ...(changed === undefined ? [] : [changeAgain(client, changed.change, changed.answer)]),
  ];
}

/** Obtains the missing answers to all requests; returns the requests that were carried out. */
async function repeatUnanswered(person: Person): Promise<Repetition[]> {
  const { client, ledger } = person;
  const answered: Repetition[] = [];
  for (const placement of ledger.unanswered.splice(0)) {
    const first = await answerTo(() => orderOnceMore(client, ledger, placement));
    if (typeof first === 'string') ledger.refused.push({ placement, reason: first });
    else recordPlaced(ledger, placement, first);
    answered.push(orderAgain(client, ledger, placement, first));
  }
  for (const { unanswered } of products) answered.push(...(await unanswered(person)));
  for (const change of ledger.changes.unanswered.splice(0)) {
    const first = await answerTo(() => requestChange(client, change));
    recordChanged(ledger, change, first);
    answered.push(changeAgain(client, change, first));
  }
  return answered.filter(({ first }) => typeof first !== 'string');
}

function orderAgain(client: Client, ledger: Ledger, placement: Placement, first: Order | string): Repetition {
  return { what: `order ${placement.key}`, ask: () => orderOnceMore(client, ledger, placement), first };
}

/**
 * Requests an order again. An order of a batch is requested with its batch, whose refused orders are decided again: the
 * ledger records those that are now placed.
 */
async function orderOnceMore(client: Client, ledger: Ledger, placement: Placement): Promise<Order> {
  const { batch } = placement;
  if (batch === null) return requestOrder(client, placement);
  const results = await requestBatch(client, batch);
  for (const entry of ledger.refused.filter((one) => one.placement.batch?.key === batch.key)) {
    const result = results[entry.placement.batch?.place ?? -1];
    if (result?.code !== code.success) continue;
    ledger.refused.splice(ledger.refused.indexOf(entry), 1);
    recordPlaced(ledger, entry.placement, result.data);
  }
  return orderIn(results[batch.place]);
}

function changeAgain(client: Client, change: Change, first: Changed | string): Repetition {
  return { what: `change ${change.key}`, ask: () => requestChange(client, change), first };
}

/** The first users have shops, one for each side. */
const shops = [
  { name: 'First Exchange', side: 'sell', min: '10', max: '100', total: '2500' },
  { name: 'Second Exchange', side: 'buy', min: '10', max: '100', total: '2500' },
] as const;

const patienceMs = 60_000;
const usdt = 3;
