import { siteSetting } from '@bourse/contract/content';
import { useState } from 'react';
import { useLive } from '../../live/context.tsx';
import { useRead } from '../../live/read.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { accountKey, accountOf, isComplete, type AccountDraft } from './form-rules.ts';

/** How long an account stays as it is before the server is asked about it, in milliseconds. */
const settledMs = 400;

export interface TakesCode {
  /** Whether logging in to the account takes a code on this device; null as long as that is not known. */
  readonly takesCode: boolean | null;
  /** The server has refused a login for want of a code, which settles it. */
  readonly insist: () => void;
}

/** Asks whether a login takes a code, once the account is complete and again when it changes. */
export function useTakesCode(draft: AccountDraft): TakesCode {
  const { deviceId } = useLive();
  const complete = isComplete(draft);
  const account = complete ? accountOf(draft) : '';
  const settled = useSettled(account, settledMs);
  const [insisted, setInsisted] = useState<string | null>(null);
  const key = accountKey(draft);
  const { data } = useRead(
    siteSetting,
    { key: 'login_use_sms', device_id: deviceId, account: settled },
    { enabled: settled !== '', keepPrevious: true },
  );
  const told = complete && settled !== '' && data !== undefined ? data.data === 1 : null;
  return { takesCode: insisted === key ? true : told, insist: () => setInsisted(key) };
}
