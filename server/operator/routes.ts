import { type SystemAccounts, systemAccounts } from '@bourse/contract/operator';
import { accountType, type AccountType, venue } from '@bourse/engine';
import { type Currency, unitsText, type Views } from '../feed/index.ts';
import { done, type Gateway } from '../gateway/index.ts';

export interface OperatorParts {
  readonly views: Views;
}

/** Serves the calls for operators. */
export function registerOperator(gateway: Gateway, { views }: OperatorParts): void {
  gateway.member(systemAccounts, () => {
    const rows = views.listings.currencies().map((currency) => systemAccountsOf(views, currency));
    return done(rows, { sequence: views.sequence });
  });
}

function systemAccountsOf(views: Views, currency: Currency): SystemAccounts {
  let sum = 0;
  const balance = (type: AccountType): string => {
    const { available, locked } = views.balances.read(venue, type, currency.id);
    sum += available + locked;
    return unitsText(currency, available + locked);
  };
  return {
    currency_id: currency.id,
    currency_code: currency.code,
    external: balance(accountType.external),
    fees: balance(accountType.fees),
    lever_house: balance(accountType.leverHouse),
    insurance: balance(accountType.insurance),
    micro_house: balance(accountType.microHouse),
    savings_house: balance(accountType.savingsHouse),
    treasury: balance(accountType.treasury),
    // All accounts sum to zero, so users hold the rest.
    people: unitsText(currency, 0 - sum),
  };
}
