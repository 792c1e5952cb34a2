export { Exchange } from './exchange.ts';
export { EventsHash, hashEvents } from './event-hash.ts';
export { assertNever, BrokenInvariant } from './invariant.ts';
export {
  addAmounts,
  amount,
  formatDecimal,
  indexPrice,
  lots,
  million,
  mulDivCeil,
  mulDivFloor,
  parseDecimal,
  ticks,
} from './money.ts';
export {
  currencyId,
  isListingId,
  isUserId,
  listingIdLimit,
  marketId,
  orderId,
  tradeId,
  userId,
  userIdLimit,
  venue,
} from './identifiers.ts';
export { accountType, isPersonal } from './ledger/account.ts';
export { priceLimit } from './spot/orders.ts';
export { defaultRequestKeyLimits } from './requests/request-keys.ts';
export type { Amount, IndexPrice, Lots, Ticks } from './money.ts';
export type { CurrencyId, MarketId, OrderId, TradeId, UserId } from './identifiers.ts';
export type { AccountType } from './ledger/account.ts';
export type { CausedCommand } from './ledger/causes.ts';
export type { IndexRule, LeftOut, LeftOutReason } from './index-price/compute-index.ts';
export type { IndexConfiguration, IndexState } from './index-price/indices.ts';
export type { Balance } from './ledger/ledger.ts';
export type { OpenHold } from './ledger/open-holds.ts';
export type { OpenCandle } from './market/candle.ts';
export type { FeeRules } from './market/fees.ts';
export type { Currency, Market } from './market/market.ts';
export type { RequestKeyLimits } from './requests/request-keys.ts';
export type { OpenOrder } from './spot/open-order.ts';
export type { ExchangeOptions } from './state.ts';
export type {
  AssetPrice,
  Audited,
  CancelAll,
  CancelClientOrder,
  CancelOrder,
  ChangeMarketSettings,
  ChangeMarketState,
  Clock,
  Command,
  CommandType,
  ConfigureIndex,
  Credit,
  Debit,
  Hold,
  HoldKind,
  HoldReceiver,
  IndexTicks,
  FeeRates,
  ListCurrency,
  ListMarket,
  MarketOrderSize,
  MarketSettings,
  MarketState,
  OperatorCause,
  OperatorCommand,
  OrderType,
  PlaceMarketOrder,
  PlaceOrder,
  PlaceStopOrder,
  ReduceOrder,
  ReleaseHold,
  ReplaceOrder,
  SelfTradePrevention,
  SettleHold,
  SetFeeTier,
  SetUserFees,
  SetUserFeeTier,
  Side,
  TimeInForce,
  Transfer,
  VenueTransfer,
  TriggeredOrder,
} from './command.ts';
export type {
  CandleClosed,
  CauseRepeated,
  Credited,
  CurrencyListed,
  Debited,
  EndReason,
  Event,
  EventType,
  Held,
  HoldReleased,
  HoldSettled,
  IndexConfigured,
  IndexUpdate,
  IndexUpdated,
  FeeTierSet,
  MarketListed,
  MarketSettingsChanged,
  MarketStateChanged,
  OrderAccepted,
  OrderEnded,
  OrderReduced,
  OrderReplaced,
  OrdersCancelled,
  OrderTriggered,
  Rejected,
  RequestOutcome,
  RequestRepeated,
  Traded,
  Transferred,
  VenueTransferred,
  UserFeesSet,
  UserFeeTierSet,
} from './event.ts';
export type { Rejection, RejectionReason } from './rejection.ts';
