import { siteSetting } from '@bourse/contract/content';
import { useState } from 'react';
import { useLive } from '../../live/context.tsx';
import { useRead } from '../../live/read.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { accountKey, accountOf, isComplete, type AccountDraft } from './form-rules.ts';

/** Debounce of the account before the server is asked, in milliseconds. */
const settledMs = 400;

export interface TakesCode {
  /** Whether a login to the account from this device needs a code; null while unknown. */
  readonly takesCode: boolean | null;
  /** Called when a login was refused for lack of a code: from then on, one is required. */
  readonly insist: () => void;
}

/** Asks the server whether a login needs a code, whenever a complete account has changed. */
export function useTakesCode(draft: AccountDraft): TakesCode {
  const { device } = useLive();
  const complete = isComplete(draft);
  const account = complete ? accountOf(draft) : '';
  const settled = useSettled(account, settledMs);
  const [insisted, setInsisted] = useState<string | null>(null);
  const key = accountKey(draft);
  const { data } = useRead(
    siteSetting,
    { key: 'login_use_sms', device_id: device.id(), account: settled },
    { enabled: settled !== '', keepPrevious: true },
  );
  const takesCode = complete && settled !== '' && data !== undefined ? data.data === 1 : null;
  return { takesCode: insisted === key ? true : takesCode, insist: () => setInsisted(key) };
}
