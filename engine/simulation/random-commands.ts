import { RandomLedger } from './random-ledger.ts';
import type {
  CancelAll,
  CancelClientOrder,
  CancelOrder,
  PlaceMarketOrder,
  PlaceOrder,
  PlaceStopOrder,
  ReduceOrder,
  ReplaceOrder,
  ReplaceStopOrder,
} from '../spot/commands.ts';
import type { Command, UserRequest } from '../command.ts';
import type { ListCurrency, ListMarket } from '../market/commands.ts';
import type { MarketOrderSize, SelfTradePrevention, Side, TimeInForce, TriggeredOrder } from '../spot/terms.ts';
import { RandomIndices } from './random-index.ts';
import { randomParts } from './parts.ts';
import { RandomSettings } from './random-settings.ts';
import type { RandomPart } from './parts.ts';
import type { NaiveExchange } from './naive-exchange.ts';
import type { Lots } from '../money.ts';
import type { NaiveOrder, NaiveReached } from './naive-state.ts';
import type { Random } from './random.ts';

/** Commands with unbranded numbers, because the simulation also sends invalid ones. */
export type Plain<C> = { readonly [Field in keyof C]: PlainValue<C[Field]> };
type PlainValue<V> = V extends number
  ? number
  : V extends readonly (infer Item)[]
    ? readonly PlainValue<Item>[]
    : V extends object
      ? Plain<V>
      : V;

const currencies = [1, 2, 3, 4] as const;
const markets = [1, 2, 3, 4, 5, 6] as const;
const preventions = ['expire_maker', 'expire_taker', 'expire_both'] as const;

/** Invalid values for prices, quantities and amounts, and the largest safe integer. */
const oddNumbers = [0, -0, -1, 0.5, 2 ** 53, -(2 ** 53), NaN, Infinity, Number.MAX_SAFE_INTEGER] as const;

/**
 * Generates commands with few users, prices, keys and client order ids, to provoke interactions: orders cross, users
 * meet their own orders, keys repeat, limits are reached and balances run out. Reads the model's state to find orders
 * to cancel.
 */
export class RandomCommands {
  private readonly random: Random;
  private readonly model: NaiveExchange;
  private readonly indices: RandomIndices;
  private readonly users: readonly [number, ...number[]];
  /** Cancels per thousand commands; a low number lets the books fill. */
  private readonly cancels: number;
  /**
   * Upper bound, per thousand commands, of the range that places limit orders; stop orders come after it, many in some
   * runs.
   */
  private readonly limits: number;
  /** How far prices vary around the middle: a narrow spread makes long queues, a wide one many levels. */
  private readonly spread: number;
  private readonly ledger: RandomLedger;
  private readonly sent: UserRequest[] = [];
  /** Commands to send next, instead of random ones. */
  private planned: Command[] = [];
  private readonly settings: RandomSettings;
  private readonly parts: readonly RandomPart[];
  /** The part whose commands are most of the run, if there is one. */
  private readonly focus: RandomPart | undefined;

  constructor(random: Random, model: NaiveExchange, focus: string | null) {
    this.random = random;
    this.model = model;
    this.indices = new RandomIndices(random, model);
    this.cancels = random.pick([30, 100, 160, 250]);
    this.limits = random.pick([700, 600, 420]);
    this.spread = random.pick([2, 10, 40, 300]);
    const count = random.integer(2, 12);
    this.users = [100_001, ...Array.from({ length: count }, (_, at) => 100_002 + at)];
    this.ledger = new RandomLedger(random, model, this.users, currencies);
    this.settings = new RandomSettings(random, this.users, markets);
    this.parts = randomParts(random, model, this.users, currencies, focus);
    const [name, variant] = focus?.split(':') ?? [];
    this.focus = this.parts.find((part) => name !== undefined && part.name === name);
    if (variant !== undefined) this.focus?.vary?.(variant);
  }

  /** The listings and credits that start a run. */
  opening(): Command[] {
    const commands: Command[] = [];
    for (const currency of currencies) commands.push(this.currency(currency));
    for (const market of markets) commands.push(this.market(market, false));
    for (const user of this.users) {
      for (const currency of currencies) {
        commands.push(
          this.ledger.credit(user, currency, this.random.integer(1, 10) * 10 ** this.random.pick([3, 8, 12, 13, 14])),
        );
      }
    }
    return [...commands, ...this.indices.opening(), ...this.parts.flatMap((part) => part.opening())];
  }

