import { isEntrustMet, least, limited, partOf } from './naive-formulas.ts';
import type { NaiveIndices } from '../../simulation/naive-index.ts';
import type { NaiveEvent } from '../../simulation/naive-rules.ts';
import type { NaiveState } from '../../simulation/naive-state.ts';
import type { LeverTerms, SubmitLever } from '../commands.ts';

export interface NaivePair {
  market: number;
  base: number;
  quote: number;
  unit: number;
  version: number;
  terms: LeverTerms;
}

export interface NaiveRow {
  position: number;
  user: number;
  market: number;
  currency: number;
  side: string;
  kind: string;
  share: number;
  multiple: number;
  unit: number;
  spreadPpm: number;
  feePpm: number;
  marketType: number;
  reservePpm: number;
  target: number | null;
  worst: number | null;
  takeProfit: number | null;
  stopLoss: number | null;
  reverses: number | null;
  acceptedAtMs: number;
  state: string;
  sequence: number;
  timeMs: number;
  price: bigint;
  amount: bigint;
  margin: bigint;
  held: bigint;
  fee: bigint;
  maintenance: bigint;
  reserve: bigint;
  markAtFill: bigint;
  filledAtMs: number;
  closeReason: string | null;
}

/** The terms that a user chooses. */
export type NaiveRequest = Omit<SubmitLever, 'type' | 'market' | 'requestKey'>;

/** The figures of an order that is not filled. */
const unfilled = { price: 0n, amount: 0n, margin: 0n, held: 0n, fee: 0n, maintenance: 0n, reserve: 0n, markAtFill: 0n };

export interface NaiveCost {
  price: bigint;
  amount: bigint;
  margin: bigint;
  fee: bigint;
}

export interface NaiveReachedMark {
  market: number;
  mark: bigint | null;
  sequence: number;
  /** Infinite without a mark. */
  asOfMs: number;
}

/** Movements of an event: changes of the lever account's balance and of the venue's accounts. */
interface Moves {
  own?: bigint;
  house?: readonly [available: bigint, locked: bigint];
  insurance?: bigint;
  fees?: bigint;
  fee?: bigint;
}

/** Rows, pairs and marks, in plain lists that are searched each time. */
export class NaiveBooks {
  /** By id. */
  rows: NaiveRow[] = [];
  readonly pairs: NaivePair[] = [];
  readonly reached: NaiveReachedMark[] = [];
  private readonly state: NaiveState;
  private readonly indices: NaiveIndices;
  /** "user/currency" → L. */
  private readonly locked = new Map<string, bigint>();
  private readonly lastMarks = new Map<number, bigint>();

  constructor(state: NaiveState, indices: NaiveIndices) {
    this.state = state;
    this.indices = indices;
  }

  /** The row of an order that is not stored yet. */
  newRow(position: number, pair: NaivePair, request: NaiveRequest, reverses: number | null): NaiveRow {
    const { user, side, kind, share, multiple, target, worst, takeProfit, stopLoss } = request;
    const { spreadPpm, feePpm, marketType, reservePpm } = pair.terms;
    const { sequence, timeMs } = this.state;
    return {
      position,
      user,
      market: pair.market,
      currency: pair.quote,
      side,
      kind,
      share,
      multiple,
      unit: pair.unit,
      spreadPpm,
      feePpm,
      marketType,
      reservePpm,
      target,
      worst,
      takeProfit,
      stopLoss,
      reverses,
      acceptedAtMs: timeMs,
      state: kind === 'market' ? 'waiting' : 'entrusted',
      sequence,
      timeMs,
      ...unfilled,
      filledAtMs: 0,
      closeReason: null,
    };
  }

  /** index(base) ÷ index(quote), or index(base) if the quote currency has none, in points, rounded half up. */
  mark({ base, quote, terms }: NaivePair): bigint | null {
    const one = this.indices.priceOf(base);
    if (one === null) return null;
    const hasQuote = this.indices.all().some(({ asset }) => asset === quote);
    const other = hasQuote ? this.indices.priceOf(quote) : { units: 1n, decimals: 0 };
    if (other === null) return null;
    const numerator = one.units * 10n ** BigInt(other.decimals + terms.markDecimals);
    const denominator = other.units * 10n ** BigInt(one.decimals);
    const mark = (2n * numerator + denominator) / (2n * denominator);
    return mark < 1n || mark > 2n ** 53n - 1n ? null : mark;
  }

