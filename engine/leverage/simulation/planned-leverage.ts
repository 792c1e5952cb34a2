import { accountType } from '../../ledger/account.ts';
import type { Command } from '../../command.ts';
import type { Transfer } from '../../ledger/commands.ts';
import type { NaiveExchange } from '../../simulation/naive-exchange.ts';
import type { Plain } from '../../simulation/random-commands.ts';
import type { Random } from '../../simulation/random.ts';
import type { CloseLever, ConfigureLeverage, SubmitLever } from '../commands.ts';
import type { NaivePair, NaiveRow } from './naive-books.ts';
import type { NaiveLeverage } from './naive-leverage.ts';
import type { RandomMarks } from './random-marks.ts';
import type { RandomMoney } from './random-money.ts';

type Side = 'long' | 'short';
type Plan = Generator<Command, void>;

interface Parts {
  readonly random: Random;
  readonly model: NaiveExchange;
  readonly part: NaiveLeverage;
  readonly marks: RandomMarks;
  readonly money: RandomMoney;
  readonly users: readonly [number, ...number[]];
  /** Random terms of a market. */
  readonly configure: (market: number) => ConfigureLeverage;
}

/** A position to open. `part` is its part of the amount that may have the highest multiple. */
interface Leg {
  readonly pair: NaivePair;
  readonly side: Side;
  readonly part: number;
}

const { external, leverHouse, insurance, treasury } = accountType;

/**
 * Generates short sequences of commands, with random sizes, that lead to what random commands hardly reach: profits
 * that the house owes, claims that a loss is set off against, covers that stay unpaid, liquidations of some of the
 * positions of an account. Each command is chosen by the state before it, because others come in between.
 */
export class PlannedLeverage {
  private readonly parts: Parts;
  private plan: Plan | null = null;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** The next command of a sequence; null between two. */
  next(): Command | null {
    const { random } = this.parts;
    if (this.plan === null && random.oneIn(20)) {
      this.plan = random.oneIn(2) ? this.liquidateInPart() : this.oweProfits();
    }
    const step = this.plan?.next();
    if (step !== undefined && step.done !== true) return step.value;
    this.plan = null;
    return null;
  }

  /**
   * Opens positions of one user, some of which win and others lose when prices jump twice, and takes the money of the
   * house before that. A winner that closes then leaves a claim; a loser whose loss the account cannot pay closes
   * winners as covers, and what is left of its loss is set off against the claims.
   */
  private *oweProfits(): Plan {
    const { random, marks, money, part } = this.parts;
    const currency = random.pick([3, 4]);
    const user = this.trader(currency);
    const rising = new Map([1, 2].map((asset) => [asset, random.oneIn(2)]));
    const winning = ({ base }: NaivePair): Side => (rising.get(base) === true ? 'long' : 'short');
    const losing = ({ base }: NaivePair): Side => (rising.get(base) === true ? 'short' : 'long');
    const anyPart = (): number => random.integer(20, 250);
    const winners = this.legs(currency, random.integer(1, 3), winning, anyPart);
    const losers = this.legs(currency, random.integer(1, 2), losing, anyPart);
    yield* this.open(user, currency, random.oneIn(2) ? [...winners, ...losers] : [...losers, ...winners]);
    yield* this.leaveLittle(user, currency);
    const isOfWinners = random.oneIn(2);
    for (const row of part.books.of(user, currency)) {
      const isWinner = row.side === winning(part.books.pairOf(row));
      if (row.state === 'open' && isWinner === isOfWinners) yield this.close(row);
    }
    yield* this.emptyHouse(currency);
    for (let n = 0; n < 2; n += 1) {
      for (const [asset, isRising] of rising) {
        const factor = random.pick([1.03, 1.1, 1.2, 1.4]);
        const price = marks.prices.get(asset) ?? 1;
        marks.prices.set(asset, Math.max(1, Math.round(isRising ? price * factor : price / factor)));
      }
      for (let report = 0; report < 4; report += 1) yield marks.report();
    }
    const owed = Number(part.claims.owed(currency));
    if (owed === 0 || random.oneIn(2)) return;
    const amount = Math.ceil(owed * random.pick([0.1, 0.6, 1, 2]));
    yield money.move({ from: external, to: random.pick([leverHouse, insurance]), currency, amount });
  }

  /**
   * Opens a large and a few small positions of one user, and moves the price to where the equity is below the
   * maintenance margin and mostly above the margins of the small ones.
   */
  private *liquidateInPart(): Plan {
    const { random, model, marks, part } = this.parts;
    const { books } = part;
    const currency = random.pick([3, 4]);
    const user = this.trader(currency);
    const anySide = (): Side => random.pick(['long', 'short']);
    const [large] = this.legs(currency, 1, anySide, () => random.integer(400, 800));
    if (large === undefined) return;
    const small = this.legs(currency, random.integer(1, 2), anySide, () => random.integer(5, 60));
    yield* this.open(user, currency, [large, ...small]);
    yield* this.leaveLittle(user, currency);
    for (let report = 0; report < 3; report += 1) yield marks.report();
    const { base } = large.pair;
    const price = model.indices.priceOf(base);
    const gain = this.gainOf(user, currency, base);
    if (price === null || gain === 0) return;
    const wanted = (Number(books.sum(user, currency, 'maintenance')) * random.integer(1, 100)) / 100;
    const rise = (wanted - Number(books.equity(user, currency))) / gain;
    marks.prices.set(base, Math.max(1, Math.round(Number(price.units) * (1 + rise))));
    for (let report = 0; report < 5; report += 1) yield marks.report();
  }

