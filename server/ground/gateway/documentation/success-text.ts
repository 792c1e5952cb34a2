import type { SuccessKey } from '@bourse/contract/texts';
import { say } from '../../texts/index.ts';

/** The English `message` of a successful answer; empty if the call has none. */
export function successText(key: SuccessKey | null): string {
  return key === null ? '' : say('en', `success.${key}`);
}
