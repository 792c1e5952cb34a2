import { userInfo } from '@bourse/contract/identity';
import { useState } from 'react';
import { useLive } from '../../live/context.tsx';
import { refusalOf } from '../../live/failure.ts';
import { announce } from '../../ui/announcer.tsx';
import { toast } from '../../ui/toasts.ts';

/** One security change at a time: its refusal, and its success as a toast. */
export function useAction() {
  const { queries, report } = useLive();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const run = async (make: () => Promise<{ readonly message: string }>): Promise<boolean> => {
    setBusy(true);
    setRefusal(null);
    try {
      const { message } = await make();
      toast(message, 'success');
      announce(message);
      await queries.invalidateQueries({ queryKey: [userInfo.path] });
      return true;
    } catch (error) {
      setRefusal(refusalOf(error));
      if (refusalOf(error) === null) report(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, run };
}
