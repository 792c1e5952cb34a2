import { assertNever } from '@bourse/engine';
import type {
  AccountType,
  Amount,
  Command,
  CurrencyId,
  HoldKind,
  HoldReceiver,
  IndexPrice,
  Lots,
  MarketId,
  MarketOrderSize,
  MarketState,
  OperatorCause,
  OrderId,
  SelfTradePrevention,
  Side,
  Ticks,
  TimeInForce,
  TriggeredOrder,
  UserId,
} from '@bourse/engine';
import { Type } from 'typebox';

const safe = Number.MAX_SAFE_INTEGER;
const integer = { type: 'integer', minimum: -safe, maximum: safe };
const id = { type: 'integer', minimum: 0, maximum: safe };
const count = Type.Integer({ minimum: -safe, maximum: safe });
const user = Type.Unsafe<UserId>(id);
const currency = Type.Unsafe<CurrencyId>(id);
const market = Type.Unsafe<MarketId>(id);
const order = Type.Unsafe<OrderId>(id);
const amount = Type.Unsafe<Amount>(integer);
const ticks = Type.Unsafe<Ticks>(integer);
const indexPrice = Type.Unsafe<IndexPrice>(integer);
const lots = Type.Unsafe<Lots>(integer);
const accountType = Type.Unsafe<AccountType>(id);
const holdKind = Type.Unsafe<HoldKind>({ enum: ['withdrawal', 'escrow'] satisfies HoldKind[] });
const side = Type.Unsafe<Side>({ enum: ['buy', 'sell'] satisfies Side[] });
const timeInForce = Type.Unsafe<TimeInForce>({ enum: ['gtc', 'ioc', 'fok'] satisfies TimeInForce[] });
const marketState = Type.Unsafe<MarketState>({
  enum: ['open', 'post_only', 'cancel_only', 'halted'] satisfies MarketState[],
});
const cause = Type.Unsafe<OperatorCause>({
  enum: [
    'setup',
    'listing',
    'policy',
    'agreement',
    'market_conditions',
    'maintenance',
    'incident',
    'correction',
  ] satisfies OperatorCause[],
});
const selfTrade = Type.Unsafe<SelfTradePrevention>({
  enum: ['expire_maker', 'expire_taker', 'expire_both'] satisfies SelfTradePrevention[],
});

// No free text enters the exchange: every text has a short alphabet of its own.
const code = Type.String({ pattern: '^[A-Z0-9]{1,16}$' });
const source = Type.String({ pattern: '^[A-Za-z0-9_.:-]{1,64}$' });
const givenClientOrderId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,36}$' });
const clientOrderId = Type.Union([givenClientOrderId, Type.Null()]);
const word = Type.String({ pattern: '^[a-z0-9_]{1,32}$' });
const indexSource = Type.String({ pattern: '^[a-z0-9_]{1,16}$' });
const requestKey = Type.Union([Type.String({ pattern: '^[\\x21-\\x7e]{1,128}$' }), Type.Null()]);

/** What a listing says, by name: it is rare. */
const listing = Type.Object(
  {
    market,
    base: currency,
    quote: currency,
    priceDecimals: count,
    tickPoints: count,
    amountDecimals: count,
    lotPoints: count,
    minNotional: amount,
    marketSlippagePpm: count,
    priceBandPpm: Type.Union([count, Type.Null()]),
    makerFeePpm: count,
    takerFeePpm: count,
    maxOpenOrders: count,
    selfTradePrevention: selfTrade,
    sellBlocked: Type.Boolean(),
    state: marketState,
  },
  { additionalProperties: false },
);

/** As a listing. */
const index = Type.Object(
  {
    asset: currency,
    decimals: count,
    sources: Type.Array(indexSource),
    minSources: count,
    maxDeviationPpm: count,
    stalenessMs: count,
    operator: user,
    cause,
  },
  { additionalProperties: false },
);

