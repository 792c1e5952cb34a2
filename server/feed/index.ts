export type { Balance } from './balances.ts';
export type { SeriesBar } from './bar-series.ts';
export type { Book, Level } from './depth.ts';
export { openViews, readBars, readMinutes } from './history.ts';
export type { IndexPriceState } from './index-prices.ts';
export { type Currency, Listings, type Market, lotsText, priceText, unitsText, wideText } from './listings.ts';
export { endedOrder, type OrderState } from './open-orders.ts';
export { findPeriod, longestSeconds, shiftPeriod } from './periods.ts';
export type { TapeTrade } from './tape.ts';
export { minutesInMemory, type TimeRange } from './market-bars.ts';
export type { DayQuotation, MinuteBar } from './ticker.ts';
export { type MarketViews, Views } from './views.ts';
export {
  accountOnWire,
  barOnWire,
  depthOnWire,
  fractionText,
  indexOnWire,
  orderOnWire,
  ownTradeOnWire,
  quotationOnWire,
  tapeRowOnWire,
  type TradeOfOne,
} from './wire.ts';
export { truncated, Valuation, type Worth } from './worth.ts';
export { defaultSocketOptions, registerSocket, type SocketHub, type SocketOptions } from './socket/index.ts';