  next(): Command {
    const planned = this.planned.shift();
    if (planned !== undefined) return planned;
    const focused = this.focus;
    if (focused !== undefined && this.random.oneIn(4) === (focused.isQuarter === true)) {
      const command = focused.next(this.key());
      return 'requestKey' in command ? this.remembered(command) : command;
    }
    if (this.random.oneIn(8)) return this.indices.next();
    const part = this.random.oneIn(12) ? this.random.anyOf(this.parts) : undefined;
    if (part !== undefined) {
      const command = part.next(this.key());
      return 'requestKey' in command ? this.remembered(command) : command;
    }
    const due = this.random.anyOf(this.model.state.reached);
    if (due !== undefined && this.random.oneIn(3)) return this.amidDueWork(due);
    const closed = this.random.anyOf(this.model.state.markets.filter((one) => one.state !== 'open' || one.sellBlocked));
    if (closed !== undefined && this.random.oneIn(60)) return this.settings.reopen(closed.market);
    const chance = this.random.integer(1, 1000);
    if (chance <= this.cancels) return this.anyCancel();
    if (chance <= this.limits || this.model.state.orders.length === 0) return this.placeOrChange();
    if (chance <= 730) return this.random.oneIn(6) ? this.replaceStop() : this.placeStop();
    if (chance <= 760) return this.reachStops();
    if (chance <= 840) return this.placeMarket();
    if (chance <= 865) return this.again();
    if (chance <= 950) return this.anyMovement();
    if (chance <= 980) return this.settings.next();
    if (chance <= 990) return { type: 'clock' };
    if (chance <= 995) return this.currency(this.random.oneIn(3) ? 0 : this.random.integer(1, 6));
    return this.market(this.random.oneIn(3) ? 70_000 : this.random.integer(1, 8), this.random.oneIn(2));
  }

  private place(): PlaceOrder {
    const { random } = this;
    const market = random.oneIn(200) ? 99 : random.pick(markets);
    // Each market has a middle price that varies slightly; most orders are near it, on either side.
    const middle = 100 * market + random.integer(-2, 2);
    const spread = random.integer(-this.spread, this.spread);
    const command: Plain<PlaceOrder> = {
      type: 'place_order',
      user: random.oneIn(300) ? random.pick([0, -5, 2 ** 30, 1.5]) : random.pick(this.users),
      market,
      side: random.pick(['buy', 'sell']),
      orderType: 'limit',
      timeInForce: random.pick<TimeInForce>(['gtc', 'gtc', 'gtc', 'ioc', 'fok']),
      postOnly: random.oneIn(8),
      price: random.oneIn(100)
        ? random.pick(oddNumbers)
        : this.onStep(market, 'priceStep', Math.max(1, middle + spread)),
      quantity: this.quantity(market),
      selfTradePrevention: this.prevention(),
      clientOrderId: this.clientOrderId(),
      requestKey: this.key(),
    };
    return this.remembered(command as PlaceOrder);
  }

  private placeMarket(): PlaceMarketOrder {
    const { random } = this;
    const market = random.oneIn(200) ? 99 : random.pick(markets);
    const seen = Math.max(1, 100 * market + random.integer(-5, 5));
    const command: Plain<PlaceMarketOrder> = {
      type: 'place_market_order',
      user: random.pick(this.users),
      market,
      side: random.pick(['buy', 'sell']),
      price: random.oneIn(50) ? random.pick(oddNumbers) : random.oneIn(2) ? seen : null,
      size: this.size(market),
      selfTradePrevention: this.prevention(),
      clientOrderId: this.clientOrderId(),
      requestKey: this.key(),
    };
    return this.remembered(command as PlaceMarketOrder);
  }

  /**
   * A command between due stop orders: another stop order that may overtake them, or an operator closing the market.
   */
  private amidDueWork({ market, side, price }: NaiveReached): Command {
    const { random } = this;
    if (random.oneIn(4)) return this.settings.close(market);
    if (random.oneIn(6)) return this.replaceStop();
    return random.oneIn(2) ? this.stop(market, side, Number(price) + random.integer(-1, 1)) : this.place();
  }

  /**
   * A stop order near the last trade, mostly on the side where it waits, sometimes where it is refused; many share a
   * few prices.
   */
  private placeStop(): PlaceStopOrder {
    const { random } = this;
    const waiting = random.anyOf(this.model.state.orders.filter((order) => order.isWaiting));
    if (waiting !== undefined && random.oneIn(2)) {
      return this.stop(waiting.market, waiting.side, (waiting.stopPrice ?? 1) + random.pick([0, 0, 0, -1, 1]));
    }
    const market = random.oneIn(200) ? 99 : random.pick(markets);
    const side = random.pick(['buy', 'sell'] as const);
    const last = this.model.state.lastPrices.get(market);
    const middle = Number(last ?? 100 * market);
    // Before the first trade a stop price may be anywhere.
    const isRefused = random.oneIn(6) || last === undefined;
    const away = random.integer(isRefused ? -3 : 1, random.oneIn(4) ? this.spread + 1 : 2);
    return this.stop(market, side, Math.max(1, side === 'buy' ? middle + away : middle - away));
  }

