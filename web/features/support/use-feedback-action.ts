import type { Call, CallInput, CallOutput } from '@bourse/contract';
import { feedbackInfo, feedbackList } from '@bourse/contract/support';
import { useMutation } from '@tanstack/react-query';
import { useLive } from '../../live/context.tsx';
import { refusalOf } from '../../live/failure.ts';
import { announce } from '../../ui/announcer.tsx';
import { toast } from '../../ui/toasts.ts';

interface FeedbackAction<C extends Call> {
  readonly run: (input: CallInput<C>) => void;
  readonly busy: boolean;
  /** The server's message for a refusal. */
  readonly refusal: string | null;
  readonly reset: () => void;
}

/** Makes a call that changes feedback, says its success, and reads feedback again. A refusal is shown in place. */
export function useFeedbackAction<C extends Call>(action: C, onDone: (data: CallOutput<C>) => void): FeedbackAction<C> {
  const { call, queries, report } = useLive();
  const mutation = useMutation({
    meta: { saidInPlace: true },
    mutationFn: (input: CallInput<C>) => call(action, input),
    onError: (error) => {
      if (refusalOf(error) === null) report(error);
    },
    onSuccess: ({ data, message }) => {
      toast(message, 'success');
      announce(message);
      onDone(data);
      for (const { path } of [feedbackList, feedbackInfo]) void queries.invalidateQueries({ queryKey: [path] });
    },
  });
  return {
    run: (input) => mutation.mutate(input),
    busy: mutation.isPending,
    refusal: refusalOf(mutation.error),
    reset: mutation.reset,
  };
}
