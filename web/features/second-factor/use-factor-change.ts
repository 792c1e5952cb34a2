import { passkeyList, secondFactorState } from '@bourse/contract/second-factor';
import { userInfo } from '@bourse/contract/identity';
import { useLive } from '../../live/context.tsx';
import { announce } from '../../ui/announcer.tsx';
import { toast } from '../../ui/toasts.ts';

/** Reports a change of the second factor, and reads what depends on it again. */
export function useFactorChange(): (message: string) => void {
  const { queries } = useLive();
  return (message) => {
    toast(message, 'success');
    announce(message);
    for (const { path } of [secondFactorState, passkeyList, userInfo]) {
      void queries.invalidateQueries({ queryKey: [path] });
    }
  };
}
