import { accountDetail, type AccountGroup, accountList, accountTransfer } from '@bourse/contract/wallet';
import type { AccountCode, Language } from '@bourse/contract/texts';
import { accountType, type UserId } from '@bourse/engine';
import { accountOnWire, Valuation, type Views } from '../feed/index.ts';
import { done, type Gateway, refused, type Requests } from '../gateway/index.ts';
import { say } from '../texts/index.ts';
import { accountCodes, accountTypeOf, findAccountType } from './accounts.ts';
import { transfer } from './transfer.ts';

/** Dependencies of the wallet calls. */
export interface WalletParts {
  readonly requests: Requests;
  readonly views: Views;
}

/** Serves a user's balances and transfers between their accounts. */
export function registerWallet(gateway: Gateway, parts: WalletParts): void {
  const { views } = parts;

  gateway.member(accountDetail, (input, { user }) => {
    const currency = views.listings.findCurrency(Number(input.currency_id));
    if (currency === undefined) return refused('currency_unknown');
    const type = findAccountType(Number(input.account_type_id ?? accountType.change));
    if (type === undefined) return refused('invalid_request', { field: 'account_type_id', problem: 'unknown' });
    return done(accountOnWire(views, new Valuation(views), { user, accountType: type }, currency));
  });

  gateway.member(accountList, (_input, { user, language }) => {
    const valuation = new Valuation(views);
    return done(accountCodes.map((code) => accountGroup(code, { views, valuation, user, language })));
  });

  gateway.member(accountTransfer, (input, member) => transfer(parts, input, member));
}

interface Asking {
  readonly views: Views;
  readonly valuation: Valuation;
  readonly user: UserId;
  readonly language: Language;
}

/** An account with its balances. Deposits arrive in the change account only. */
function accountGroup(code: AccountCode, { views, valuation, user, language }: Asking): AccountGroup {
  const owner = { user, accountType: accountTypeOf(code) };
  const currencies = views.listings.currencies();
  const dollars = currencies.reduce((sum, currency) => {
    const { available, locked } = views.balances.read(user, owner.accountType, currency.id);
    return sum + valuation.dollars(currency, available + locked);
  }, 0n);
  return {
    id: owner.accountType,
    account_code: code,
    name: say(language, `accounts.${code}`),
    is_recharge: code === 'change_account' ? 1 : 0,
    ...valuation.worth(dollars),
    accounts: currencies.map((currency) => accountOnWire(views, valuation, owner, currency)),
  };
}
