import { accountList, buyAdd, buyList, sellAdd, sellList, type CallOutput, type Order } from '@bourse/contract';
import { useMutation } from '@tanstack/react-query';
import type { Answer } from '../../live/caller.ts';
import { useLive, type Live } from '../../live/context.tsx';
import { CallFailure } from '../../live/failure.ts';
import type { OrderDraft } from './order-draft.ts';
import type { OrderDrafts, Refusal } from './order-drafts.ts';
import type { OrderInput } from './order-form.ts';
import { placeOfRefusal } from './order-refusal.ts';

interface Placing {
  readonly draft: OrderDraft;
  readonly input: OrderInput;
}

/** What became of an order. */
export interface Placed {
  readonly order: Order;
  /** It was sent more than once, so that this answer may be of long ago. */
  readonly again: boolean;
  /** An earlier try is known to have arrived. */
  readonly before: boolean;
}

/**
 * Answers with a function that sends an order. While one of its side is on its way there is no second, and while it is unknown whether
 * one arrived, the same draft goes out under the same key: pressing twice never places it twice. `onRefusedElsewhere` is told what the
 * form that it was sent from does not say any more.
 */
export function usePlaceOrder(
  drafts: OrderDrafts,
  onPlaced: (placed: Placed) => void,
  onRefusedElsewhere: (refusal: Refusal) => void,
): (draft: OrderDraft, input: OrderInput) => void {
  const live = useLive();
  const { call, orders, queries } = live;
  const { mutate } = useMutation({
    mutationFn: async ({ draft, input }: Placing) => {
      const attempt = drafts.attempts.begin(draft, input);
      const known = attempt.again ? knownOrders(live) : new Set<number>();
      const { data, sequence } = await call(draft.side === 'buy' ? buyAdd : sellAdd, attempt.input, {
        idempotencyKey: attempt.key,
      });
      return { data, sequence, again: attempt.again, before: known.has(data.id) };
    },
    onSuccess: ({ data, sequence, again, before }, { draft, input }) => {
      drafts.attempts.settle(draft, input);
      drafts.placed(draft);
      if (!again) orders.learn(data, sequence);
      // The answer to another try tells the order as it stood at first; how it stands now, the lists say.
      else
        for (const { path } of [buyList, sellList, accountList]) void queries.invalidateQueries({ queryKey: [path] });
      onPlaced({ order: data, again, before });
    },
    onError: (error, { draft, input }) => {
      const unknown = mayHaveArrived(error);
      if (!unknown) drafts.attempts.settle(draft, input);
      const refusal = unknown ? 'unanswered' : refusalOf(error, draft);
      if (refusal !== null && !drafts.refused(draft, Number(input.currency_match_id), refusal))
        onRefusedElsewhere(refusal);
    },
    onSettled: (_answer, _error, { draft }) => drafts.update(draft.side, { sending: false }),
  });
  return (draft, input) => {
    // A second press can come before the first one is rendered.
    if (drafts.store.getState().tickets[draft.side].sending) return;
    drafts.update(draft.side, { sending: true, refusal: null });
    mutate({ draft, input });
  };
}

/** The ids of the orders that this page has heard of, from the socket or in a list. */
function knownOrders({ orders, queries }: Pick<Live, 'orders' | 'queries'>): ReadonlySet<number> {
  const ids = new Set(Object.keys(orders.store.getState().orders).map(Number));
  for (const { path } of [buyList, sellList]) {
    for (const [, answer] of queries.getQueriesData<Answer<CallOutput<typeof buyList>>>({ queryKey: [path] })) {
      for (const { id } of answer?.data.data ?? []) ids.add(id);
    }
  }
  return ids;
}

/** Without an answer that says what became of it, an order may be in the book all the same. */
function mayHaveArrived(error: unknown): boolean {
  if (!(error instanceof CallFailure)) return true;
  const { outcome } = error;
  return outcome.kind === 'failed' || (outcome.kind === 'refused' && outcome.error === 'outcome_pending');
}

function refusalOf(error: unknown, draft: OrderDraft): Refusal | null {
  if (!(error instanceof CallFailure) || error.outcome.kind !== 'refused') return null;
  const { error: key, message } = error.outcome;
  return { place: placeOfRefusal(key, draft), text: message };
}
