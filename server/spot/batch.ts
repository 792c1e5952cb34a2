import type { Call, CallInput, CallOutput } from '@bourse/contract';
import { type batchAdd, type batchCancel, buyCancel, type Order, sellAdd } from '@bourse/contract/spot';
import { type Answer, answerOf, done, envelopeOf, type Member, refused } from '../gateway/index.ts';
import type { OrderEntry } from './order-entry.ts';
import { sideOf } from './side.ts';

type Results = Answer<CallOutput<typeof batchAdd>, 'invalid_request'>;
type Result = CallOutput<typeof batchAdd>['results'][number];
type Entry = (member: Member) => Promise<Answer<Order>>;

/** Places each order as if it had come alone, in the order given. */
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

/** Cancels each order as if it had been asked for alone, in the order given. */
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
 * Starts every entry before it waits for any, so that all commands are sequenced one behind the other, and gives each
 * its own answer. With a key each entry has one of its own, made of the call's and of its place: a call that is
 * repeated, also after only some of it came about, answers what was done as the first time and does the rest.
 *
 * @param call the one that an entry is, with whose message it succeeds
 * @param sequence the journal sequence that answers reflect which were given without asking the exchange
 */
async function answerEach(
  call: Pick<Call, 'message'>,
  entries: readonly Entry[],
  member: Member,
  sequence: number,
): Promise<Results> {
  const { language, requestKey } = member;
  const answers = await Promise.all(
    entries.map((entry, place) =>
      answerOf(() => entry({ ...member, requestKey: requestKey === null ? null : `${requestKey}#${place + 1}` })),
    ),
  );
  const results = answers.map((answer): Result => envelopeOf(call, answer, language, sequence));
  return done({ results }, { sequence: Math.max(...results.map((result) => result.sequence)) });
}
