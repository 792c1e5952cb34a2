import { sessionCalls, type ConsoleSession } from '@bourse/contract/console';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useConsole } from '../wire/console-context.tsx';
import { sessionKey, useSession } from '../wire/session.ts';

/** A one-time password that expires within this time may be too old when the request arrives. */
const marginMs = 10_000;

export interface StepUp {
  /** Whether a one-time password is needed now. */
  readonly needed: boolean;
  readonly busy: boolean;
  readonly failure: unknown;
  /** Sends the one-time password; rejects if it is wrong. */
  readonly prove: (code: string) => Promise<void>;
}

/** The step-up of the session, for a form with an action that requires it. */
export function useStepUp(isRequired: boolean): StepUp {
  const { call, clock } = useConsole();
  const queries = useQueryClient();
  const { step_up_until: until } = useSession();
  const needed = isRequired && (until === null || until - marginMs < clock.nowMs());
  const mutation = useMutation({
    mutationFn: async (code: string) => (await call(sessionCalls.stepUp, { code }, { asksItself: true })).data,
    onSuccess: ({ step_up_until }) => {
      queries.setQueryData<ConsoleSession>(sessionKey, (session) => session && { ...session, step_up_until });
    },
  });
  return {
    needed,
    busy: mutation.isPending,
    failure: mutation.error,
    prove: async (code) => {
      await mutation.mutateAsync(code);
    },
  };
}
