import type { IndexRule } from './index-price/compute-index.ts';
import type { CurrencyId, MarketId, OrderId, UserId } from './identifiers.ts';
import type { Amount, IndexPrice, Lots, Ticks } from './money.ts';
import type { AccountType } from './ledger/account.ts';

export type Side = 'buy' | 'sell';
/** A stop order keeps its type when it is triggered. */
export type OrderType = 'limit' | 'market' | 'stop_limit' | 'stop_market';
export type TimeInForce = 'gtc' | 'ioc' | 'fok';
export type MarketState = 'open' | 'post_only' | 'cancel_only' | 'halted';
/** Which order of the same user gives way when two of them would trade; the taker's mode decides. */
export type SelfTradePrevention = 'expire_maker' | 'expire_taker' | 'expire_both';

/** Why an operator gave a command. What it means in words is kept outside the engine, beside the command's sequence. */
export type OperatorCause =
  | 'setup'
  | 'listing'
  | 'policy'
  | 'agreement'
  | 'market_conditions'
  | 'maintenance'
  | 'incident'
  | 'correction'
  | 'capital'
  | 'funding'
  | 'commission'
  | 'compensation';

/** What every command of operators says: who gave it, a person or the venue itself (0) for its own set-up, and why. */
export interface Audited {
  readonly operator: UserId;
  readonly cause: OperatorCause;
}

/** Parts per million of what a side receives. A negative maker rate is a rebate: a part of what the taker receives, paid out of the taker's fee. */
export interface FeeRates {
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}

/** What may be changed while a market is traded. Orders that stand keep standing as they are: a setting is about orders to come. */
export interface MarketSettings {
  /** An order's price is a multiple of the price step, its quantity of the quantity step. */
  readonly priceStep: Ticks;
  readonly quantityStep: Lots;
  /** In quote units. */
  readonly minNotional: Amount;
  /** How far from its price a market order may trade, in parts per million of it. */
  readonly marketSlippagePpm: number;
  /** An order's price is at most 1 + this times the last trade's, and at least that divided by as much; null sets no bound. */
  readonly priceBandPpm: number | null;
  readonly maxOpenOrders: number;
  readonly selfTradePrevention: SelfTradePrevention;
  readonly sellBlocked: boolean;
}

/** Lists a currency. `decimals` from 0 to 8; an amount of it counts 10^-decimals. */
export interface ListCurrency extends Audited {
  readonly type: 'list_currency';
  readonly currency: CurrencyId;
  readonly code: string;
  readonly decimals: number;
}

/**
 * Lists a spot market. The tick is `tickPoints × 10^-priceDecimals` quote per base, the lot `lotPoints × 10^-amountDecimals` base:
 * the units in which the market counts for as long as it lives. One lot at one tick must be a whole number of the quote currency's
 * smallest units, at least one; otherwise the listing is refused. The fee rates are those of tier 0.
 */
export interface ListMarket extends MarketSettings, FeeRates, Audited {
  readonly type: 'list_market';
  readonly market: MarketId;
  readonly base: CurrencyId;
  readonly quote: CurrencyId;
  readonly priceDecimals: number;
  readonly tickPoints: number;
  readonly amountDecimals: number;
  readonly lotPoints: number;
  readonly state: MarketState;
}

/**
 * Sets what a market takes from now on: everything (`open`), only orders that rest and cancels (`post_only`), only cancels
 * (`cancel_only`), or nothing (`halted`). Any state may follow any other; orders that stand keep their places.
 */
export interface ChangeMarketState extends Audited {
  readonly type: 'change_market_state';
  readonly market: MarketId;
  readonly state: MarketState;
}

/** Changes the settings that are named and leaves the others. */
export interface ChangeMarketSettings extends Audited {
  readonly type: 'change_market_settings';
  readonly market: MarketId;
  readonly settings: Partial<MarketSettings>;
}

/** Sets what users of a tier pay on a market, from the next trade on. Null removes the tier there; tier 0 is everybody's and stays. */
export interface SetFeeTier extends Audited {
  readonly type: 'set_fee_tier';
  readonly market: MarketId;
  readonly tier: number;
  readonly rates: FeeRates | null;
}

/** Puts a user into a fee tier on all markets. On one without that tier the next lower one counts. */
export interface SetUserFeeTier extends Audited {
  readonly type: 'set_user_fee_tier';
  readonly user: UserId;
  readonly tier: number;
}

