import { accountType, amount, type CurrencyId, parseDecimal, type UserId } from '@bourse/engine';
import type { Core } from '../../ground/core/index.ts';
import type { Listings } from '../../ground/feed/index.ts';

/**
 * The starting balances of each demo user, by currency code. A grant's number depends on its position in this list, so
 * the list must never change; a new list needs a new source.
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

// Grants may use half of a currency's maximum supply; the rest is for the demo's traders.
const maxGranted = Math.floor(Number.MAX_SAFE_INTEGER / 2);

/**
 * Whether the demo has starting balances left for a user. User ids have hardly any gaps, so the id is about the number
 * of users who came before.
 */
export function hasDemoGrant(listings: Listings, user: UserId): boolean {
  return grantsInUnits(listings).every(({ units }) => (user - firstPerson + 1) * units <= maxGranted);
}

/**
 * Credits a user's starting balances, one posting each with the grant as its cause. Idempotent, so it can be retried
 * until it succeeds. Throws if the exchange rejects a command or does not list a currency.
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
        // Numbers are consecutive over all users and grants.
        n: (user - firstPerson) * grants.length + index + 1,
      });
      if (outcome.type === 'rejected') {
        throw new Error(`the starting balance in ${code} was rejected: ${outcome.rejection.reason}`);
      }
    }),
  );
}

function grantsInUnits(listings: Listings): { code: string; currency: CurrencyId; units: number }[] {
  return grants.map(([code, text]) => {
    const currency = listings.currencyByCode(code);
    const units = currency === undefined ? null : parseDecimal(text, currency.decimals);
    if (currency === undefined || units === null)
      throw new Error(`the exchange does not list ${code} with the decimals that the demo needs`);
    return { code, currency: currency.id, units };
  });
}
