import type {
  Audited,
  Command,
  ConfigureIndex,
  Debit,
  FeeRates,
  ListCurrency,
  ListMarket,
  MarketSettings,
  MarketState,
  OrderType,
  Side,
  TimeInForce,
  VenueTransfer,
} from './command.ts';
import type { CurrencyId, MarketId, OrderId, TradeId, UserId } from './identifiers.ts';
import type { AccountType } from './ledger/account.ts';
import type { CausedCommand } from './ledger/causes.ts';
import type { OpenHold } from './ledger/open-holds.ts';
import type { Amount, IndexPrice, Lots, Ticks } from './money.ts';
import type { LeftOut } from './index-price/compute-index.ts';
import type { Rejection } from './rejection.ts';

export interface CurrencyListed extends Omit<ListCurrency, 'type'> {
  readonly type: 'currency_listed';
}

/** `baseUnitsPerLot`: base units in one lot; `quoteUnitsPerTickLot`: quote units that one lot costs at a price of one tick. */
export interface MarketListed extends Omit<ListMarket, 'type'> {
  readonly type: 'market_listed';
  readonly baseUnitsPerLot: number;
  readonly quoteUnitsPerTickLot: number;
}

export interface MarketStateChanged extends Audited {
  readonly type: 'market_state_changed';
  readonly market: MarketId;
  readonly before: MarketState;
  readonly after: MarketState;
}

/** All settings before and after, of which at least one differs. */
export interface MarketSettingsChanged extends Audited {
  readonly type: 'market_settings_changed';
  readonly market: MarketId;
  readonly before: MarketSettings;
  readonly after: MarketSettings;
}

/** Null where the market has no rates for this tier. */
export interface FeeTierSet extends Audited {
  readonly type: 'fee_tier_set';
  readonly market: MarketId;
  readonly tier: number;
  readonly before: FeeRates | null;
  readonly after: FeeRates | null;
}

export interface UserFeeTierSet extends Audited {
  readonly type: 'user_fee_tier_set';
  readonly user: UserId;
  readonly before: number;
  readonly after: number;
}

/** Null where the user has no rates of their own. */
export interface UserFeesSet extends Audited {
  readonly type: 'user_fees_set';
  readonly user: UserId;
  readonly market: MarketId | null;
  readonly before: FeeRates | null;
  readonly after: FeeRates | null;
}

/** available += amount of (user, accountType, currency); external −= amount. */
export interface Credited {
  readonly type: 'credited';
  readonly user: UserId;
  readonly accountType: AccountType;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  readonly source: string;
  readonly n: number;
}

/** available −= amount of (user, accountType, currency); external += amount. */
export interface Debited extends Omit<Debit, 'type'> {
  readonly type: 'debited';
}

/** available −= amount of (user, from, currency); available += amount of (user, to, currency). */
export interface Transferred {
  readonly type: 'transferred';
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  readonly from: AccountType;
  readonly to: AccountType;
}

/** available −= amount of (venue, from, currency); available += amount of (toUser, to, currency). */
export interface VenueTransferred extends Omit<VenueTransfer, 'type'> {
  readonly type: 'venue_transferred';
}

/** available −= amount, locked += amount of (user, accountType, currency), under the reference (source, n). */
export interface Held extends OpenHold {
  readonly type: 'held';
}

/**
 * The end of a hold: locked −= amount of (user, accountType, currency); available += amount − fee of (receiver, receiverType, currency),
 * which is (venue, external) for a withdrawal; fees += fee.
 */
export interface HoldSettled extends OpenHold {
  readonly type: 'hold_settled';
  readonly receiver: UserId;
  readonly receiverType: AccountType;
  readonly fee: Amount;
}

/** The end of a hold: locked −= amount, available += amount of (user, accountType, currency). */
export interface HoldReleased extends OpenHold {
  readonly type: 'hold_released';
}

/** The command had this effect for this outside cause before, or, of a hold, for this reference; nothing changed and the first answer holds. */
export interface CauseRepeated {
  readonly type: 'cause_repeated';
  readonly command: CausedCommand | 'hold';
  readonly source: string;
  readonly n: number;
}

/**
 * available −= held, locked += held: of the quote currency for a buy, of the base currency for a sell (change account).
 * A market order's `price` is the one that its slippage counts from. Of an order by quote amount `quantity` is 0, and what it
 * has traded counts as its quantity when it has ended; `quoteAmount` is null for every other. `stopPrice` is null unless it is a stop order, which waits from now
 * on; the `price` of a stop-market order is its stop price.
 */
export interface OrderAccepted {
  readonly type: 'order_accepted';
  readonly order: OrderId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly price: Ticks;
  readonly quantity: Lots;
  readonly quoteAmount: Amount | null;
  readonly stopPrice: Ticks | null;
  readonly clientOrderId: string | null;
  readonly held: Amount;
}

/** A trade reached the price of a stop order, which is an order like any other from now on: what it trades follows, or its end. */
export interface OrderTriggered {
  readonly type: 'order_triggered';
  readonly order: OrderId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: Side;
  readonly stopPrice: Ticks;
  /** The trade that reached it, and at what price. */
  readonly trade: TradeId;
  readonly tradePrice: Ticks;
}

/**
 * Two orders met at the maker's price. With q = `quoteAmount` and b = `baseAmount`:
 * buyer: locked quote −= q + `buyerReleased`, available quote += `buyerReleased`, available base += b − buyer's fee (base);
 * seller: locked base −= b, available quote += q − seller's fee (quote). Fees go to the `fees` account.
 * `rebate` goes from there to the maker, in the currency of the taker's fee, of which it is a part; the maker's fee is 0 then.
 * `buyerReleased` is the price improvement of a buyer that takes by a limit order, 0 otherwise; a market order releases when it ends. `makerFee`/`takerFee` are in the currency that side receives.
 */
