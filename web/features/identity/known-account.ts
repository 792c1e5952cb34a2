import type { BrowserStorage } from '../../live/browser-storage.ts';
import { isMobile } from './account-rules.ts';
import { accountOf, type AccountDraft } from './form-rules.ts';

/**
 * The account that was last used in this browser, to prefill a form. `phones`: the site accepts phone numbers as
 * accounts.
 */
export function knownAccount(storage: BrowserStorage, phones: boolean, given?: string): AccountDraft {
  const account = given ?? storage.read('accountNumber') ?? '';
  const area = storage.read('codeId');
  const mobile = isMobile(account);
  return {
    kind: mobile && phones ? 'mobile' : 'email',
    email: mobile ? '' : account,
    mobile: mobile && phones ? account : '',
    area: area === '' ? null : area,
  };
}

/** Stores the account for the next visit. */
export function rememberAccount(storage: BrowserStorage, draft: AccountDraft): void {
  storage.write('accountNumber', accountOf(draft));
  if (draft.kind === 'mobile' && draft.area !== null) storage.write('codeId', draft.area);
}
