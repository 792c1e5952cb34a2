import { buyAdd, sellAdd, type Order } from '@bourse/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { CallFailure } from '../../live/failure.ts';
import type { OrderDraft } from './order-draft.ts';
import type { OrderDrafts } from './order-drafts.ts';
import type { OrderInput } from './order-form.ts';
import { placeOfRefusal } from './order-refusal.ts';

interface Placing {
  readonly draft: OrderDraft;
  readonly input: OrderInput;
}

/** What became of an order: placed now, or found to have arrived with an earlier try. */
export interface Placed {
  readonly order: Order;
  readonly before: boolean;
}

/**
 * Answers with a function that sends an order. While one of its side is on its way there is no second, and while it is unknown whether
 * one arrived, the same draft goes out under the same key: pressing twice never places it twice.
 */
export function usePlaceOrder(
  drafts: OrderDrafts,
  onPlaced: (placed: Placed) => void,
): (draft: OrderDraft, input: OrderInput) => void {
  const { t } = useTranslation();
  const { call, orders } = useLive();
  const { mutate } = useMutation({
    mutationFn: async ({ draft, input }: Placing) => {
      const attempt = drafts.attempts.begin(draft, input);
      const known = orders.store.getState().orders;
      const { data, sequence } = await call(draft.side === 'buy' ? buyAdd : sellAdd, attempt.input, {
        idempotencyKey: attempt.key,
      });
      return { data, sequence, before: known[data.id] !== undefined };
    },
    onSuccess: ({ data, sequence, before }, { draft, input }) => {
      drafts.attempts.settle(draft, input);
      drafts.placed(draft);
      orders.learn(data, sequence);
      onPlaced({ order: data, before });
    },
    onError: (error, { draft, input }) => {
      const unknown = mayHaveArrived(error);
      if (!unknown) drafts.attempts.settle(draft, input);
      const refusal = unknown ? { place: 'form' as const, text: t('ticket.unknownOutcome') } : refusalOf(error, draft);
      drafts.update(draft.side, { refusal });
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

function refusalOf(error: unknown, draft: OrderDraft) {
  if (!(error instanceof CallFailure) || error.outcome.kind !== 'refused') return null;
  const { error: key, message } = error.outcome;
  return { place: placeOfRefusal(key, draft), text: message };
}
