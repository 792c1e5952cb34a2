import type { AccountCode } from '@bourse/contract/texts';
import { changeLog, financialLog, legalLog, leverLog, microLog } from '@bourse/contract/wallet';

/** The call that reads the log of each account. */
export const accountLogs = {
  change_account: changeLog,
  legal_account: legalLog,
  lever_account: leverLog,
  micro_account: microLog,
  financial_account: financialLog,
} as const satisfies Record<AccountCode, unknown>;

export function isLoggedAccount(code: string): code is AccountCode {
  return Object.hasOwn(accountLogs, code);
}
