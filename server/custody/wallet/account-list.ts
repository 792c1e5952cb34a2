import type { CurrencyProtocol } from '@bourse/contract/chains';
import type { AccountCode, Language } from '@bourse/contract/texts';
import type { AccountCurrency, AccountGroup, AccountKind, AccountRow } from '@bourse/contract/wallet';
import { accountType, type UserId } from '@bourse/engine';
import { type Chains, protocolOnWire } from '../chains/index.ts';
import { convertView } from '../../trading/convert/index.ts';
import { type Withdrawable, withdrawableOf } from '../credits/index.ts';
import {
  accountCodes,
  accountOnWire,
  accountTypeOf,
  type Currency,
  withdrawalAccounts,
  truncated,
  unitsText,
  Valuation,
} from '../../ground/feed/index.ts';
import { leverSpare } from '../../trading/leverage/index.ts';
import { logoOf } from '../../trading/markets/index.ts';
import { say } from '../../ground/texts/index.ts';
import type { With } from '../../ground/parts.ts';

export interface AccountListParts extends With<'views'> {
  readonly chains: Pick<Chains, 'protocols'>;
}

/** The terms of a currency, whichever account holds it. */
type Terms = Omit<AccountCurrency, 'is_recharge_account'>;

interface Asking extends With<'views'> {
  readonly valuation: Valuation;
  readonly user: UserId;
  readonly language: Language;
  readonly currencies: readonly { readonly currency: Currency; readonly terms: Terms }[];
  readonly withdrawable: Withdrawable;
}

/** All balances of a user by account, with the terms of their currencies. Reads views only. */
export function accountGroups(
  { chains, views }: AccountListParts,
  { language, user }: { readonly user: UserId; readonly language: Language },
): AccountGroup[] {
  const valuation = new Valuation(views);
  const kinds = accountCodes.map((code) => kindOf(code, language));
  const networks = Map.groupBy(chains.protocols, ({ currency }) => currency);
  const currencies = views.listings.currencies().map((currency) => {
    const protocols = (networks.get(currency.id) ?? []).map((one) => protocolOnWire(views.listings, one));
    return { currency, terms: termsOf({ views, valuation }, currency, kinds, protocols) };
  });
  const asking = { views, valuation, user, language, currencies, withdrawable: withdrawableOf(views, user) };
  return accountCodes.map((code) => accountGroup(code, asking));
}

function kindOf(code: AccountCode, language: Language): AccountKind {
  return { id: accountTypeOf(code), account_code: code, name: say(language, `accounts.${code}`) };
}

function termsOf(
  { views, valuation }: Pick<Asking, 'views' | 'valuation'>,
  currency: Currency,
  account_types: AccountKind[],
  currency_protocols: CurrencyProtocol[],
): Terms {
  const drawn = currency_protocols.find(({ open_draw: open }) => open === 1);
  const shown = drawn ?? currency_protocols[0];
  return {
    code: currency.code,
    logo: logoOf(currency.code),
    usd_price: truncated(valuation.dollarsForOne(currency), 8),
    open_recharge: currency_protocols.some(({ open_recharge: open }) => open === 1) ? 1 : 0,
    open_draw: drawn === undefined ? 0 : 1,
    can_convert: convertView.of(views).canConvert(currency.id) ? 1 : 0,
    draw_rate: shown?.fee.kind === 'rate' ? shown.fee.value : '0',
    draw_min: shown?.draw_min ?? '0',
    draw_max: shown?.draw_max ?? '0',
    account_types,
    currency_protocols,
  };
}

/** An account with its balances. Deposits arrive in the change account only. */
function accountGroup(code: AccountCode, asking: Asking): AccountGroup {
  const { currencies, language, user, valuation, views } = asking;
  const type = accountTypeOf(code);
  const is_recharge = type === accountType.change ? 1 : 0;
  const pays = withdrawalAccounts.some((one) => one === type);
  let dollars = 0n;
  const accounts = currencies.map(({ currency, terms }): AccountRow => {
    const { available, locked } = views.balances.read(user, type, currency.id);
    dollars += valuation.dollars(currency, available + locked);
    const spare = type === accountType.lever ? leverSpare(views, user, currency.id) : available;
    return {
      ...accountOnWire(views, valuation, { user, accountType: type }, currency),
      withdrawable: unitsText(currency, pays ? asking.withdrawable(currency.id, spare) : 0),
      currency: { ...terms, is_recharge_account: is_recharge },
    };
  });
  const name = say(language, `accounts.${code}`);
  return { id: type, account_code: code, name, is_recharge, ...valuation.worth(dollars), accounts };
}
