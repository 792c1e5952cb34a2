import {
  type ChatEvent,
  type LegalAction,
  type LegalOrder,
  type LegalOrderMessage,
  type LegalOrderState,
  legalStatus,
} from '@bourse/contract/p2p';
import { hasEnded } from './next-action.ts';

/** The actions that do not depend on the state of an order. */
const lasting: ReadonlySet<LegalAction> = new Set(['say', 'block', 'report']);

/**
 * An order with the state of a message. Its actions are known again after a read; until then only those that are always
 * possible. A message that the order reflects already changes nothing.
 */
export function withState<Order extends LegalOrder>(
  order: Order,
  { order: state, sequence }: LegalOrderMessage,
): Order {
  if (state.id !== order.id || sequence <= order.sequence) return order;
  const isSame = state.status === order.status && state.end_reason === order.end_reason;
  return { ...order, ...state, sequence, can: isSame ? order.can : order.can.filter((action) => lasting.has(action)) };
}

type KnownState = Pick<LegalOrderState, 'status'> | undefined;

/**
 * The line of a chat that says what a message about an order reports; null if it is no news, such as another time.
 * `before` is what the page knew of the order.
 */
export function newsOf(before: KnownState, state: LegalOrderState): ChatEvent | null {
  if (before?.status === state.status) return null;
  switch (state.status) {
    case legalStatus.unpaid:
      // The taker has just opened the order.
      return state.maker === 1 && before === undefined ? 'opened' : null;
    case legalStatus.paid:
      return before !== undefined && before.status !== legalStatus.unpaid && !hasEnded(before) ? 'withdrawn' : 'paid';
    case legalStatus.delayed:
      return 'delayed';
    case legalStatus.appeal:
      return 'appealed';
    case legalStatus.abnormal:
      return 'abnormal';
    case legalStatus.completed:
      if (state.released_by === 'auto') return 'auto_released';
      return state.released_by === 'operator' ? 'decided_release' : 'released';
    case legalStatus.cancelled:
      return endings[state.end_reason ?? 'user'];
  }
}

const endings = {
  user: 'cancelled',
  timeout: 'timed_out',
  refunded: 'refunded',
  frozen: 'frozen',
} as const satisfies Record<NonNullable<LegalOrderState['end_reason']>, ChatEvent>;
