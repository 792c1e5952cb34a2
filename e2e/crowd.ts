import { setTimeout as pause } from 'node:timers/promises';
import { code } from '@bourse/contract';
import { siteConfig } from '@bourse/contract/identity';
import type { Order } from '@bourse/contract/spot';
import type { Transfer } from '@bourse/contract/wallet';
import { requestChange, type Change, type Changed } from './changes.ts';
import type { SavingsLock } from '@bourse/contract/savings';
import { Client } from './client.ts';
import { requestDeposit, type DepositRequest } from './deposits.ts';
import { orderIn, requestBatch, requestCancel, requestOrder, type Placement } from './order-requests.ts';
import {
  answersIn,
  emptyLedger,
  isNotSequenced,
  isUnanswered,
  recordChanged,
  recordPlaced,
  refusalOf,
  trade,
  type Ledger,
} from './load.ts';
import { OrderSocket } from './order-socket.ts';
import { seededChance } from './seeded-chance.ts';
import { requestTransfer, type Move } from './transfers.ts';
import { totals, type Sums } from './verification.ts';

/** A user who trades and records every answer. */
export interface Person {
  readonly name: string;
  readonly client: Client;
  readonly socket: OrderSocket;
  readonly ledger: Ledger;
  /** The initial balances by currency. */
  readonly granted: Sums;
}

/** Registers `people` users. */
export async function registerUsers(url: string, people: number): Promise<Person[]> {
  const config = await new Client(url).call(siteConfig, {});
  const crowd: Person[] = [];
  for (let n = 1; n <= people; n++) {
    const name = `trader${n}@example.org`;
    const client = new Client(url);
    await client.join(name, config.default_invite_code);
    crowd.push({ name, client, socket: new OrderSocket(client), ledger: emptyLedger(), granted: await totals(client) });
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
 * latest order, transfer, deposit and change are repeated too, and must be answered as before; refusals are not,
 * because a repeated request that was refused is decided again.
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

/** A request to repeat and its first answer or the key of its refusal. */
interface Repetition {
  readonly what: string;
  readonly ask: () => Promise<unknown>;
  readonly first: unknown;
}

function latestAnswers({ client, ledger }: Person): Repetition[] {
  const { placed, moves, changes, deposits } = ledger;
  const order = [...placed.values()].at(-1);
  const made = moves.made.at(-1);
  const deposited = deposits.made.at(-1);
  const changed = changes.made.at(-1);
  return [
    ...(order === undefined ? [] : [orderAgain(client, ledger, order.placement, order.answer)]),
    ...(made === undefined ? [] : [moveAgain(client, made.move, made.answer)]),
    ...(deposited === undefined ? [] : [depositAgain(client, deposited.request, deposited.answer)]),
    ...(changed === undefined ? [] : [changeAgain(client, changed.change, changed.answer)]),
  ];
}

/** Obtains the missing answers to orders, transfers and changes; returns the requests that were carried out. */
async function repeatUnanswered({ client, ledger }: Person): Promise<Repetition[]> {
  const answered: Repetition[] = [];
  for (const placement of ledger.unanswered.splice(0)) {
    const first = await answerTo(() => orderOnceMore(client, ledger, placement));
    if (typeof first === 'string') ledger.refused.push({ placement, reason: first });
    else recordPlaced(ledger, placement, first);
    answered.push(orderAgain(client, ledger, placement, first));
  }
  const { made, refused, unanswered } = ledger.moves;
  for (const move of unanswered.splice(0)) {
    const first = await answerTo(() => requestTransfer(client, move));
    if (typeof first === 'string') refused.push({ move, reason: first });
    else made.push({ move, answer: first });
    answered.push(moveAgain(client, move, first));
  }
  const { deposits } = ledger;
  for (const request of deposits.unanswered.splice(0)) {
    const first = await answerTo(() => requestDeposit(client, request));
    if (typeof first === 'string') deposits.refused.push({ request, reason: first });
    else deposits.made.push({ request, answer: first });
    answered.push(depositAgain(client, request, first));
  }
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

function depositAgain(client: Client, request: DepositRequest, first: SavingsLock | string): Repetition {
  return { what: `${request.kind} ${request.key}`, ask: () => requestDeposit(client, request), first };
}

function moveAgain(client: Client, move: Move, first: Transfer | string): Repetition {
  return { what: `transfer ${move.key}`, ask: () => requestTransfer(client, move), first };
}

/** Repeats a request until it is answered or refused. */
async function answerTo<Answer>(ask: () => Promise<Answer>): Promise<Answer | string> {
  for (const deadline = performance.now() + patienceMs; ; await pause(25)) {
    try {
      return await ask();
    } catch (fault) {
      if (!isUnanswered(fault) && !isNotSequenced(fault)) return refusalOf(fault);
      if (performance.now() > deadline) throw fault;
    }
  }
}

const patienceMs = 60_000;
