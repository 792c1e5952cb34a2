import type { ConsoleCall, ConsoleInput, ConsoleOutput } from '@bourse/contract/console';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { randomId } from '../../live/random-id.ts';
import { useConsole } from './console-context.tsx';
import { ConsoleFailure } from './envelope.ts';

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
 * `Idempotency-Key` while the same input is sent again without an answer, so that a retry moves nothing twice.
 */
export function useAction<C extends ConsoleCall>(call: C, { asksItself = false }: ActionOptions = {}): Action<C> {
  const { call: make } = useConsole();
  const queries = useQueryClient();
  const attempt = useRef<{ readonly input: string; readonly key: string } | null>(null);
  const mutation = useMutation({
    mutationFn: async (input: ConsoleInput<C>) => {
      const text = JSON.stringify(input);
      if (attempt.current?.input !== text) attempt.current = { input: text, key: randomId() };
      const { key } = attempt.current;
      try {
        const { data } = await make(call, input, { asksItself, ...(call.movesMoney ? { idempotencyKey: key } : {}) });
        attempt.current = null;
        return data;
      } catch (error) {
        if (isAnswered(error)) attempt.current = null;
        throw error;
      }
    },
    onSuccess: () => void queries.invalidateQueries(),
  });
  return { run: mutation.mutateAsync, busy: mutation.isPending, failure: mutation.error, reset: mutation.reset };
}

/** The first attempt of these refusals did not reach the action, or its outcome is still unknown. */
const sameAttempt = new Set(['step_up_needed', 'outcome_pending', 'too_many_requests', 'exchange_busy']);

/** Whether the server has refused the action: another attempt is a new action. */
function isAnswered(error: unknown): boolean {
  return error instanceof ConsoleFailure && error.outcome.kind === 'refused' && !sameAttempt.has(error.outcome.error);
}
