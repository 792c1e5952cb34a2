import { accountType } from '../../ledger/account.ts';
import type { Command } from '../../command.ts';
import type { ConfigureIndex } from '../../index-price/commands.ts';
import type { Credit, Transfer, VenueTransfer } from '../../ledger/commands.ts';
import type { NaiveExchange } from '../../simulation/naive-exchange.ts';
import type { RandomPart } from '../../simulation/parts.ts';
import type { Plain } from '../../simulation/random-commands.ts';
import type { Random } from '../../simulation/random.ts';
import type { ConfigureLeverage, SubmitLever } from '../commands.ts';
import { NaiveLeverage } from './naive-leverage.ts';
import type { NaivePair, NaiveRow } from './naive-books.ts';

/** Invalid values for any number, and the largest safe integer. */
const oddNumbers = [0, -0, -1, 0.5, 2 ** 53, NaN, Infinity, Number.MAX_SAFE_INTEGER] as const;
const markets = [1, 2, 3, 4, 5, 6] as const;
/** Sources of its own, so that the index of these markets depends on the prices of this part alone. */
const sources = ['lever_a', 'lever_b', 'lever_c'] as const;
/** The source of its movements of money. */
const source = 'lever';

/**
 * Generates commands of leverage: accounts with little money, a house with little more, prices that walk and sometimes
 * jump, so that positions are liquidated, deleveraged and leave deficits within a run.
 */
export class RandomLeverage implements RandomPart {
  readonly name = 'leverage';
  private readonly random: Random;
  private readonly model: NaiveExchange;
  private readonly users: readonly [number, ...number[]];
  private funded = 0;
  private isHousePoor = false;
  /** The time of each source's last report. */
  private readonly reportedAtMs = new Map<string, number>();
  /** Commands to send next, instead of random ones. */
  private readonly planned: Command[] = [];
  /** The price of each currency as its index counts it: 1000, 100, 1 and 1 USDT at first. */
  private readonly prices = new Map([
    [1, 10_000],
    [2, 10_000],
    [3, 1000],
    [4, 10_000],
  ]);

  constructor(random: Random, model: NaiveExchange, users: readonly [number, ...number[]]) {
    this.random = random;
    this.model = model;
    this.users = users;
  }

  vary(variant: string): void {
    this.isHousePoor = variant === 'poor';
  }

  opening(): Command[] {
    return [
      ...[1, 2].map((asset) => this.index(asset)),
      ...markets.map((market) => this.configure(market)),
      ...[3, 4].flatMap((currency) => [this.fund(currency, 103), this.fund(currency, 104)]),
    ];
  }

  next(requestKey: string | null): Command {
    const { random } = this;
    const planned = this.planned.shift();
    if (planned !== undefined) return planned;
    const lost = this.lostIndex();
    if (lost !== undefined && random.oneIn(4)) return this.index(lost);
    if (this.isHousePoor && random.oneIn(150)) return this.emptyHouse();
    const chance = random.integer(1, 100);
    if (chance <= 40) return this.tick();
    if (chance <= 62) return this.submit(requestKey);
    if (chance <= 74) return this.change(requestKey);
    if (chance <= 77) return this.configure(random.oneIn(20) ? 9 : random.pick(markets));
    if (chance <= 78) return this.floor();
    if (chance <= 79) return this.index(random.integer(1, 4));
    if (chance <= 83) return this.payIn();
    if (chance <= 87) return this.payOut(requestKey);
    if (chance <= 94) return this.outside(requestKey);
    if (chance <= 97) return this.fund(random.pick([3, 4]), random.pick([103, 104]));
    return chance === 98 && random.oneIn(4) ? this.drain() : this.tick();
  }

  /** Deposits of traders that are reversed, their debts, and restrictions: what may leave depends on positions. */
  private outside(requestKey: string | null): Command {
    const { random } = this;
    if (this.model.state.debts.length > 0 && random.oneIn(4)) return this.repay(requestKey);
    switch (random.integer(1, 9)) {
      case 1:
      case 2:
        return this.deposit();
      case 3:
        return this.takeBack();
      case 4:
        return this.repay(requestKey);
      case 5:
      case 6:
        return this.topUp(requestKey);
      case 7:
        return this.impoverish();
      case 8:
        return this.leaveDebt(requestKey);
      default:
        return this.restrict();
    }
  }