  /** How much the positions of an account gain if the price of an asset doubles. */
  private gainOf(user: number, currency: number, asset: number): number {
    const { books } = this.parts.part;
    const rows = books.of(user, currency).filter((row) => books.isFilled(row) && books.pairOf(row).base === asset);
    return rows.reduce((sum, row) => {
      const size = row.share * row.unit * Number(books.lastMark(row));
      return row.side === 'long' ? sum + size : sum - size;
    }, 0);
  }

  /** Positions on random pairs of a currency, of so many thousandths of what may have the highest multiple. */
  private legs(currency: number, count: number, sideOn: (pair: NaivePair) => Side, parts: () => number): Leg[] {
    const { random, part } = this.parts;
    const pairs = part.books.pairs.filter(({ quote }) => quote === currency);
    return Array.from({ length: count }, () => random.anyOf(pairs))
      .filter((pair) => pair !== undefined)
      .map((pair) => ({ pair, side: sideOn(pair), part: parts() / 1000 }));
  }

  /** Pays for positions, orders them, and reports prices until none waits. */
  private *open(user: number, currency: number, legs: readonly Leg[]): Plan {
    const { random, model, marks, money, part, configure } = this.parts;
    const lost = marks.lostIndex();
    if (lost !== undefined) yield marks.index(lost);
    for (const market of new Set(legs.map(({ pair }) => pair.market))) {
      const terms = configure(market);
      const reservePpm = random.pick([1000, 5000, 20_000]);
      const grossCap = 5 * Math.max(...terms.tiers.map(({ limit }) => limit));
      yield { ...terms, state: 'open', reservePpm, grossCap } as ConfigureLeverage;
    }
    const owed = part.claims.owed(currency);
    if (model.state.houseFloor(currency) > owed) {
      yield { type: 'configure_margin', currency, houseFloor: 0, operator: 0, cause: 'policy' } as Command;
    }
    const orders = legs.map((leg) => this.order(user, leg));
    const reserves = orders.reduce((sum, { reserve }) => sum + reserve, 0);
    const needed = orders.reduce((sum, { cost }) => sum + cost, 0);
    yield money.move({ from: external, to: leverHouse, currency, amount: Math.ceil(Number(owed) + 2 * reserves) });
    yield money.credit(user, currency, Math.ceil(needed));
    for (const { command } of orders) yield command;
    const isWaiting = ({ state }: NaiveRow): boolean => state === 'waiting';
    for (let n = 0; n < 12 && part.books.of(user, currency).some(isWaiting); n += 1) yield marks.report();
  }

  /** An order at the market, what it costs its user at most, and about what the house reserves for it. */
  private order(user: number, { pair, side, part }: Leg): { command: Command; cost: number; reserve: number } {
    const {
      random,
      part: { books },
    } = this.parts;
    const { market, unit, terms } = pair;
    const mark = Number(books.mark(pair) ?? 1n);
    const hands = Math.floor((part * (terms.tiers[0]?.limit ?? 0)) / (mark * unit));
    const share = Math.min(terms.maxShare, Math.max(terms.minShare, hands));
    const multiple = (random.oneIn(4) ? terms.multiples[1] : terms.multiples.at(-1)) ?? 1;
    const amount = share * mark * unit;
    const rate = 1.3 / multiple + (1.3 * (terms.feePpm + terms.spreadPpm)) / 1_000_000;
    const nothing = { target: null, worst: null, takeProfit: null, stopLoss: null, requestKey: null };
    const command: Plain<SubmitLever> = {
      type: 'submit_lever',
      user,
      market,
      side,
      kind: 'market',
      share,
      multiple,
      ...nothing,
    };
    const reserve = (amount * terms.reservePpm) / 1_000_000 + 1;
    return { command: command as SubmitLever, cost: amount * rate + 10, reserve };
  }

  /** Takes what an account's positions do not need. */
  private *leaveLittle(user: number, currency: number): Plan {
    const { random, part } = this.parts;
    const amount = Number(part.books.room(user, currency) ?? 0n);
    if (amount === 0 || random.oneIn(5)) return;
    const command: Plain<Transfer> = {
      type: 'transfer',
      user,
      currency,
      amount,
      from: accountType.lever,
      to: accountType.change,
      requestKey: null,
    };
    yield command as Transfer;
  }

  private close({ user, position }: NaiveRow): Command {
    const command: Plain<CloseLever> = { type: 'close_lever', user, position, requestKey: null };
    return command as CloseLever;
  }

  /** Takes all that the house has free, and mostly what insurance has. */
  private *emptyHouse(currency: number): Plan {
    const { random, model, money } = this.parts;
    for (const from of [leverHouse, insurance]) {
      if (from === insurance && random.oneIn(4)) continue;
      const kept = from === leverHouse ? model.state.houseFloor(currency) : 0n;
      const amount = Number(model.state.balance(0, from, currency)[0] - kept);
      if (amount > 0) yield money.move({ from, to: treasury, currency, amount });
    }
  }

  /** A user who may trade and owes nothing, if possible one without positions in a currency. */
  private trader(currency: number): number {
    const { random, model, part, users } = this.parts;
    const { restrictions, debts } = model.state;
    const free = users.filter((user) => ![...restrictions, ...debts].some((one) => one.user === user));
    const idle = free.filter((user) => part.books.of(user, currency).length === 0);
    return random.anyOf(idle) ?? random.anyOf(free) ?? users[0];
  }
}
