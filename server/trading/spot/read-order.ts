import type { CallInput, RefusalOf } from '@bourse/contract';
import type { buyAdd, buyReplace } from '@bourse/contract/spot';
import { assertNever } from '@bourse/engine';
import type {
  MarketOrderSize,
  PlaceMarketOrder,
  PlaceOrder,
  PlaceStopOrder,
  ReplaceOrder,
  ReplaceStopOrder,
  SelfTradePrevention,
  Side,
  TimeInForce,
  TriggeredOrder,
} from '@bourse/engine';
import {
  type Market,
  type OrderState,
  readPrice,
  readQuantity,
  readQuoteAmount,
  type Views,
} from '../../ground/feed/index.ts';
import { type Member, type Refused, refused } from '../../ground/gateway/index.ts';

type Input = CallInput<typeof buyAdd>;

/** The fields of a new order and of a replacement alike. */
type TermsInput = Omit<Input, 'currency_match_id'>;

/** The refusals of reading these fields. */
type ReadingRefusal = Extract<RefusalOf<typeof buyAdd>, RefusalOf<typeof buyReplace>>;

/** A validated order request with its command and market. */
export interface ReadOrder {
  readonly ok: true;
  readonly command: PlaceOrder | PlaceMarketOrder | PlaceStopOrder;
  readonly market: Market;
}

/** A `ReadOrder` with one type of command. */
type Read<Placing> = Omit<ReadOrder, 'command'> & { readonly command: Placing };

/** The fields that all order commands share. */
type Common = Pick<PlaceOrder, 'user' | 'market' | 'side' | 'selfTradePrevention' | 'clientOrderId' | 'requestKey'>;

type TermsRefusal = 'time_in_force_unsupported' | 'self_trade_prevention_unsupported' | 'client_order_id_invalid';

type Terms = Pick<PlaceOrder, 'timeInForce' | 'selfTradePrevention' | 'clientOrderId'>;

const clientOrderIdShape = /^[A-Za-z0-9_-]{1,36}$/;
const timesInForce: readonly TimeInForce[] = ['gtc', 'ioc', 'fok'];
const preventions: readonly SelfTradePrevention[] = ['expire_maker', 'expire_taker', 'expire_both'];

/** Converts a request to a command, or returns the first refusal. */
export function readOrder(
  input: Input,
  side: Side,
  member: Member,
  views: Views,
): ReadOrder | Refused<RefusalOf<typeof buyAdd>> {
  const market = views.listings.findMarket(Number(input.currency_match_id));
  if (market === undefined) return refused('market_unknown');
  const orderType = input.order_type ?? 'limit';
  if (!isOrderType(orderType)) return refused('order_type_unsupported');
  const terms = readTerms(input, defaultTimeInForce[orderType]);
  if ('ok' in terms) return terms;
  const { timeInForce, ...rest } = terms;
  const { user, requestKey } = member;
  const common = { user, market: market.id, side, ...rest, requestKey };
  switch (orderType) {
    case 'limit':
    case 'market':
      if (input.stop_price !== undefined) {
        return refused('invalid_request', { field: 'stop_price', problem: 'unused' });
      }
      return orderType === 'limit'
        ? readLimit(input, market, common, timeInForce)
        : readMarket(input, market, common, timeInForce);
    case 'stop_limit':
    case 'stop_market':
      return readStop(input, market, common, orderType === 'stop_limit' ? 'limit' : 'market', timeInForce);
    default:
      return assertNever(orderType);
  }
}

/**
 * Converts a request to replace one of this market's orders to a command: of a waiting stop order if it names a stop
 * price or a type of stop order, otherwise of an order in the book.
 */
export function readReplacement(
  input: CallInput<typeof buyReplace>,
  old: Pick<OrderState, 'order' | 'orderType' | 'side'>,
  side: Side | null,
  market: Market,
  { user, requestKey }: Member,
): ReplaceOrder | ReplaceStopOrder | Refused<RefusalOf<typeof buyReplace>> {
  const orderType = input.order_type ?? (input.stop_price === undefined ? 'limit' : old.orderType);
  if (!isOrderType(orderType) || orderType === 'market') return refused('order_type_unsupported');
  const terms = readTerms(input, defaultTimeInForce[orderType]);
  if ('ok' in terms) return terms;
  const { timeInForce, ...rest } = terms;
  const common = { user, market: market.id, side: old.side, ...rest, requestKey };
  const named = { user, order: old.order, side, requestKey, ...rest };
  const postOnly = input.post_only ?? null;
  if (orderType === 'limit') {
    if (input.stop_price !== undefined) return refused('invalid_request', { field: 'stop_price', problem: 'unused' });
    const read = readLimit(input, market, common, timeInForce);
    if (!read.ok) return read;
    const { price, quantity } = read.command;
    return { type: 'replace_order', ...named, timeInForce, postOnly, price, quantity };
  }
  const read = readStop(input, market, common, orderType === 'stop_limit' ? 'limit' : 'market', timeInForce);
  if (!read.ok) return read;
  const { stopPrice, becomes } = read.command;
  const replacement = becomes.orderType === 'limit' ? { ...becomes, postOnly } : becomes;
  return { type: 'replace_stop_order', ...named, stopPrice, becomes: replacement };
}

