import { buyAdd, buyList, historyList, orderInfo, sellAdd, sellList, type Order } from '@bourse/contract/spot';
import { accountList } from '@bourse/contract/wallet';
import { useMutation } from '@tanstack/react-query';
import { useLive } from '../../../live/context.tsx';
import { CallFailure } from '../../../live/failure.ts';
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
  /**
   * Whether this try placed it; otherwise an earlier one had arrived, and `order` is how it stands now, or how it stood
   * then where nobody can say.
   */
  readonly came: 'now' | 'before' | 'before_unknown';
}

/**
 * Answers with a function that sends an order. While one of its side is on its way there is no second, and while it is
 * unknown whether one arrived, the same draft goes out under the same key: pressing twice never places it twice.
 * `onRefusedElsewhere` is told what the form that it was sent from does not say any more.
 */
export function usePlaceOrder(
  drafts: OrderDrafts,
  onPlaced: (placed: Placed) => void,
  onRefusedElsewhere: (refusal: Refusal) => void,
): (draft: OrderDraft, input: OrderInput) => void {
  const { call, orders, queries } = useLive();
  const { mutate } = useMutation({
    mutationFn: async ({ draft, input }: Placing) => {
      const attempt = drafts.attempts.begin(draft, input);
      const first = await call(draft.side === 'buy' ? buyAdd : sellAdd, attempt.input, {
        idempotencyKey: attempt.key,
      });
      if (!first.repeated) return { ...first, came: 'now' } as const;
      // What was answered before tells the order as it stood then, and it may have traded or ended since.
      try {
        return { ...(await call(orderInfo, { id: first.data.id })), came: 'before' } as const;
      } catch {
        return { ...first, came: 'before_unknown' } as const;
      }
    },
    onSuccess: ({ data, sequence, came }, { draft, input }) => {
      drafts.attempts.settle(draft, input);
      drafts.placed(draft);
      if (came !== 'before_unknown') orders.learn(data, sequence);
      // What was told of an earlier try may have come to nobody.
      if (came !== 'now') {
        for (const { path } of [buyList, sellList, accountList, historyList]) {
          void queries.invalidateQueries({ queryKey: [path] });
        }
      }
      onPlaced({ order: data, came });
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
