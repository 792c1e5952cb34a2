import { useCallback } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { balanceFields } from './balances.ts';

/** Returns the name of an account in words; a code without a name is shown as it is. */
export function useAccountName(): (account: string) => string {
  const t = useTexts();
  return useCallback(
    (account) => {
      const own = balanceFields.find((field) => field === account);
      if (own !== undefined) return t(`venueMoney.accounts.${own}`);
      return account === changeAccount ? t('venueMoney.changeAccount') : account;
    },
    [t],
  );
}

/** The account of users that receives payments of the exchange. */
export const changeAccount = 'change_account';
