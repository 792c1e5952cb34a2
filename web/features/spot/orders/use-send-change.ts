import type { CallInput } from '@bourse/contract';
import { buyReduce, buyReplace, sellReduce, sellReplace } from '@bourse/contract/spot';
import { accountList } from '@bourse/contract/wallet';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLive } from '../../../live/context.tsx';
import { mayHaveArrived } from '../../../live/failure.ts';
import type { KnownOrder } from '../../../live/feeds/orders.ts';
import { randomId } from '../../../live/random-id.ts';
import { useOrderTexts } from './order-notices.ts';

type Wanted =
  | { readonly kind: 'reduce'; readonly input: CallInput<typeof buyReduce> }
  | { readonly kind: 'replace'; readonly input: CallInput<typeof buyReplace> };

/** Sends a change of an open order; a retry after an unknown outcome reuses the idempotency key. */
export function useSendChange(order: Pick<KnownOrder, 'way'>, onDone: () => void) {
  const { call, orders, queries } = useLive();
  const texts = useOrderTexts();
  const intent = useRef<{ readonly wanted: string; readonly key: string } | null>(null);
  return useMutation({
    mutationFn: async (change: Wanted) => {
      const wanted = JSON.stringify(change);
      if (intent.current?.wanted !== wanted) intent.current = { wanted, key: randomId() };
      const options = { idempotencyKey: intent.current.key };
      const buys = order.way === 2;
      if (change.kind === 'reduce') {
        const answer = await call(buys ? buyReduce : sellReduce, change.input, options);
        return { changed: answer.data, ended: null, sequence: answer.sequence };
      }
      const { data, sequence } = await call(buys ? buyReplace : sellReplace, change.input, options);
      return { changed: data.placed, ended: data.replaced, sequence };
    },
    onSuccess: ({ changed, ended, sequence }) => {
      intent.current = null;
      if (ended !== null) orders.apply(ended, sequence);
      orders.apply(changed, sequence);
      texts.changed(changed);
      void queries.invalidateQueries({ queryKey: [accountList.path] });
      onDone();
    },
    onError: (error) => {
      // A refused change was not made, so another attempt is a new request.
      if (!mayHaveArrived(error)) intent.current = null;
    },
  });
}
