import {
  greater,
  isBeyond,
  isId,
  largest,
  modeOf,
  refuse,
  Refused,
  roundedUp,
  smaller,
  worstPrice,
} from './naive-rules.ts';
import { ratesNow } from './naive-settings.ts';
import { metStops } from './naive-stop-terms.ts';
import type {
  CancelAll,
  CancelClientOrder,
  CancelOrder,
  PlaceMarketOrder,
  PlaceOrder,
  PlaceStopOrder,
} from '../spot/commands.ts';
import type { KeyLimits } from '../requests/timed-keys.ts';
import type { NaiveEvent, NaiveMarket } from './naive-rules.ts';
import type { NaiveOrder, NaiveState } from './naive-state.ts';

type Placement = PlaceOrder | PlaceMarketOrder | PlaceStopOrder;

/** Placing, matching and cancelling; the whole book is sorted again for every order. */
export class NaiveSpot {
  protected readonly state: NaiveState;
  private readonly ids: KeyLimits;

  constructor(state: NaiveState, ids: KeyLimits) {
    this.state = state;
    this.ids = ids;
  }

  /**
   * Returns the outcome that a repetition of the request will report, as the other request methods do. `traded` is the
   * filled quantity of the order that this one replaces.
   */
  place(command: PlaceOrder, events: NaiveEvent[], traded = 0n): NaiveEvent {
    const market = this.checkLimit(command, traded);
    const quantity = BigInt(command.quantity);
    const notional = quantity * BigInt(command.price) * market.quoteUnits;
    const taker = this.accept(command, events, {
      orderType: 'limit',
      timeInForce: command.timeInForce,
      postOnly: command.postOnly,
      price: BigInt(command.price),
      quantity,
      remaining: quantity,
      quoteAmount: null,
      held: command.side === 'buy' ? notional : quantity * market.baseUnits,
    });
    const reason = this.matchLimit(market, taker, modeOf(market, command), events);
    if (reason !== null) this.end(taker, reason, events);
    return { type: 'order', order: taker.order };
  }

  placeMarket(command: PlaceMarketOrder, events: NaiveEvent[]): NaiveEvent {
    const { size, side, user } = command;
    const market = this.openMarket(command, false);
    const isQuantity = size.by === 'quantity';
    refuse(command.price !== null && !isId(command.price, 2 ** 31), { reason: 'price_invalid' });
    refuse(isQuantity && !isId(size.quantity, 2 ** 53), { reason: 'quantity_invalid' });
    refuse(!isQuantity && !isId(size.quoteAmount, 2 ** 53), { reason: 'amount_invalid' });
    const offStep = isQuantity && size.quantity % market.quantityStep !== 0;
    refuse(offStep, { reason: 'quantity_off_step', step: market.quantityStep });
    this.checkBand(market, command.price);
    const best = this.state.opposite(market.market, side)[0]?.price;
    if (best === undefined) throw new Refused({ reason: 'no_best_price' });

    const price = command.price === null ? best : BigInt(command.price);
    const bound = worstPrice(price, side, BigInt(market.marketSlippagePpm));
    // The best possible price, as if the whole book were at the best price.
    const kindest = side === 'buy' ? smaller(best, bound) : greater(best, bound);
    const [available] = this.state.balance(user, 1, side === 'buy' ? market.quote : market.base);
    const at = (of: bigint, lots: bigint): bigint => of * lots * market.quoteUnits;
    const earning = (of: bigint): bigint => roundedUp(isQuantity ? 0n : BigInt(size.quoteAmount), at(of, 1n));
    let maxLots: bigint;
    let needed: bigint;
    let held: bigint;
    let worth: bigint;
    let minWorth = BigInt(market.minNotional);
    if (isQuantity) {
      maxLots = BigInt(size.quantity);
      worth = at(price, maxLots);
      needed = side === 'buy' ? at(kindest, maxLots) : maxLots * market.baseUnits;
      held = side === 'buy' ? smaller(available, at(bound, maxLots)) : needed;
      const moved = [worth, maxLots * market.baseUnits, at(side === 'buy' ? bound : best, maxLots)];
      refuse(
        moved.some((amount) => amount > largest),
        { reason: 'notional_too_large' },
      );
    } else {
      worth = BigInt(size.quoteAmount);
      needed = side === 'buy' ? worth : earning(kindest) * market.baseUnits;
      refuse(needed > largest, { reason: 'notional_too_large' });
      maxLots = side === 'buy' ? worth / at(best, 1n) : smaller(earning(bound), available / market.baseUnits);
      held = side === 'buy' ? worth : maxLots * market.baseUnits;
      if (side === 'buy') minWorth = greater(minWorth, at(best, 1n));
    }
    const tooSmall = { reason: 'below_min_notional', minimum: Number(minWorth), notional: Number(worth) };
    refuse(worth < minWorth, tooSmall);
    refuse(market.sellBlocked && side === 'sell', { reason: 'sell_blocked' });
    this.checkClientOrderId(command);
    this.checkFunds(market, command, needed);
    const taker = this.accept(command, events, {
      orderType: 'market',
      timeInForce: 'ioc',
      postOnly: false,
      price,
      quantity: isQuantity ? maxLots : 0n,
      remaining: maxLots,
      quoteAmount: isQuantity ? null : size.quoteAmount,
      held,
    });
    this.end(taker, this.matchMarket(market, taker, bound, modeOf(market, command), events), events);
    return { type: 'order', order: taker.order };
  }

