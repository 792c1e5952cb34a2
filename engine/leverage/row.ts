import { heapEntry } from './threshold-heap.ts';
import { Threshold } from './threshold-tree.ts';
import type { CurrencyId, MarketId, UserId } from '../identifiers.ts';
import type { Amount } from '../money.ts';
import type { LeverSide, PositionId } from './commands.ts';
import type { CloseReason } from './events.ts';
import type { LeverAccount, LeverPair } from './state.ts';

/**
 * `waiting`: a market order before its tick, or a limit order whose price the mark had reached when it was ordered.
 * `entrusted`: a limit order before its price. `closing`: an open position
 * that closes at the next tick of its index.
 */
export type RowState = 'waiting' | 'entrusted' | 'open' | 'closing';

/** A position as it was ordered, with the terms of its acceptance and its present stops. */
export interface LeverOrder {
  readonly position: PositionId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly currency: CurrencyId;
  readonly side: LeverSide;
  readonly kind: 'market' | 'limit';
  readonly share: number;
  readonly multiple: number;
  readonly unit: number;
  readonly spreadPpm: number;
  readonly feePpm: number;
  readonly marketType: 0 | 1;
  readonly reservePpm: number;
  readonly target: number | null;
  readonly worst: number | null;
  readonly takeProfit: number | null;
  readonly stopLoss: number | null;
  readonly reverses: PositionId | null;
  readonly acceptedAtMs: number;
}

/** The part of a row that changes after its acceptance. */
interface Progress {
  state: RowState;
  /**
   * The sequence and journal time of the command that ordered the position or its close, or since which its stops
   * count.
   */
  sequence: number;
  timeMs: number;
  /** The price of the fill, before it the price at which money is held; and amount and margin at it. */
  price: number;
  amount: Amount;
  margin: Amount;
  /** Margin and fee before the fill, 0 afterwards. */
  held: Amount;
  /** Zero before the fill. */
  markAtFill: number;
  fee: Amount;
  maintenance: Amount;
  reserve: Amount;
  filledAtMs: number;
  /** Null unless the position is closing. */
  closeReason: CloseReason | null;
}

/** The stored part of a row. */
export interface KeptRow extends LeverOrder, Readonly<Progress> {}

/** An order or a position, and its places in the heaps and trees of its pair. */
export class LeverRow implements Progress {
  order: LeverOrder;
  state: RowState;
  sequence: number;
  timeMs: number;
  price: number;
  amount: Amount;
  margin: Amount;
  held: Amount;
  markAtFill: number;
  fee: Amount;
  maintenance: Amount;
  reserve: Amount;
  filledAtMs: number;
  closeReason: CloseReason | null;
  readonly pair: LeverPair;
  readonly account: LeverAccount;
  /** The gain of the position for each point that the mark rises. */
  readonly exposure: number;
  /** In the queue of waiting or of closing rows. */
  readonly queued;
  /** The thresholds that a falling and a rising mark meets. */
  readonly falling;
  readonly rising;
  /** By the mark at which the profit reaches the reserve, and by the price of the fill. */
  readonly atReserve;
  readonly byEntry;

  constructor(order: LeverOrder, progress: Progress, pair: LeverPair, account: LeverAccount) {
    this.order = order;
    this.state = progress.state;
    this.sequence = progress.sequence;
    this.timeMs = progress.timeMs;
    this.price = progress.price;
    this.amount = progress.amount;
    this.margin = progress.margin;
    this.held = progress.held;
    this.markAtFill = progress.markAtFill;
    this.fee = progress.fee;
    this.maintenance = progress.maintenance;
    this.reserve = progress.reserve;
    this.filledAtMs = progress.filledAtMs;
    this.closeReason = progress.closeReason;
    this.pair = pair;
    this.account = account;
    const size = order.share * order.unit;
    this.exposure = order.side === 'long' ? size : 0 - size;
    const id = order.position;
    this.queued = heapEntry<LeverRow>(0, id, this);
    this.falling = new Threshold<LeverRow>(id, this);
    this.rising = new Threshold<LeverRow>(id, this);
    this.atReserve = heapEntry<LeverRow>(0, id, this);
    this.byEntry = heapEntry<LeverRow>(0, id, this);
  }

  /** Whether money was put at stake: the position is open or closing. */
  get isFilled(): boolean {
    return this.state === 'open' || this.state === 'closing';
  }

  /** The stored part. */
  kept(): KeptRow {
    const { state, sequence, timeMs, price, amount, margin, held } = this;
    const { markAtFill, fee, maintenance, reserve, filledAtMs, closeReason } = this;
    const progress: Progress = {
      state,
      sequence,
      timeMs,
      price,
      amount,
      margin,
      held,
      markAtFill,
      fee,
      maintenance,
      reserve,
      filledAtMs,
      closeReason,
    };
    return { ...this.order, ...progress };
  }
}

/** The order within a stored row, with the fields in the order in which events report them. */
export function orderOf(kept: LeverOrder): LeverOrder {
  const { position, user, market, currency, side, kind, share, multiple, unit } = kept;
  const { spreadPpm, feePpm, marketType, reservePpm, target, worst, takeProfit, stopLoss } = kept;
  const { reverses, acceptedAtMs } = kept;
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
