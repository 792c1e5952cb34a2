import { accountType, amount, currencyId, lots, marketId, orderId, ticks, userId, venue } from '@bourse/engine';
import type {
  Command,
  CurrencyId,
  Event,
  MarketOrderSize,
  OperatorCommand,
  PlaceMarketOrder,
  PlaceOrder,
  PlaceStopOrder,
  ReplaceOrder,
  Side,
  UserId,
} from '@bourse/engine';
import type { Committed, Core } from '../index.ts';

export const btc = currencyId(1);
export const usdt = currencyId(2);
export const btcusdt = marketId(1);
export const alice = userId(100_001);
export const bob = userId(100_002);
/** A simulated trader of the demo. */
export const quoter = userId(1001);
export const otherQuoter = userId(1002);

/** The operator and cause of commands with which the venue sets itself up. */
export const setup = { operator: venue, cause: 'setup' } as const;

/** BTC (8 decimals), USDT (6), and their market with a tick of 0.01 USDT, a lot of 0.0001 BTC and fees of 10 bps. */
export const listing: readonly OperatorCommand[] = [
  { type: 'list_currency', currency: btc, code: 'BTC', decimals: 8, ...setup },
  { type: 'list_currency', currency: usdt, code: 'USDT', decimals: 6, ...setup },
  {
    type: 'list_market',
    market: btcusdt,
    base: btc,
    quote: usdt,
    priceDecimals: 2,
    tickPoints: 1,
    amountDecimals: 4,
    lotPoints: 1,
    priceStep: ticks(1),
    quantityStep: lots(1),
    minNotional: amount(0),
    marketSlippagePpm: 20_000,
    priceBandPpm: null,
    makerFeePpm: 1000,
    takerFeePpm: 1000,
    maxOpenOrders: 1_000_000,
    selfTradePrevention: 'expire_maker',
    sellBlocked: false,
    state: 'open',
    ...setup,
  },
];

/** A credit with the source 'test' and the number `n`. */
export function fund(n: number, user: UserId, currency: CurrencyId, units: number): Command {
  return { type: 'credit', user, accountType: accountType.change, currency, amount: amount(units), source: 'test', n };
}

export function place(
  user: UserId,
  side: Side,
  price: number,
  quantity: number,
  rest: Partial<
    Pick<PlaceOrder, 'clientOrderId' | 'requestKey' | 'timeInForce' | 'postOnly' | 'selfTradePrevention'>
  > = {},
): Command {
  return {
    type: 'place_order',
    user,
    market: btcusdt,
    side,
    orderType: 'limit',
    timeInForce: 'gtc',
    postOnly: false,
    price: ticks(price),
    quantity: lots(quantity),
    selfTradePrevention: null,
    clientOrderId: null,
    requestKey: null,
    ...rest,
  };
}

/** A market order at the current best price. */
export function take(
  user: UserId,
  side: Side,
  size: MarketOrderSize,
  rest: Partial<Pick<PlaceMarketOrder, 'price' | 'requestKey'>> = {},
): Command {
  return {
    type: 'place_market_order',
    user,
    market: btcusdt,
    side,
    price: null,
    size,
    selfTradePrevention: null,
    clientOrderId: null,
    requestKey: null,
    ...rest,
  };
}

/** A stop order that becomes the given order. */
export function placeStop(
  user: UserId,
  side: Side,
  stopPrice: number,
  becomes: PlaceStopOrder['becomes'],
  rest: Partial<Pick<PlaceStopOrder, 'clientOrderId' | 'requestKey' | 'selfTradePrevention'>> = {},
): Command {
  return {
    type: 'place_stop_order',
    user,
    market: btcusdt,
    side,
    stopPrice: ticks(stopPrice),
    becomes,
    selfTradePrevention: null,
    clientOrderId: null,
    requestKey: null,
    ...rest,
  };
}

export function cancel(user: UserId, order: number): Command {
  return { type: 'cancel_order', user, order: orderId(order), side: null, requestKey: null };
}

/** Replaces an order by one with a total quantity of `quantity` lots, including its fills. */
export function replace(
  user: UserId,
  order: number,
  price: number,
  quantity: number,
  rest: Partial<Pick<ReplaceOrder, 'side' | 'postOnly' | 'selfTradePrevention' | 'clientOrderId' | 'requestKey'>> = {},
): Command {
  return {
    type: 'replace_order',
    user,
    order: orderId(order),
    side: null,
    timeInForce: 'gtc',
    postOnly: null,
    price: ticks(price),
    quantity: lots(quantity),
    selfTradePrevention: null,
    clientOrderId: null,
    requestKey: null,
    ...rest,
  };
}

/** Reduces an order to a total quantity of `quantity` lots, including its fills. */
export function reduce(user: UserId, order: number, quantity: number): Command {
  return {
    type: 'reduce_order',
    user,
    order: orderId(order),
    side: null,
    quantity: lots(quantity),
    requestKey: null,
  };
}

/** Lists the market and credits each of the users with large balances of both currencies. */
export async function setUp(core: Core, users: readonly UserId[] = [alice, bob]): Promise<void> {
  const commands = [
    ...listing,
    ...users.flatMap((user, index) => [
      fund(2 * index + 1, user, usdt, 1_000_000_000_000_000),
      fund(2 * index + 2, user, btc, 100_000_000_000_000),
    ]),
  ];
  await Promise.all(commands.map((command) => core.submit(command, { priority: 'system' })));
}

const account = { accountType: accountType.change, currency: usdt, amount: amount(1000) } as const;

/**
 * Every movement of money outside the order books, each of 1000 units of USDT: a paid withdrawal of Alice, an escrow
 * paid to Bob's legal account, a released one and an open one, a transfer to the lever account, and capital for the
 * venue's treasury.
 */
export const movements: readonly Command[] = [
  { type: 'hold', kind: 'withdrawal', user: alice, ...account, source: 'draw', n: 1 },
  { type: 'settle_hold', source: 'draw', n: 1, receiver: null, fee: amount(10) },
  ...[1, 2, 3].map((n): Command => ({ type: 'hold', kind: 'escrow', user: alice, ...account, source: 'ad', n })),
  { type: 'settle_hold', source: 'ad', n: 1, receiver: { user: bob, accountType: accountType.legal }, fee: amount(4) },
  { type: 'release_hold', source: 'ad', n: 2 },
  {
    type: 'transfer',
    user: alice,
    currency: usdt,
    amount: amount(1000),
    from: accountType.change,
    to: accountType.lever,
    requestKey: null,
  },
  {
    type: 'venue_transfer',
    from: accountType.external,
    toUser: venue,
    to: accountType.treasury,
    currency: usdt,
    amount: amount(1000),
    operator: bob,
    cause: 'capital',
    source: 'capital',
    n: 1,
  },
];

/** The only event of this type. */
export function eventOf<Type extends Event['type']>(
  committed: Committed,
  type: Type,
): Extract<Event, { readonly type: Type }> {
  const found = committed.events.filter(
    (event): event is Extract<Event, { readonly type: Type }> => event.type === type,
  );
  const [event] = found;
  if (event === undefined || found.length > 1) {
    throw new Error(`Expected one ${type} among ${JSON.stringify(committed.events)}.`);
  }
  return event;
}