  cancel({ user, order, side }: CancelOrder, events: NaiveEvent[]): NaiveEvent {
    return this.cancelOne((open) => open.user === user && open.order === order, side, events);
  }

  cancelClientOrder({ user, clientOrderId, side }: CancelClientOrder, events: NaiveEvent[]): NaiveEvent {
    return this.cancelOne((open) => open.user === user && open.clientOrderId === clientOrderId, side, events);
  }

  private cancelOne(isMeant: (open: NaiveOrder) => boolean, side: string | null, events: NaiveEvent[]): NaiveEvent {
    const order = this.ownOrder(isMeant, side);
    refuse(this.state.marketOf(order.market).state === 'halted', { reason: 'market_not_open' });
    this.end(order, 'user', events);
    return { type: 'order', order: order.order };
  }

  cancelAll({ user, market, side }: CancelAll, events: NaiveEvent[]): NaiveEvent {
    const meant = this.state.markets.filter((known) => market === null || known.market === market);
    refuse(market !== null && meant.length === 0, { reason: 'market_unknown' });
    refuse(market !== null && meant[0]?.state === 'halted', { reason: 'market_not_open' });
    const moving = meant.filter((known) => known.state !== 'halted');
    const wanted = this.state.orders
      .filter((order) => order.user === user && (side === null || order.side === side))
      .filter((order) => moving.some((known) => known.market === order.market))
      .toSorted((a, b) => a.market - b.market || b.order - a.order);
    const ending = wanted.slice(0, 256);
    for (const order of ending) this.end(order, 'user', events);
    const outcome = { cancelled: ending.length, more: wanted.length > ending.length };
    events.push({ type: 'orders_cancelled', user, market, side, ...outcome });
    return { type: 'orders', ...outcome };
  }

  protected ownOrder(isMeant: (open: NaiveOrder) => boolean, side: string | null): NaiveOrder {
    const order = this.state.orders.find(isMeant);
    if (order === undefined || (side !== null && side !== order.side)) throw new Refused({ reason: 'order_not_found' });
    return order;
  }

  protected accept(
    { user, market: id, side, clientOrderId }: Placement,
    events: NaiveEvent[],
    terms: Pick<
      NaiveOrder,
      'orderType' | 'timeInForce' | 'postOnly' | 'price' | 'quantity' | 'remaining' | 'quoteAmount' | 'held'
    > & { stopPrice?: number | null },
  ): NaiveOrder {
    const { state } = this;
    state.orderCount += 1;
    state.arrivals += 1;
    const order: NaiveOrder = {
      order: state.orderCount,
      user,
      market: id,
      side,
      clientOrderId,
      filled: 0n,
      filledQuote: 0n,
      fee: 0n,
      rebate: 0n,
      stopPrice: null,
      isWaiting: false,
      mode: null,
      arrival: state.arrivals,
      ...terms,
      acceptedSequence: state.sequence,
      acceptedAtMs: state.timeMs,
    };
    const market = state.marketOf(id);
    state.change(user, 1, side === 'buy' ? market.quote : market.base, -order.held, order.held);
    state.orders.push(order);
    if (clientOrderId !== null) state.usedIds.push({ user, clientOrderId, timeMs: state.timeMs });
    const { orderType, timeInForce, postOnly, quoteAmount, stopPrice = null } = terms;
    events.push({
      type: 'order_accepted',
      order: order.order,
      user,
      market: id,
      side,
      orderType,
      timeInForce,
      postOnly,
      quoteAmount,
      stopPrice,
      clientOrderId,
      price: Number(order.price),
      quantity: Number(order.quantity),
      held: Number(order.held),
    });
    return order;
  }

