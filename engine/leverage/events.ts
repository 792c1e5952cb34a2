import { event, moneyEvent } from '../declaration/event.ts';
import type { EventOf } from '../declaration/event.ts';
import { choice, nullable } from '../declaration/value-type.ts';
import type { ValueOf } from '../declaration/value-type.ts';
import { amount, audit, count, currency, market, user } from '../declaration/vocabulary.ts';
import { leverSide, leverTerms, position } from './commands.ts';

/** The order of a position with the terms under which it was accepted, which no later setting changes. */
const order = {
  position,
  user,
  market,
  /** The quote currency of the market, in which margin, fees and profits are. */
  currency,
  side: leverSide,
  kind: choice('market', 'limit'),
  share: count,
  multiple: count,
  /** Quote units of a hand for each point of the price. */
  unit: count,
  spreadPpm: count,
  feePpm: count,
  marketType: choice(0, 1),
  reservePpm: count,
  target: nullable(count),
  worst: nullable(count),
  takeProfit: nullable(count),
  stopLoss: nullable(count),
  /** The position that this one reverses. */
  reverses: nullable(position),
  acceptedAtMs: count,
};

/** A filled position. */
const fill = {
  /** The price with the spread, and the mark without it. */
  price: count,
  markAtFill: count,
  amount,
  margin: amount,
  fee: amount,
  maintenance: amount,
  filledAtMs: count,
};

const revokeReason = choice(
  'cancelled',
  'no_index',
  'price_moved',
  'leverage_closed',
  'multiple_too_high',
  'position_too_large',
  'exposure_cap',
  'house_full',
  'insufficient_balance',
  'risk_too_high',
  'liquidation',
  'restricted',
);
export type RevokeReason = ValueOf<typeof revokeReason>;

const closeReason = choice('user', 'take_profit', 'stop_loss', 'reverse', 'liquidation', 'cover', 'deleveraging');
export type CloseReason = ValueOf<typeof closeReason>;

/** A lever account after an event: its money, and the sums over its positions and entrusts. */
const account = {
  /** T: available and locked for leverage together. */
  balance: amount,
  /** M, H and MM. */
  margins: amount,
  holds: amount,
  maintenances: amount,
};

export const leverageEvents = {
  /** `before` is null for the first terms. */
  leverage_configured: event({ market, version: count, before: nullable(leverTerms), after: leverTerms, ...audit }),
  margin_configured: event({ currency, version: count, before: nullable(amount), after: amount, ...audit }),
  /**
   * A `waiting` order fills at its tick, an `entrusted` one when the mark reaches its target. `price` is the price that
   * the order may cost at most, the others follow from it; `held` is margin and fee. A position that reverses another
   * holds nothing, and all of them are 0.
   */
  lever_accepted: moneyEvent(
    { cause: 'lever', id: 'position' },
    {
      ...order,
      state: choice('waiting', 'entrusted'),
      price: count,
      amount,
      margin: amount,
      fee: amount,
      held: amount,
      ...account,
    },
    'user',
  ),
  /** A limit order whose price had gone at its tick: it waits for the price. */
  lever_entrusted: event({ position, user, market }, 'user'),
  lever_opened: moneyEvent(
    { cause: 'lever_fee', id: 'position' },
    { ...order, ...fill, reserve: amount, ...account },
    'user',
  ),
  lever_revoked: moneyEvent({ cause: 'lever', id: 'position' }, { ...order, reason: revokeReason, ...account }, 'user'),
  lever_stops_set: event({ position, user, market, takeProfit: nullable(count), stopLoss: nullable(count) }, 'user'),
  /** A position that closes at the next tick of its index. */
  lever_closing: event({ position, user, market, reason: closeReason }, 'user'),
  /**
   * `profit` is the whole result. `deficit` is what neither the account nor its claims could bear, of which insurance
   * paid `insured`;
   * `unpaid` is what the house and insurance could not pay: a claim on the house.
   */
  lever_closed: moneyEvent(
    { cause: 'lever', id: 'position' },
    {
      ...order,
      ...fill,
      reserve: amount,
      closePrice: count,
      reason: closeReason,
      profit: amount,
      deficit: amount,
      insured: amount,
      unpaid: amount,
      ...account,
    },
    'user',
  ),
  /** A part of a claim on a pair, which began with this position; `left` is what the house still owes of it. */
  lever_claim_paid: moneyEvent(
    { cause: 'lever', id: 'position' },
    { position, user, market, currency, amount, left: amount, ...account },
    'user',
  ),
  /** A part of a claim that its user does not get, because it settles a loss that the user's account cannot bear. */
  lever_claim_offset: event({ position, user, market, currency, amount, left: amount, loss: position }, 'user'),
  /** The reserve of a position whose profit has reached it. */
  lever_reserve_raised: moneyEvent({ cause: 'lever', id: 'position' }, { position, market, currency, reserve: amount }),
  /** The end of a liquidation: `equity` and `maintenances` at its start, and the fee for insurance. */
  lever_liquidated: moneyEvent(
    { cause: 'lever_liquidation', id: null },
    { user, currency, equity: amount, maintenance: amount, closed: count, fee: amount, ...account },
    'user',
  ),
};
type Of<Type extends keyof typeof leverageEvents> = EventOf<typeof leverageEvents, Type>;
export type LeverAccepted = Of<'lever_accepted'>;
export type LeverOpened = Of<'lever_opened'>;
export type LeverRevoked = Of<'lever_revoked'>;
export type LeverClosed = Of<'lever_closed'>;
