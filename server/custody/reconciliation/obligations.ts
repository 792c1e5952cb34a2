import { accountType, venue } from '@bourse/engine';
import { creditView } from '../credits/index.ts';
import type { Views } from '../../ground/feed/index.ts';

/** The ledger's side of a currency, in its units. */
export interface Obligations {
  /** The sum of all accounts: the money that was credited from outside and has not left. */
  readonly owed: bigint;
  /** Debts of users after reversed deposits: their accounts hold less than was reversed. */
  readonly debts: bigint;
}

/** The obligations by currency, as of the last committed command. */
export function readObligations(views: Views): ReadonlyMap<number, Obligations> {
  const debts = new Map<number, bigint>();
  for (const { currency, units } of creditView.of(views).debts())
    debts.set(currency, (debts.get(currency) ?? 0n) + BigInt(units));
  return new Map(
    views.listings.currencies().map(({ id }) => {
      const outside = views.balances.read(venue, accountType.external, id).available;
      return [id, { owed: -BigInt(outside), debts: debts.get(id) ?? 0n }];
    }),
  );
}