  /** One of the first commands of a run, and again when other parts have changed the rule. */
  private index(asset: number): Command {
    const { random } = this;
    const taken = random.oneIn(10) ? sources.slice(0, 1) : sources;
    const command: Plain<ConfigureIndex> = {
      type: 'configure_index',
      asset,
      decimals: asset,
      sources: taken,
      minSources: Math.min(taken.length, random.pick([1, 2, 2, 3])),
      maxDeviationPpm: 5000,
      stalenessMs: random.pick([3_600_000, 3_600_000, 2000]),
      operator: 0,
      cause: 'policy',
    };
    return command as ConfigureIndex;
  }

  /** A currency whose index another part has configured without the sources of this one. */
  private lostIndex(): number | undefined {
    const lost = this.model.indices.all().find(({ sources: names }) => !(names as string[]).includes(sources[0]));
    return lost === undefined ? undefined : Number(lost['asset']);
  }

  private tick(): Command {
    const { random } = this;
    for (const [asset, price] of this.prices) {
      const change = random.oneIn(this.isHousePoor ? 8 : 25)
        ? random.pick([0.7, 0.9, 0.95, 1.05, 1.1, 1.4])
        : 1 + random.integer(-40, 40) / 10_000;
      // The price returns to a range, so that positions stay small and large enough.
      const next = Math.round(price * change);
      const low = asset === 3 ? 300 : 3000;
      this.prices.set(asset, next < low ? low + 100 : next > 14 * low ? 10 * low : next);
    }
    const from = this.reporter();
    const taking = this.model.indices.all().filter(({ sources: names }) => (names as string[]).includes(from));
    const assets = taking.map(({ asset }) => Number(asset)).filter((asset) => this.prices.has(asset));
    const prices = (assets.length === 0 ? [2] : assets).map((asset) => ({ asset, price: this.prices.get(asset) ?? 1 }));
    const nowMs = this.model.state.timeMs + random.integer(-100, 300);
    const observedAtMs = random.oneIn(20) ? nowMs : Math.max(nowMs, (this.reportedAtMs.get(from) ?? 0) + 100);
    this.reportedAtMs.set(from, observedAtMs);
    return { type: 'index_ticks', source: from, observedAtMs, prices } as unknown as Command;
  }

  /** Mostly the source whose last report is the oldest, so that the oldest observation of an index advances. */
  private reporter(): string {
    const { random } = this;
    const names = this.model.indices.all().flatMap(({ sources: taken }) => taken as string[]);
    const [oldest] = sources
      .filter((one) => names.includes(one))
      .toSorted((a, b) => (this.reportedAtMs.get(a) ?? 0) - (this.reportedAtMs.get(b) ?? 0));
    return oldest === undefined || random.oneIn(8) ? random.pick(sources) : oldest;
  }

  private submit(requestKey: string | null): Command {
    const { random } = this;
    const pair = random.anyOf(this.part().books.pairs);
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
    const row = random.anyOf(this.part().books.rows);
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
    const pair = row === undefined ? undefined : this.part().books.pairOf(row);
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
    const books = this.part().books;
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
    return (random.oneIn(40) ? tiers.toReversed() : tiers) as unknown as ConfigureLeverage['tiers'];
  }

  private floor(): Command {
    const { random } = this;
    const houseFloor = this.term(random.pick([0, 10 ** random.integer(1, 9)]));
    const currency = random.oneIn(10) ? 9 : random.pick([3, 4]);
    return { type: 'configure_margin', currency, houseFloor, operator: 0, cause: 'policy' } as Command;
  }

  /** Money for the house or insurance; sometimes too little for the profits of positions. */
  private fund(currency: number, to: number): VenueTransfer {
    const amount = this.worth(currency) * this.random.pick([20, 200, 2000]);
    return this.move({ from: accountType.external, to, currency, amount });
  }

  /** Takes the house's money away, down to its floor or a unit more. */
  private drain(): Command {
    const { random } = this;
    const currency = random.pick([3, 4]);
    const available = Number(this.model.state.balance(0, accountType.leverHouse, currency)[0]);
    const free = available - Number(this.model.state.houseFloor(currency));
    const amount = random.oneIn(4) ? available : free + random.pick([0, 0, 1]);
    return this.move({ from: accountType.leverHouse, to: accountType.treasury, currency, amount });
  }