/** Sets rates of a user's own for one market, or for all (`market` null), whatever the tier; null removes them. */
export interface SetUserFees extends Audited {
  readonly type: 'set_user_fees';
  readonly user: UserId;
  readonly market: MarketId | null;
  readonly rates: FeeRates | null;
}

/**
 * Money enters from the outside world into a user's account, against `external`. `(source, n)` names the outside cause:
 * the same pair again is a no-op that answers as before. `n` is dense per source, from 1.
 */
export interface Credit {
  readonly type: 'credit';
  readonly user: UserId;
  readonly accountType: AccountType;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  readonly source: string;
  readonly n: number;
}

/**
 * Money leaves what is available in a user's account for the outside world. `(source, n)` names the outside cause as in a credit, and
 * is counted apart from those of credits.
 */
export interface Debit {
  readonly type: 'debit';
  readonly user: UserId;
  readonly accountType: AccountType;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  readonly source: string;
  readonly n: number;
}

/** Moves what is available between two of the user's own accounts of one currency. A request, with a key like an order's. */
export interface Transfer {
  readonly type: 'transfer';
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  readonly from: AccountType;
  readonly to: AccountType;
  readonly requestKey: string | null;
}

/**
 * Moves the venue's own money: from one of its accounts to another, or to a person. Nothing moves from a person to the venue this way.
 * `external` may stand on either side while the other is the venue's: capital that comes and goes. `(source, n)` as in a credit.
 */
export interface VenueTransfer extends Audited {
  readonly type: 'venue_transfer';
  readonly from: AccountType;
  /** The venue, or the person who is paid. */
  readonly toUser: UserId;
  readonly to: AccountType;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  readonly source: string;
  readonly n: number;
}

/** What a hold is for decides who can be paid from it: the outside world by a withdrawal, another person by an escrow. */
export type HoldKind = 'withdrawal' | 'escrow';

/**
 * Locks what is available in a user's account until the hold is settled or released, whole and once. `(source, n)` is the hold's
 * reference for ever: the same again is a no-op, also after the hold has ended.
 */
export interface Hold {
  readonly type: 'hold';
  readonly kind: HoldKind;
  readonly user: UserId;
  readonly accountType: AccountType;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  readonly source: string;
  readonly n: number;
}

/** Pays out a hold: `fee` of it, less than all, to `fees`, the rest to the receiver. A withdrawal has no receiver but the outside world: null. */
export interface SettleHold {
  readonly type: 'settle_hold';
  readonly source: string;
  readonly n: number;
  readonly receiver: HoldReceiver | null;
  readonly fee: Amount;
}

export interface HoldReceiver {
  readonly user: UserId;
  readonly accountType: AccountType;
}

/** Gives a hold back to whom it was taken from. */
export interface ReleaseHold {
  readonly type: 'release_hold';
  readonly source: string;
  readonly n: number;
}

/**
 * A limit order. A post-only one is refused when it would trade at once. `selfTradePrevention` is how it treats its user's own
 * orders when it takes; null leaves that to the market.
 * `requestKey` is the caller's idempotency key: the same user and key again changes nothing and answers as the first time.
 */
export interface PlaceOrder {
  readonly type: 'place_order';
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: Side;
  readonly orderType: 'limit';
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly price: Ticks;
  readonly quantity: Lots;
  readonly selfTradePrevention: SelfTradePrevention | null;
  readonly clientOrderId: string | null;
  readonly requestKey: string | null;
}

/**
 * An order that trades at once through prices no worse than the market's slippage away from `price`, the best price of the other
 * side as its user saw it; null is the best price now. What does not trade at once is cancelled.
 */
export interface PlaceMarketOrder {
  readonly type: 'place_market_order';
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: Side;
  readonly price: Ticks | null;
  readonly size: MarketOrderSize;
  readonly selfTradePrevention: SelfTradePrevention | null;
  readonly clientOrderId: string | null;
  readonly requestKey: string | null;
}

/** How much is wanted: a quantity, or of the quote currency what a buy spends at most and what a sell is to earn before its fee. */
export type MarketOrderSize =
  { readonly by: 'quantity'; readonly quantity: Lots } | { readonly by: 'quote_amount'; readonly quoteAmount: Amount };

/**
 * An order that waits, out of the book, until a trade reaches its stop price: one at or above it for a buy, at or below it for a
 * sell. Then it `becomes` the order that it names, with the id that it has, and behind all that stands at its price already.
 * What it may need is locked from its acceptance on; of a market buy by quantity that is its cost at the stop price and the
 * market's slippage above it, rounded up: beyond that it buys only what this pays for.
 */
