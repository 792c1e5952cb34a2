import { reasonCodes } from '@bourse/contract/console';
import { useCallback } from 'react';
import { useTexts } from '../texts/texts.ts';

interface Grounds {
  readonly reason_code: string;
  readonly reason: string | null;
}

/** Returns the reason of a decision in words; a code that staff cannot choose is shown as it is. */
export function useReasonText(): (grounds: Grounds) => string {
  const t = useTexts();
  return useCallback(
    ({ reason, reason_code: code }) => {
      const known = reasonCodes.find((one) => one === code);
      const name = known === undefined ? code : t(`reasons.${known}`);
      return reason === null ? name : `${name}: ${reason}`;
    },
    [t],
  );
}
