import { invariant } from '../invariant.ts';
import { entrustThreshold, markOfProfit } from './formulas.ts';
import { ReachedMarks } from './reached-marks.ts';
import { heapEntry, ThresholdHeap } from './threshold-heap.ts';
import { ThresholdTree } from './threshold-tree.ts';
import type { CurrencyId, MarketId, UserId } from '../identifiers.ts';
import type { AccountSlot } from '../ledger/ledger.ts';
import { type Amount, noAmount } from '../money.ts';
import type { ClaimQueue } from './claim-queue.ts';
import type { LeverSide, LeverTerms, PositionId } from './commands.ts';
import type { LeverRow } from './row.ts';
import type { HeapEntry } from './threshold-heap.ts';

/** The room that the house keeps free of a currency. */
export interface LeverFloor {
  readonly currency: CurrencyId;
  readonly version: number;
  readonly houseFloor: Amount;
}

/** A market with leverage: its terms, its mark, and its rows in the orders in which prices reach them. */
export class LeverPair {
  readonly market: MarketId;
  readonly base: CurrencyId;
  readonly quote: CurrencyId;
  readonly unit: number;
  terms: LeverTerms;
  version: number;
  rowCount = 0;
  /** Sum of the amounts of all rows. */
  gross = 0;
  /** While the pair has rows: the mark, null while the pair is suspended, and the last one that was not null. */
  mark: number | null = null;
  lastMark: number | null = null;
  readonly waiting = new ThresholdHeap<LeverRow>();
  readonly closing = new ThresholdHeap<LeverRow>();
  readonly falling = new ThresholdTree<LeverRow>();
  readonly rising = new ThresholdTree<LeverRow>();
  /** Filled rows by side: by the mark at which the profit is the reserve, and by price, the best entry first. */
  readonly atReserve = { long: new ThresholdHeap<LeverRow>(), short: new ThresholdHeap<LeverRow>() };
  readonly byEntry = { long: new ThresholdHeap<LeverRow>(), short: new ThresholdHeap<LeverRow>() };
  /** Accounts that are long or short on balance, by the mark at which they must be evaluated again. */
  readonly risk = { long: new ThresholdHeap<LeverAccount>(), short: new ThresholdHeap<LeverAccount>() };

  constructor(
    { market, base, quote }: { market: MarketId; base: CurrencyId; quote: CurrencyId },
    unit: number,
    terms: LeverTerms,
    version: number,
  ) {
    this.market = market;
    this.base = base;
    this.quote = quote;
    this.unit = unit;
    this.terms = terms;
    this.version = version;
  }

  /** The last mark of a pair with rows. */
  get knownMark(): number {
    invariant(this.lastMark !== null, 'a pair with rows must have had a mark');
    return this.lastMark;
  }

  /** Whether the mark reaches the threshold of an order or of a stop. */
  isMet(mark: number): boolean {
    return this.falling.isMet(0 - mark) || this.rising.isMet(mark);
  }

  /** Whether the profit of a row on this side reaches its reserve. */
  isReserveMet(side: LeverSide): boolean {
    return this.mark !== null && this.atReserve[side].isMet(side === 'long' ? this.mark : 0 - this.mark);
  }

  /** Puts a row into the heaps and trees of its state. */
  enter(row: LeverRow): void {
    this.rowCount += 1;
    this.gross += row.amount;
    if (row.state === 'waiting') enqueue(this.waiting, row);
    else if (row.state === 'entrusted') this.#await(row, row.order.side, row.order.target, 'entrust');
    else this.#enterFilled(row);
  }

  /** Takes a row out of all heaps and trees. */
  leave(row: LeverRow): void {
    this.rowCount -= 1;
    this.gross -= row.amount;
    (row.state === 'waiting' ? this.waiting : this.closing).remove(row.queued);
    this.falling.remove(row.falling);
    this.rising.remove(row.rising);
    const { side } = row.order;
    this.atReserve[side].remove(row.atReserve);
    this.byEntry[side].remove(row.byEntry);
  }

  /** Sorts a row in again after its reserve was raised. */
  reserveRaised(row: LeverRow): void {
    this.atReserve[row.order.side].remove(row.atReserve);
    this.#enterReserve(row);
  }

  #enterFilled(row: LeverRow): void {
    const { side, takeProfit, stopLoss } = row.order;
    row.byEntry.key = side === 'long' ? row.price : 0 - row.price;
    this.byEntry[side].add(row.byEntry);
    this.#enterReserve(row);
    if (row.state === 'closing') {
      enqueue(this.closing, row);
      return;
    }
    this.#await(row, side, stopLoss, 'stop');
    this.#await(row, side === 'long' ? 'short' : 'long', takeProfit, 'stop');
  }

  #enterReserve(row: LeverRow): void {
    const mark = markOfProfit(row.exposure, row.price, row.reserve);
    const { side } = row.order;
    row.atReserve.key = side === 'long' ? mark : 0 - mark;
    this.atReserve[side].add(row.atReserve);
  }

  /**
   * Adds a price to the falling tree for `long` and to the rising one for `short`: a long waits for a lower mark to
   * open and a lower one to stop its loss.
   */
  #await(row: LeverRow, side: LeverSide, price: number | null, purpose: 'entrust' | 'stop'): void {
    if (price === null) return;
    const threshold = purpose === 'entrust' ? entrustThreshold(side, price, row.order.spreadPpm) : price;
    const entry = side === 'long' ? row.falling : row.rising;
    entry.key = side === 'long' ? 0 - threshold : threshold;
    entry.age = row.sequence;
    (side === 'long' ? this.falling : this.rising).add(entry);
  }
}

function enqueue(queue: ThresholdHeap<LeverRow>, row: LeverRow): void {
  row.queued.key = row.sequence;
  queue.add(row.queued);
}

