import { invariant } from '../../invariant.ts';
import { accountType } from '../../ledger/account.ts';
import { entrustThreshold } from '../formulas.ts';
import { presentMark } from '../marks.ts';
import type { Event, EventNamed } from '../../event.ts';
import type { Exchange } from '../../exchange.ts';
import type { ReadableState } from '../../state.ts';
import type { LeverOrder } from '../row.ts';
import type { LeverAccount, LeverPair } from '../state.ts';

type Closed = EventNamed<'lever_closed'>;
type Settled = EventNamed<'lever_claim_paid'> | EventNamed<'lever_claim_offset'>;

/** A filled position, as its events describe it. */
interface Filled {
  readonly market: number;
  readonly side: 'long' | 'short';
  readonly price: number;
  reserve: number;
}

/** A mark that observations made, with the oldest of them. */
interface DatedMark {
  readonly mark: number;
  readonly sequence: number;
  readonly asOfMs: number;
}

/** The mark of a pair after a command, and what it is as of. */
type PresentMark = Pick<DatedMark, 'mark' | 'asOfMs'>;

/** Since when a mark may execute an order, a close or a stop. */
interface Since {
  readonly sequence: number;
  readonly timeMs: number;
}

/** Closes that wait for a mark, unlike those that follow from other positions. */
const awaited = new Set<Closed['reason']>(['user', 'reverse', 'take_profit', 'stop_loss']);

/**
 * Laws of leverage that hold after every command, computed from the events and from sums over all rows: marks are not
 * older than what they execute, losses are borne in order, winners are paid what was reserved for them, the best entry
 * is deleveraged first and only without free money, and nothing that is due is overlooked.
 */
export class LeverLaws {
  readonly #filled = new Map<number, Filled>();
  readonly #since = new Map<number, Since>();
  readonly #marks = new Map<number, DatedMark[]>();
  /** By market: the marks after the last command and after this one. */
  #present = new Map<number, PresentMark[]>();
  /** The covers within this command of a loss that follows; null if more marks than two may have closed them. */
  #covers: Closed[] | null = null;
  /** "user currency market" → what the house owes. */
  readonly #claims = new Map<string, bigint>();
  /** "type currency" → available of the house and of insurance. */
  readonly #available = new Map<string, number>();
  /** The sum that was set off against the loss of a position within this command. */
  readonly #offsets = new Map<number, number>();

  /** Throws at the first event of a command that breaks a law, or if something due was overlooked. */
  check(exchange: Exchange, events: readonly Event[]): void {
    const { sequence, timeMs } = exchange;
    this.#offsets.clear();
    this.#covers = events.filter((event) => event.type === 'index_updated').length > 1 ? null : [];
    exchange.read((state) => {
      this.#noteMarks(state, sequence, events);
      this.#notePresent(state);
    });
    for (const event of events) {
      this.#checkEvent(event, { sequence, timeMs });
      this.#book(event);
    }
    if (exchange.hasDueWork) return;
    exchange.read((state) => {
      this.#checkNothingDue(state);
    });
  }

