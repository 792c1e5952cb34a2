import type { CallInput } from '@bourse/contract';
import { accountList, accountTransfer, changeLog } from '@bourse/contract/wallet';
import { useMutation } from '@tanstack/react-query';
import { useLive } from '../../live/context.tsx';
import { announce } from '../../ui/announcer.tsx';
import { toast } from '../../ui/toasts.ts';

/** When the balances are fetched once more after a transfer, in milliseconds, as the specification says. */
const reloadAfterMs = 1_000;

/** Transfers between the user's accounts. */
export function useTransfer(onDone: () => void) {
  const { call, queries } = useLive();
  const reload = (): void => {
    for (const { path } of [accountList, changeLog]) void queries.invalidateQueries({ queryKey: [path] });
  };
  return useMutation({
    meta: { saidInPlace: true },
    mutationFn: async (input: CallInput<typeof accountTransfer>) => (await call(accountTransfer, input)).message,
    onSuccess: (message) => {
      toast(message, 'success');
      announce(message);
      onDone();
      setTimeout(reload, reloadAfterMs);
    },
    onSettled: reload,
  });
}
