import { type SystemAccounts, systemAccounts } from '@bourse/contract';
import { accountType, type AccountType, venue } from '@bourse/engine';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/index.ts';
import { type Currency, unitsText, type Views } from '../feed/index.ts';
import { done, type Gateway, refused } from '../gateway/index.ts';
import { Operators, type Role } from './operators.ts';

export interface OperatorParts {
  readonly views: Views;
  readonly db: Kysely<Schema>;
  readonly now: () => number;
}

/** Who may see what the venue itself has. */
const bookkeepers: readonly Role[] = ['finance', 'risk', 'admin'];

/** Serves what only operators may see. */
export function registerOperator(gateway: Gateway, { views, db, now }: OperatorParts): void {
  const operators = new Operators(db, now);

  gateway.member(systemAccounts, async (_input, { user }) => {
    const roles = await operators.rolesOf(user);
    if (!roles.some((role) => bookkeepers.includes(role))) return refused('forbidden');
    const rows = views.listings.currencies().map((currency) => systemAccountsOf(views, currency));
    return done(rows, { sequence: views.sequence });
  });
}

function systemAccountsOf(views: Views, currency: Currency): SystemAccounts {
  let sum = 0;
  const balance = (type: AccountType): string => {
    const { available } = views.balances.read(venue, type, currency.id);
    sum += available;
    return unitsText(currency, available);
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
    // Everything sums to zero, so people have what is left.
    people: unitsText(currency, 0 - sum),
  };
}