  private stop(market: number, side: Side, stopPrice: number): PlaceStopOrder {
    const { random } = this;
    const command: Plain<PlaceStopOrder> = {
      type: 'place_stop_order',
      user: random.pick(this.users),
      market,
      side,
      stopPrice: random.oneIn(60) ? random.pick(oddNumbers) : this.onStep(market, 'priceStep', stopPrice),
      becomes: this.becomes(market, stopPrice),
      selfTradePrevention: this.prevention(),
      clientOrderId: this.clientOrderId(),
      requestKey: this.key(),
    };
    return this.remembered(command as PlaceStopOrder);
  }

  /**
   * A trade between two users at the stop price of a waiting order, which often triggers several stop orders at once.
   */
  private reachStops(): Command {
    const { random } = this;
    const stop = random.anyOf(this.model.state.orders.filter((order) => order.isWaiting));
    if (stop === undefined) return this.placeStop();
    const common = { market: stop.market, price: stop.stopPrice ?? 1, postOnly: false, timeInForce: 'gtc' } as const;
    const [first, second] = stop.side === 'buy' ? (['sell', 'buy'] as const) : (['buy', 'sell'] as const);
    const quantity = this.onStep(stop.market, 'quantityStep', random.integer(1, 100));
    this.planned = [{ ...this.place(), ...common, side: second, quantity } as Command];
    return { ...this.place(), ...common, side: first, quantity } as Command;
  }

  private becomes(market: number, stopPrice: number): TriggeredOrder {
    const { random } = this;
    if (random.oneIn(2)) return { orderType: 'market', size: this.size(market) };
    // Often near enough to trade at once, sometimes so far away that a price band refuses it.
    const price = random.oneIn(10) ? 2 * stopPrice : stopPrice + random.integer(-4, 4);
    const becomes: Plain<TriggeredOrder & { orderType: 'limit' }> = {
      orderType: 'limit',
      timeInForce: random.pick<TimeInForce>(['gtc', 'gtc', 'ioc', 'fok']),
      postOnly: random.oneIn(3),
      price: random.oneIn(60) ? random.pick(oddNumbers) : this.onStep(market, 'priceStep', Math.max(1, price)),
      quantity: this.quantity(market),
    };
    return becomes as TriggeredOrder;
  }

  private size(market: number): MarketOrderSize {
    const { random } = this;
    const listed = this.model.state.markets.find((one) => one.market === market);
    const lotPrice = 100 * market * Number(listed?.quoteUnits ?? 1);
    // The amount is often the price of a few lots and a fraction of one.
    const few = random.oneIn(6) ? null : random.integer(lotPrice, 20 * lotPrice);
    const large = random.integer(1, 99) * 10 ** random.integer(1, 12);
    const amount = random.oneIn(50) ? random.pick(oddNumbers) : (few ?? large);
    const size: Plain<MarketOrderSize> = random.oneIn(2)
      ? { by: 'quantity', quantity: this.quantity(market) }
      : { by: 'quote_amount', quoteAmount: amount };
    return size as MarketOrderSize;
  }

  private prevention(): SelfTradePrevention | null {
    return this.random.oneIn(3) ? this.random.pick<SelfTradePrevention>(preventions) : null;
  }

  private clientOrderId(): string | null {
    return this.random.oneIn(6) ? this.random.pick(['a', 'b', 'a b', '1 a', `n${this.random.integer(1, 40)}`]) : null;
  }

  private quantity(market: number): number {
    const { random } = this;
    if (random.oneIn(100)) return random.pick(oddNumbers);
    if (random.oneIn(40)) return 10 ** random.integer(6, 15) + random.integer(0, 9);
    return this.onStep(market, 'quantityStep', random.integer(1, 50));
  }

  /** Rounded up to the market's step, except once in 15 times. */
  private onStep(market: number, name: 'priceStep' | 'quantityStep', value: number): number {
    const step = this.model.state.markets.find((one) => one.market === market)?.[name] ?? 1;
    return this.random.oneIn(15) ? value : Math.ceil(value / step) * step;
  }

  private anyCancel(): Command {
    if (this.random.oneIn(40)) return this.cancelAll();
    return this.random.oneIn(6) ? this.cancelClientOrder() : this.cancel();
  }