  protected openMarket(command: Placement, restsOnly: boolean): NaiveMarket {
    const market = this.state.markets.find((listed) => listed.market === command.market);
    if (market === undefined) throw new Refused({ reason: 'market_unknown' });
    refuse(this.state.isRestricted(command.user, 'trading'), { reason: 'trading_stopped' });
    const isOpen = market.state === 'open' || (market.state === 'post_only' && restsOnly);
    refuse(!isOpen, { reason: 'market_not_open' });
    return market;
  }

  private checkLimit(command: PlaceOrder, traded: bigint): NaiveMarket {
    const { user, side, timeInForce, postOnly } = command;
    const best = this.state.opposite(command.market, side)[0];
    const crosses = best !== undefined && (side === 'buy' ? best.price <= command.price : best.price >= command.price);
    const market = this.openMarket(command, timeInForce === 'gtc' && !crosses);
    refuse(postOnly && timeInForce !== 'gtc', { reason: 'time_in_force_invalid' });
    refuse(!isId(command.price, 2 ** 31), { reason: 'price_invalid' });
    refuse(!isId(command.quantity, 2 ** 53), { reason: 'quantity_invalid' });
    refuse(command.price % market.priceStep !== 0, { reason: 'price_off_step', step: market.priceStep });
    const offStep = (BigInt(command.quantity) + traded) % BigInt(market.quantityStep) > 0n;
    refuse(offStep, { reason: 'quantity_off_step', step: market.quantityStep });
    this.checkBand(market, command.price);
    const quantity = BigInt(command.quantity);
    const notional = BigInt(command.price) * quantity * market.quoteUnits;
    const topPrice =
      side === 'sell' && best !== undefined && best.price > command.price ? best.price : BigInt(command.price);
    refuse(topPrice * quantity * market.quoteUnits > largest, { reason: 'notional_too_large' });
    refuse(quantity * market.baseUnits > largest, { reason: 'notional_too_large' });
    const belowMinimum = { reason: 'below_min_notional', minimum: market.minNotional, notional: Number(notional) };
    refuse(notional < market.minNotional, belowMinimum);
    refuse(market.sellBlocked && side === 'sell', { reason: 'sell_blocked' });
    this.checkClientOrderId(command);
    if (timeInForce === 'gtc') this.checkOpenOrders(market, user);
    this.checkFunds(market, command, side === 'buy' ? notional : quantity * market.baseUnits);
    refuse(postOnly && crosses, { reason: 'post_only_would_trade' });
    refuse(timeInForce === 'fok' && this.fillable(market, command, modeOf(market, command)) < quantity, {
      reason: 'fill_or_kill_unfilled',
    });
    return market;
  }

  protected checkOpenOrders({ market, maxOpenOrders: maximum }: NaiveMarket, user: number): void {
    const ownHere = this.state.orders.filter((order) => order.user === user && order.market === market).length;
    refuse(ownHere >= maximum, { reason: 'too_many_open_orders', maximum });
  }

  protected checkClientOrderId({ user, clientOrderId }: Placement): void {
    if (clientOrderId === null) return;
    const { state } = this;
    state.usedIds = state.usedIds.filter((used) => used.timeMs > state.timeMs - this.ids.lifetimeMs);
    const recent = state.usedIds.filter((used) => used.user === user);
    const own = state.orders.filter((order) => order.user === user);
    const isTaken = [...recent, ...own].some((used) => used.clientOrderId === clientOrderId);
    refuse(isTaken, { reason: 'client_order_id_taken' });
    const maximum = Math.min(this.ids.maximumPerUser, Math.floor((this.ids.maximumTotal - state.usedIds.length) / 16));
    refuse(recent.length >= maximum, { reason: 'client_order_ids_exhausted', maximum });
  }

