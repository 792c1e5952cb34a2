import { unreadable } from '../../live/decimal-input.ts';
import type { CurrencyProtocol } from '@bourse/contract/chains';

/** The terms of a withdrawal as they were entered. */
export interface WithdrawalDraft {
  readonly protocol: CurrencyProtocol;
  readonly accountType: number;
  readonly number: string;
  readonly address: string;
  readonly memo: string;
}

/** Whether an amount is entered that can be read. */
export function isAmount(number: string): boolean {
  return number !== '' && number !== unreadable;
}

/** The question for the fee, the limits and the obstacles of these terms. */
export function quoteInput({ accountType, address, memo, number, protocol }: WithdrawalDraft) {
  return {
    currency_protocol_id: protocol.id,
    account_type_id: accountType,
    ...(isAmount(number) && { number }),
    ...(address !== '' && { address }),
    ...(memo !== '' && { memo }),
  };
}