/** How much a market order is for: a quantity, or an amount of the quote currency. */
const orderSize = Type.Union([Type.Tuple([Type.Literal('lots'), lots]), Type.Tuple([Type.Literal('units'), amount])]);

/** What a stop order becomes. */
const triggered = Type.Union([
  Type.Tuple([Type.Literal('limit'), timeInForce, Type.Boolean(), ticks, lots]),
  Type.Tuple([Type.Literal('market'), orderSize]),
]);

/** A command as its name and its fields in a fixed order. */
export const fieldsSchema = Type.Union([
  Type.Tuple([
    Type.Literal('limit'),
    user,
    market,
    side,
    timeInForce,
    Type.Boolean(),
    ticks,
    lots,
    Type.Union([selfTrade, Type.Null()]),
    clientOrderId,
    requestKey,
  ]),
  Type.Tuple([
    Type.Literal('take'),
    user,
    market,
    side,
    Type.Union([ticks, Type.Null()]),
    orderSize,
    Type.Union([selfTrade, Type.Null()]),
    clientOrderId,
    requestKey,
  ]),
  Type.Tuple([
    Type.Literal('stop'),
    user,
    market,
    side,
    ticks,
    triggered,
    Type.Union([selfTrade, Type.Null()]),
    clientOrderId,
    requestKey,
  ]),
  Type.Tuple([
    Type.Literal('replace'),
    user,
    order,
    Type.Union([side, Type.Null()]),
    timeInForce,
    Type.Union([Type.Boolean(), Type.Null()]),
    ticks,
    lots,
    Type.Union([selfTrade, Type.Null()]),
    clientOrderId,
    requestKey,
  ]),
  Type.Tuple([Type.Literal('reduce'), user, order, Type.Union([side, Type.Null()]), lots, requestKey]),
  Type.Tuple([Type.Literal('cancel'), user, order, Type.Union([side, Type.Null()]), requestKey]),
  Type.Tuple([Type.Literal('cancel_client'), user, givenClientOrderId, Type.Union([side, Type.Null()]), requestKey]),
  Type.Tuple([Type.Literal('cancel_all'), user, market, Type.Union([side, Type.Null()]), requestKey]),
  Type.Tuple([Type.Literal('clock')]),
  Type.Tuple([Type.Literal('credit'), user, accountType, currency, amount, source, count]),
  Type.Tuple([Type.Literal('debit'), user, accountType, currency, amount, source, count]),
  Type.Tuple([Type.Literal('transfer'), user, currency, amount, accountType, accountType, requestKey]),
  Type.Tuple([
    Type.Literal('venue'),
    accountType,
    user,
    accountType,
    currency,
    amount,
    Type.Tuple([user, word]),
    source,
    count,
  ]),
  Type.Tuple([Type.Literal('hold'), holdKind, user, accountType, currency, amount, source, count]),
  Type.Tuple([
    Type.Literal('settle'),
    source,
    count,
    Type.Union([Type.Tuple([user, accountType]), Type.Null()]),
    amount,
  ]),
  Type.Tuple([Type.Literal('release'), source, count]),
  Type.Tuple([Type.Literal('currency'), currency, code, count]),
  Type.Tuple([Type.Literal('listing'), listing]),
  Type.Tuple([Type.Literal('index'), index]),
  Type.Tuple([Type.Literal('ticks'), indexSource, count, Type.Array(Type.Tuple([currency, indexPrice]))]),
]);
export type Fields = Type.Static<typeof fieldsSchema>;

