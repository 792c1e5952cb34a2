import { isId, refuse, Refused } from './naive-rules.ts';
import { NaiveStops } from './naive-stops.ts';
import type { PlaceOrder, PlaceStopOrder, ReduceOrder, ReplaceOrder, ReplaceStopOrder } from '../spot/commands.ts';
import type { Lots } from '../money.ts';
import type { NaiveEvent } from './naive-rules.ts';
import type { NaiveOrder } from './naive-state.ts';

/** Adds replacing and reducing orders. */
export class NaiveChanges extends NaiveStops {
  /** Cancels and places again; undoes the cancel when placing is refused. */
  replace(command: ReplaceOrder, events: NaiveEvent[]): NaiveEvent {
    const { state } = this;
    const old = this.changeable(command);
    const { user, market, side, order, filled } = old;
    const known = state.orders;
    const happened: NaiveEvent[] = [];
    this.end(old, 'replaced', happened);
    happened.push({ type: 'order_replaced', user, market, order, by: state.orderCount + 1 });
    const left = Number.isSafeInteger(command.quantity) ? command.quantity - Number(filled) : command.quantity;
    const placement: PlaceOrder = {
      ...command,
      type: 'place_order',
      market: state.marketOf(market).market,
      side,
      orderType: 'limit',
      postOnly: command.postOnly ?? old.postOnly,
      quantity: left as Lots,
    };
    try {
      const outcome = this.place(placement, happened, filled);
      events.push(...happened);
      return outcome;
    } catch (error) {
      this.keep(old, known);
      if (!(error instanceof Refused) || error.rejection['reason'] !== 'quantity_invalid') throw error;
      if (!isId(command.quantity, 2 ** 53)) throw error;
      throw new Refused({ reason: 'quantity_filled', filled: Number(filled) });
    }
  }

  /** Cancels and places again, as `replace` does, with an order that waits for its trigger. */
  replaceStop(command: ReplaceStopOrder, events: NaiveEvent[]): NaiveEvent {
    const { state } = this;
    const old = this.ownOrder((open) => open.user === command.user && open.order === command.order, command.side);
    refuse(!old.isWaiting, { reason: 'order_not_waiting' });
    const { becomes } = command;
    const { market, side } = old;
    const happened: NaiveEvent[] = [];
    const known = state.orders;
    this.end(old, 'replaced', happened);
    happened.push({ type: 'order_replaced', user: old.user, market, order: old.order, by: state.orderCount + 1 });
    const postOnly = becomes.orderType === 'limit' && (becomes.postOnly ?? old.postOnly);
    const placement: PlaceStopOrder = {
      ...command,
      type: 'place_stop_order',
      market: state.marketOf(market).market,
      side,
      becomes: becomes.orderType === 'limit' ? { ...becomes, postOnly } : becomes,
    };
    try {
      const outcome = this.placeStop(placement, happened);
      events.push(...happened);
      return outcome;
    } catch (error) {
      this.keep(old, known);
      throw error;
    }
  }

  reduce(command: ReduceOrder, events: NaiveEvent[]): NaiveEvent {
    const order = this.changeable(command);
    const market = this.state.marketOf(order.market);
    refuse(market.state === 'halted', { reason: 'market_not_open' });
    refuse(!isId(command.quantity, 2 ** 53), { reason: 'quantity_invalid' });
    const offStep = { reason: 'quantity_off_step', step: market.quantityStep };
    refuse(command.quantity % market.quantityStep !== 0, offStep);
    const wanted = BigInt(command.quantity);
    refuse(wanted >= order.quantity, { reason: 'quantity_not_smaller', quantity: Number(order.quantity) });
    refuse(wanted <= order.filled, { reason: 'quantity_filled', filled: Number(order.filled) });
    const notional = Number((wanted - order.filled) * order.price * market.quoteUnits);
    refuse(notional < market.minNotional, { reason: 'below_min_notional', minimum: market.minNotional, notional });
    const reduced = order.quantity - wanted;
    const released = order.side === 'buy' ? reduced * order.price * market.quoteUnits : reduced * market.baseUnits;
    this.state.change(order.user, 1, order.side === 'buy' ? market.quote : market.base, released, -released);
    order.quantity = wanted;
    order.remaining -= reduced;
    order.held -= released;
    events.push({
      type: 'order_reduced',
      order: order.order,
      user: order.user,
      market: order.market,
      side: order.side,
      price: Number(order.price),
      quantity: command.quantity,
      filled: Number(order.filled),
      reduced: Number(reduced),
      released: Number(released),
    });
    return { type: 'order', order: order.order };
  }

  /** Undoes the end of an order whose replacement was refused. */
  private keep({ user, market, side, held }: NaiveOrder, known: NaiveOrder[]): void {
    const { base, quote } = this.state.marketOf(market);
    this.state.change(user, 1, side === 'buy' ? quote : base, -held, held);
    this.state.orders = known;
  }

  private changeable({ user, order, side }: ReplaceOrder | ReduceOrder): NaiveOrder {
    const found = this.ownOrder((open) => open.user === user && open.order === order, side);
    refuse(found.isWaiting, { reason: 'order_waiting' });
    return found;
  }
}
