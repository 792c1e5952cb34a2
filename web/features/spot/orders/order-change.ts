import Big from 'big.js';
import type { Match } from '@bourse/contract/markets';
import type { Order } from '@bourse/contract/spot';
import { emptyDraft, type OrderDraft } from '../ticket/order-draft.ts';
import { evaluateOrder, type OrderContext, type OrderEvaluation } from '../ticket/order-form.ts';

/** The contents of the two fields, as plain decimals or beginnings of one. */
export interface ChangeDraft {
  readonly price: string;
  /** The total quantity of the order, including the filled part. */
  readonly number: string;
}

export interface ChangeError {
  readonly key:
    | 'errors.price_required'
    | 'errors.quantity_required'
    | 'errors.price_step'
    | 'errors.quantity_step'
    | 'trade.minNotional'
    | 'trade.insufficient'
    | 'orders.aboveFilled';
  readonly values: Readonly<Record<string, string>>;
}

/**
 * The effect of a change: none; a reduction in place; or a replacement, which ends the order and places the remainder
 * at the end of the queue of its price. `price` and `number` are the first error of each field.
 */
export interface Change {
  readonly kind: 'none' | 'reduce' | 'replace';
  readonly price: ChangeError | null;
  readonly number: ChangeError | null;
}

type Rules = Pick<Match, 'price_step' | 'amount_step' | 'min_notional' | 'quote_currency_code'>;
type Changed = Pick<Order, 'price' | 'number' | 'transacted_amount'>;

/** Evaluates the form of a change: its effect and its errors. */
export function evaluateChange(order: Changed, draft: ChangeDraft, rules: Rules): Change {
  const price = positive(draft.price);
  const number = positive(draft.number);
  const errors = { price: priceError(price, rules), number: numberError(order, price, number, rules) };
  if (price === null || number === null) return { kind: 'none', ...errors };
  const samePrice = price.eq(order.price);
  if (samePrice && number.eq(order.number)) return { kind: 'none', price: null, number: null };
  return { kind: samePrice && number.lt(order.number) ? 'reduce' : 'replace', ...errors };
}

/** The order that replaces another, evaluated like one of the order form. */
export interface Replacement {
  readonly draft: OrderDraft;
  readonly evaluation: OrderEvaluation;
  /** Set when the balance plus the hold of the old order does not cover the replacement. */
  readonly short: ChangeError | null;
}

/**
 * Evaluates the replacement of an order. It may match immediately, so it is evaluated like a new order for the
 * remainder, with the hold of the old order added to the balance. `context` is as for a new order; invalid prices and
 * quantities must be refused before.
 */
export function evaluateReplacement(
  order: Changed & Pick<Order, 'way' | 'post_only'>,
  { price, number }: ChangeDraft,
  context: OrderContext,
): Replacement {
  const buys = order.way === 2;
  const rest = (positive(number) ?? new Big(0)).minus(order.transacted_amount);
  const draft: OrderDraft = {
    ...emptyDraft(buys ? 'buy' : 'sell', 'limit'),
    price,
    size: rest.gt(0) ? rest.toFixed() : '',
    postOnly: order.post_only,
  };
  const open = new Big(order.number).minus(order.transacted_amount);
  const held = buys ? open.times(order.price) : open;
  const available = context.available === null ? null : held.plus(context.available).toFixed();
  const evaluation = evaluateOrder(draft, { ...context, available });
  const lacks = evaluation.errors[buys ? 'total' : 'amount'];
  const short =
    lacks?.key === 'trade.insufficient' && available !== null ? problem('trade.insufficient', lacks.values) : null;
  return { draft, evaluation, short };
}

/** Whether an order can be edited: a limit order in the book, or a stop order that waits for its trigger. */
export function isChangeable(order: Pick<Order, 'status' | 'order_type' | 'quote_amount'>): boolean {
  if (order.status === 'untriggered') return true;
  const rests = order.status === 'submitted' || order.status === 'partially_filled';
  return rests && order.quote_amount === null && (order.order_type === 'limit' || order.order_type === 'stop_limit');
}

function priceError(price: Big | null, rules: Rules): ChangeError | null {
  if (price === null) return problem('errors.price_required');
  return price.mod(rules.price_step).eq(0) ? null : problem('errors.price_step', { step: rules.price_step });
}

function numberError(order: Changed, price: Big | null, number: Big | null, rules: Rules): ChangeError | null {
  if (number === null) return problem('errors.quantity_required');
  if (!number.mod(rules.amount_step).eq(0)) return problem('errors.quantity_step', { step: rules.amount_step });
  const rest = number.minus(order.transacted_amount);
  if (rest.lte(0)) return problem('orders.aboveFilled', { filled: order.transacted_amount });
  // Either change leaves an order for the remainder, which must reach the minimum value.
  if (price === null || rest.times(price).gte(rules.min_notional)) return null;
  return problem('trade.minNotional', { minimum: rules.min_notional, currency: rules.quote_currency_code });
}

function problem(key: ChangeError['key'], values: ChangeError['values'] = {}): ChangeError {
  return { key, values };
}

/** A number above zero, or null. "12." counts as 12. */
function positive(text: string): Big | null {
  const digits = text.replace(/\.$/, '');
  if (!/^(\d+(\.\d+)?|\.\d+)$/.test(digits)) return null;
  const value = new Big(digits.startsWith('.') ? `0${digits}` : digits);
  return value.gt(0) ? value : null;
}
