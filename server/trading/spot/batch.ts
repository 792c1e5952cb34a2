import type { Call, CallInput, CallOutput } from '@bourse/contract';
import { type batchAdd, type batchCancel, buyCancel, type Order, sellAdd } from '@bourse/contract/spot';
import { type Answer, answerOf, done, envelopeOf, type Member, refused } from '../../ground/gateway/index.ts';
import type { OrderEntry } from './order-entry.ts';
import { sideOf } from './side.ts';

type Results = Answer<CallOutput<typeof batchAdd>, 'invalid_request'>;
type Result = CallOutput<typeof batchAdd>['results'][number];
type Entry = (member: Member) => Promise<Answer<Order>>;

/** Places each order as a single call would, in the given order. */
export function placeBatch(
  orderEntry: OrderEntry,
  { orders }: CallInput<typeof batchAdd>,
  member: Member,
  sequence: number,
) {
  const entries = orders.map((order): Entry => async (asked) => {
    const side = sideOf(order.way);
    if (side === undefined) return refused('invalid_request', { field: 'way', problem: 'enum' });
    return orderEntry.place(sellAdd, order, side, asked);
  });
  return answerEach(sellAdd, entries, member, sequence);
}

/** Cancels each order as a single call would, in the given order. */
export async function cancelBatch(
  orderEntry: OrderEntry,
  { ids, client_order_ids: clientOrderIds, way }: CallInput<typeof batchCancel>,
  member: Member,
  sequence: number,
): Promise<Results> {
  const side = way === undefined ? null : sideOf(way);
  if (side === undefined) return refused('invalid_request', { field: 'way', problem: 'enum' });
  if (ids !== undefined && clientOrderIds !== undefined) {
    return refused('invalid_request', { field: 'client_order_ids', problem: 'exclusive' });
  }
  const wanted = ids?.map((id) => ({ id })) ?? clientOrderIds?.map((id) => ({ client_order_id: id }));
  if (wanted === undefined) return refused('invalid_request', { field: 'ids', problem: 'required' });
  const entries = wanted.map(
    (which): Entry =>
      (asked) =>
        orderEntry.cancel(which, side, asked),
  );
  return answerEach(buyCancel, entries, member, sequence);
}

/**
 * Starts all entries before awaiting any, so that their commands have consecutive sequences, and answers each
 * separately. Each entry's idempotency key is derived from the call's key and the entry's place, so repeating an
 * interrupted call repeats the answers of executed entries and executes the rest.
 *
 * @param call the call of a single entry, which has its success message
 * @param sequence the journal sequence for answers that needed no command
 */
async function answerEach(
  call: Pick<Call, 'message' | 'movesMoney'>,
  entries: readonly Entry[],
  member: Member,
  sequence: number,
): Promise<Results> {
  const { language, requestKey } = member;
  const answers = await Promise.all(
    entries.map((entry, place) =>
      answerOf(() => entry({ ...member, requestKey: requestKey === null ? null : `${requestKey}#${place + 1}` }), call),
    ),
  );
  const results = answers.map((answer): Result => envelopeOf(call, answer, language, sequence));
  return done({ results }, { sequence: Math.max(...results.map((result) => result.sequence)) });
}
