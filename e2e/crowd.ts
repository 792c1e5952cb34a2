import { setTimeout as pause } from 'node:timers/promises';
import { siteConfig } from '@bourse/contract/identity';
import type { Order } from '@bourse/contract/spot';
import type { Transfer } from '@bourse/contract/wallet';
import { askForChange, type Change, type Changed } from './changes.ts';
import type { SavingsLock } from '@bourse/contract/savings';
import { Client } from './client.ts';
import { askForDeposit, type DepositRequest } from './deposits.ts';
import { askFor, askToCancel, type Placement } from './asking.ts';
import {
  answersIn,
  emptyLedger,
  isShut,
  isSilence,
  noteChanged,
  notePlaced,
  refusalOf,
  trade,
  type Ledger,
} from './load.ts';
import { OrderLine } from './order-line.ts';
import { seededChance } from './seeded-chance.ts';
import { askForMove, type Move } from './transfers.ts';
import { totals, type Sums } from './verification.ts';

/** A user who trades and records every answer. */
export interface Person {
  readonly name: string;
  readonly client: Client;
  readonly line: OrderLine;
  readonly ledger: Ledger;
  /** The initial balances by currency. */
  readonly granted: Sums;
}

/** Registers `people` users. */
export async function gather(url: string, people: number): Promise<Person[]> {
  const config = await new Client(url).call(siteConfig, {});
  const crowd: Person[] = [];
  for (let n = 1; n <= people; n++) {
    const name = `trader${n}@example.org`;
    const client = new Client(url);
    await client.join(name, config.default_invite_code);
    crowd.push({ name, client, line: new OrderLine(client), ledger: emptyLedger(), granted: await totals(client) });
  }
  return crowd;
}

export interface Load {
  /** Unique among the loads of a crowd. */
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
    crowd.map(({ client, line, ledger }, n) =>
      trade({ client, line }, ledger, {
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
export interface AskedAgain {
  readonly asked: number;
  /** A sentence for every answer that differs from the expected one. */
  readonly differences: string[];
}

/**
 * Repeats every request without an answer under its original key, so that it takes effect exactly once. Each user's
 * latest order, transfer, change and refusals are repeated too, and must be answered as before.
 */
export async function askAgain(crowd: readonly Person[]): Promise<AskedAgain> {
  const differences: string[] = [];
  let asked = 0;
  for (const person of crowd) {
    const { name, client, ledger } = person;
    const latest = latestAnswers(person);
    const answered = await askUnanswered(person);
    for (const { what, ask, told } of [...latest, ...answered]) {
      const now = await answerTo(ask);
      if (JSON.stringify(now) === JSON.stringify(told)) continue;
      differences.push(
        `${name}: ${what} was answered ${JSON.stringify(told)} first and ${JSON.stringify(now)} when repeated`,
      );
    }
    const cancels = ledger.unansweredCancels.splice(0);
    for (const cancel of cancels) {
      const told = await answerTo(() => askToCancel(client, cancel));
      ledger.open.delete(cancel.id);
      if (typeof told === 'string') ledger.over.add(cancel.id);
      else ledger.cancelled.set(cancel.id, told);
    }
    asked += latest.length + 2 * answered.length + cancels.length;
  }
  return { asked, differences };
}

/** A request to repeat and its first answer or the key of its refusal. */
interface Repetition {
  readonly what: string;
  readonly ask: () => Promise<unknown>;
  readonly told: unknown;
}

function latestAnswers({ client, ledger }: Person): Repetition[] {
  const { placed, refused, moves, changes, deposits } = ledger;
  const [order, notPlaced] = [[...placed.values()].at(-1), refused.at(-1)];
  const [made, notMade] = [moves.made.at(-1), moves.refused.at(-1)];
  const [deposited, notDeposited] = [deposits.made.at(-1), deposits.refused.at(-1)];
  const [changed, notChanged] = [changes.made.at(-1), changes.refused.at(-1)];
  return [
    ...(order === undefined ? [] : [orderAgain(client, order.placement, order.answer)]),
    ...(notPlaced === undefined ? [] : [orderAgain(client, notPlaced.placement, notPlaced.reason)]),
    ...(made === undefined ? [] : [moveAgain(client, made.move, made.answer)]),
    ...(notMade === undefined ? [] : [moveAgain(client, notMade.move, notMade.reason)]),
    ...(deposited === undefined ? [] : [depositAgain(client, deposited.request, deposited.answer)]),
    ...(notDeposited === undefined ? [] : [depositAgain(client, notDeposited.request, notDeposited.reason)]),
    ...(changed === undefined ? [] : [changeAgain(client, changed.change, changed.answer)]),
    ...(notChanged === undefined ? [] : [changeAgain(client, notChanged.change, notChanged.reason)]),
  ];
}

/** Obtains the missing answers to orders, transfers and changes. */
async function askUnanswered({ client, ledger }: Person): Promise<Repetition[]> {
  const answered: Repetition[] = [];
  for (const placement of ledger.unanswered.splice(0)) {
    const told = await answerTo(() => askFor(client, placement));
    if (typeof told === 'string') ledger.refused.push({ placement, reason: told });
    else notePlaced(ledger, placement, told);
    answered.push(orderAgain(client, placement, told));
  }
  const { made, refused, unanswered } = ledger.moves;
  for (const move of unanswered.splice(0)) {
    const told = await answerTo(() => askForMove(client, move));
    if (typeof told === 'string') refused.push({ move, reason: told });
    else made.push({ move, answer: told });
    answered.push(moveAgain(client, move, told));
  }
  const { deposits } = ledger;
  for (const request of deposits.unanswered.splice(0)) {
    const told = await answerTo(() => askForDeposit(client, request));
    if (typeof told === 'string') deposits.refused.push({ request, reason: told });
    else deposits.made.push({ request, answer: told });
    answered.push(depositAgain(client, request, told));
  }
  for (const change of ledger.changes.unanswered.splice(0)) {
    const told = await answerTo(() => askForChange(client, change));
    noteChanged(ledger, change, told);
    answered.push(changeAgain(client, change, told));
  }
  return answered;
}

function orderAgain(client: Client, placement: Placement, told: Order | string): Repetition {
  return { what: `order ${placement.key}`, ask: () => askFor(client, placement), told };
}

function changeAgain(client: Client, change: Change, told: Changed | string): Repetition {
  return { what: `change ${change.key}`, ask: () => askForChange(client, change), told };
}

function depositAgain(client: Client, request: DepositRequest, told: SavingsLock | string): Repetition {
  return { what: `${request.kind} ${request.key}`, ask: () => askForDeposit(client, request), told };
}

function moveAgain(client: Client, move: Move, told: Transfer | string): Repetition {
  return { what: `transfer ${move.key}`, ask: () => askForMove(client, move), told };
}

/** Repeats a request until it is answered or refused. */
async function answerTo<Answer>(ask: () => Promise<Answer>): Promise<Answer | string> {
  for (const deadline = performance.now() + patienceMs; ; await pause(25)) {
    try {
      return await ask();
    } catch (fault) {
      if (!isSilence(fault) && !isShut(fault)) return refusalOf(fault);
      if (performance.now() > deadline) throw fault;
    }
  }
}

const patienceMs = 60_000;