  #noteMarks(state: ReadableState, sequence: number, events: readonly Event[]): void {
    const updates = events.filter((event) => event.type === 'index_updated');
    const last = updates.at(-1);
    if (last === undefined || last.tick === null) return;
    const assets = new Set(last.assets.map(({ asset }) => asset));
    for (const pair of state.leverage.allPairs()) {
      if (!assets.has(pair.base) && !assets.has(pair.quote)) continue;
      const mark = presentMark(state, pair);
      const asOfMs = asOfOf(state, pair);
      if (mark === null || asOfMs === null) continue;
      invariant(asOfMs <= state.timeMs, 'a mark must not be as of a time that has not come');
      const known = this.#marks.get(pair.market) ?? [];
      this.#marks.set(pair.market, known);
      known.push({ mark, sequence, asOfMs });
    }
  }

  #notePresent(state: ReadableState): void {
    const present = new Map<number, PresentMark[]>();
    for (const pair of state.leverage.allPairs()) {
      const mark = presentMark(state, pair);
      const asOfMs = asOfOf(state, pair);
      const now = mark === null || asOfMs === null ? [] : [{ mark, asOfMs }];
      present.set(pair.market, [...(this.#present.get(pair.market) ?? []).slice(-1), ...now]);
    }
    this.#present = present;
  }

  #checkEvent(event: Event, now: Since): void {
    const { type } = event;
    if (type === 'lever_accepted' || type === 'lever_closing') this.#since.set(event.position, now);
    else if (type === 'lever_stops_set') {
      if (this.#filled.has(event.position)) this.#since.set(event.position, now);
    } else if (type === 'lever_opened') {
      if (event.reverses === null) this.#checkDated(event.position, event.market, event.markAtFill);
      this.#since.set(event.position, now);
      this.#filled.set(event.position, event);
    } else if (type === 'lever_reserve_raised') this.#raise(event);
    else if (type === 'lever_claim_offset') {
      this.#offsets.set(event.loss, (this.#offsets.get(event.loss) ?? 0) + event.amount);
      this.#settle(event);
    } else if (type === 'lever_claim_paid') this.#settle(event);
    else if (type === 'lever_closed') this.#checkClosed(event);
  }

  /** 8: a mark is of a later command and of observations that are not older than what it executes. */
  #checkDated(position: number, market: number, mark: number): void {
    const since = this.#since.get(position);
    invariant(since !== undefined, 'a position must have been accepted');
    const isDated = this.#marks.get(market)?.some((one) => {
      return one.mark === mark && one.sequence > since.sequence && one.asOfMs >= since.timeMs;
    });
    invariant(isDated === true, `position ${position} must be executed at a mark that is not older`);
  }

  #checkClosed(event: Closed): void {
    const { position, market, reason, closePrice, profit, deficit, insured, unpaid, currency, user } = event;
    if (awaited.has(reason)) this.#checkDated(position, market, closePrice);
    if (reason === 'cover') this.#covers?.push(event);
    else {
      if (awaited.has(reason)) this.#checkCovers(position);
      this.#covers?.splice(0);
    }
    const reserve = this.#filled.get(position)?.reserve ?? 0;
    invariant(reserve === event.reserve, 'the reserve of a position must be that of its events');
    invariant(profit - unpaid >= Math.min(profit, reserve), 'a winner must be paid what was reserved');
    if (profit < 0) {
      const own = event.postings.find((one) => one.accountType === accountType.lever);
      const borne = 0 - (own === undefined ? 0 : own.available + own.locked);
      const offset = this.#offsets.get(position) ?? 0;
      invariant(borne + offset + deficit === 0 - profit, 'a loss must be borne, set off, or a deficit');
      invariant(offset + deficit === 0 || event.balance === 0, 'an account must bear what it can');
      const owed = [...this.#claims].filter(([key]) => key.startsWith(`${user} ${currency} `));
      invariant(deficit === 0 || owed.length === 0, 'claims must be set off before there is a deficit');
      const before = this.#available.get(`${accountType.insurance} ${currency}`) ?? 0;
      invariant(insured === Math.min(deficit, before), 'insurance must pay what it can of a deficit');
    }
    if (reason === 'deleveraging') this.#checkDeleveraged(event);
    this.#filled.delete(position);
    const key = `${user} ${currency} ${market}`;
    if (unpaid > 0) this.#claims.set(key, (this.#claims.get(key) ?? 0n) + BigInt(unpaid));
  }

  /** A close whose loss other positions cover closes them at no mark that is older than it. */
  #checkCovers(position: number): void {
    const since = this.#since.get(position)?.timeMs ?? 0;
    for (const { market, closePrice } of this.#covers ?? []) {
      const isDated = this.#present.get(market)?.some((one) => one.mark === closePrice && one.asOfMs >= since);
      invariant(isDated === true, `a cover of position ${position} must be closed at a mark that is not older`);
    }
  }

  /** 11: only without free money for a profit that has reached its reserve, and the best entry first. */
  #checkDeleveraged({ position, market, side, price, currency, closePrice, unit, share }: Closed): void {
    const rows = [...this.#filled].filter(([, row]) => row.market === market && row.side === side);
    const sign = side === 'long' ? 1 : -1;
    for (const [other, row] of rows) {
      const isBetter = sign * row.price < sign * price || (row.price === price && other < position);
      invariant(!isBetter, 'the best entry must be deleveraged first');
    }
    const best = sign * (closePrice - price) * unit * share;
    invariant(best > 0, 'only a winner may be deleveraged');
    const owed = this.#owedIn(currency);
    const free = BigInt(this.#available.get(`${accountType.leverHouse} ${currency}`) ?? 0) - owed;
    const isShort = rows.some(([, row]) => free < BigInt(row.reserve));
    invariant(isShort, 'a position must not be deleveraged while the house can reserve more');
  }

  #owedIn(currency: number): bigint {
    let sum = 0n;
    for (const [key, amount] of this.#claims) if (key.split(' ')[1] === String(currency)) sum += amount;
    return sum;
  }

  #raise({ position, reserve }: EventNamed<'lever_reserve_raised'>): void {
    const row = this.#filled.get(position);
    invariant(row !== undefined && reserve === 2 * row.reserve, 'a reserve must be doubled');
    this.#filled.set(position, { ...row, reserve });
  }

  #settle({ user, market, currency, amount, left }: Settled): void {
    const key = `${user} ${currency} ${market}`;
    const rest = (this.#claims.get(key) ?? 0n) - BigInt(amount);
    invariant(amount > 0 && rest === BigInt(left) && rest >= 0n, 'a claim must be settled once');
    if (rest === 0n) this.#claims.delete(key);
    else this.#claims.set(key, rest);
  }

  #book(event: Event): void {
    if (!('postings' in event)) return;
    for (const { user, accountType: type, currency, available } of event.postings) {
      if (user !== 0) continue;
      const key = `${type} ${currency}`;
      this.#available.set(key, (this.#available.get(key) ?? 0) + available);
    }
  }

  /** 6: without due work no account is at its maintenance margin, no stop is reached, and no claim can be paid. */
  #checkNothingDue(state: ReadableState): void {
    for (const account of state.leverage.allAccounts()) {
      checkSafe(state, account);
      this.#checkAccount(account);
    }
    for (const key of this.#claims.keys()) {
      const currency = key.split(' ')[1] ?? '';
      const types = [accountType.leverHouse, accountType.insurance];
      const isPaid = types.every((type) => (this.#available.get(`${type} ${currency}`) ?? 0) === 0);
      invariant(isPaid, 'a claim must be paid while there is money');
    }
  }

  #checkAccount(account: LeverAccount): void {
    for (const { order, state: rowState, isFilled, pair, price, reserve, exposure } of account.rows) {
      if (isFilled && pair.mark !== null) {
        const profit = BigInt(exposure) * BigInt(pair.mark - price);
        invariant(profit < BigInt(reserve), 'a profit must not reach its reserve');
      }
      const since = this.#since.get(order.position);
      const last = this.#marks.get(order.market)?.at(-1);
      if (since === undefined || last === undefined) continue;
      if (last.sequence <= since.sequence || last.asOfMs < since.timeMs) continue;
      invariant(rowState !== 'waiting', 'an order must not wait at a mark that is not older');
      invariant(!isReached(order, rowState, last.mark), 'a stop must not be reached');
    }
  }
}

