import type { RejectionOf } from '@bourse/engine';
import { formatDecimal } from '@bourse/engine';
import { type Currency, unitsText } from '../../../ground/feed/index.ts';
import { refused, type Refused } from '../../../ground/gateway/index.ts';
import { minuteText } from '../../../ground/texts/index.ts';

/** Why coins could not be locked for an ad, a bond or an order. */
export type FundingRefusal = Refused<
  | 'account_frozen'
  | 'amount_too_large'
  | 'coins_maturing'
  | 'debt_outstanding'
  | 'deposit_unmatured'
  | 'insufficient_balance'
>;

type Locking = Extract<
  RejectionOf<'fund_offer'>,
  {
    readonly reason:
      | 'coins_maturing'
      | 'debt_outstanding'
      | 'deposit_unmatured'
      | 'insufficient_balance'
      | 'margin_needed'
      | 'outflow_stopped'
      | 'supply_exceeded';
  }
>;

/** The refusal of coins that would leave the available balance of a person. */
export function fundingRefusal(rejection: Locking, currency: Currency): FundingRefusal {
  switch (rejection.reason) {
    case 'insufficient_balance': {
      const [available, needed] = [unitsText(currency, rejection.available), unitsText(currency, rejection.needed)];
      return refused('insufficient_balance', { available, needed, currency: currency.code });
    }
    case 'coins_maturing':
      return refused('coins_maturing', { until: minuteText(rejection.untilMs) });
    case 'deposit_unmatured':
    case 'debt_outstanding':
      return refused(rejection.reason);
    case 'outflow_stopped':
      return refused('account_frozen');
    case 'supply_exceeded':
      return refused('amount_too_large', { maximum: formatDecimal(Number.MAX_SAFE_INTEGER, currency.decimals) });
    case 'margin_needed':
      throw new Error('The fiat account has no margin.');
  }
}
