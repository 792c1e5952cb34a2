import { outflow, repayDebt } from '@bourse/contract/credits';
import { accountList, changeLog } from '@bourse/contract/wallet';
import { useMutation } from '@tanstack/react-query';
import { useLive } from '../../live/context.tsx';
import { useRead } from '../../live/read.ts';
import { announce } from '../../ui/announcer.tsx';
import { toast } from '../../ui/toasts.ts';

/** Deposits mature without a message. */
const outflowEveryMs = 30_000;

export function useOutflow() {
  return useRead(outflow, {}, { followed: true, refreshMs: outflowEveryMs });
}

/** Repays an amount of a debt from the spot account. */
export function useRepayment(onDone: () => void) {
  const { call, queries } = useLive();
  return useMutation({
    meta: { saidInPlace: true },
    mutationFn: async (input: { readonly currency_id: number; readonly number: string }) =>
      (await call(repayDebt, input)).message,
    onSuccess: (message) => {
      toast(message, 'success');
      announce(message);
      onDone();
    },
    onSettled: async () => {
      const paths = [outflow, accountList, changeLog].map(({ path }) => path);
      await Promise.all(paths.map((path) => queries.invalidateQueries({ queryKey: [path] })));
    },
  });
}
