export { largestPrice, readPrice, readQuantity, readQuoteAmount } from './read-amounts.ts';
export {
  accountCodeOf,
  accountCodes,
  accountTypeOf,
  withdrawalAccounts,
  findAccountType,
  isAccountCode,
} from './accounts.ts';
export type { Balance } from './balances.ts';
export { type EscrowState, escrowView } from './escrows.ts';
export type { SeriesCandle } from './candle-series.ts';
export { type Book, type Level, levelChanges } from './depth.ts';
export { openViews, readCandles, readMinutes } from './history.ts';
export { type Currency, Listings, type Market, lotsText, priceText, unitsText, wideText } from './listings.ts';
export type { MarketViews } from './market-board.ts';
export { type OrderState, placedOrder } from './order-state.ts';
export { findPeriod, longestSeconds, periodStart, shiftPeriod } from './periods.ts';
export type { TapeFollower, TapeTrade } from './tape.ts';
export { minutesInMemory, type TimeRange } from './market-candles.ts';
export type { DayQuotation, MinuteCandle } from './ticker.ts';
export { type EventReaders, type RegisteredView, type View, ViewDefinition } from './view.ts';
export { Views } from './views.ts';
export {
  accountOnWire,
  candleOnWire,
  depthOnWire,
  fractionText,
  orderOnWire,
  ownTradeOnWire,
  quotationOnWire,
  tapeRowOnWire,
  type TradeOfOne,
} from './wire.ts';
export { truncated, Valuation, type Worth } from './worth.ts';
export { defaultSocketOptions, registerSocket, type SocketHub, type SocketOptions } from './socket/index.ts';
export { changeOf, Changes } from './socket/changes.ts';
export { Channel } from './socket/channel.ts';
export type { Notice, NoticeSource } from './socket/notices.ts';
export { marketBySymbol, type PublicChannel } from './socket/public-channels.ts';
export { PrivateMessages } from './socket/private-messages.ts';
export { Recent } from './socket/recent.ts';
