import { assertNever } from '@bourse/engine';
import type {
  AccountType,
  Command,
  HoldKind,
  HoldReceiver,
  MarketOrderSize,
  TriggeredOrder,
  UserId,
} from '@bourse/engine';
import { Type, type Static } from 'typebox';
import { decision } from './journal-decisions.ts';
import {
  accountType,
  amount,
  cause,
  clientOrderId,
  count,
  currency,
  indexPrice,
  indexSource,
  lots,
  market,
  order,
  requestKey,
  selfTrade,
  side,
  source,
  ticks,
  timeInForce,
  user,
} from './journal-values.ts';

const anyClientOrderId = Type.Union([clientOrderId, Type.Null()]);
const holdKind = Type.Unsafe<HoldKind>({ enum: ['withdrawal', 'escrow'] satisfies HoldKind[] });

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
    anyClientOrderId,
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
    anyClientOrderId,
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
    anyClientOrderId,
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
    anyClientOrderId,
    requestKey,
  ]),
  Type.Tuple([Type.Literal('reduce'), user, order, Type.Union([side, Type.Null()]), lots, requestKey]),
  Type.Tuple([Type.Literal('cancel'), user, order, Type.Union([side, Type.Null()]), requestKey]),
  Type.Tuple([Type.Literal('cancel_client'), user, clientOrderId, Type.Union([side, Type.Null()]), requestKey]),
  Type.Tuple([
    Type.Literal('cancel_all'),
    user,
    Type.Union([market, Type.Null()]),
    Type.Union([side, Type.Null()]),
    requestKey,
  ]),
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
    Type.Tuple([user, cause]),
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
  Type.Tuple([Type.Literal('ticks'), indexSource, count, Type.Array(Type.Tuple([currency, indexPrice]))]),
  Type.Tuple([Type.Literal('decide'), decision]),
]);
export type Fields = Static<typeof fieldsSchema>;

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
      const { from, toUser, to, currency, amount, operator, cause, source, n } = command;
      return ['venue', from, toUser, to, currency, amount, [operator, cause], source, n];
    }
    case 'hold': {
      const { kind, user, accountType, currency, amount, source, n } = command;
      return ['hold', kind, user, accountType, currency, amount, source, n];
    }
    case 'settle_hold':
      return ['settle', command.source, command.n, receiverFields(command.receiver), command.fee];
    case 'release_hold':
      return ['release', command.source, command.n];
    case 'index_ticks':
      return ['ticks', command.source, command.observedAtMs, command.prices.map(({ asset, price }) => [asset, price])];
    case 'list_currency':
    case 'list_market':
    case 'change_market_state':
    case 'change_market_settings':
    case 'set_fee_tier':
    case 'set_user_fee_tier':
    case 'set_user_fees':
    case 'configure_index':
      return ['decide', command];
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
      const [operator, cause] = fields[6];
      return {
        type: 'venue_transfer',
        from: fields[1],
        toUser: fields[2],
        to: fields[3],
        currency: fields[4],
        amount: fields[5],
        operator,
        cause,
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
    case 'ticks':
      return {
        type: 'index_ticks',
        source: fields[1],
        observedAtMs: fields[2],
        prices: fields[3].map(([asset, price]) => ({ asset, price })),
      };
    case 'decide':
      return fields[1];
    default:
      return assertNever(fields[0]);
  }
}

function receiverFields(receiver: HoldReceiver | null): [UserId, AccountType] | null {
  return receiver === null ? null : [receiver.user, receiver.accountType];
}

function sizeFields(size: MarketOrderSize): Static<typeof orderSize> {
  return size.by === 'quantity' ? ['lots', size.quantity] : ['units', size.quoteAmount];
}

function sizeOf([unit, size]: Static<typeof orderSize>): MarketOrderSize {
  return unit === 'lots' ? { by: 'quantity', quantity: size } : { by: 'quote_amount', quoteAmount: size };
}

function triggeredFields(becomes: TriggeredOrder): Static<typeof triggered> {
  if (becomes.orderType === 'market') return ['market', sizeFields(becomes.size)];
  return ['limit', becomes.timeInForce, becomes.postOnly, becomes.price, becomes.quantity];
}

function triggeredOrderOf(fields: Static<typeof triggered>): TriggeredOrder {
  if (fields[0] === 'market') return { orderType: 'market', size: sizeOf(fields[1]) };
  const [, timeInForce, postOnly, price, quantity] = fields;
  return { orderType: 'limit', timeInForce, postOnly, price, quantity };
}
