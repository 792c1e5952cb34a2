import type { CallInput } from '@bourse/contract';
import { accountList, accountTransfer, changeLog } from '@bourse/contract/wallet';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLive } from '../../live/context.tsx';
import { refusalOf } from '../../live/failure.ts';
import { randomId } from '../../live/random-id.ts';
import { announce } from '../../ui/announcer.tsx';
import { toast } from '../../ui/toasts.ts';

/** When the balances are fetched once more after a transfer, in milliseconds, as the specification says. */
const reloadAfterMs = 1_000;

/**
 * Transfers between the user's accounts. Attempts of the same transfer share an idempotency key, so that a retry
 * without a response transfers nothing twice; `renew` starts another transfer.
 */
export function useTransfer(onDone: () => void) {
  const { call, queries } = useLive();
  const [key, setKey] = useState(randomId);
  const renew = (): void => setKey(randomId());
  const reload = (): void => {
    for (const { path } of [accountList, changeLog]) void queries.invalidateQueries({ queryKey: [path] });
  };
  const transfer = useMutation({
    meta: { saidInPlace: true },
    mutationFn: async (input: CallInput<typeof accountTransfer>) =>
      (await call(accountTransfer, input, { idempotencyKey: key })).message,
    onSuccess: (message) => {
      toast(message, 'success');
      announce(message);
      renew();
      onDone();
      setTimeout(reload, reloadAfterMs);
    },
    onError: (error) => {
      // A refused transfer may succeed later, but the same key would return the same refusal.
      if (refusalOf(error) !== null) renew();
    },
    onSettled: reload,
  });
  return { transfer, renew };
}