  lastMark({ market }: Pick<NaiveRow, 'market'>): bigint {
    const last = this.lastMarks.get(market);
    if (last === undefined) throw new Error('a pair of the model with rows had no mark');
    return last;
  }

  setMarks(event: NaiveEvent): void {
    const assets = (event['assets'] as readonly { asset: number }[]).map(({ asset }) => asset);
    const isTick = event['tick'] !== null;
    const pairs = this.pairs.filter(({ base, quote }) => assets.includes(base) || assets.includes(quote));
    for (const pair of pairs.toSorted((a, b) => a.market - b.market)) {
      const { market } = pair;
      const rows = this.rows.filter((row) => row.market === market);
      if (rows.length === 0) continue;
      const mark = this.mark(pair);
      if (mark !== null) this.lastMarks.set(market, mark);
      if (mark !== null && !isTick) continue;
      const isQueued = rows.some(({ state }) => state === 'waiting' || state === 'closing');
      const isMet = mark !== null && rows.some((row) => this.threshold(row, mark) !== null);
      if (!isQueued && !isMet) continue;
      const asOfMs = mark === null ? Infinity : this.asOfMs(pair);
      this.reached.push({ market, mark, sequence: this.state.sequence, asOfMs });
    }
  }

  add(row: NaiveRow): void {
    const pair = this.pairOf(row);
    const mark = this.mark(pair);
    if (!this.rows.some(({ market }) => market === row.market) && mark !== null) this.lastMarks.set(row.market, mark);
    this.rows.push(row);
  }

  remove(row: NaiveRow): void {
    this.rows = this.rows.filter((other) => other !== row);
  }

  pairOf({ market }: Pick<NaiveRow, 'market'>): NaivePair {
    const pair = this.pairs.find((one) => one.market === market);
    if (pair === undefined) throw new Error(`market ${market} of the model has no leverage`);
    return pair;
  }

  keyOf(user: number, { quote }: NaivePair): { user: number; currency: number } {
    return { user, currency: quote };
  }

  of(user: number, currency: number): NaiveRow[] {
    return this.rows.filter((row) => row.user === user && row.currency === currency);
  }

  /** The accounts with rows, by user and currency. */
  accounts(): { user: number; currency: number }[] {
    const keys = new Map(this.rows.map(({ user, currency }) => [`${user} ${currency}`, { user, currency }]));
    return [...keys.values()].toSorted((a, b) => a.user - b.user || a.currency - b.currency);
  }

  sum(user: number, currency: number, of: 'margin' | 'held' | 'maintenance'): bigint {
    const rows = this.of(user, currency).filter((row) => of !== 'margin' || this.isFilled(row));
    return rows.reduce((total, row) => total + row[of], 0n);
  }

  isFilled({ state }: NaiveRow): boolean {
    return state === 'open' || state === 'closing';
  }

  balance(user: number, currency: number): bigint {
    return this.state.balance(user, 3, currency)[0] + (this.locked.get(`${user}/${currency}`) ?? 0n);
  }

  profitAt({ side, share, unit, price }: NaiveRow, mark: bigint): bigint {
    const rise = BigInt(share) * BigInt(unit) * (mark - price);
    return limited(side === 'long' ? rise : -rise);
  }

  profit(row: NaiveRow): bigint {
    return this.profitAt(row, this.lastMark(row));
  }

  equity(user: number, currency: number): bigint {
    const filled = this.of(user, currency).filter((row) => this.isFilled(row));
    return limited(filled.reduce((sum, row) => sum + this.profit(row), this.balance(user, currency)));
  }

  isLive(row: NaiveRow): boolean {
    return this.mark(this.pairOf(row)) !== null;
  }

  /** The account's other rows with a profit that can be realized at a mark that is not older than a time, by id. */
  covers(row: NaiveRow, sinceMs = -Infinity): NaiveRow[] {
    const others = this.of(row.user, row.currency).filter((one) => one !== row && this.isFilled(one));
    return others.filter((one) => this.isLive(one) && this.asOfMs(one) >= sinceMs && this.profit(one) > 0n);
  }