  /** Mostly a client order id of an open order; otherwise one of an ended, unknown or another user's order. */
  private cancelClientOrder(): CancelClientOrder {
    const { random } = this;
    const named = random.anyOf(this.model.state.orders.filter((order) => order.clientOrderId !== null));
    const clientOrderId = named === undefined || random.oneIn(8) ? 'a' : (named.clientOrderId ?? 'a');
    const user = named === undefined || random.oneIn(8) ? random.pick(this.users) : named.user;
    const side = random.oneIn(4) ? random.pick(['buy', 'sell'] as const) : null;
    const command: Plain<CancelClientOrder> = {
      type: 'cancel_client_order',
      user,
      clientOrderId,
      side,
      requestKey: this.key(),
    };
    return this.remembered(command as CancelClientOrder);
  }

  private cancel(): CancelOrder {
    const named = this.named(this.random.anyOf(this.model.state.orders));
    const command: Plain<CancelOrder> = { type: 'cancel_order', ...named, requestKey: this.key() };
    return this.remembered(command as CancelOrder);
  }

  private placeOrChange(): Command {
    const chance = this.random.integer(1, 20);
    if (chance === 1) return this.reduce();
    return chance <= 3 ? this.replace() : this.place();
  }

  private replace(): ReplaceOrder {
    const { random } = this;
    const open = random.anyOf(this.model.state.orders);
    const near = Number(open?.price ?? 100) + random.integer(-this.spread, this.spread);
    const command: Plain<ReplaceOrder> = {
      type: 'replace_order',
      ...this.named(open),
      timeInForce: random.pick<TimeInForce>(['gtc', 'gtc', 'gtc', 'ioc', 'fok']),
      postOnly: random.pick([null, null, true, false]),
      price: random.oneIn(100)
        ? random.pick(oddNumbers)
        : this.onStep(open?.market ?? 1, 'priceStep', Math.max(1, near)),
      quantity: this.quantityFrom(open),
      selfTradePrevention: this.prevention(),
      // Sometimes the client order id of the replaced order.
      clientOrderId: random.oneIn(4) ? (open?.clientOrderId ?? null) : this.clientOrderId(),
      requestKey: this.key(),
    };
    return this.remembered(command as ReplaceOrder);
  }

  /** Mostly of a waiting stop order, near its stop price or near the last trade, where it is often refused. */
  private replaceStop(): ReplaceStopOrder {
    const { random } = this;
    const { orders, lastPrices } = this.model.state;
    const waiting = random.anyOf(orders.filter((order) => order.isWaiting));
    const open = random.oneIn(12) ? random.anyOf(orders) : waiting;
    const market = open?.market ?? 1;
    const near = random.oneIn(3) ? Number(lastPrices.get(market) ?? 100) : (open?.stopPrice ?? 100);
    const { stopPrice, becomes } = this.stop(market, 'buy', Math.max(1, near + random.integer(-2, 2)));
    const command: Plain<ReplaceStopOrder> = {
      type: 'replace_stop_order',
      ...this.named(open),
      stopPrice,
      becomes: becomes.orderType === 'market' || random.oneIn(2) ? becomes : { ...becomes, postOnly: null },
      selfTradePrevention: this.prevention(),
      // Sometimes the client order id of the replaced order.
      clientOrderId: random.oneIn(4) ? (open?.clientOrderId ?? null) : this.clientOrderId(),
      requestKey: this.key(),
    };
    return this.remembered(command as ReplaceStopOrder);
  }

  private reduce(): ReduceOrder {
    const open = this.random.anyOf(this.model.state.orders);
    const command: Plain<ReduceOrder> = {
      type: 'reduce_order',
      ...this.named(open),
      quantity: this.quantityFrom(open),
      requestKey: this.key(),
    };
    return this.remembered(command as ReduceOrder);
  }

  /** Mostly the id and the owner of this order, sometimes another user or id. */
  private named(open: NaiveOrder | undefined): { user: number; order: number; side: Side | null } {
    const { random } = this;
    return {
      user: open === undefined || random.oneIn(20) ? random.pick(this.users) : open.user,
      order: open === undefined || random.oneIn(20) ? this.oddOrder() : open.order,
      side: random.oneIn(4) ? random.pick(['buy', 'sell'] as const) : null,
    };
  }

  /**
   * An id of an ended, unknown or another user's order, or an invalid one, such as one that differs from an open
   * order's id only in high bits.
   */
  private oddOrder(): number {
    const { random } = this;
    if (!random.oneIn(8)) return random.integer(0, 2000);
    const live = random.anyOf(this.model.state.orders)?.order ?? 1;
    return random.pick([live + 0.5, live + 2 ** 32, -live, ...oddNumbers]);
  }