/** The command as the journal writes it. */
export function toFields(command: Command): Fields {
  switch (command.type) {
    case 'place_order':
      return [
        'limit',
        command.user,
        command.market,
        command.side,
        command.timeInForce,
        command.postOnly,
        command.price,
        command.quantity,
        command.selfTradePrevention,
        command.clientOrderId,
        command.requestKey,
      ];
    case 'place_market_order':
      return [
        'take',
        command.user,
        command.market,
        command.side,
        command.price,
        sizeFields(command.size),
        command.selfTradePrevention,
        command.clientOrderId,
        command.requestKey,
      ];
    case 'place_stop_order':
      return [
        'stop',
        command.user,
        command.market,
        command.side,
        command.stopPrice,
        triggeredFields(command.becomes),
        command.selfTradePrevention,
        command.clientOrderId,
        command.requestKey,
      ];
    case 'replace_order':
      return [
        'replace',
        command.user,
        command.order,
        command.side,
        command.timeInForce,
        command.postOnly,
        command.price,
        command.quantity,
        command.selfTradePrevention,
        command.clientOrderId,
        command.requestKey,
      ];
    case 'reduce_order':
      return ['reduce', command.user, command.order, command.side, command.quantity, command.requestKey];
    case 'cancel_order':
      return ['cancel', command.user, command.order, command.side, command.requestKey];
    case 'cancel_client_order':
      return ['cancel_client', command.user, command.clientOrderId, command.side, command.requestKey];
    case 'cancel_all':
      return ['cancel_all', command.user, command.market, command.side, command.requestKey];
    case 'clock':
      return ['clock'];
    case 'credit':
      return ['credit', command.user, command.accountType, command.currency, command.amount, command.source, command.n];
    case 'debit':
      return ['debit', command.user, command.accountType, command.currency, command.amount, command.source, command.n];
    case 'transfer': {
      const { user, currency, amount, from, to, requestKey } = command;
      return ['transfer', user, currency, amount, from, to, requestKey];
    }
    case 'venue_transfer': {
      const { from, toUser, to, currency, amount, operator, reason, source, n } = command;
      return ['venue', from, toUser, to, currency, amount, [operator, reason], source, n];
    }
    case 'hold': {
      const { kind, user, accountType, currency, amount, source, n } = command;
      return ['hold', kind, user, accountType, currency, amount, source, n];
    }
    case 'settle_hold':
      return ['settle', command.source, command.n, receiverFields(command.receiver), command.fee];
    case 'release_hold':
      return ['release', command.source, command.n];
    case 'list_currency':
      return ['currency', command.currency, command.code, command.decimals];
    case 'list_market': {
      const { type: _type, ...listing } = command;
      return ['listing', listing];
    }
    case 'configure_index': {
      const { type: _type, ...index } = command;
      return ['index', { ...index, sources: [...index.sources] }];
    }
    case 'index_ticks':
      return ['ticks', command.source, command.observedAtMs, command.prices.map(({ asset, price }) => [asset, price])];
    default:
      return assertNever(command);
  }
}

