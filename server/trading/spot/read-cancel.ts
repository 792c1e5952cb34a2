import type { CallInput, RefusalOf } from '@bourse/contract';
import type { buyCancel } from '@bourse/contract/spot';
import { type CancelClientOrder, type CancelOrder, orderId, type Side } from '@bourse/engine';
import { type Member, type Refused, refused } from '../../ground/gateway/index.ts';
import { isClientOrderId } from './read-order.ts';

/** A validated cancel request with its command. */
export interface ReadCancel {
  readonly ok: true;
  readonly command: CancelOrder | CancelClientOrder;
}

/** Converts a request to a command, or returns the first refusal. */
export function readCancel(
  { id, client_order_id: clientOrderId }: CallInput<typeof buyCancel>,
  side: Side | null,
  { user, requestKey }: Pick<Member, 'user' | 'requestKey'>,
): ReadCancel | Refused<RefusalOf<typeof buyCancel>> {
  if (clientOrderId !== undefined) {
    if (id !== undefined) return refused('invalid_request', { field: 'client_order_id', problem: 'exclusive' });
    if (!isClientOrderId(clientOrderId)) return refused('client_order_id_invalid');
    return { ok: true, command: { type: 'cancel_client_order', user, clientOrderId, side, requestKey } };
  }
  if (id === undefined) return refused('invalid_request', { field: 'id', problem: 'required' });
  const order = Number(id);
  if (order === 0) return refused('order_not_found');
  return { ok: true, command: { type: 'cancel_order', user, order: orderId(order), side, requestKey } };
}
