import type { AccountCode } from '@bourse/contract/texts';
import { accountType, type AccountType } from '@bourse/engine';

/** The accounts that every user has, by their wire code, in display order. */
const accounts: Readonly<Record<AccountCode, AccountType>> = {
  change_account: accountType.change,
  legal_account: accountType.legal,
  lever_account: accountType.lever,
  micro_account: accountType.micro,
  financial_account: accountType.financial,
};

export const accountCodes = Object.keys(accounts).filter(isAccountCode);

export function isAccountCode(code: string): code is AccountCode {
  return Object.hasOwn(accounts, code);
}

export function accountTypeOf(code: AccountCode): AccountType {
  return accounts[code];
}

/** The wire code of an account type; undefined for those of the venue. */
export function accountCodeOf(type: number): AccountCode | undefined {
  return accountCodes.find((code) => accounts[code] === type);
}

/** The accounts from which coins are withdrawn; money of the others is transferred first. */
export const withdrawalAccounts = [accountType.change, accountType.legal, accountType.lever] as const;

/** The account type with this number; undefined if users have no such account. */
export function findAccountType(id: number): AccountType | undefined {
  return Object.values(accounts).find((type) => type === id);
}