  /** Mostly between the filled quantity and slightly more than the total quantity. */
  private quantityFrom(open: NaiveOrder | undefined): number {
    const { random } = this;
    if (open === undefined || random.oneIn(8)) return this.quantity(open?.market ?? 1);
    const quantity = Number(open.filled) + random.integer(0, Math.min(Number(open.remaining) + 1, 10 ** 9));
    return this.onStep(open.market, 'quantityStep', quantity);
  }

  private cancelAll(): CancelAll {
    const { random } = this;
    const side = random.pick(['buy', 'sell', null] as const);
    const market = random.oneIn(20) ? 99 : random.pick([...markets, null]);
    const user = random.pick(this.users);
    const command: Plain<CancelAll> = { type: 'cancel_all', user, market, side, requestKey: this.key() };
    return this.remembered(command as CancelAll);
  }

  /** Repeats an earlier request, mostly one with a key, sometimes with its fields reordered or changed. */
  private again(): Command {
    const { random } = this;
    const recent = this.sent.slice(-80);
    const keyed = recent.filter(({ requestKey }) => requestKey !== null).slice(-6);
    const before = random.anyOf(random.oneIn(4) || keyed.length === 0 ? recent : keyed);
    if (before === undefined) return { type: 'clock' };
    if ('quantity' in before && random.oneIn(8)) return { ...before, quantity: (before.quantity + 1) as Lots };
    return random.oneIn(2) ? before : turnedRound(before);
  }

  private anyMovement(): Command {
    const command = this.ledger.next(this.key());
    return command.type === 'transfer' ? this.remembered(command) : command;
  }

  private currency(id: number): ListCurrency {
    const { random } = this;
    const code = random.oneIn(4) && id > 4 ? random.pick(['', 'usd', 'C1', 'A B']) : `C${id}`;
    const decimals = id <= 4 ? random.integer(2, 8) : random.integer(-1, 9);
    const command: Plain<ListCurrency> = {
      type: 'list_currency',
      currency: id,
      code,
      decimals,
      ...this.settings.audit(),
    };
    return command as ListCurrency;
  }

  /** An odd listing often has invalid fields, or a lot that is not a whole number of units. */
  private market(id: number, odd: boolean): ListMarket {
    const { random } = this;
    const command: Plain<ListMarket> = {
      type: 'list_market',
      market: id,
      base: random.pick([1, 2]),
      quote: odd ? random.pick([1, 2, 9]) : random.pick([3, 4]),
      priceDecimals: odd ? random.integer(-1, 19) : random.integer(0, 1),
      tickPoints: odd ? random.integer(0, 5) : random.pick([1, 1, 5, 10]),
      amountDecimals: odd ? random.integer(-1, 19) : random.integer(0, 1),
      lotPoints: odd ? random.integer(0, 5) : random.pick([1, 1, 2, 10]),
      priceStep: odd ? random.integer(0, 3) : random.pick([1, 1, 1, 1, 1, 2]),
      quantityStep: odd ? random.integer(0, 3) : random.pick([1, 1, 1, 1, 1, 5]),
      minNotional: random.pick([0, 0, 100, 5000]),
      marketSlippagePpm: random.pick([20_000, 0, 5000, 250_000, odd ? 1_000_000 : 999_999]),
      priceBandPpm: random.pick([null, null, 100_000, 1_000_000, odd ? 0 : 99_000_000]),
      makerFeePpm: random.pick([0, 1, 1000, 1000, 333_333, -500, -999_999, 999_999]),
      takerFeePpm: random.pick([0, 7, 1500, 1500, 1500, 500_000, odd ? 1_000_000 : 999_999]),
      maxOpenOrders: odd ? random.integer(0, 3) : random.pick([2, 5, 200]),
      selfTradePrevention: random.pick<SelfTradePrevention>(preventions),
      sellBlocked: random.oneIn(12),
      state: random.oneIn(10) ? random.pick(['post_only', 'cancel_only', 'halted']) : 'open',
      ...this.settings.audit(),
    };
    return command as ListMarket;
  }

  private key(): string | null {
    return this.random.oneIn(10) ? `k${this.random.integer(1, 30)}` : null;
  }

  private remembered<C extends UserRequest>(command: C): C {
    this.sent.push(command);
    return command;
  }
}

/** A copy with its fields in reverse order. */
function turnedRound(request: UserRequest): UserRequest {
  const turned = { ...request };
  for (const [field, value] of Object.entries(request).toReversed()) {
    Reflect.deleteProperty(turned, field);
    Reflect.set(turned, field, value);
  }
  return turned;
}