  protected checkBand(market: NaiveMarket, price: number | null): void {
    const reference = this.state.lastPrices.get(market.market);
    if (reference === undefined || market.priceBandPpm === null || price === null) return;
    const factor = 1_000_000n + BigInt(market.priceBandPpm);
    const lowest = roundedUp(reference * 1_000_000n, factor);
    const highest = (reference * factor) / 1_000_000n;
    const figures = { reference: Number(reference), lowest: Number(lowest), highest: Number(highest) };
    refuse(price < lowest || price > highest, { reason: 'price_out_of_band', ...figures });
  }

  protected checkFunds(market: NaiveMarket, { user, side }: Pick<Placement, 'user' | 'side'>, needed: bigint): void {
    const currency = side === 'buy' ? market.quote : market.base;
    const [available] = this.state.balance(user, 1, currency);
    const short = { reason: 'insufficient_balance', currency, available: Number(available), needed: Number(needed) };
    refuse(available < needed, short);
  }

  /**
   * How much of a fill-or-kill order could trade: other users' orders within its limit, up to an own order that would
   * end it.
   */
  protected fillable(
    market: NaiveMarket,
    { user, side, price }: { user: number; side: 'buy' | 'sell'; price: number | bigint },
    mode: string,
  ): bigint {
    let reachable = this.state
      .opposite(market.market, side)
      .filter((order) => (side === 'buy' ? order.price <= price : order.price >= price));
    const own = reachable.findIndex((order) => order.user === user);
    if (mode !== 'expire_maker' && own >= 0) reachable = reachable.slice(0, own);
    return reachable.filter((order) => order.user !== user).reduce((sum, order) => sum + order.remaining, 0n);
  }

  protected matchLimit(market: NaiveMarket, taker: NaiveOrder, mode: string, events: NaiveEvent[]): string | null {
    for (const maker of this.state.opposite(market.market, taker.side)) {
      if (taker.remaining === 0n || isBeyond(maker.price, taker.price, taker.side)) break;
      if (maker.user === taker.user) {
        if (this.preventsSelfTrade(maker, mode, events)) return 'self_trade';
      } else {
        const better = taker.side === 'buy' ? taker.price - maker.price : 0n;
        this.trade(market, maker, taker, smaller(maker.remaining, taker.remaining), better, events);
      }
    }
    if (taker.remaining === 0n) return 'filled';
    return taker.timeInForce === 'gtc' ? null : 'immediate_or_cancel';
  }

  protected matchMarket(
    market: NaiveMarket,
    taker: NaiveOrder,
    bound: bigint,
    mode: string,
    events: NaiveEvent[],
  ): string {
    const buys = taker.side === 'buy';
    const amount = taker.quoteAmount === null ? null : BigInt(taker.quoteAmount);
    let isDone = false;
    for (const maker of this.state.opposite(market.market, taker.side)) {
      if (isDone || isBeyond(maker.price, bound, taker.side)) break;
      const lotPrice = maker.price * market.quoteUnits;
      let wanted = smaller(taker.remaining, maker.remaining);
      if (buys) wanted = smaller(wanted, taker.held / lotPrice);
      else if (amount !== null) wanted = smaller(wanted, roundedUp(amount - taker.filledQuote, lotPrice));
      if (wanted === 0n) return buys && amount !== null && taker.filledQuote > 0n ? 'filled' : 'immediate_or_cancel';
      if (maker.user === taker.user) {
        if (this.preventsSelfTrade(maker, mode, events)) return 'self_trade';
        continue;
      }
      this.trade(market, maker, taker, wanted, 0n, events);
      if (amount === null) isDone = taker.remaining === 0n;
      else isDone = buys ? taker.held < lotPrice : taker.filledQuote >= amount;
      // The best maker remains because the taker cannot pay for more of it, so matching stops here.
      if (!isDone && maker.remaining > 0n) return 'immediate_or_cancel';
    }
    return isDone ? 'filled' : 'immediate_or_cancel';
  }

