import type { Command } from '../../command.ts';
import type { NaiveExchange } from '../../simulation/naive-exchange.ts';
import type { RandomPart } from '../../simulation/parts.ts';
import type { RestrictUser } from '../../restrictions/commands.ts';
import type { Plain } from '../../simulation/random-commands.ts';
import type { Random } from '../../simulation/random.ts';
import type { ConfigureLeverage, SubmitLever } from '../commands.ts';
import { NaiveLeverage } from './naive-leverage.ts';
import { PlannedLeverage } from './planned-leverage.ts';
import { RandomMarks } from './random-marks.ts';
import { RandomMoney } from './random-money.ts';
import type { NaiveBooks, NaivePair, NaiveRow } from './naive-books.ts';

/** Invalid values for any number, and the largest safe integer. */
const oddNumbers = [0, -0, -1, 0.5, 2 ** 53, NaN, Infinity, Number.MAX_SAFE_INTEGER] as const;
const markets = [1, 2, 3, 4, 5, 6] as const;

/**
 * Generates commands of leverage: accounts with little money, a house with little more, prices that walk and sometimes
 * jump, so that positions are liquidated, deleveraged and leave deficits within a run.
 */
export class RandomLeverage implements RandomPart {
  readonly name = 'leverage';
  private readonly random: Random;
  private readonly model: NaiveExchange;
  private readonly users: readonly [number, ...number[]];
  private readonly books: NaiveBooks;
  private readonly marks: RandomMarks;
  private readonly money: RandomMoney;
  private readonly plans: PlannedLeverage;
  private isHousePoor = false;

  constructor(random: Random, model: NaiveExchange, users: readonly [number, ...number[]]) {
    this.random = random;
    this.model = model;
    this.users = users;
    const part = model.parts.find((one) => one instanceof NaiveLeverage);
    if (part === undefined) throw new Error('the model has no leverage');
    this.books = part.books;
    this.marks = new RandomMarks(random, model);
    this.money = new RandomMoney(random, model, part.books, users);
    const { marks, money } = this;
    const configure = (market: number): ConfigureLeverage => this.configure(market);
    this.plans = new PlannedLeverage({ random, model, part, marks, money, users, configure });
  }

  vary(variant: string): void {
    this.isHousePoor = variant === 'poor';
    if (this.isHousePoor) this.marks.jumpsOneIn = 8;
  }

  opening(): Command[] {
    return [
      ...[1, 2].map((asset) => this.marks.index(asset)),
      ...markets.map((market) => this.configure(market)),
      ...[3, 4].flatMap((currency) => [this.money.fund(currency, 103), this.money.fund(currency, 104)]),
    ];
  }

  next(requestKey: string | null): Command {
    const { random } = this;
    const planned = this.money.planned.shift();
    if (planned !== undefined) return planned;
    const step = this.isHousePoor && !random.oneIn(20) ? this.plans.next() : null;
    if (step !== null) return step;
    const lost = this.marks.lostIndex();
    if (lost !== undefined && random.oneIn(4)) return this.marks.index(lost);
    if (this.isHousePoor && random.oneIn(150)) {
      this.money.emptyHouse();
      return this.marks.tick();
    }
    const chance = random.integer(1, 100);
    if (chance <= 40) return this.marks.tick();
    if (chance <= 62) return this.submit(requestKey);
    if (chance <= 74) return this.change(requestKey);
    if (chance <= 77) return this.configure(random.oneIn(20) ? 9 : random.pick(markets));
    if (chance <= 78) return this.floor();
    if (chance <= 79) return this.marks.index(random.integer(1, 4));
    if (chance <= 83) return this.money.payIn();
    if (chance <= 87) return this.money.payOut(requestKey);
    if (chance <= 94) return this.outside(requestKey);
    if (chance <= 97) return this.money.fund(random.pick([3, 4]), random.pick([103, 104]));
    return chance === 98 && random.oneIn(4) ? this.money.drain() : this.marks.tick();
  }

