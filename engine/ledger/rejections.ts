import type { CurrencyId } from '../identifiers.ts';
import type { Amount } from '../money.ts';

export type LedgerRejection =
  | { readonly reason: 'account_invalid' }
  | { readonly reason: 'currency_unknown' }
  | { readonly reason: 'cause_invalid' }
  | { readonly reason: 'amount_invalid' }
  | {
      readonly reason: 'insufficient_balance';
      readonly currency: CurrencyId;
      readonly available: Amount;
      readonly needed: Amount;
    }
  | { readonly reason: 'hold_not_found' }
  | { readonly reason: 'hold_ended'; readonly outcome: 'settled' | 'released' }
  | { readonly reason: 'receiver_invalid' }
  | { readonly reason: 'fee_invalid' }
  | { readonly reason: 'supply_exceeded'; readonly currency: CurrencyId };
