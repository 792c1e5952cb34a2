import { accountDetail, type AccountGroup, accountList } from '@bourse/contract';
import { catalogues, type Language } from '@bourse/contract/messages';
import { accountType, type UserId } from '@bourse/engine';
import { accountOnWire, Valuation, type Views } from '../feed/index.ts';
import { done, type Gateway, refused } from '../gateway/index.ts';

/** Serves what people own. The change account is the only one that is open so far. */
export function registerWallet(gateway: Gateway, views: Views): void {
  gateway.member(accountDetail, (input, { user }) => {
    const currency = views.listings.findCurrency(Number(input.currency_id));
    if (currency === undefined) return refused('currency_unknown');
    if (Number(input.account_type_id ?? accountType.change) !== accountType.change) {
      return refused('invalid_request', { field: 'account_type_id', problem: 'unknown' });
    }
    return done(accountOnWire(views, new Valuation(views), { user, accountType: accountType.change }, currency));
  });

  gateway.member(accountList, (_input, { user, language }) => done([changeAccount(views, user, language)]));
}

function changeAccount(views: Views, user: UserId, language: Language): AccountGroup {
  const valuation = new Valuation(views);
  const owner = { user, accountType: accountType.change };
  const currencies = views.listings.currencies();
  const dollars = currencies.reduce((sum, currency) => {
    const { available, locked } = views.balances.read(user, owner.accountType, currency.id);
    return sum + valuation.dollars(currency, available + locked);
  }, 0n);
  return {
    id: accountType.change,
    account_code: 'change_account',
    name: catalogues[language].accounts.change_account,
    is_recharge: 1,
    ...valuation.worth(dollars),
    accounts: currencies.map((currency) => accountOnWire(views, valuation, owner, currency)),
  };
}
