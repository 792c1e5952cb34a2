import type { AccountCode } from '@bourse/contract/texts';

/** The accounts in the order of the menu, with the last part of the path of their page. */
const paths = {
  change_account: 'tradeAccount',
  legal_account: 'legalAccount',
  lever_account: 'leverAccount',
  micro_account: 'secondAccount',
  financial_account: 'financialAccount',
} as const satisfies Record<AccountCode, string>;

export const accountCodes = Object.keys(paths).filter(isAccountCode);

export function isAccountCode(code: string): code is AccountCode {
  return Object.hasOwn(paths, code);
}

/** The path of the page of an account. */
export function accountPath(code: AccountCode) {
  return `/assets/${paths[code]}` as const;
}

/** The account of a page; the spot account for any other path. */
export function accountOfPath(path: string): AccountCode {
  return accountCodes.find((code) => accountPath(code) === path.replace(/\/$/, '')) ?? 'change_account';
}
