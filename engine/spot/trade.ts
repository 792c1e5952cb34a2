import { asAmount, million, mulDivCeil, mulDivFloor, noAmount } from '../money.ts';
import { endOrder } from './end-order.ts';
import type { Event } from '../event.ts';
import type { TradeId } from '../identifiers.ts';
import type { LiveMarket } from '../market/market.ts';
import type { Lots, Ticks } from '../money.ts';
import type { ExchangeState } from '../state.ts';
import type { Traded } from './events.ts';
import type { OrderSlot } from './orders.ts';

/**
 * Trades a quantity between two orders at the maker's price, and ends the maker when it is filled. `improvement` is the
 * amount per lot that a buying taker locked above this price and now gets back.
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
  const baseAmount = asAmount(market.baseAmount(quantity));
  const quoteAmount = asAmount(market.quoteAmount(price, quantity));
  const makingTrader = orders.trader(maker);
  const takingTrader = orders.trader(taker);
  const makerRate = traders.makerFeePpm(makingTrader);
  const taken = takerBuys ? baseAmount : quoteAmount;
  // Each side pays its fee from the received amount, rounded up in the venue's favour.
  const takerFee = asAmount(mulDivCeil(taken, traders.takerFeePpm(takingTrader), million));
  const makerFee = asAmount(makerRate > 0 ? mulDivCeil(takerBuys ? quoteAmount : baseAmount, makerRate, million) : 0);
  // A rebate is rounded down and at most the taker's fee of this trade, so that no trade costs the venue anything.
  const rebate = asAmount(makerRate < 0 ? Math.min(mulDivFloor(taken, -makerRate, million), takerFee) : 0);
  const buyerReleased = asAmount(market.quoteAmount(improvement, quantity));

  const buyer = takerBuys ? taker : maker;
  const seller = takerBuys ? maker : taker;
  const buyerFee = takerBuys ? takerFee : makerFee;
  const sellerFee = takerBuys ? makerFee : takerFee;
  const payer = takerBuys ? takingTrader : makingTrader;
  const payee = takerBuys ? makingTrader : takingTrader;
  const { quoteFees, baseFees } = market;
  ledger.settle(orders.account(buyer), traders.quote(payee), quoteFees, quoteAmount, sellerFee, buyerReleased);
  ledger.settle(orders.account(seller), traders.base(payer), baseFees, baseAmount, buyerFee, noAmount);
  orders.fill(buyer, quantity, quoteAmount, buyerFee, asAmount(quoteAmount + buyerReleased));
  orders.fill(seller, quantity, quoteAmount, sellerFee, baseAmount);
  if (rebate > 0) {
    ledger.post(takerBuys ? baseFees : quoteFees, orders.account(maker), rebate);
    orders.addRebate(maker, rebate);
  }
  market.lastPrice = price;
  market.candle.add(state.timeMs, price, quantity, quoteAmount);
  state.tradeCount += 1;
  const event: Traded = {
    type: 'traded',
    trade: state.tradeCount as TradeId,
    market: listing.market,
    takerSide,
    price,
    quantity,
    baseAmount,
    quoteAmount,
    makerOrder: orders.id(maker),
    makerUser: orders.user(maker),
    makerFee,
    takerOrder: orders.id(taker),
    takerUser: orders.user(taker),
    takerFee,
    rebate,
    buyerReleased,
  };
  events.push(event);
  if (state.agents.hasOpen) state.agents.traded(event, listing, state.timeMs);
  if (orders.remaining(maker) > 0) return;
  market.otherSideOf(takerSide).remove(orders, maker);
  endOrder(state, market, maker, 'filled', events);
}