  /** Deposits of traders that are reversed, their debts, and restrictions: what may leave depends on positions. */
  private outside(requestKey: string | null): Command {
    const { random } = this;
    if (this.model.state.debts.length > 0 && random.oneIn(4)) return this.money.repay(requestKey);
    switch (random.integer(1, 9)) {
      case 1:
      case 2:
        return this.money.deposit();
      case 3:
        return this.money.takeBack();
      case 4:
        return this.money.repay(requestKey);
      case 5:
      case 6:
        return this.money.topUp(requestKey);
      case 7:
        this.money.impoverish();
        return this.marks.tick();
      case 8:
        this.money.leaveDebt(requestKey);
        return this.marks.tick();
      default:
        return this.restrict();
    }
  }

  private submit(requestKey: string | null): Command {
    const { random } = this;
    const pair = random.anyOf(this.books.pairs);
    const terms = pair?.terms;
    const mark = pair === undefined ? 1 : this.near(pair);
    const kind = random.oneIn(3) ? 'limit' : 'market';
    const side = random.pick(['long', 'short'] as const);
    const sign = side === 'long' ? 1 : -1;
    const away = (range: number): number => Math.round(mark * (1 + (sign * random.integer(1, range)) / 1000));
    const command: Plain<SubmitLever> = {
      type: 'submit_lever',
      user: random.oneIn(200) ? random.pick([0, -5, 2 ** 30]) : random.pick(this.users),
      market: random.oneIn(100) ? 99 : (pair?.market ?? 1),
      side,
      kind,
      share: this.odd(random.integer(1, random.oneIn(3) ? (terms?.maxShare ?? 10) : 30)),
      multiple: this.odd((random.oneIn(3) ? terms?.multiples[1] : terms?.multiples.at(-1)) ?? 2),
      target: this.only(kind === 'limit', Math.round(mark * (1 - (sign * random.integer(-2, 15)) / 1000))),
      worst: this.only(kind === 'market' && random.oneIn(2), away(15)),
      takeProfit: this.only(random.oneIn(4), random.oneIn(8) ? mark : away(60)),
      stopLoss: this.only(random.oneIn(4), random.oneIn(8) ? mark : Math.round(mark - sign * (mark / 50))),
      requestKey,
    };
    return command as SubmitLever;
  }

  /** The price if it applies; rarely one that does not, or an invalid one. */
  private only(applies: boolean, price: number): number | null {
    if (this.random.oneIn(80)) return applies ? null : price;
    return applies ? this.odd(price) : null;
  }

  private change(requestKey: string | null): Command {
    const { random } = this;
    const row = random.anyOf(this.books.rows);
    const user = row === undefined || random.oneIn(15) ? random.pick(this.users) : row.user;
    const position = row === undefined || random.oneIn(15) ? random.integer(-1, 60) : row.position;
    const common = { user, position, requestKey };
    const chance = random.integer(1, 12);
    if (chance <= 3) return { type: 'close_lever', ...common } as Command;
    if (chance <= 5) return { type: 'cancel_lever', ...common } as Command;
    if (chance === 6) return { type: 'reverse_lever', ...common } as Command;
    if (chance === 7) {
      const market = random.oneIn(3) ? random.pick([...markets, 77]) : null;
      const side = random.pick([null, 'long', 'short'] as const);
      return { type: 'close_all_lever', user, market, side, requestKey } as Command;
    }
    return { type: 'set_lever_stops', ...common, ...this.stops(row) } as Command;
  }

  private stops(row: NaiveRow | undefined) {
    const { random } = this;
    const pair = row === undefined ? undefined : this.books.pairOf(row);
    const mark = row?.target ?? (pair === undefined ? 100 : this.near(pair));
    const sign = row?.side === 'short' ? -1 : 1;
    const at = (range: number): number => Math.round(mark * (1 + (sign * random.integer(-1, range)) / 1000));
    return {
      takeProfit: random.oneIn(3) ? null : this.odd(at(30)),
      stopLoss: random.oneIn(3) ? null : this.odd(Math.round(mark - (at(30) - mark))),
    };
  }