/** A mark at which an account must be evaluated again, in the heap of a pair. */
export interface RiskArm {
  readonly heap: ThresholdHeap<LeverAccount>;
  readonly entry: HeapEntry<LeverAccount>;
}

/** The rows of a user in a quote currency, with cross margin. */
export class LeverAccount {
  readonly user: UserId;
  readonly currency: CurrencyId;
  /** The user's lever account in the ledger. */
  readonly slot: AccountSlot;
  /** By id. */
  readonly rows: LeverRow[] = [];
  /** L: what leverage has locked in the lever account. */
  locked = noAmount;
  /** M, H and MM; and the margins within H. */
  margins = 0;
  held = 0;
  maintenances = 0;
  heldMargins = 0;
  readonly arms: RiskArm[] = [];
  /** In the heap of accounts that may have to be liquidated. */
  readonly due: HeapEntry<LeverAccount>;

  constructor(user: UserId, currency: CurrencyId, slot: AccountSlot) {
    this.user = user;
    this.currency = currency;
    this.slot = slot;
    this.due = heapEntry<LeverAccount>(user, currency, this);
  }

  add(row: LeverRow): void {
    const after = this.rows.findIndex((other) => other.order.position > row.order.position);
    if (after < 0) this.rows.push(row);
    else this.rows.splice(after, 0, row);
    this.#count(row, 1);
  }

  remove(row: LeverRow): void {
    const at = this.rows.indexOf(row);
    invariant(at >= 0, 'a row that ends must be in its account');
    this.rows.splice(at, 1);
    this.#count(row, -1);
  }

  #count(row: LeverRow, sign: 1 | -1): void {
    this.held += sign * row.held;
    if (row.isFilled) {
      this.margins += sign * row.margin;
      this.maintenances += sign * row.maintenance;
    } else this.heldMargins += sign * row.margin;
  }
}

/** The readable part of the state of leverage. */
export type ReadableLeverage = Readonly<Pick<LeverageState, 'allPairs' | 'rows' | 'allAccounts' | 'floors' | 'claims'>>;

/** Leverage: pairs, accounts and rows. */
export class LeverageState {
  /** The last id assigned. */
  positionCount = 0;
  readonly rows = new Map<PositionId, LeverRow>();
  readonly floors = new Map<CurrencyId, LeverFloor>();
  /** The claims of users on the house, by currency; none of the queues is empty. */
  readonly claims = new Map<CurrencyId, ClaimQueue>();
  readonly reached = new ReachedMarks();
  /** The kind of due work whose turn it is; 0 while nothing is due. */
  turn = 0;
  /** Accounts whose equity may be down to the maintenance margin, by user and currency. */
  readonly due = new ThresholdHeap<LeverAccount>();
  /** Accounts of which no position can be closed while a pair is suspended. */
  readonly stuck = new Set<LeverAccount>();
  /** Pairs on which the profit of some row may have reached its reserve. */
  readonly reserveDue = new Set<LeverPair>();
  readonly #pairs = new Map<MarketId, LeverPair>();
  readonly #pairsOfAsset = new Map<CurrencyId, LeverPair[]>();
  readonly #accounts = new Map<UserId, LeverAccount[]>();

  pair(market: MarketId): LeverPair | undefined {
    return this.#pairs.get(market);
  }

  /** The pairs by market id. */
  allPairs(): LeverPair[] {
    return [...this.#pairs.values()].toSorted((a, b) => a.market - b.market);
  }

  addPair(pair: LeverPair): void {
    this.#pairs.set(pair.market, pair);
    for (const asset of [pair.base, pair.quote]) {
      const pairs = this.#pairsOfAsset.get(asset) ?? [];
      pairs.push(pair);
      this.#pairsOfAsset.set(asset, pairs);
    }
  }

  /** The pairs whose mark depends on the index of an asset. */
  pairsOf(asset: CurrencyId): readonly LeverPair[] {
    return this.#pairsOfAsset.get(asset) ?? [];
  }

  floorOf(currency: CurrencyId): Amount {
    return this.floors.get(currency)?.houseFloor ?? noAmount;
  }

  /** The account; undefined while it has no rows. */
  account(user: UserId, currency: CurrencyId): LeverAccount | undefined {
    return this.#accounts.get(user)?.find((account) => account.currency === currency);
  }

  accountsOf(user: UserId): readonly LeverAccount[] {
    return this.#accounts.get(user) ?? [];
  }

  *allAccounts(): Generator<LeverAccount> {
    for (const accounts of this.#accounts.values()) yield* accounts;
  }

  addAccount(account: LeverAccount): void {
    const accounts = this.#accounts.get(account.user);
    if (accounts === undefined) this.#accounts.set(account.user, [account]);
    else accounts.push(account);
  }

  /** Adds a row to its pair and its account. */
  enter(row: LeverRow): void {
    this.rows.set(row.order.position, row);
    row.account.add(row);
    row.pair.enter(row);
  }

  /** Changes a row of a pair and an account, which may change its place in them. */
  change(row: LeverRow, change: () => void): void {
    row.account.remove(row);
    row.pair.leave(row);
    change();
    row.account.add(row);
    row.pair.enter(row);
  }

  /** Removes a row that has ended; an account without rows remains until `forget`. */
  leave(row: LeverRow): void {
    this.rows.delete(row.order.position);
    row.account.remove(row);
    row.pair.leave(row);
  }

  /** Forgets an account without rows. */
  forget(account: LeverAccount): void {
    this.due.remove(account.due);
    this.stuck.delete(account);
    const others = this.accountsOf(account.user).filter((other) => other !== account);
    if (others.length > 0) this.#accounts.set(account.user, others);
    else this.#accounts.delete(account.user);
  }
}
