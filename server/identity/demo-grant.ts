import { accountType, amount, type CurrencyId, parseDecimal, type UserId } from '@bourse/engine';
import type { Core } from '../core/index.ts';
import type { Listings } from '../feed/index.ts';

/**
 * What every newcomer of a demo is given, by currency code. The position in this list is part of each grant's number,
 * so the list is never changed; a new list takes a new source.
 */
const grants = [
  ['USDT', '100000'],
  ['BTC', '1'],
  ['ETH', '10'],
  ['BNB', '20'],
  ['SOL', '100'],
  ['XRP', '10000'],
  ['ADA', '10000'],
  ['DOGE', '50000'],
  ['AVAX', '200'],
  ['DOT', '1000'],
  ['LTC', '100'],
  ['LINK', '500'],
  ['TRX', '50000'],
  ['XLM', '50000'],
] as const;

const source = 'demo-grant';
const firstPerson = 100_001;

// Of all the money that a currency can have, grants take half at most: the demo's traders live on the rest.
const maxGranted = Math.floor(Number.MAX_SAFE_INTEGER / 2);

/**
 * Whether a person is among those whom the demo has starting balances for: the first ones, until those of one currency
 * are used up. Ids have no gaps, so an id tells how many were given before.
 */
export function hasDemoGrant(listings: Listings, user: UserId): boolean {
  return grantsInUnits(listings).every(({ units }) => (user - firstPerson + 1) * units <= maxGranted);
}

/**
 * Credits a person's starting balances, each by a posting of its own that names the grant as its cause. A grant that
 * was made before is not made again, so this can be repeated until it has gone through. Throws when the exchange does
 * not take a command or lists too little.
 */
export async function grantDemoBalances(core: Core, listings: Listings, user: UserId): Promise<void> {
  await Promise.all(
    grantsInUnits(listings).map(async ({ code, currency, units }, index) => {
      const { outcome } = await core.submit({
        type: 'credit',
        user,
        accountType: accountType.change,
        currency,
        amount: amount(units),
        source,
        // Numbers are dense over all people and grants.
        n: (user - firstPerson) * grants.length + index + 1,
      });
      if (outcome.type === 'rejected') {
        throw new Error(`a starting balance in ${code} was refused: ${outcome.rejection.reason}`);
      }
    }),
  );
}

function grantsInUnits(listings: Listings): { code: string; currency: CurrencyId; units: number }[] {
  return grants.map(([code, text]) => {
    const currency = listings.currencyByCode(code);
    const units = currency === undefined ? null : parseDecimal(text, currency.decimals);
    if (currency === undefined || units === null)
      throw new Error(`the exchange does not list ${code} as the demo needs it`);
    return { code, currency: currency.id, units };
  });
}