  /** Takes all that house and insurance have free. */
  private emptyHouse(): Command {
    const { leverHouse, insurance, treasury: to } = accountType;
    for (const currency of [3, 4]) {
      for (const from of [leverHouse, insurance]) {
        const available = Number(this.model.state.balance(0, from, currency)[0]);
        const kept = from === leverHouse ? Number(this.model.state.houseFloor(currency)) : 0;
        this.plan(this.move({ from, to, currency, amount: available - kept }));
      }
    }
    return this.tick();
  }

  private move(terms: Pick<Plain<VenueTransfer>, 'from' | 'to' | 'currency' | 'amount'>): VenueTransfer {
    this.funded += 1;
    const audit = { operator: 0, cause: 'capital', source, n: this.funded } as const;
    const command: Plain<VenueTransfer> = { type: 'venue_transfer', toUser: 0, ...terms, ...audit };
    return command as VenueTransfer;
  }

  private payIn(): Command {
    this.funded += 1;
    const currency = this.random.pick([3, 4]);
    const amount = Math.ceil(this.worth(currency) / this.random.pick([30, 100, 300, 1000]));
    const picked = this.random.pick(this.users);
    // A credit would pay a debt, so that no trader had one for long.
    const isOwing = this.model.state.debts.some(({ user }) => user === picked);
    const user = isOwing && !this.random.oneIn(4) ? this.random.pick(this.users) : picked;
    const to = { user, accountType: accountType.lever, currency, amount };
    const command: Plain<Credit> = { type: 'credit', ...to, source, n: this.funded };
    return command as Credit;
  }

  /** Moves money out of a lever account; sometimes more than its positions can spare. */
  private payOut(requestKey: string | null): Transfer {
    const { random } = this;
    const row = random.anyOf(this.part().books.rows);
    const user = row?.user ?? random.pick(this.users);
    const currency = row?.currency ?? random.pick([3, 4]);
    const available = Number(this.model.state.balance(user, 3, currency)[0]);
    const amount = Math.max(1, Math.floor(available / random.pick([1, 1, 2, 10])));
    const command = { type: 'transfer', user, currency, amount, from: 3, to: 1, requestKey };
    return command as unknown as Transfer;
  }

  private deposit(): Command {
    const { random } = this;
    this.funded += 1;
    const { user, currency } = this.trader();
    const amount = Math.ceil(this.worth(currency) * random.pick([2, 1, 0.2, 0.02]));
    const to = { user, accountType: random.pick([1, 3, 3]), currency, amount, matured: random.oneIn(3) };
    return { type: 'credit_deposit', ...to, source, n: this.funded } as unknown as Command;
  }

  /** Reverses a deposit, mostly of a trader whose positions need more than the lever account has. */
  private takeBack(): Command {
    const { state } = this.model;
    const own = state.credits.filter((credit) => credit.source === source && credit.status !== 'reversed');
    const short = own.filter(({ user, currency }) => state.leverGap(user, currency) > 0n);
    const credit = this.random.anyOf(short) ?? this.random.anyOf(own.slice(-20));
    if (credit === undefined) return this.deposit();
    const { status: _status, ...terms } = credit;
    return { type: 'reverse_credit', ...terms } as unknown as Command;
  }

  /** Holds all that the poorest user has outside leverage, and credits unmatured deposits in its place. */
  private impoverish(): Command {
    const [user] = this.users;
    const { currency } = this.trader();
    for (const type of [1, 2, 4, 5]) {
      for (const other of [1, 2, 3, 4]) this.plan(this.emptied(user, type, other, 0));
    }
    for (const accountType of [3, 1]) {
      const amount = Math.ceil(this.worth(currency) / 4);
      this.plan(this.credited({ user, accountType, currency, amount, matured: false }));
    }
    return this.tick();
  }

  /** Leaves a trader whose positions need money with a debt, and with money that does not pay it. */
  private leaveDebt(requestKey: string | null): Command {
    const { state } = this.model;
    const short = this.random.anyOf(
      this.part().books.rows.filter(({ user, currency }) => state.leverGap(user, currency) > 0n),
    );
    if (short === undefined) return this.tick();
    const { user, currency } = short;
    const amount = 1000;
    const credit = this.credited({ user, accountType: 1, currency, amount, matured: true });
    this.plan(credit);
    for (const type of [1, 2, 4, 5]) this.plan(this.emptied(user, type, currency, type === 1 ? amount : 0));
    const { matured: _matured, ...terms } = credit as unknown as { matured: boolean };
    this.plan({ ...terms, type: 'reverse_credit' } as unknown as Command);
    this.funded += 1;
    const audit = { operator: 0, cause: 'capital', source, n: this.funded };
    const payment = { from: 104, toUser: user, to: 1, currency, amount: 5 };
    this.plan({ type: 'venue_transfer', ...payment, ...audit } as unknown as Command);
    const topUp = { user, currency, amount: 5, from: 1, to: 3, requestKey };
    this.plan({ type: 'transfer', ...topUp } as unknown as Command);
    return this.tick();
  }