export interface PlaceStopOrder {
  readonly type: 'place_stop_order';
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: Side;
  readonly stopPrice: Ticks;
  readonly becomes: TriggeredOrder;
  readonly selfTradePrevention: SelfTradePrevention | null;
  readonly clientOrderId: string | null;
  readonly requestKey: string | null;
}

/** What a stop order is from its triggering on; the slippage of a market order counts from the best price of that moment. */
export type TriggeredOrder =
  | {
      readonly orderType: 'limit';
      readonly timeInForce: TimeInForce;
      readonly postOnly: boolean;
      readonly price: Ticks;
      readonly quantity: Lots;
    }
  | { readonly orderType: 'market'; readonly size: MarketOrderSize };

/** Cancels an open order of this user. With `side`, an order of the other side is not found. */
export interface CancelOrder {
  readonly type: 'cancel_order';
  readonly user: UserId;
  readonly order: OrderId;
  readonly side: Side | null;
  readonly requestKey: string | null;
}

/** Cancels the open order of this user that has this client order id. With `side`, an order of the other side is not found. */
export interface CancelClientOrder {
  readonly type: 'cancel_client_order';
  readonly user: UserId;
  readonly clientOrderId: string;
  readonly side: Side | null;
  readonly requestKey: string | null;
}

/**
 * Ends an open limit order of this user and places another of the same market and side, in one step: both or neither. `quantity`
 * counts what the old order has traded, whenever that was: the new one is for the rest of it, so both together never trade more.
 * The new order has the terms that are said here; `postOnly` null leaves it as the old one's.
 */
export interface ReplaceOrder {
  readonly type: 'replace_order';
  readonly user: UserId;
  readonly order: OrderId;
  readonly side: Side | null;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean | null;
  readonly price: Ticks;
  readonly quantity: Lots;
  readonly selfTradePrevention: SelfTradePrevention | null;
  readonly clientOrderId: string | null;
  readonly requestKey: string | null;
}

/** Makes an open limit order of this user smaller where it stands. `quantity` counts what it has traded, as in `ReplaceOrder`. */
export interface ReduceOrder {
  readonly type: 'reduce_order';
  readonly user: UserId;
  readonly order: OrderId;
  readonly side: Side | null;
  readonly quantity: Lots;
  readonly requestKey: string | null;
}

/** Cancels this user's open orders of one market or of all, of one side or of both; newest first, a bounded number of them. */
export interface CancelAll {
  readonly type: 'cancel_all';
  readonly user: UserId;
  readonly market: MarketId | null;
  readonly side: Side | null;
  readonly requestKey: string | null;
}

/**
 * Puts an asset's index in force, or changes the rule by which it is computed; `version` 1, 2, … is the engine's. `decimals` is how a
 * price of this index is counted and stays as it was given first. `sources` by name, each once, at most 16 of them.
 */
export interface ConfigureIndex extends IndexRule, Audited {
  readonly type: 'configure_index';
  readonly asset: CurrencyId;
  readonly decimals: number;
}

/**
 * What one source observed at one instant, of all its assets at once, by asset. Sent by the source's adapter, never by a user.
 * Only the newest observation of a source counts.
 */
export interface IndexTicks {
  readonly type: 'index_ticks';
  readonly source: string;
  readonly observedAtMs: number;
  readonly prices: readonly AssetPrice[];
}

export interface AssetPrice {
  readonly asset: CurrencyId;
  readonly price: IndexPrice;
}

/** Lets time pass: closes candles and expires idempotency keys. Sent by the core's clock, never by a user. */
export interface Clock {
  readonly type: 'clock';
}

/** What operators decide. Nothing else about the exchange can be set, and none of these decides a trade or moves a balance. */
export type OperatorCommand =
  | ListCurrency
  | ListMarket
  | ChangeMarketState
  | ChangeMarketSettings
  | SetFeeTier
  | SetUserFeeTier
  | SetUserFees
  | ConfigureIndex;

export type Command =
  | OperatorCommand
  | Credit
  | Debit
  | Transfer
  | VenueTransfer
  | Hold
  | SettleHold
  | ReleaseHold
  | PlaceOrder
  | PlaceMarketOrder
  | PlaceStopOrder
  | ReplaceOrder
  | ReduceOrder
  | CancelOrder
  | CancelClientOrder
  | CancelAll
  | IndexTicks
  | Clock;
export type CommandType = Command['type'];
