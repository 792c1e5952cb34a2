import type { ConsoleCall, ConsoleInput, ConsoleOutput } from '@bourse/contract/console';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useConsole } from './console-context.tsx';
import { refusedBy } from './envelope.ts';

interface Action<C extends ConsoleCall> {
  /** Makes the call; rejects with a `ConsoleFailure`, which `failure` also holds. */
  readonly run: (input: ConsoleInput<C>) => Promise<ConsoleOutput<C>>;
  readonly busy: boolean;
  readonly failure: unknown;
  readonly reset: () => void;
}

interface ActionOptions {
  /** The caller asks for the one-time password itself, as `ActionDialog` does. */
  readonly asksItself?: boolean;
}

/**
 * Makes a call that changes something, and then reads everything on the screen again. A call that moves money keeps its
 * `Idempotency-Key` while the same input is sent again without an answer, even from a dialog that was opened again, so
 * that a retry moves nothing twice.
 */
export function useAction<C extends ConsoleCall>(call: C, { asksItself = false }: ActionOptions = {}): Action<C> {
  const { call: make, attempts } = useConsole();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: async (input: ConsoleInput<C>) => {
      const key = call.movesMoney ? { idempotencyKey: attempts.keyOf(call.path, input) } : {};
      return (await make(call, input, { asksItself, ...key })).data;
    },
    onSuccess: (_data, input) => {
      attempts.settle(call.path, input, null);
      void queries.invalidateQueries();
    },
    onError: (error, input) => {
      const refusal = refusedBy(error);
      if (refusal !== null) attempts.settle(call.path, input, refusal.error);
    },
  });
  return { run: mutation.mutateAsync, busy: mutation.isPending, failure: mutation.error, reset: mutation.reset };
}
