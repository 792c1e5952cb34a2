import { Digest } from './digest.ts';
import { assertNever, invariant } from './invariant.ts';
import { listingOf, LiveMarket } from './market/market.ts';
import { minuteMs } from './market/candle.ts';
import { causedCommands } from './ledger/causes.ts';
import { openOrders } from './spot/open-order.ts';
import { loadReached } from './spot/trigger-stops.ts';
import { currenciesInOrder, emptyState, marketsInOrder } from './state.ts';
import type { FeeRates } from './command.ts';
import type { MarketId, UserId } from './identifiers.ts';
import type { Ticks } from './money.ts';
import type { BookedCauses, CausedCommand } from './ledger/causes.ts';
import type { KeptIndex } from './index-price/indices.ts';
import type { Balance } from './ledger/ledger.ts';
import type { OpenHold } from './ledger/open-holds.ts';
import type { OpenCandle } from './market/candle.ts';
import type { OwnRates } from './market/fees.ts';
import type { Currency, Market } from './market/market.ts';
import type { AnsweredRequest, RequestKeyLimits } from './requests/request-keys.ts';
import type { UsedClientOrderId } from './spot/client-order-ids.ts';
import type { OpenOrder } from './spot/open-order.ts';
import type { ReachedStops } from './spot/trigger-stops.ts';
import type { ExchangeState } from './state.ts';

const format = 'bourse-exchange-1';

interface Header {
  readonly type: 'header';
  readonly format: typeof format;
  readonly sequence: number;
  readonly timeMs: number;
  readonly orderCount: number;
  readonly tradeCount: number;
  readonly triggerCount: number;
  readonly dueWorkPerCommand: number;
  readonly requestKeys: RequestKeyLimits;
  readonly clientOrderIds: RequestKeyLimits;
}

/** The last line: how many lines stand before it and their hash. A snapshot without it is truncated. */
interface Footer {
  readonly type: 'footer';
  readonly lines: number;
  readonly hash: string;
}

/** What a line between header and footer says. Each kind has its own place in this order, and its own order within. */
export type Line =
  | ({ readonly type: 'currency' } & Currency)
  | ({ readonly type: 'market' } & Market)
  | { readonly type: 'fee_tier'; readonly market: MarketId; readonly tier: number; readonly rates: FeeRates }
  | { readonly type: 'user_fee_tier'; readonly user: UserId; readonly tier: number }
  | ({ readonly type: 'user_fees' } & OwnRates)
  | ({ readonly type: 'candle' } & OpenCandle)
  | { readonly type: 'last_price'; readonly market: MarketId; readonly price: Ticks }
  | ({ readonly type: 'causes'; readonly command: CausedCommand } & BookedCauses)
  | ({ readonly type: 'hold' } & OpenHold)
  | ({ readonly type: 'index' } & KeptIndex)
  | ({ readonly type: 'balance' } & Balance)
  | ({ readonly type: 'order' } & OpenOrder)
  | ({ readonly type: 'reached_stops' } & ReachedStops)
  | ({ readonly type: 'client_order_id' } & UsedClientOrderId)
  | ({ readonly type: 'request' } & AnsweredRequest);

/** The state as canonical lines of JSON: a header, everything in a defined order, a footer with the hash of all before. */
export function* writeSnapshot(state: ExchangeState): Generator<string> {
  const digest = new Digest('');
  let lines = 0;
  for (const content of contents(state)) {
    const line = JSON.stringify(content);
    digest.text(line);
    lines += 1;
    yield line;
  }
  digest.settle();
  yield JSON.stringify({ type: 'footer', lines, hash: digest.hex() } satisfies Footer);
}

/** The hash that the footer of a snapshot would carry. */
export function stateHash(state: ExchangeState): string {
  const digest = new Digest('');
  for (const content of contents(state)) digest.text(JSON.stringify(content));
  digest.settle();
  return digest.hex();
}

/** The state that wrote these lines. Throws unless the first is our header, the last our footer, and its hash is theirs. */
export function readSnapshot(lines: Iterable<string>): ExchangeState {
  const texts = verified(lines);
  const header = JSON.parse(texts[0] ?? '{}') as Header;
  const state = emptyState(header);
  state.sequence = header.sequence;
  state.timeMs = header.timeMs;
  state.orderCount = header.orderCount;
  state.tradeCount = header.tradeCount;
  state.triggerCount = header.triggerCount;
  // Whoever reads a line that the hash has vouched for reads what `contents` wrote.
  for (const text of texts.slice(1)) load(state, JSON.parse(text) as Line);
  queueOrders(state);
  state.minuteEndsAtMs = state.sequence === 0 ? 0 : state.timeMs - (state.timeMs % minuteMs) + minuteMs;
  return state;
}

/** All lines but the footer, once the footer has vouched for them. */
function verified(lines: Iterable<string>): string[] {
  const texts = [...lines];
  const last = texts.pop() ?? '';
  const isKnown = (texts[0] ?? '').startsWith(`{"type":"header","format":"${format}",`);
  invariant(isKnown, 'this is no snapshot of this format');
  const digest = new Digest('');
  for (const text of texts) digest.text(text);
  digest.settle();
  const footer: Footer = { type: 'footer', lines: texts.length, hash: digest.hex() };
  invariant(last === JSON.stringify(footer), 'this snapshot is truncated or altered');
  return texts;
}