  canBear(row: NaiveRow, profit: bigint, sinceMs = -Infinity): boolean {
    const filled = this.of(row.user, row.currency).filter((one) => this.isFilled(one));
    const isKnown = (one: NaiveRow): boolean => this.isLive(one) && (one === row || this.asOfMs(one) >= sinceMs);
    if (profit >= 0n || filled.every(isKnown)) return true;
    const profits = this.covers(row, sinceMs).reduce((sum, one) => sum + this.profit(one), 0n);
    return this.balance(row.user, row.currency) + profits + profit >= 0n;
  }

  /** An asset without an index has no observations. */
  private asOfMs({ market }: Pick<NaiveRow, 'market'>): number {
    const { base, quote } = this.pairOf({ market });
    return Math.min(...[base, quote].map((one) => this.indices.asOfMs(one)));
  }

  /** Whether a filled row can be closed now. */
  isClosable(row: NaiveRow): boolean {
    return this.isFilled(row) && this.isLive(row) && this.canBear(row, this.profit(row));
  }

  /** The amount that may leave a lever account; null without rows. */
  room(user: number, currency: number): bigint | null {
    if (this.of(user, currency).length === 0) return null;
    const room = least(this.state.balance(user, 3, currency)[0], this.spare(user, currency));
    return room < 0n ? 0n : room;
  }

  /** How much the equity is short of twice the margins. */
  gap(user: number, currency: number): bigint {
    if (this.of(user, currency).length === 0) return 0n;
    const spare = this.spare(user, currency);
    return spare < 0n ? -spare : 0n;
  }

  private spare(user: number, currency: number): bigint {
    const profits = this.of(user, currency)
      .filter((row) => this.isFilled(row))
      .map((row) => (this.isLive(row) ? this.profit(row) : least(0n, this.profit(row))));
    const equity = limited(profits.reduce((sum, profit) => sum + profit, this.balance(user, currency)));
    return equity - 2n * this.sum(user, currency, 'margin');
  }

  /** The orders of a row's account that were accepted after it. */
  later({ user, currency, position }: NaiveRow): NaiveRow[] {
    return this.of(user, currency).filter((one) => !this.isFilled(one) && one.position > position);
  }

  /** The filled row with the best entry of a pair and side. */
  bestEntry({ market, side }: NaiveRow): NaiveRow | undefined {
    const rows = this.rows.filter((one) => one.market === market && one.side === side && this.isFilled(one));
    const sign = side === 'long' ? 1 : -1;
    return rows.toSorted((a, b) => sign * Number(a.price - b.price) || a.position - b.position)[0];
  }

  queued(reached: NaiveReachedMark, among = this.rows): NaiveRow | undefined {
    const { market, mark, sequence } = reached;
    const rows = among.filter((row) => {
      if (row.market !== market || row.sequence >= sequence || reached.asOfMs < row.timeMs) return false;
      return row.state === 'waiting' || (row.state === 'closing' && mark !== null);
    });
    return rows.toSorted((a, b) => a.sequence - b.sequence || a.position - b.position)[0];
  }

  triggered(reached: NaiveReachedMark, among = this.rows): NaiveRow | undefined {
    const { market, mark, sequence } = reached;
    if (mark === null) return undefined;
    const met = among.flatMap((row) => {
      if (row.market !== market || row.sequence >= sequence) return [];
      if (reached.asOfMs < row.timeMs) return [];
      const threshold = this.threshold(row, mark);
      return threshold === null ? [] : [{ row, ...threshold }];
    });
    const falling = met.filter(({ isFalling }) => isFalling).toSorted((a, b) => Number(b.at - a.at) || byId(a, b));
    const rising = met.filter(({ isFalling }) => !isFalling).toSorted((a, b) => Number(a.at - b.at) || byId(a, b));
    return (falling[0] ?? rising[0])?.row;
  }

  /** The threshold of a row that this mark meets. */
  private threshold(row: NaiveRow, mark: bigint): { isFalling: boolean; at: bigint } | null {
    const isLong = row.side === 'long';
    if (row.state === 'entrusted' && row.target !== null) {
      if (!isEntrustMet(row.side, mark, row.target, row.spreadPpm)) return null;
      const target = BigInt(row.target) * 1_000_000n;
      const spread = BigInt(row.spreadPpm);
      const low = 1_000_000n - spread;
      return { isFalling: isLong, at: isLong ? target / (1_000_000n + spread) : (target + low - 1n) / low };
    }
    if (row.state !== 'open') return null;
    const falling = isLong ? row.stopLoss : row.takeProfit;
    const rising = isLong ? row.takeProfit : row.stopLoss;
    if (falling !== null && mark <= BigInt(falling)) return { isFalling: true, at: BigInt(falling) };
    return rising !== null && mark >= BigInt(rising) ? { isFalling: false, at: BigInt(rising) } : null;
  }

