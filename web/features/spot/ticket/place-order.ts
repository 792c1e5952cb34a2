import { buyAdd, buyList, historyList, orderInfo, sellAdd, sellList, type Order } from '@bourse/contract/spot';
import { accountList } from '@bourse/contract/wallet';
import { useMutation } from '@tanstack/react-query';
import { useLive } from '../../../live/context.tsx';
import { CallFailure, mayHaveArrived } from '../../../live/failure.ts';
import { announce } from '../../../ui/announcer.tsx';
import type { OrderDraft } from './order-draft.ts';
import type { OrderDrafts, Refusal } from './order-drafts.ts';
import type { OrderInput } from './order-form.ts';
import { placeOfRefusal } from './order-refusal.ts';

interface Placing {
  readonly draft: OrderDraft;
  readonly input: OrderInput;
}

/** The result of placing an order. */
export interface Placed {
  readonly order: Order;
  /**
   * `now` when this attempt placed the order. Otherwise an earlier attempt had: `order` is its current state
   * (`before`), or its state back then when the current one cannot be fetched (`before_unknown`).
   */
  readonly came: 'now' | 'before' | 'before_unknown';
}

/**
 * Returns a function that sends an order. There is only one pending order per side, and a draft with an unknown outcome
 * is sent again under the same key, so that repeated clicks never place it twice. `onRefusedElsewhere` receives
 * refusals that the form does not show any more; `isShown` returns whether the form is on the screen.
 */
export function usePlaceOrder(
  drafts: OrderDrafts,
  onPlaced: (placed: Placed) => void,
  onRefusedElsewhere: (refusal: Refusal) => void,
  isShown: () => boolean,
): (draft: OrderDraft, input: OrderInput) => void {
  const { call, orders, queries } = useLive();
  const { mutate } = useMutation({
    // The form shows a refusal at its field.
    meta: { saidInPlace: true },
    mutationFn: async ({ draft, input }: Placing) => {
      const attempt = drafts.attempts.begin(draft, input);
      const first = await call(draft.side === 'buy' ? buyAdd : sellAdd, attempt.input, {
        idempotencyKey: attempt.key,
      });
      if (!first.repeated) return { ...first, came: 'now' } as const;
      // A repeated answer has the order's state at that time; it may have traded or ended since.
      try {
        return { ...(await call(orderInfo, { id: first.data.id })), came: 'before' } as const;
      } catch {
        return { ...first, came: 'before_unknown' } as const;
      }
    },
    onSuccess: ({ data, sequence, came }, { draft, input }) => {
      drafts.attempts.settle(draft, input);
      drafts.placed(draft);
      if (came !== 'before_unknown') orders.apply(data, sequence);
      // Updates caused by the earlier attempt may have been missed.
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
      if (refusal === null) return;
      const kept = drafts.refused(draft, Number(input.currency_match_id), refusal);
      if (!kept || !isShown()) onRefusedElsewhere(refusal);
      // The note of a field is no live region; a message about the whole form is one.
      else if (refusal !== 'unanswered' && refusal.place !== 'form') announce(refusal.text);
    },
    onSettled: (_answer, _error, { draft }) => drafts.update(draft.side, { sending: false }),
  });
  return (draft, input) => {
    // A second click can arrive before the first one is rendered.
    if (drafts.store.getState().tickets[draft.side].sending) return;
    drafts.update(draft.side, { sending: true, refusal: null });
    mutate({ draft, input });
  };
}

function refusalOf(error: unknown, draft: OrderDraft): Refusal | null {
  if (!(error instanceof CallFailure) || error.outcome.kind !== 'refused') return null;
  const { error: key, message } = error.outcome;
  return { place: placeOfRefusal(key, draft), text: message };
}
