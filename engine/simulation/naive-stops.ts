import { isBeyond, largest, refuse, Refused, worstPrice } from './naive-rules.ts';
import { NaiveSpot } from './naive-spot.ts';
import { metStops, stopTerms } from './naive-stop-terms.ts';
import type { PlaceStopOrder } from '../spot/commands.ts';
import type { NaiveEvent } from './naive-rules.ts';
import type { NaiveOrder, NaiveReached } from './naive-state.ts';

/** Adds stop orders: they wait among the open orders until a trade reaches their stop price. */
export class NaiveStops extends NaiveSpot {
  placeStop(command: PlaceStopOrder, events: NaiveEvent[]): NaiveEvent {
    const { user, side, selfTradePrevention: mode } = command;
    const market = this.openMarket(command, false);
    const terms = stopTerms(this.state, market, command);
    this.checkClientOrderId(command);
    this.checkOpenOrders(market, user);
    this.checkFunds(market, { user, side }, terms.held);
    const order = this.accept(command, events, terms);
    order.isWaiting = true;
    order.mode = mode;
    return { type: 'order', order: order.order };
  }

  /** Triggers reached stop orders, at most `max`, and returns how many it triggered. */
  triggerStops(max: number, events: NaiveEvent[]): number {
    const { state } = this;
    for (let fired = 0; ; fired += 1) {
      while (state.reached[0] !== undefined && this.metBy(state.reached[0]).length === 0) state.reached.shift();
      const [reached] = state.reached;
      const order = reached === undefined ? undefined : this.metBy(reached)[0];
      if (reached === undefined || order === undefined || fired === max) return fired;
      order.isWaiting = false;
      state.arrivals += 1;
      order.arrival = state.arrivals;
      events.push({
        type: 'order_triggered',
        order: order.order,
        user: order.user,
        market: order.market,
        side: order.side,
        stopPrice: order.stopPrice,
        trade: reached.trade,
        tradePrice: Number(reached.price),
      });
      this.fire(order, events);
    }
  }

  private metBy({ market, side, price }: NaiveReached): NaiveOrder[] {
    return metStops(this.state, market, side, price);
  }

  private fire(order: NaiveOrder, events: NaiveEvent[]): void {
    const market = this.state.marketOf(order.market);
    const isLimit = order.orderType === 'stop_limit';
    const best = this.state.opposite(order.market, order.side)[0]?.price;
    const mode = order.mode ?? market.selfTradePrevention;
    try {
      const crosses = best !== undefined && !isBeyond(best, order.price, order.side);
      const mayRest = isLimit && market.state === 'post_only' && order.timeInForce === 'gtc' && !crosses;
      refuse(market.state !== 'open' && !mayRest, { reason: 'market_not_open' });
      if (isLimit) {
        this.checkBand(market, Number(order.price));
        const earned = order.side === 'sell' && best !== undefined ? best * order.remaining * market.quoteUnits : 0n;
        refuse(earned > largest, { reason: 'notional_too_large' });
      }
      if (!isLimit && best === undefined) throw new Refused({ reason: 'no_best_price' });
      refuse(market.sellBlocked && order.side === 'sell', { reason: 'sell_blocked' });
      refuse(order.postOnly && crosses, { reason: 'post_only_would_trade' });
      const short = order.timeInForce === 'fok' && this.fillable(market, order, mode) < order.remaining;
      refuse(short, { reason: 'fill_or_kill_unfilled' });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.end(order, String(error.rejection['reason']), events);
      return;
    }
    const bound = worstPrice(best ?? 0n, order.side, BigInt(market.marketSlippagePpm));
    const reason = isLimit
      ? this.matchLimit(market, order, mode, events)
      : this.matchMarket(market, order, bound, mode, events);
    if (reason !== null) this.end(order, reason, events);
  }
}