  /** Ends the user's own resting order if the mode requires it; returns whether the taker must end. */
  private preventsSelfTrade(maker: NaiveOrder, mode: string, events: NaiveEvent[]): boolean {
    if (mode === 'expire_maker' || mode === 'expire_both') this.end(maker, 'self_trade', events);
    return mode === 'expire_taker' || mode === 'expire_both';
  }

  private trade(
    market: NaiveMarket,
    maker: NaiveOrder,
    taker: NaiveOrder,
    quantity: bigint,
    better: bigint,
    events: NaiveEvent[],
  ): void {
    const { state } = this;
    const baseAmount = quantity * market.baseUnits;
    const quoteAmount = quantity * maker.price * market.quoteUnits;
    const fee = (order: NaiveOrder, ppm: number): bigint =>
      roundedUp((order.side === 'buy' ? baseAmount : quoteAmount) * BigInt(ppm), 1_000_000n);
    const makerRate = ratesNow(state, maker.user, market.market).makerFeePpm;
    const takerFee = fee(taker, ratesNow(state, taker.user, market.market).takerFeePpm);
    const makerFee = makerRate < 0 ? 0n : fee(maker, makerRate);
    const [taken, takenIn] = taker.side === 'buy' ? [baseAmount, market.base] : [quoteAmount, market.quote];
    const rebate = makerRate < 0 ? smaller((taken * BigInt(-makerRate)) / 1_000_000n, takerFee) : 0n;
    const [buyer, seller] = taker.side === 'buy' ? [taker, maker] : [maker, taker];
    const [buyerFee, sellerFee] = taker.side === 'buy' ? [takerFee, makerFee] : [makerFee, takerFee];
    const released = quantity * better * market.quoteUnits;
    state.change(buyer.user, 1, market.quote, released, -quoteAmount - released);
    state.change(buyer.user, 1, market.base, baseAmount - buyerFee, 0n);
    state.change(seller.user, 1, market.base, 0n, -baseAmount);
    state.change(seller.user, 1, market.quote, quoteAmount - sellerFee, 0n);
    state.change(0, 102, market.base, buyerFee, 0n);
    state.change(0, 102, market.quote, sellerFee, 0n);
    state.change(0, 102, takenIn, -rebate, 0n);
    state.change(maker.user, 1, takenIn, rebate, 0n);
    maker.rebate += rebate;
    buyer.held -= quoteAmount + released;
    seller.held -= baseAmount;
    for (const order of [maker, taker]) {
      order.remaining -= quantity;
      order.filled += quantity;
      order.filledQuote += quoteAmount;
      order.fee += order === maker ? makerFee : takerFee;
    }
    state.tookFee(taker.user, takenIn, takerFee - rebate);
    state.tookFee(maker.user, takenIn === market.base ? market.quote : market.base, makerFee);
    state.tradeCount += 1;
    state.lastPrices.set(market.market, maker.price);
    this.noticeReached(market.market, maker.price);
    state.trades.push({ market: market.market, timeMs: state.timeMs, price: maker.price, quantity, quoteAmount });
    events.push({
      type: 'traded',
      trade: state.tradeCount,
      market: market.market,
      takerSide: taker.side,
      price: Number(maker.price),
      quantity: Number(quantity),
      baseAmount: Number(baseAmount),
      quoteAmount: Number(quoteAmount),
      makerOrder: maker.order,
      makerUser: maker.user,
      makerFee: Number(makerFee),
      takerOrder: taker.order,
      takerUser: taker.user,
      takerFee: Number(takerFee),
      rebate: Number(rebate),
      buyerReleased: Number(released),
    });
    if (maker.remaining === 0n) this.end(maker, 'filled', events);
  }

  private noticeReached(market: number, price: bigint): void {
    const { state } = this;
    for (const side of ['buy', 'sell'] as const) {
      const before = state.reached.filter((trade) => trade.market === market && trade.side === side);
      const isFurther = before.every((trade) => (side === 'buy' ? trade.price < price : trade.price > price));
      if (!isFurther || metStops(state, market, side, price).length === 0) continue;
      state.reached.push({ market, side, price, trade: state.tradeCount });
    }
  }

  protected end(order: NaiveOrder, reason: string, events: NaiveEvent[]): void {
    this.state.end(order, reason, events);
  }
}