/** An account that can be liquidated has more than its maintenance margin. */
function checkSafe({ ledger }: ReadableState, { slot, locked, rows }: LeverAccount): void {
  const filled = rows.filter(({ isFilled }) => isFilled);
  if (filled.some(({ pair }) => pair.mark === null)) return;
  const profits = filled.map(({ exposure, pair, price }) => BigInt(exposure) * BigInt((pair.mark ?? 0) - price));
  const equity = profits.reduce((sum, profit) => sum + profit, BigInt(ledger.available(slot) + locked));
  const needed = filled.reduce((sum, { maintenance }) => sum + BigInt(maintenance), 0n);
  invariant(equity > needed, 'an account must be liquidated at its maintenance margin');
}

function asOfOf({ indices }: ReadableState, { base, quote }: Pick<LeverPair, 'base' | 'quote'>): number | null {
  const times = [base, quote].map((asset) => {
    return indices.configurationOf(asset) === undefined ? Infinity : indices.asOfMs(asset);
  });
  return times.includes(null) ? null : Math.min(...times.map((time) => time ?? 0));
}

function isReached({ side, target, spreadPpm, stopLoss, takeProfit }: LeverOrder, state: string, mark: number) {
  const isAtMost = (price: number | null): boolean => price !== null && mark <= price;
  const isAtLeast = (price: number | null): boolean => price !== null && mark >= price;
  if (state === 'entrusted' && target !== null) {
    const threshold = entrustThreshold(side, target, spreadPpm);
    return side === 'long' ? isAtMost(threshold) : isAtLeast(threshold);
  }
  if (state !== 'open') return false;
  return side === 'long' ? isAtMost(stopLoss) || isAtLeast(takeProfit) : isAtLeast(stopLoss) || isAtMost(takeProfit);
}