/** Reads the terms other than price and size. */
function readTerms(
  input: Pick<Input, 'time_in_force' | 'self_trade_prevention' | 'client_order_id'>,
  fallback: TimeInForce,
): Terms | Refused<TermsRefusal> {
  const timeInForce = timesInForce.find((known) => known === (input.time_in_force ?? fallback));
  if (timeInForce === undefined) return refused('time_in_force_unsupported');
  const selfTradePrevention = preventions.find((known) => known === input.self_trade_prevention) ?? null;
  if (input.self_trade_prevention !== undefined && selfTradePrevention === null) {
    return refused('self_trade_prevention_unsupported');
  }
  const clientOrderId = input.client_order_id ?? null;
  if (clientOrderId !== null && !isClientOrderId(clientOrderId)) return refused('client_order_id_invalid');
  return { timeInForce, selfTradePrevention, clientOrderId };
}

/** Whether a text is a valid client order id. */
export function isClientOrderId(text: string): boolean {
  return clientOrderIdShape.test(text);
}

const defaultTimeInForce = { limit: 'gtc', market: 'ioc', stop_limit: 'gtc', stop_market: 'ioc' } as const;

function isOrderType(text: string): text is keyof typeof defaultTimeInForce {
  return Object.hasOwn(defaultTimeInForce, text);
}

function readLimit(
  input: TermsInput,
  market: Market,
  common: Common,
  timeInForce: TimeInForce,
): Read<PlaceOrder> | Refused<ReadingRefusal> {
  const postOnly = input.post_only ?? false;
  if (postOnly && timeInForce !== 'gtc') return refused('time_in_force_unsupported');
  if (input.quote_amount !== undefined) return refused('invalid_request', { field: 'quote_amount', problem: 'unused' });
  const price = readPrice(input.price, market);
  if (price === null) return refused('price_required');
  if (typeof price === 'object') return price;
  const quantity = readQuantity(input.number, market);
  if (typeof quantity === 'object') return quantity;
  const command = {
    type: 'place_order',
    ...common,
    orderType: 'limit',
    timeInForce,
    postOnly,
    price,
    quantity,
  } as const;
  return { ok: true, market, command };
}

/** Without a price, the slippage limit refers to the best price on arrival. */
function readMarket(
  input: TermsInput,
  market: Market,
  common: Common,
  timeInForce: TimeInForce,
): Read<PlaceMarketOrder> | Refused<ReadingRefusal> {
  if (timeInForce !== 'ioc') return refused('time_in_force_unsupported');
  if (input.post_only === true) return refused('invalid_request', { field: 'post_only', problem: 'unused' });
  const price = readPrice(input.price, market);
  if (price !== null && typeof price === 'object') return price;
  const size = readSize(input, market);
  if ('ok' in size) return size;
  return { ok: true, market, command: { type: 'place_market_order', ...common, price, size } };
}

/**
 * A stop order that becomes a market order has no price, because its slippage limit refers to the best price at the
 * trigger.
 */
function readStop(
  input: TermsInput,
  market: Market,
  common: Common,
  orderType: TriggeredOrder['orderType'],
  timeInForce: TimeInForce,
): Read<PlaceStopOrder> | Refused<ReadingRefusal> {
  const stopPrice = readPrice(input.stop_price, market, 'stop_price');
  if (stopPrice === null) return refused('stop_price_required');
  if (typeof stopPrice === 'object') return stopPrice;
  if (orderType === 'market' && input.price !== undefined) {
    return refused('invalid_request', { field: 'price', problem: 'unused' });
  }
  const read =
    orderType === 'limit'
      ? readLimit(input, market, common, timeInForce)
      : readMarket(input, market, common, timeInForce);
  if (!read.ok) return read;
  const becomes = triggeredOrder(read.command);
  return { ok: true, market, command: { type: 'place_stop_order', ...common, stopPrice, becomes } };
}

function triggeredOrder(command: PlaceOrder | PlaceMarketOrder): TriggeredOrder {
  if (command.type === 'place_market_order') return { orderType: 'market', size: command.size };
  const { orderType, timeInForce, postOnly, price, quantity } = command;
  return { orderType, timeInForce, postOnly, price, quantity };
}

function readSize(input: TermsInput, market: Market): MarketOrderSize | Refused<ReadingRefusal> {
  if (input.quote_amount === undefined) {
    const quantity = readQuantity(input.number, market);
    return typeof quantity === 'object' ? quantity : { by: 'quantity', quantity };
  }
  if (input.number !== undefined) return refused('invalid_request', { field: 'quote_amount', problem: 'exclusive' });
  const quoteAmount = readQuoteAmount(input.quote_amount, market);
  return typeof quoteAmount === 'object' ? quoteAmount : { by: 'quote_amount', quoteAmount };
}