  private configure(market: number): ConfigureLeverage {
    const { random } = this;
    const books = this.books;
    const known = books.pairs.find((pair) => pair.market === market);
    const listed = this.model.state.markets.find((one) => one.market === market);
    const decimals = this.model.state.currencies.find((one) => one.currency === listed?.quote)?.decimals ?? 2;
    const markDecimals = known?.terms.markDecimals ?? random.integer(0, Math.min(decimals, 2));
    const shareDecimals = known?.terms.shareDecimals ?? random.integer(0, decimals - markDecimals);
    const sharePoints = known?.terms.sharePoints ?? random.pick([1, 1, 10]);
    const unit = sharePoints * 10 ** (decimals - shareDecimals - markDecimals);
    // The amount of a hand at the usual price.
    const hand = 500 * 10 ** markDecimals * unit;
    const command: Plain<ConfigureLeverage> = {
      type: 'configure_leverage',
      market,
      state: random.oneIn(20) ? 'reduce_only' : 'open',
      shareDecimals: this.term(shareDecimals),
      sharePoints: this.term(sharePoints),
      markDecimals: this.term(markDecimals),
      multiples: random.oneIn(30)
        ? random.pick([[], [5, 5], [0], [9, 2]])
        : random.pick([
            [2, 10, 100],
            [1, 50, 200],
          ]),
      shares: random.oneIn(40) ? [2, 1] : [1, 10],
      minShare: this.term(random.integer(1, 2)),
      maxShare: this.term(random.pick([50, 400])),
      spreadPpm: this.term(random.pick([0, 100, 3000])),
      feePpm: this.term(random.pick([0, 400, 2000])),
      marketType: random.pick([0, 1]),
      reservePpm: this.term(random.pick([5000, 20_000, 100_000, 1_000_000])),
      tiers: this.tiers(hand),
      grossCap: this.term(hand * random.pick([100, 1000, 3000])),
      operator: random.oneIn(40) ? random.pick([-1, 1.5, 2 ** 30]) : random.pick([0, ...this.users]),
      cause: 'policy',
    };
    return command as ConfigureLeverage;
  }

  private tiers(hand: number) {
    const { random } = this;
    const tiers = [
      { limit: hand * 20, multiple: 200 },
      { limit: hand * 100, multiple: random.pick([33, 100]) },
      { limit: hand * 600, multiple: random.oneIn(30) ? 101 : random.pick([7, 20]) },
    ];
    return random.oneIn(40) ? tiers.toReversed() : tiers;
  }

  private floor(): Command {
    const { random } = this;
    const houseFloor = this.term(random.pick([0, 10 ** random.integer(1, 9)]));
    const currency = random.oneIn(10) ? 9 : random.pick([3, 4]);
    return { type: 'configure_margin', currency, houseFloor, operator: 0, cause: 'policy' } as Command;
  }

  /** Stops the trading of a user with orders or a reversal, or lifts a restriction. */
  private restrict(): Command {
    const { random } = this;
    const restricted = random.anyOf(this.model.state.restrictions);
    const rows = this.books.rows.filter(({ state, closeReason }) => state !== 'open' || closeReason !== null);
    const user = restricted?.user ?? random.anyOf(rows)?.user ?? random.pick(this.users);
    const [before, scope] = [restricted?.scope ?? 'none', restricted === undefined ? 'trading' : 'none'] as const;
    const audit = { operator: 0, cause: 'incident' } as const;
    const command: Plain<RestrictUser> = { type: 'restrict_user', user, before, scope, ...audit };
    return command as RestrictUser;
  }

  /** About the mark of a pair. */
  private near(pair: NaivePair): number {
    return Math.max(1, Number(this.books.mark(pair) ?? 100n));
  }

  private odd(value: number): number {
    return this.random.oneIn(120) ? this.random.pick(oddNumbers) : value;
  }

  private term(value: number): number {
    return this.random.oneIn(250) ? this.random.pick(oddNumbers) : value;
  }
}
