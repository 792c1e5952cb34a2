import type { KnownOrder } from '../../../live/feeds/orders.ts';
import { evaluateReplacement } from '../orders/order-change.ts';
import { evaluateStopChange, stopDraft, withMovedStop, type ReplaceInput } from '../orders/stop-change.ts';
import type { OrderKind } from '../ticket/order-draft.ts';
import { evaluateOrder, type OrderContext, type Problem, type Warning } from '../ticket/order-form.ts';

/** A value of an order before and after its line was moved. */
export interface MovedTerm {
  readonly term: 'stop' | 'price' | 'amount' | 'total';
  readonly from: string;
  readonly to: string;
}

/** The effect of moving an order's line to another price. */
export interface MovedOrder {
  readonly kind: OrderKind;
  readonly terms: readonly MovedTerm[];
  /** Whether total and amount depend on the book at the trigger. */
  readonly estimated: boolean;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Warning[];
  /** The request to send; null while there are problems. */
  readonly input: ReplaceInput | null;
}

/** Evaluates moving an order's line: a stop order triggers at this price, another one rests or trades at it. */
export function movedOrder(order: KnownOrder, price: string, context: OrderContext): MovedOrder {
  return order.status === 'untriggered' ? movedStop(order, price, context) : movedLimit(order, price, context);
}

function movedStop(order: KnownOrder, price: string, context: OrderContext): MovedOrder {
  const before = stopDraft(order);
  const draft = withMovedStop(before, price, context.match);
  const { evaluation, input } = evaluateStopChange(order, draft, context);
  const { summary: old } = evaluateOrder(before, context);
  const { errors, warnings, summary } = evaluation;
  return {
    kind: draft.kind,
    terms: [
      { term: 'stop', from: before.stop, to: draft.stop },
      ...(draft.kind === 'stop_limit' ? [{ term: 'price', from: before.price, to: draft.price } as const] : []),
      { term: 'amount', from: old.amount, to: summary.amount },
      { term: 'total', from: old.total, to: summary.total },
    ],
    estimated: summary.estimated,
    problems: Object.values(errors),
    warnings,
    input,
  };
}

function movedLimit(order: KnownOrder, price: string, context: OrderContext): MovedOrder {
  const { number } = order;
  const { errors, warnings, summary, input } = evaluateReplacement(order, { price, number }, context).evaluation;
  const { summary: old } = evaluateReplacement(order, { price: order.price, number }, context).evaluation;
  return {
    kind: 'limit',
    terms: [
      { term: 'price', from: order.price, to: price },
      { term: 'amount', from: old.amount, to: summary.amount },
      { term: 'total', from: old.total, to: summary.total },
    ],
    estimated: false,
    problems: Object.values(errors),
    warnings,
    input: input === null ? null : { id: order.id, number, price },
  };
}