function* contents(state: ExchangeState): Generator<Header | Line> {
  const { sequence, timeMs, orderCount, tradeCount, triggerCount, dueWorkPerCommand } = state;
  const requestKeys = { ...state.requestKeys.limits };
  const clientOrderIds = { ...state.clientOrderIds.limits };
  const counts = { orderCount, tradeCount, triggerCount };
  yield { type: 'header', format, sequence, timeMs, ...counts, dueWorkPerCommand, requestKeys, clientOrderIds };
  for (const currency of currenciesInOrder(state)) yield { type: 'currency', ...currency };
  for (const market of marketsInOrder(state)) yield { type: 'market', ...market.listing };
  for (const market of marketsInOrder(state)) {
    for (const tier of market.allTiers()) yield { type: 'fee_tier', market: market.listing.market, ...tier };
  }
  for (const tier of state.fees.allTiers()) yield { type: 'user_fee_tier', ...tier };
  for (const own of state.fees.allOwnRates()) yield { type: 'user_fees', ...own };
  for (const market of marketsInOrder(state)) {
    const candle = market.candle.current(market.listing.market);
    if (candle !== null) yield { type: 'candle', ...candle };
  }
  for (const { listing, lastPrice } of marketsInOrder(state)) {
    if (lastPrice !== null) yield { type: 'last_price', market: listing.market, price: lastPrice };
  }
  for (const command of causedCommands) {
    for (const causes of state.causes[command].booked()) yield { type: 'causes', command, ...causes };
  }
  for (const hold of state.holds.all()) yield { type: 'hold', ...hold };
  for (const index of state.indices.kept()) yield { type: 'index', ...index };
  for (const balance of state.ledger.balances()) yield { type: 'balance', ...balance };
  for (const order of openOrders(state)) yield { type: 'order', ...order };
  for (const reached of state.reachedStops) yield { type: 'reached_stops', ...reached };
  for (const used of state.clientOrderIds.remembered(timeMs)) yield { type: 'client_order_id', ...used };
  for (const answered of state.requestKeys.remembered(timeMs)) yield { type: 'request', ...answered };
}

function load(state: ExchangeState, line: Line): void {
  switch (line.type) {
    case 'currency':
      state.currencies.set(line.currency, { currency: line.currency, code: line.code, decimals: line.decimals });
      return;
    case 'market': {
      const listing = listingOf(line, line.baseUnitsPerLot, line.quoteUnitsPerTickLot);
      state.markets[line.market] = new LiveMarket(listing, state.ledger);
      return;
    }
    case 'fee_tier':
      marketOf(state, line.market).setTier(line.tier, line.rates);
      return;
    case 'user_fee_tier':
      state.fees.setTier(line.user, line.tier);
      return;
    case 'user_fees':
      state.fees.setOwnRates(line.user, line.market, line.rates);
      return;
    case 'candle':
      marketOf(state, line.market).candle.load(line);
      marketOf(state, line.market).lastPrice = line.close;
      return;
    case 'last_price':
      marketOf(state, line.market).lastPrice = line.price;
      return;
    case 'index': {
      const { type: _type, ...index } = line;
      state.indices.load(index, state);
      return;
    }
    case 'causes':
      for (const [from, to] of line.intervals) state.causes[line.command].addInterval(line.source, from, to);
      return;
    case 'hold': {
      const { type: _type, ...hold } = line;
      state.holds.add(hold);
      return;
    }
    case 'balance':
      state.ledger.load(line);
      return;
    case 'order':
      loadOrder(state, line);
      return;
    case 'reached_stops': {
      const { market, side, price, trade } = line;
      loadReached(state, { market, side, price, trade });
      return;
    }
    case 'client_order_id':
      state.clientOrderIds.load(line);
      return;
    case 'request': {
      const { command, requestKey, sequence, timeMs, outcome } = line;
      state.requestKeys.remember({ command, requestKey, sequence, timeMs, outcome });
      return;
    }
    default:
      assertNever(line);
  }
}

/** Orders are written by id, as each user's open orders are chained. */
function loadOrder(state: ExchangeState, open: OpenOrder): void {
  const market = marketOf(state, open.market);
  const { traders } = market;
  const trader = market.openTrader(open.user, state.ledger, state.fees);
  const accepted = { sequence: open.acceptedSequence, timeMs: open.acceptedAtMs };
  const account = market.payingAccount(trader, open.side);
  const slot = state.orders.add(open, open.remaining, trader, account, accepted);
  state.orders.load(slot, open.remaining, open.filled, open.filledQuote, open.fee, open.rebate);
  traders.addOrder(state.orders, slot);
  if (open.clientOrderId !== null) state.clientOrderIds.loadOpen(open.user, open.clientOrderId, open.order);
  if (open.stop !== null && open.stopPrice !== null) {
    state.orders.setStop(slot, { ...open.stop, price: open.stopPrice, place: 0 });
  }
}

/** Puts every order where it stands, in the order of their arrival there, so that each queue is rebuilt in its sequence. */
function queueOrders(state: ExchangeState): void {
  const { orders } = state;
  for (const order of orders.all().toSorted((a, b) => (orders.arrivedBefore(a, b) ? -1 : 1))) {
    const market = marketOf(state, orders.market(order));
    const side = orders.side(order);
    if (orders.isWaiting(order)) {
      market.stops.of(side).add(orders, order);
      state.waitingStops += 1;
    } else {
      market.sideOf(side).append(orders, order);
    }
  }
}

function marketOf(state: ExchangeState, id: MarketId): LiveMarket {
  const market = state.markets[id];
  invariant(market !== undefined, 'a snapshot must list a market before it is used');
  return market;
}
