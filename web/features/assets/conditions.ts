import type { AccountCode } from '@bourse/contract/texts';
import type { AccountDetail } from '@bourse/contract/wallet';
import type { Conditions } from './asset-actions.ts';

/** The state of the currency of a balance. */
interface Described {
  readonly currency?: {
    readonly open_recharge: number;
    readonly open_draw: number;
    readonly can_convert: number;
  };
}

/** The conditions of the actions of a balance; what the server does not state is closed. */
export function conditionsOf(
  account: AccountCode,
  recharges: boolean,
  detail: AccountDetail & Described,
  hasMarket: boolean,
): Conditions {
  const { currency } = detail;
  return {
    account,
    recharges,
    currency: {
      openRecharge: currency?.open_recharge === 1,
      openDraw: currency?.open_draw === 1,
      canConvert: currency?.can_convert === 1,
      hasMarket,
    },
  };
}
