import { withdrawalAddressList } from '@bourse/contract/addresses';
import { useLive } from '../../live/context.tsx';
import { announce } from '../../ui/announcer.tsx';
import { toast } from '../../ui/toasts.ts';

/** Says the message of a change and reads the list again. */
export function useChanges() {
  const { queries } = useLive();
  return (message: string): void => {
    toast(message, 'success');
    announce(message);
    void queries.invalidateQueries({ queryKey: [withdrawalAddressList.path] });
  };
}