export interface Traded {
  readonly type: 'traded';
  readonly trade: TradeId;
  readonly market: MarketId;
  readonly takerSide: Side;
  readonly price: Ticks;
  readonly quantity: Lots;
  readonly baseAmount: Amount;
  readonly quoteAmount: Amount;
  readonly makerOrder: OrderId;
  readonly makerUser: UserId;
  readonly makerFee: Amount;
  readonly takerOrder: OrderId;
  readonly takerUser: UserId;
  readonly takerFee: Amount;
  readonly rebate: Amount;
  readonly buyerReleased: Amount;
}

/** Those after `immediate_or_cancel` end a stop order when it is triggered, where the same order would be refused if it came then. */
export type EndReason =
  | 'filled'
  | 'user'
  | 'replaced'
  | 'self_trade'
  | 'immediate_or_cancel'
  | 'market_not_open'
  | 'price_out_of_band'
  | 'no_best_price'
  | 'notional_too_large'
  | 'sell_blocked'
  | 'post_only_would_trade'
  | 'fill_or_kill_unfilled';

/**
 * The order's last event. locked −= released, available += released (same currency as `held`). What it was and what it traded is
 * known from its `order_accepted`, its trades and its reductions: half of all commands end an order, so this event is small.
 */
export interface OrderEnded {
  readonly type: 'order_ended';
  readonly order: OrderId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly reason: EndReason;
  readonly released: Amount;
}

/** Stands between the `order_ended` of the order that was replaced and the `order_accepted` of the one that takes its place. */
export interface OrderReplaced {
  readonly type: 'order_replaced';
  readonly user: UserId;
  readonly market: MarketId;
  readonly order: OrderId;
  readonly by: OrderId;
}

/**
 * An order became smaller by `reduced` and kept its place; `quantity` is what it is for now, with the `filled` that it has traded.
 * locked −= released, available += released (same currency as `held`).
 */
export interface OrderReduced {
  readonly type: 'order_reduced';
  readonly order: OrderId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: Side;
  readonly price: Ticks;
  readonly quantity: Lots;
  readonly filled: Lots;
  readonly reduced: Lots;
  readonly released: Amount;
}

/** The end of a `cancel_all`, after the `order_ended` of each order; `more` when the bound left some open. */
export interface OrdersCancelled {
  readonly type: 'orders_cancelled';
  readonly user: UserId;
  readonly market: MarketId | null;
  readonly side: Side | null;
  readonly cancelled: number;
  readonly more: boolean;
}

/** One minute of one market that had trades; emitted by the first command of a later minute. `openTimeMs` is a multiple of 60 000. */
export interface CandleClosed {
  readonly type: 'candle_closed';
  readonly market: MarketId;
  readonly openTimeMs: number;
  readonly open: Ticks;
  readonly high: Ticks;
  readonly low: Ticks;
  readonly close: Ticks;
  readonly volume: Lots;
  readonly quoteVolume: Amount;
  readonly trades: number;
}

/** The rule by which an index is computed from here on; the index under it follows in the same command. */
export interface IndexConfigured extends Omit<ConfigureIndex, 'type'> {
  readonly type: 'index_configured';
  readonly version: number;
}

/**
 * Indices by asset, after `tick`: every asset that it named, changed or not, so that each tick is on record. Without one, time (a
 * source fell silent) or a configuration changed them. With the ticks and configurations before it anybody can compute it again:
 * of each source of the configuration the newest tick that names the asset, and its age at this command's time.
 */
export interface IndexUpdated {
  readonly type: 'index_updated';
  readonly tick: { readonly source: string; readonly observedAtMs: number } | null;
  readonly assets: readonly IndexUpdate[];
}

/** `price` is null where there is no live index; `observed` is the tick's own price, null without a tick. */
export interface IndexUpdate {
  readonly asset: CurrencyId;
  readonly version: number;
  readonly observed: IndexPrice | null;
  readonly price: IndexPrice | null;
  /** How many sources count, and those that do not, by name. */
  readonly live: number;
  readonly leftOut: readonly LeftOut[];
}

export interface Rejected {
  readonly type: 'rejected';
  readonly command: Command['type'];
  readonly user: UserId | null;
  readonly rejection: Rejection;
}

/** This user and request key were answered before, by the command with `firstSequence`; nothing changed and the first answer holds. */
export interface RequestRepeated {
  readonly type: 'request_repeated';
  readonly user: UserId;
  readonly requestKey: string;
  readonly firstSequence: number;
  readonly first: RequestOutcome;
}

/**
 * What a keyed request led to: the order that it placed, cancelled or reduced, how many it cancelled, its transfer, or why it was
 * refused.
 */
export type RequestOutcome =
  | { readonly type: 'order'; readonly order: OrderId }
  | { readonly type: 'orders'; readonly cancelled: number; readonly more: boolean }
  | { readonly type: 'transfer' }
  | { readonly type: 'rejected'; readonly rejection: Rejection };

export type Event =
  | CurrencyListed
  | MarketListed
  | MarketStateChanged
  | MarketSettingsChanged
  | FeeTierSet
  | UserFeeTierSet
  | UserFeesSet
  | Credited
  | Debited
  | Transferred
  | VenueTransferred
  | Held
  | HoldSettled
  | HoldReleased
  | CauseRepeated
  | OrderAccepted
  | OrderTriggered
  | Traded
  | OrderEnded
  | OrderReplaced
  | OrderReduced
  | OrdersCancelled
  | CandleClosed
  | IndexConfigured
  | IndexUpdated
  | Rejected
  | RequestRepeated;
export type EventType = Event['type'];
