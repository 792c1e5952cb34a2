import type { CallInput } from '@bourse/contract';
import { payMethodList, payMethodTypes, removePayMethod, savePayMethod } from '@bourse/contract/payments';
import { useMutation } from '@tanstack/react-query';
import { useLive } from '../../live/context.tsx';
import { useRead } from '../../live/read.ts';
import { announce } from '../../ui/announcer.tsx';
import { toast } from '../../ui/toasts.ts';

export function useOfferedTypes() {
  return useRead(payMethodTypes, {});
}

export function useOwnMethods() {
  return useRead(payMethodList, {});
}

export function useSaving(onDone: () => void) {
  return useChange(savePayMethod, onDone);
}

export function useRemoval(onDone: () => void) {
  return useChange(removePayMethod, onDone);
}

function useChange<Action extends typeof savePayMethod | typeof removePayMethod>(action: Action, onDone: () => void) {
  const { call, queries } = useLive();
  return useMutation({
    meta: { saidInPlace: true },
    mutationFn: async (input: CallInput<Action>) => (await call(action, input)).message,
    onSuccess: (message) => {
      toast(message, 'success');
      announce(message);
      onDone();
    },
    // A method that could not be changed may have been changed or removed elsewhere.
    onSettled: () => queries.invalidateQueries({ queryKey: [payMethodList.path] }),
  });
}
