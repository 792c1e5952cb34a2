import Big from 'big.js';
import type { CallInput } from '@bourse/contract';
import type { buyReplace, Order } from '@bourse/contract/spot';
import { emptyDraft, steppedPrice, type OrderDraft } from '../ticket/order-draft.ts';
import { balanceNeeded, evaluateOrder, type OrderContext, type OrderEvaluation } from '../ticket/order-form.ts';
import { positive } from '../ticket/order-arithmetic.ts';

/** The terms of a stop order that waits for its trigger. */
export type WaitingStop = Pick<
  Order,
  'id' | 'way' | 'order_type' | 'price' | 'stop_price' | 'number' | 'quote_amount' | 'time_in_force' | 'post_only'
>;

/** The input of `tx_in/replace` and `tx_out/replace`. */
export type ReplaceInput = CallInput<typeof buyReplace>;

/** A stop order's terms as a draft of the order form. */
export function stopDraft(order: WaitingStop): OrderDraft {
  const limited = order.order_type === 'stop_limit';
  return {
    ...emptyDraft(order.way === 2 ? 'buy' : 'sell', limited ? 'stop_limit' : 'stop_market'),
    price: limited ? order.price : '',
    stop: order.stop_price ?? '',
    size: order.quote_amount ?? order.number,
    led: order.quote_amount === null ? 'amount' : 'total',
    timeInForce: limited ? order.time_in_force : 'gtc',
    postOnly: order.post_only,
  };
}

/** Changes what the stop order becomes. A limit price that was not entered yet starts at the stop price. */
export function withStopKind(draft: OrderDraft, kind: 'stop_limit' | 'stop_market'): OrderDraft {
  return { ...draft, kind, price: kind === 'stop_limit' && draft.price === '' ? draft.stop : draft.price };
}

/** Moves the stop price, and a limit price by the same distance, so that the order triggers and trades as before. */
export function withMovedStop(draft: OrderDraft, stop: string, match: OrderContext['match']): OrderDraft {
  if (draft.kind !== 'stop_limit') return { ...draft, stop };
  const distance = new Big(stop).minus(draft.stop).div(match.price_step).round(0, Big.roundHalfUp);
  const price = distance.eq(0)
    ? draft.price
    : steppedPrice(draft.price, Number(distance.toFixed()), draft.price, match);
  return { ...draft, stop, price };
}

export interface StopChange {
  /** Whether the draft differs from the order. */
  readonly changed: boolean;
  readonly evaluation: OrderEvaluation;
  /** The request to send; null while there are errors or nothing has changed. */
  readonly input: ReplaceInput | null;
}

/**
 * Evaluates a stop order that replaces a waiting one like a new order, with the hold of the old one added to the
 * balance.
 */
export function evaluateStopChange(order: WaitingStop, draft: OrderDraft, context: OrderContext): StopChange {
  const held = balanceNeeded(stopDraft(order), context) ?? new Big(0);
  const available = context.available === null ? null : held.plus(context.available).toFixed();
  const evaluation = evaluateOrder(draft, { ...context, available });
  const changed = !isSame(stopDraft(order), draft);
  const { input } = evaluation;
  return { changed, evaluation, input: changed && input !== null ? replacementOf(order, input) : null };
}

/** The terms of a new order, for the order that it replaces. Its market stays the same. */
function replacementOf({ id }: WaitingStop, input: NewOrder): ReplaceInput {
  const terms: Partial<NewOrder> = { ...input };
  delete terms.currency_match_id;
  return { ...terms, id };
}

type NewOrder = NonNullable<OrderEvaluation['input']>;

function isSame(before: OrderDraft, after: OrderDraft): boolean {
  const alike = (a: string, b: string): boolean => {
    const [one, other] = [positive(a), positive(b)];
    return one === null || other === null ? a === b : one.eq(other);
  };
  return (
    before.kind === after.kind &&
    before.led === after.led &&
    alike(before.stop, after.stop) &&
    alike(before.size, after.size) &&
    (after.kind !== 'stop_limit' || alike(before.price, after.price))
  );
}