/** The command that was written so. */
export function fromFields(fields: Fields): Command {
  switch (fields[0]) {
    case 'limit':
      return {
        type: 'place_order',
        user: fields[1],
        market: fields[2],
        side: fields[3],
        orderType: 'limit',
        timeInForce: fields[4],
        postOnly: fields[5],
        price: fields[6],
        quantity: fields[7],
        selfTradePrevention: fields[8],
        clientOrderId: fields[9],
        requestKey: fields[10],
      };
    case 'take':
      return {
        type: 'place_market_order',
        user: fields[1],
        market: fields[2],
        side: fields[3],
        price: fields[4],
        size: sizeOf(fields[5]),
        selfTradePrevention: fields[6],
        clientOrderId: fields[7],
        requestKey: fields[8],
      };
    case 'stop':
      return {
        type: 'place_stop_order',
        user: fields[1],
        market: fields[2],
        side: fields[3],
        stopPrice: fields[4],
        becomes: triggeredOrderOf(fields[5]),
        selfTradePrevention: fields[6],
        clientOrderId: fields[7],
        requestKey: fields[8],
      };
    case 'replace':
      return {
        type: 'replace_order',
        user: fields[1],
        order: fields[2],
        side: fields[3],
        timeInForce: fields[4],
        postOnly: fields[5],
        price: fields[6],
        quantity: fields[7],
        selfTradePrevention: fields[8],
        clientOrderId: fields[9],
        requestKey: fields[10],
      };
    case 'reduce': {
      const [, user, order, side, quantity, requestKey] = fields;
      return { type: 'reduce_order', user, order, side, quantity, requestKey };
    }
    case 'cancel':
      return { type: 'cancel_order', user: fields[1], order: fields[2], side: fields[3], requestKey: fields[4] };
    case 'cancel_client':
      return {
        type: 'cancel_client_order',
        user: fields[1],
        clientOrderId: fields[2],
        side: fields[3],
        requestKey: fields[4],
      };
    case 'cancel_all':
      return { type: 'cancel_all', user: fields[1], market: fields[2], side: fields[3], requestKey: fields[4] };
    case 'clock':
      return { type: 'clock' };
    case 'credit':
      return {
        type: 'credit',
        user: fields[1],
        accountType: fields[2],
        currency: fields[3],
        amount: fields[4],
        source: fields[5],
        n: fields[6],
      };
    case 'debit':
      return {
        type: 'debit',
        user: fields[1],
        accountType: fields[2],
        currency: fields[3],
        amount: fields[4],
        source: fields[5],
        n: fields[6],
      };
    case 'transfer':
      return {
        type: 'transfer',
        user: fields[1],
        currency: fields[2],
        amount: fields[3],
        from: fields[4],
        to: fields[5],
        requestKey: fields[6],
      };
    case 'venue': {
      const [operator, reason] = fields[6];
      return {
        type: 'venue_transfer',
        from: fields[1],
        toUser: fields[2],
        to: fields[3],
        currency: fields[4],
        amount: fields[5],
        operator,
        reason,
        source: fields[7],
        n: fields[8],
      };
    }
    case 'hold':
      return {
        type: 'hold',
        kind: fields[1],
        user: fields[2],
        accountType: fields[3],
        currency: fields[4],
        amount: fields[5],
        source: fields[6],
        n: fields[7],
      };
    case 'settle': {
      const receiver = fields[3] === null ? null : { user: fields[3][0], accountType: fields[3][1] };
      return { type: 'settle_hold', source: fields[1], n: fields[2], receiver, fee: fields[4] };
    }
    case 'release':
      return { type: 'release_hold', source: fields[1], n: fields[2] };
    case 'currency':
      return { type: 'list_currency', currency: fields[1], code: fields[2], decimals: fields[3] };
    case 'listing':
      return { type: 'list_market', ...fields[1] };
    case 'index':
      return { type: 'configure_index', ...fields[1] };
    case 'ticks':
      return {
        type: 'index_ticks',
        source: fields[1],
        observedAtMs: fields[2],
        prices: fields[3].map(([asset, price]) => ({ asset, price })),
      };
    default:
      return assertNever(fields[0]);
  }
}

function receiverFields(receiver: HoldReceiver | null): [UserId, AccountType] | null {
  return receiver === null ? null : [receiver.user, receiver.accountType];
}

function sizeFields(size: MarketOrderSize): Type.Static<typeof orderSize> {
  return size.by === 'quantity' ? ['lots', size.quantity] : ['units', size.quoteAmount];
}

function sizeOf([unit, size]: Type.Static<typeof orderSize>): MarketOrderSize {
  return unit === 'lots' ? { by: 'quantity', quantity: size } : { by: 'quote_amount', quoteAmount: size };
}

function triggeredFields(becomes: TriggeredOrder): Type.Static<typeof triggered> {
  if (becomes.orderType === 'market') return ['market', sizeFields(becomes.size)];
  return ['limit', becomes.timeInForce, becomes.postOnly, becomes.price, becomes.quantity];
}

function triggeredOrderOf(fields: Type.Static<typeof triggered>): TriggeredOrder {
  if (fields[0] === 'market') return { orderType: 'market', size: sizeOf(fields[1]) };
  const [, timeInForce, postOnly, price, quantity] = fields;
  return { orderType: 'limit', timeInForce, postOnly, price, quantity };
}