  /** The first row whose profit has reached its reserve. */
  atReserve(): NaiveRow | undefined {
    const rows = this.rows.filter((row) => this.isFilled(row) && this.isLive(row) && this.profit(row) >= row.reserve);
    return rows.toSorted((a, b) => {
      if (a.market !== b.market) return a.market - b.market;
      if (a.side !== b.side) return a.side === 'long' ? -1 : 1;
      const sign = a.side === 'long' ? 1 : -1;
      return sign * Number(reserveMark(a) - reserveMark(b)) || a.position - b.position;
    })[0];
  }

  cost({ share, unit, multiple, feePpm, marketType }: NaiveRow, price: bigint): NaiveCost {
    const amount = BigInt(share) * price * BigInt(unit);
    const margin = (amount + BigInt(multiple) - 1n) / BigInt(multiple);
    return { price, amount, margin, fee: partOf(marketType === 0 ? margin : amount, feePpm) };
  }

  reserveOf({ reservePpm }: NaiveRow, amount: bigint): bigint {
    return least(amount, partOf(amount, reservePpm));
  }

  /** Moves money, locks what the account's rows need, and returns its sums and the postings. */
  book({ user, currency }: Pick<NaiveRow, 'user' | 'currency'>, moves: Moves): NaiveEvent {
    const { own = 0n, house = [0n, 0n], insurance = 0n, fees = 0n, fee = 0n } = moves;
    const key = `${user}/${currency}`;
    const before = this.locked.get(key) ?? 0n;
    const balance = this.balance(user, currency) + own;
    const margins = this.sum(user, currency, 'margin');
    const holds = this.sum(user, currency, 'held');
    const after = least(balance, margins + holds);
    this.locked.set(key, after);
    const locked = after - before;
    const postings = [this.post(user, 3, currency, own - locked, locked, fee)];
    const venue: [number, bigint, bigint][] = [
      [103, house[0], house[1]],
      [104, insurance, 0n],
      [102, fees, 0n],
    ];
    for (const [type, available, held] of venue) {
      if (available !== 0n || held !== 0n) postings.push(this.post(0, type, currency, available, held, 0n));
    }
    const maintenances = Number(this.sum(user, currency, 'maintenance'));
    return { balance: Number(balance), margins: Number(margins), holds: Number(holds), maintenances, postings };
  }

  /** The fields of an order in events. */
  order(row: NaiveRow): NaiveEvent {
    const { position, user, market, currency, side, kind, share, multiple, unit, spreadPpm, feePpm } = row;
    const { marketType, reservePpm, target, worst, takeProfit, stopLoss, reverses, acceptedAtMs } = row;
    return {
      position,
      user,
      market,
      currency,
      side,
      kind,
      share,
      multiple,
      unit,
      spreadPpm,
      feePpm,
      marketType,
      reservePpm,
      target,
      worst,
      takeProfit,
      stopLoss,
      reverses,
      acceptedAtMs,
    };
  }

  /** The fields of a fill in events. */
  facts({ price, markAtFill, amount, margin, fee, maintenance, filledAtMs }: NaiveRow): NaiveEvent {
    return {
      price: Number(price),
      markAtFill: Number(markAtFill),
      amount: Number(amount),
      margin: Number(margin),
      fee: Number(fee),
      maintenance: Number(maintenance),
      filledAtMs,
    };
  }

  private post(user: number, accountType: number, currency: number, available: bigint, locked: bigint, fee: bigint) {
    this.state.change(user, accountType, currency, available, locked);
    return { user, accountType, currency, available: Number(available), locked: Number(locked), fee: Number(fee) };
  }
}

/** The first mark at which the profit is the reserve. */
function reserveMark({ side, share, unit, price, reserve }: NaiveRow): bigint {
  const size = BigInt(share) * BigInt(unit);
  const move = (reserve + size - 1n) / size;
  return side === 'long' ? price + move : price - move;
}

function byId(a: { row: NaiveRow }, b: { row: NaiveRow }): number {
  return a.row.position - b.row.position;
}
