import { setTimeout as pause } from 'node:timers/promises';
import { siteConfig } from '@bourse/contract/identity';
import type { Order } from '@bourse/contract/spot';
import type { Transfer } from '@bourse/contract/wallet';
import { askForChange, type Change, type Changed } from './changes.ts';
import { Client } from './client.ts';
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

/** Somebody who trades and remembers every answer. */
export interface Person {
  readonly name: string;
  readonly client: Client;
  readonly line: OrderLine;
  readonly ledger: Ledger;
  /** What the exchange gave at the beginning, by currency. */
  readonly granted: Sums;
}

/** Registers so many people. */
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
  /** Different for every load of a crowd. */
  readonly round: number;
  readonly seed: number;
  /** See `Trading`. */
  readonly persistent: boolean;
}

/** Everybody trades while `meanwhile` runs; afterwards everybody stops. */
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
    // A trader who meets what nobody expects ends the load at once.
    await Promise.race([meanwhile(), trading.then(() => new Promise<never>(() => undefined))]);
  } finally {
    going = false;
    await trading;
  }
}

/** How many answers everybody has been given so far. */
export function answersTo(crowd: readonly Person[]): number {
  return crowd.reduce((sum, { ledger }) => sum + answersIn(ledger), 0);
}

/** Resolves when everybody together has been given so many answers. */
export async function whenAnswered(crowd: readonly Person[], count: number): Promise<void> {
  for (const deadline = performance.now() + patienceMs; answersTo(crowd) < count; await pause(5)) {
    if (performance.now() > deadline) throw new Error(`Only ${answersTo(crowd)} of ${count} answers came in time`);
  }
}

/** What asking again found. */
export interface AskedAgain {
  readonly asked: number;
  /** A sentence for every answer that is not what it has to be. */
  readonly differences: string[];
}

/**
 * Asks again, with the same keys, for whatever got no answer: it happens once, whether it had happened or not.
 * Everybody's latest order, latest transfer, latest change and latest refusals are asked for again too, and must be
 * answered as they were.
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
      differences.push(`${name}: ${what} was answered ${JSON.stringify(told)}, and asked again ${JSON.stringify(now)}`);
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

/** Something that can be asked for once more, and what it was told before: an answer, or the reason of a refusal. */
interface Repetition {
  readonly what: string;
  readonly ask: () => Promise<unknown>;
  readonly told: unknown;
}

function latestAnswers({ client, ledger }: Person): Repetition[] {
  const { placed, refused, moves, changes } = ledger;
  const [order, notPlaced] = [[...placed.values()].at(-1), refused.at(-1)];
  const [made, notMade] = [moves.made.at(-1), moves.refused.at(-1)];
  const [changed, notChanged] = [changes.made.at(-1), changes.refused.at(-1)];
  return [
    ...(order === undefined ? [] : [orderAgain(client, order.placement, order.answer)]),
    ...(notPlaced === undefined ? [] : [orderAgain(client, notPlaced.placement, notPlaced.reason)]),
    ...(made === undefined ? [] : [moveAgain(client, made.move, made.answer)]),
    ...(notMade === undefined ? [] : [moveAgain(client, notMade.move, notMade.reason)]),
    ...(changed === undefined ? [] : [changeAgain(client, changed.change, changed.answer)]),
    ...(notChanged === undefined ? [] : [changeAgain(client, notChanged.change, notChanged.reason)]),
  ];
}

/** Gets the answers that are missing to orders, transfers and changes. */
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

function moveAgain(client: Client, move: Move, told: Transfer | string): Repetition {
  return { what: `transfer ${move.key}`, ask: () => askForMove(client, move), told };
}

/** Asks until there is an answer, or the reason of a refusal. */
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
