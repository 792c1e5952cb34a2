import { buyAdd, sellAdd, type Match, type Order } from '@bourse/contract';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { CallFailure } from '../../live/failure.ts';
import { useLive } from '../../live/context.tsx';
import { randomId } from '../../live/random-id.ts';
import type { OrderDraft } from './order-form.ts';

interface Attempt {
  readonly content: string;
  readonly key: string;
}

/**
 * Places a limit order. While it is unknown whether a try arrived, the same order is sent again under the same key, so
 * that pressing the button twice never places it twice.
 */
export function usePlaceOrder(match: Match, onPlaced: (order: Order) => void) {
  const { call, orders } = useLive();
  const attempt = useRef<Attempt | null>(null);
  return useMutation({
    mutationFn: async (draft: OrderDraft) => {
      const input = {
        currency_match_id: match.id,
        price: draft.price.replace(/\.$/, ''),
        number: draft.amount.replace(/\.$/, ''),
        order_type: 'limit',
      };
      const content = JSON.stringify([draft.side, input]);
      if (attempt.current?.content !== content) attempt.current = { content, key: randomId() };
      const idempotencyKey = attempt.current.key;
      return call(draft.side === 'buy' ? buyAdd : sellAdd, input, { idempotencyKey });
    },
    onSuccess: ({ data, sequence }) => {
      attempt.current = null;
      orders.learn(data, sequence);
      onPlaced(data);
    },
    onError: (error) => {
      if (!mayHaveArrived(error)) attempt.current = null;
    },
  });
}

function mayHaveArrived(error: unknown): boolean {
  if (!(error instanceof CallFailure)) return true;
  return (
    error.outcome.kind === 'failed' || (error.outcome.kind === 'refused' && error.outcome.error === 'outcome_pending')
  );
}