  private plan(command: Command): void {
    this.planned.push(command);
  }

  private credited(to: object): Command {
    this.funded += 1;
    return { type: 'credit_deposit', ...to, source, n: this.funded } as unknown as Command;
  }

  /** Holds all that an account has, and what it is about to have. */
  private emptied(user: number, type: number, currency: number, more: number): Command {
    this.funded += 1;
    const available = Number(this.model.state.balance(user, type, currency)[0]) + more;
    const movement = { user, accountType: type, currency, amount: Math.max(1, available), source, n: this.funded };
    return { type: 'hold', kind: 'withdrawal', ...movement } as unknown as Command;
  }

  private repay(requestKey: string | null): Command {
    const { random } = this;
    const debt = random.anyOf(this.model.state.debts) ?? { ...this.trader(), amount: 1n };
    const { user, currency } = debt;
    const amount = random.oneIn(2) ? null : Math.ceil(Number(debt.amount) / random.pick([1, 1, 5]));
    return { type: 'repay_debt', user, accountType: 3, currency, amount, requestKey } as unknown as Command;
  }

  /** Moves money into a lever account, mostly that of a trader whose positions need it. */
  private topUp(requestKey: string | null): Command {
    const { random } = this;
    const { state } = this.model;
    const short = this.part().books.rows.filter(({ user, currency }) => state.leverGap(user, currency) > 0n);
    const bound = [...state.debts, ...state.credits.filter(({ status }) => status === 'unmatured')];
    const owing = short.filter(({ user }) => bound.some((one) => one.user === user));
    const { user, currency } = random.anyOf(owing) ?? random.anyOf(short) ?? this.trader();
    const available = Number(state.balance(user, 1, currency)[0]);
    const amount = random.oneIn(3) ? available : Math.min(available, Number(state.leverGap(user, currency)));
    const command = { type: 'transfer', user, currency, amount: Math.max(1, amount), from: 1, to: 3, requestKey };
    return command as unknown as Command;
  }

  /** Stops the trading of a user with orders or a reversal, or lifts a restriction. */
  private restrict(): Command {
    const { random } = this;
    const restricted = random.anyOf(this.model.state.restrictions);
    const rows = this.part().books.rows.filter(({ state, closeReason }) => state !== 'open' || closeReason !== null);
    const user = restricted?.user ?? random.anyOf(rows)?.user ?? random.pick(this.users);
    const [before, scope] = [restricted?.scope ?? 'none', restricted === undefined ? 'trading' : 'none'];
    return { type: 'restrict_user', user, before, scope, operator: 0, cause: 'incident' } as unknown as Command;
  }

  /** A user and a currency of a position or an order, often the poorest user's, or any. */
  private trader(): { user: number; currency: number } {
    const { random } = this;
    const { rows } = this.part().books;
    const ofPoorest = random.oneIn(2) ? random.anyOf(rows.filter(({ user }) => user === this.users[0])) : undefined;
    const any = { user: random.pick(this.users), currency: random.pick([3, 4]) };
    return ofPoorest ?? random.anyOf(rows) ?? any;
  }

  /** About the amount of ten hands of the currency's first pair, or a small sum. */
  private worth(currency: number): number {
    const pairs = this.part().books.pairs.filter(({ quote }) => quote === currency);
    const pair = this.random.anyOf(pairs);
    return pair === undefined ? 1000 : Math.max(1, 5000 * 10 ** pair.terms.markDecimals * pair.unit);
  }

  /** About the mark of a pair. */
  private near(pair: NaivePair): number {
    return Math.max(1, Number(this.part().books.mark(pair) ?? 100n));
  }

  private odd(value: number): number {
    return this.random.oneIn(120) ? this.random.pick(oddNumbers) : value;
  }

  private term(value: number): number {
    return this.random.oneIn(250) ? this.random.pick(oddNumbers) : value;
  }

  private part(): NaiveLeverage {
    const part = this.model.parts.find((one) => one instanceof NaiveLeverage);
    if (part === undefined) throw new Error('the model has no leverage');
    return part;
  }
}
