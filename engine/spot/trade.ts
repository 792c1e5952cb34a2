import { million, mulDivCeil } from '../money.ts';
import { endOrder } from './end-order.ts';
import type { Event } from '../event.ts';
import type { TradeId } from '../identifiers.ts';
import type { LiveMarket } from '../market/market.ts';
import type { Amount, Lots, Ticks } from '../money.ts';
import type { ExchangeState } from '../state.ts';
import type { OrderSlot } from './orders.ts';

/**
 * Trades a quantity that both orders have left, at the price of the maker, and ends the maker when nothing of it is left.
 * `improvement` is how much more than that a taking buyer has locked for each lot and gets back at once.
 */
export function trade(
  state: ExchangeState,
  market: LiveMarket,
  maker: OrderSlot,
  taker: OrderSlot,
  quantity: Lots,
  improvement: Ticks,
  events: Event[],
): void {
  const { ledger, orders } = state;
  const { listing, traders } = market;
  const takerSide = orders.side(taker);
  const takerBuys = takerSide === 'buy';
  const price = orders.price(maker);
  const baseAmount = market.baseAmount(quantity) as Amount;
  const quoteAmount = market.quoteAmount(price, quantity) as Amount;
  // Each side pays its fee out of what it receives, rounded up; the dust is the venue's.
  const makerFee = mulDivCeil(takerBuys ? quoteAmount : baseAmount, listing.makerFeePpm, million) as Amount;
  const takerFee = mulDivCeil(takerBuys ? baseAmount : quoteAmount, listing.takerFeePpm, million) as Amount;
  const buyerReleased = market.quoteAmount(improvement, quantity) as Amount;

  const buyer = takerBuys ? taker : maker;
  const seller = takerBuys ? maker : taker;
  const buyerFee = takerBuys ? takerFee : makerFee;
  const sellerFee = takerBuys ? makerFee : takerFee;
  const payer = orders.trader(buyer);
  const payee = orders.trader(seller);
  const { quoteFees, baseFees } = market;
  ledger.settle(traders.quote(payer), traders.quote(payee), quoteFees, quoteAmount, sellerFee, buyerReleased);
  ledger.settle(traders.base(payee), traders.base(payer), baseFees, baseAmount, buyerFee, 0 as Amount);
  orders.fill(buyer, quantity, quoteAmount, buyerFee, (quoteAmount + buyerReleased) as Amount);
  orders.fill(seller, quantity, quoteAmount, sellerFee, baseAmount);
  market.lastPrice = price;
  market.candle.add(state.timeMs, price, quantity, quoteAmount);
  state.tradeCount += 1;
  events.push({
    type: 'traded',
    trade: state.tradeCount as TradeId,
    market: listing.market,
    takerSide,
    price,
    quantity,
    baseAmount,
    quoteAmount,
    makerOrder: orders.id(maker),
    makerUser: traders.user(orders.trader(maker)),
    makerFee,
    takerOrder: orders.id(taker),
    takerUser: traders.user(orders.trader(taker)),
    takerFee,
    buyerReleased,
  });
  if (orders.remaining(maker) > 0) return;
  market.otherSideOf(takerSide).remove(orders, maker);
  endOrder(state, market, maker, 'filled', events);
}
