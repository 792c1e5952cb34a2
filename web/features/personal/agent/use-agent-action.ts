import type { Call, CallInput, CallOutput } from '@bourse/contract';
import { agentRequests, agentUsers, ownAgent } from '@bourse/contract/agents';
import { authorizationCode, userInfo } from '@bourse/contract/identity';
import { useMutation } from '@tanstack/react-query';
import { useLive } from '../../../live/context.tsx';
import { refusalOf } from '../../../live/failure.ts';
import { announce } from '../../../ui/announcer.tsx';
import { toast } from '../../../ui/toasts.ts';

const reads = [agentRequests, agentUsers, authorizationCode, ownAgent, userInfo] as const;

/** Makes a call about an agent, says its success, and reads what it may have changed. A refusal is shown in place. */
export function useAgentAction<C extends Call>(action: C, onDone?: (data: CallOutput<C>) => void) {
  const { call, queries, report } = useLive();
  const mutation = useMutation({
    meta: { saidInPlace: true },
    mutationFn: (input: CallInput<C>) => call(action, input),
    onError: (error) => {
      if (refusalOf(error) === null) report(error);
    },
    onSuccess: ({ data, message }) => {
      if (message !== '') {
        toast(message, 'success');
        announce(message);
      }
      onDone?.(data);
    },
    // A refusal may mean that what is shown is outdated.
    onSettled: async () => {
      await Promise.all(reads.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })));
    },
  });
  return {
    run: (input: CallInput<C>) => mutation.mutate(input),
    busy: mutation.isPending,
    refusal: refusalOf(mutation.error),
    reset: mutation.reset,
  };
}
