import { type LegalOrder, legalStatus } from '@bourse/contract/p2p';

type QueuedOrder = Pick<LegalOrder, 'status' | 'side' | 'pay_until' | 'confirm_until' | 'created_at' | 'id'>;

/** The time at which the present state of an order ends; null if it does not end by time. */
export function deadlineOf({ status, pay_until: pay, confirm_until: confirm }: QueuedOrder): number | null {
  switch (status) {
    case legalStatus.unpaid:
      return pay;
    case legalStatus.paid:
    case legalStatus.delayed:
      return confirm;
    case legalStatus.appeal:
    case legalStatus.abnormal:
    case legalStatus.completed:
    case legalStatus.cancelled:
      return null;
  }
}

export function isOpen({ status }: Pick<LegalOrder, 'status'>): boolean {
  return status !== legalStatus.completed && status !== legalStatus.cancelled;
}

/** Whether the merchant has the next step: to confirm a payment, to pay, or to take part in an appeal. */
export function waitsForMerchant({ side, status }: Pick<LegalOrder, 'side' | 'status'>): boolean {
  switch (status) {
    case legalStatus.unpaid:
      return side === 'buy';
    case legalStatus.paid:
    case legalStatus.delayed:
      return side === 'sell';
    case legalStatus.appeal:
    case legalStatus.abnormal:
      return true;
    case legalStatus.completed:
    case legalStatus.cancelled:
      return false;
  }
}

/** Orders by the time that is left; those without a deadline, in appeal, follow in the order of their age. */
export function byTimeLeft<Order extends QueuedOrder>(orders: readonly Order[]): Order[] {
  return orders.toSorted((a, b) => {
    const [first, second] = [deadlineOf(a) ?? Infinity, deadlineOf(b) ?? Infinity];
    if (first !== second) return first < second ? -1 : 1;
    return a.created_at - b.created_at || a.id - b.id;
  });
}

/** The lists of open orders as one, each order once: it can change its state between two reads. */
export function joined<Order extends { readonly id: number; readonly sequence: number }>(
  lists: readonly (readonly Order[])[],
): Order[] {
  const newest = new Map<number, Order>();
  for (const order of lists.flat()) {
    const known = newest.get(order.id);
    if (known === undefined || known.sequence < order.sequence) newest.set(order.id, order);
  }
  return [...newest.values()];
}
