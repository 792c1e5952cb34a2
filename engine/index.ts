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
export { commandCodec, commandDeclarations, isReplayed, priorityOf } from './command.ts';
export { eventDeclarations, moneyOf, userOf } from './event.ts';
export { isRefused } from './outcome.ts';
export { logicVersion } from './logic-version.ts';
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
export type { OpenOrder } from './spot/open-order.ts';
export type { ExchangeOptions } from './state.ts';
export type { AssetPrice, ConfigureIndex, IndexTicks } from './index-price/commands.ts';
export type { Audited, OperatorCause } from './declaration/vocabulary.ts';
export type {
  CancelAll,
  CancelClientOrder,
  CancelOrder,
  PlaceMarketOrder,
  PlaceOrder,
  PlaceStopOrder,
  ReduceOrder,
  ReplaceOrder,
  ReplaceStopOrder,
} from './spot/commands.ts';
export type {
  ChangeMarketSettings,
  ChangeMarketState,
  FeeRates,
  ListCurrency,
  ListMarket,
  MarketSettings,
  MarketState,
  SetFeeTier,
  SetUserFees,
  SetUserFeeTier,
} from './market/commands.ts';
export type { Clock } from './clock.ts';
export type { Command, CommandType, OperatorCommand } from './command.ts';
export type {
  Credit,
  Debit,
  Hold,
  HoldKind,
  HoldReceiver,
  ReleaseHold,
  SettleHold,
  Transfer,
  VenueTransfer,
} from './ledger/commands.ts';
export type {
  MarketOrderSize,
  OrderType,
  SelfTradePrevention,
  Side,
  TimeInForce,
  TriggeredOrder,
  TriggeredReplacement,
} from './spot/terms.ts';
export type {
  CandleClosed,
  CurrencyListed,
  FeeTierSet,
  MarketListed,
  MarketSettingsChanged,
  MarketStateChanged,
  UserFeesSet,
  UserFeeTierSet,
} from './market/events.ts';
export type {
  CauseRepeated,
  Credited,
  Debited,
  Held,
  HoldReleased,
  HoldSettled,
  Transferred,
  VenueTransferred,
} from './ledger/events.ts';
export { endReason } from './spot/events.ts';
export { orderType, timeInForce } from './spot/terms.ts';
export type {
  EndReason,
  OrderAccepted,
  OrderEnded,
  OrderReduced,
  OrderReplaced,
  OrdersCancelled,
  OrderTriggered,
  Traded,
} from './spot/events.ts';
export type { Event, EventType } from './event.ts';
export type { IndexConfigured, IndexUpdate, IndexUpdated } from './index-price/events.ts';
export type { Rejected, RequestRepeated } from './requests/events.ts';
export type { Rejection, RejectionReason } from './rejection.ts';
export type { OutcomeOf, RejectionOf } from './capabilities.ts';
export type { CommandNamed, UserRequest } from './command.ts';
export type { ValueType } from './declaration/value-type.ts';
export type { Priority } from './declaration/command.ts';
export type { Posting } from './declaration/vocabulary.ts';
export type { EventNamed, Money } from './event.ts';
export type { Accepted, OrderOutcome, OrdersOutcome, Refused, Repeated, TransferOutcome } from './outcome.ts';
