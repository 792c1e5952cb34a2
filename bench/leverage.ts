import { seededChance } from '@bourse/e2e/seeded-chance';
import { LeverCrowd, openingCents, type Spent } from './leverage-crowd.ts';
import { measurement, numberArgument, report, type Row } from './table.ts';

/**
 * Leverage in the engine, without server and database: the cost of an index tick with many positions beside one with
 * none, of an order with its fill beside a crossing spot order, of a crash, and what a gap of the price costs accounts,
 * house and insurance. An order is timed with its part of the tick that fills it. Contestants take turns.
 *
 * Options: `--positions` for the ticks, `--accounts`, `--ticks` of a turn, `--orders`, `--json FILE`.
 */
const args = process.argv.slice(2);
const positions = numberArgument(args, 'positions', 100_000);
const accounts = numberArgument(args, 'accounts', 20_000);
const ticksOfTurn = numberArgument(args, 'ticks', 1_000);
const orders = numberArgument(args, 'orders', 20_000);

const turns = 6;
/** Two hours of ticks. */
const walk = 14_400;
/** The deviation of a tick at 60 % a year. */
const walkDeviation = 0.6 * Math.sqrt(0.5 / (365 * 86_400));
const gaps = [5, 10, 30] as const;

report([...idleTicks(), ...walkedTicks(), ...orderedPositions(), ...gaps.flatMap((gap) => gapOf(gap))], args);

/** A tick that triggers nothing. */
function idleTicks(): Row[] {
  const [many, none] = [filled(positions), new LeverCrowd(accounts)];
  const spent = { many: noTime(), none: noTime() };
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const [name, crowd] of [['many', many] as const, ['none', none] as const]) {
      const turnSpent = noTime();
      for (let at = 0; at < ticksOfTurn; at += 1) add(turnSpent, crowd.tick(openingCents + (at % 2)));
      // The first turn compiles the code and is not counted.
      if (turn > 0) add(spent[name], turnSpent);
    }
  }
  const peer = { name: 'no positions', value: tickUs(spent.none) };
  return [measurement('idle tick', `with ${positions} positions`, tickUs(spent.many), 'µs', peer)];
}

/** Two hours of a random walk at 60 % a year. */
function walkedTicks(): Row[] {
  const [many, none] = [filled(accounts), new LeverCrowd(accounts)];
  const spent = { many: noTime(), none: noTime() };
  const random = seededChance(7);
  let cents = openingCents;
  const ended = { closed: 0 };
  many.onEvent = ({ type }) => {
    if (type === 'lever_closed') ended.closed += 1;
  };
  for (let at = 0; at < walk; at += 1) {
    cents = Math.round(cents * (1 + walkDeviation * gaussian(random)));
    add(spent.many, many.tick(cents));
    add(spent.none, none.tick(cents));
  }
  const peer = { name: 'no positions', value: spent.none.ms };
  return [
    measurement('random walk of 2 h', `with ${accounts} accounts`, spent.many.ms, 'ms', peer),
    measurement('random walk of 2 h', 'positions closed', ended.closed, ''),
  ];
}

/** Orders with their fills, beside crossing spot orders. */
function orderedPositions(): Row[] {
  const crowd = new LeverCrowd(accounts, Math.ceil(orders / 500));
  const random = seededChance(3);
  const batch = 1_000;
  const [lever, spot] = [noTime(), noTime()];
  for (let at = 0; at < orders; at += batch) {
    const counts = at > 0;
    const ordered = crowd.order(batch, random);
    const fills = crowd.tick(openingCents);
    let crossed = 0;
    for (let order = 0; order < batch; order += 1) crossed += crowd.cross(at + order);
    // The first batch compiles the code and is not counted.
    if (counts) add(lever, { ms: ordered.ms + fills.ms, commands: batch });
    if (counts) add(spot, { ms: crossed, commands: batch });
  }
  const perSecond = ({ ms, commands }: Spent): number => (1000 * commands) / ms;
  const peer = { name: 'crossing spot orders', value: perSecond(spot) };
  return [measurement('orders with their fills', '', perSecond(lever), '/s', peer)];
}

/** A gap of the price, with one position in each account and the demo's insurance. */
function gapOf(percent: number): Row[] {
  // The house secures a tenth of all positions, and little more of their profits.
  const crowd = new LeverCrowd(accounts, Math.ceil(accounts / 1_250));
  crowd.order(accounts, seededChance(11), [500, 6_000]);
  crowd.tick(openingCents);
  const sums = { liquidated: 0, closed: 0, deleveraged: 0, deficits: 0, insured: 0, unpaid: 0, profits: 0, losses: 0 };
  crowd.onEvent = (event) => {
    if (event.type === 'lever_liquidated') sums.liquidated += 1;
    if (event.type !== 'lever_closed') return;
    sums.closed += 1;
    if (event.reason === 'deleveraging') sums.deleveraged += 1;
    sums.deficits += event.deficit;
    sums.insured += event.insured;
    sums.unpaid += event.unpaid;
    if (event.profit > 0) sums.profits += event.profit;
    else sums.losses -= event.profit;
  };
  const { ms, commands } = crowd.tick(Math.round(openingCents * (1 - percent / 100)));
  crowd.exchange.audit();
  const name = `gap of ${percent} %`;
  const money = (metric: string, units: number): Row => measurement(name, metric, units / 1_000_000, 'USDT');
  return [
    measurement(name, 'until all work is done', ms, 'ms'),
    measurement(name, 'commands', commands, ''),
    measurement(name, 'accounts liquidated', sums.liquidated, ''),
    measurement(name, 'positions closed', sums.closed, ''),
    measurement(name, 'positions deleveraged', sums.deleveraged, ''),
    money('losses of closed positions', sums.losses),
    money('profits of closed positions', sums.profits),
    money('deficits of accounts', sums.deficits),
    money('deficits paid by insurance', sums.insured),
    money('profits unpaid', sums.unpaid),
  ];
}

/** A crowd with this many open positions, one for each account in turn. */
function filled(count: number): LeverCrowd {
  // The house secures a tenth of every position, which is more than the demo's capital for a crowd of this size.
  const crowd = new LeverCrowd(accounts, Math.ceil(count / 500));
  crowd.order(count, seededChance(5));
  crowd.tick(openingCents);
  return crowd;
}

function noTime(): Spent {
  return { ms: 0, commands: 0 };
}

function add(to: Spent, { ms, commands }: Spent): void {
  to.ms += ms;
  to.commands += commands;
}

function tickUs({ ms }: Spent): number {
  return (1000 * ms) / (turns * ticksOfTurn);
}

/** A normally distributed number (Box and Muller). */
function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
