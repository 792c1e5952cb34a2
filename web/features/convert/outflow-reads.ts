import { outflow, repayDebt } from '@bourse/contract/credits';
import { accountList, changeLog } from '@bourse/contract/wallet';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLive } from '../../live/context.tsx';
import { refusalOf } from '../../live/failure.ts';
import { randomId } from '../../live/random-id.ts';
import { useRead } from '../../live/read.ts';
import { announce } from '../../ui/announcer.tsx';
import { toast } from '../../ui/toasts.ts';

/** Deposits mature without a message. */
const outflowEveryMs = 30_000;

export function useOutflow() {
  return useRead(outflow, {}, { followed: true, refreshMs: outflowEveryMs });
}

/**
 * Repays an amount of a debt from the spot account. All attempts of one dialog share an idempotency key, so that a
 * retry without a response pays nothing again.
 */
export function useRepayment(onDone: () => void) {
  const { call, queries } = useLive();
  const [key, setKey] = useState(randomId);
  return useMutation({
    meta: { saidInPlace: true },
    mutationFn: async (input: { readonly currency_id: number; readonly number: string }) =>
      (await call(repayDebt, input, { idempotencyKey: key })).message,
    onSuccess: (message) => {
      toast(message, 'success');
      announce(message);
      onDone();
    },
    onError: (error) => {
      // A refused payment may succeed later, but the same key with another amount would be refused.
      if (refusalOf(error) !== null) setKey(randomId());
    },
    onSettled: async () => {
      const paths = [outflow, accountList, changeLog].map(({ path }) => path);
      await Promise.all(paths.map((path) => queries.invalidateQueries({ queryKey: [path] })));
    },
  });
}
