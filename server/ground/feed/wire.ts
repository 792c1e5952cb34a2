import type { Way } from '@bourse/contract';
import type { Candle, Depth, Quotation, TapeRow } from '@bourse/contract/markets';
import type { Order, OrderStatus, OwnTrade } from '@bourse/contract/spot';
import type { AccountDetail } from '@bourse/contract/wallet';
import type { Language } from '@bourse/contract/texts';
import type { AccountType, Side, UserId } from '@bourse/engine';
import { say } from '../texts/index.ts';
import type { SeriesCandle } from './candle-series.ts';
import type { Book, Level } from './depth.ts';
import { type Currency, lotsText, type Market, priceText, unitsText, wideText } from './listings.ts';
import type { OrderState } from './order-state.ts';
import type { TapeTrade } from './tape.ts';
import type { MarketViews } from './market-board.ts';
import type { Views } from './views.ts';
import type { Valuation } from './worth.ts';

// Keys are written out in full: every answer to an order looks two of them up, and a concatenated string has to be
// hashed for each look-up.
const wayTexts = { buy: 'way.buy', sell: 'way.sell' } as const;
const statusTexts = {
  untriggered: 'orderStatus.untriggered',
  submitted: 'orderStatus.submitted',
  partially_filled: 'orderStatus.partially_filled',
  completed: 'orderStatus.completed',
  cancelled: 'orderStatus.cancelled',
} as const;

/** 1 for sell, 2 for buy. */
function wayOf(side: Side): Way {
  return side === 'sell' ? 1 : 2;
}

/** An order in its wire format, with display names in the caller's language. */
export function orderOnWire(order: OrderState, market: Market, language: Language): Order {
  const status = statusOf(order);
  return {
    id: order.order,
    currency_match_id: market.id,
    currency_match: { id: market.id, symbol: market.symbol },
    way: wayOf(order.side),
    way_name: say(language, wayTexts[order.side]),
    status,
    status_name: say(language, statusTexts[status]),
    order_type: order.orderType,
    time_in_force: order.timeInForce,
    post_only: order.postOnly,
    price: priceText(market, order.price),
    stop_price: order.stopPrice === null ? null : priceText(market, order.stopPrice),
    number: lotsText(market, order.quoteAmount === null ? order.quantity : order.filled),
    quote_amount: order.quoteAmount === null ? null : unitsText(market.quote, order.quoteAmount),
    transacted_amount: lotsText(market, order.filled),
    transacted_volume: unitsText(market.quote, order.filledQuote),
    average_price: averagePrice(order, market),
    ...chargesOnWire(order, market),
    client_order_id: order.clientOrderId,
    created_at: order.acceptedAtMs,
    updated_at: order.updatedAtMs,
  };
}

/** A trade from the side of one of its parties. Price in ticks, quantity in lots, amounts in units. */
export interface TradeOfOne {
  readonly id: number;
  readonly order: number;
  readonly side: Side;
  readonly role: OwnTrade['role'];
  readonly price: number;
  readonly quantity: number;
  readonly quoteAmount: number;
  readonly fee: number;
  readonly rebate: number;
  readonly timeMs: number;
}

export function ownTradeOnWire(trade: TradeOfOne, market: Market, language: Language): OwnTrade {
  return {
    id: trade.id,
    order_id: trade.order,
    currency_match_id: market.id,
    currency_match: { id: market.id, symbol: market.symbol },
    way: wayOf(trade.side),
    way_name: say(language, wayTexts[trade.side]),
    price: priceText(market, trade.price),
    amount: lotsText(market, trade.quantity),
    volume: unitsText(market.quote, trade.quoteAmount),
    role: trade.role,
    ...chargesOnWire(trade, market),
    time: trade.timeMs,
  };
}

/** A balance in its wire format. */
export function accountOnWire(
  views: Views,
  valuation: Valuation,
  owner: { readonly user: UserId; readonly accountType: AccountType },
  currency: Currency,
): AccountDetail {
  const { available, locked } = views.balances.read(owner.user, owner.accountType, currency.id);
  return {
    id: currency.id,
    user_id: owner.user,
    account_type_id: owner.accountType,
    currency_id: currency.id,
    currency_code: currency.code,
    balance: unitsText(currency, available),
    lock_balance: unitsText(currency, locked),
    ...valuation.worth(valuation.dollars(currency, available + locked)),
  };
}

/** The rolling 24 hours of a market in their wire format. */
export function quotationOnWire({ market, ticker }: MarketViews): Quotation {
  const { close, reference, high, low, volume } = ticker.read();
  return {
    currency_match_id: market.id,
    close: priceText(market, close),
    change: changeText(close, reference),
    high: priceText(market, high),
    low: priceText(market, low),
    volume: lotsText(market, volume),
  };
}

/** Parts per million as a decimal fraction, e.g. `0.005`. */
export function fractionText(ppm: number): string {
  return wideText(BigInt(ppm), 6);
}

export function depthOnWire(market: Market, book: Book): Depth {
  const row = ([price, lots]: Level) => ({ price: priceText(market, price), amount: lotsText(market, lots) });
  return { in: book.bids.map(row), out: book.asks.map(row) };
}

export function tapeRowOnWire(market: Market, trade: TapeTrade): TapeRow {
  const amount = lotsText(market, trade.quantity);
  return {
    id: trade.trade,
    time: trade.timeMs,
    price: priceText(market, trade.price),
    amount,
    number: amount,
    way: wayOf(trade.takerSide),
  };
}

export function candleOnWire(market: Market, candle: SeriesCandle): Candle {
  return {
    time: candle.time,
    open: priceText(market, candle.open),
    high: priceText(market, candle.high),
    low: priceText(market, candle.low),
    close: priceText(market, candle.close),
    volume: lotsText(market, candle.volume),
  };
}

/** The change from `reference` to `close` in percent with two decimals, truncated toward zero. */
function changeText(close: number, reference: number): string {
  if (reference === 0) return '0';
  return wideText(((BigInt(close) - BigInt(reference)) * 10_000n) / BigInt(reference), 2);
}

function statusOf(order: OrderState): OrderStatus {
  if (order.endReason === 'filled') return 'completed';
  if (order.endReason !== null) return 'cancelled';
  if (order.isWaiting) return 'untriggered';
  return order.filled > 0 ? 'partially_filled' : 'submitted';
}

/** A fee is charged in the received currency, a rebate is paid in the one that was paid with. */
function chargesOnWire({ side, fee, rebate }: Pick<OrderState, 'side' | 'fee' | 'rebate'>, market: Market) {
  const [received, paid] = side === 'buy' ? [market.base, market.quote] : [market.quote, market.base];
  return {
    fee: unitsText(received, fee),
    fee_currency: received.code,
    rebate: unitsText(paid, rebate),
    rebate_currency: paid.code,
  };
}

/** Quote amount per base quantity with the quote currency's decimals, truncated; "0" before the first fill. */
function averagePrice(order: OrderState, market: Market): string {
  if (order.filled === 0) return '0';
  const base = BigInt(order.filled) * BigInt(market.lotPoints);
  return wideText((BigInt(order.filledQuote) * 10n ** BigInt(market.amountDecimals)) / base, market.quote.decimals);
}
