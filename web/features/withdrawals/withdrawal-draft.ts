import type { CurrencyProtocol } from '@bourse/contract/chains';

/** The terms of a withdrawal as they were entered. */
export interface WithdrawalDraft {
  readonly protocol: CurrencyProtocol;
  readonly accountType: number;
  readonly number: string;
  readonly address: string;
  readonly memo: string;
}

/** The question for the fee, the limits and the obstacles of these terms. */
export function quoteInput({ accountType, address, memo, number, protocol }: WithdrawalDraft) {
  return {
    currency_protocol_id: protocol.id,
    account_type_id: accountType,
    ...(number !== '' && { number }),
    ...(address !== '' && { address }),
    ...(memo !== '' && { memo }),
  };
}
