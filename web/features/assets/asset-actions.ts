import type { AccountCode } from '@bourse/contract/texts';
import type { AccountCurrency } from '@bourse/contract/wallet';

export const assetActions = ['deposit', 'withdraw', 'convert', 'transfer', 'trade'] as const;
export type AssetAction = (typeof assetActions)[number];

/** Why an action is not offered. */
export type Obstacle =
  | 'depositAccount'
  | 'depositClosed'
  | 'withdrawAccount'
  | 'withdrawClosed'
  | 'convertAccount'
  | 'convertClosed'
  | 'noMarket';

/** The facts about a balance that decide which actions are offered. */
export interface Conditions {
  readonly account: AccountCode;
  /** Whether deposits are credited to the account. */
  readonly recharges: boolean;
  readonly currency: Pick<AccountCurrency, 'open_recharge' | 'open_draw' | 'can_convert'>;
  /** Whether the currency is traded. */
  readonly hasMarket: boolean;
}

/** The accounts that pay withdrawals; money of the others is transferred first. */
const paying: ReadonlySet<AccountCode> = new Set(['change_account', 'legal_account', 'lever_account']);

/** The reason why an action is not offered; null if it is. The account is named before the currency. */
export function obstacleTo(
  action: AssetAction,
  { account, recharges, currency, hasMarket }: Conditions,
): Obstacle | null {
  switch (action) {
    case 'deposit':
      if (!recharges) return 'depositAccount';
      return currency.open_recharge === 1 ? null : 'depositClosed';
    case 'withdraw':
      if (!paying.has(account)) return 'withdrawAccount';
      return currency.open_draw === 1 ? null : 'withdrawClosed';
    case 'convert':
      if (account !== 'change_account') return 'convertAccount';
      return currency.can_convert === 1 ? null : 'convertClosed';
    case 'transfer':
      return null;
    case 'trade':
      return account !== 'change_account' || hasMarket ? null : 'noMarket';
  }
}
