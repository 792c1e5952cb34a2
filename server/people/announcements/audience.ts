import { AnnouncementAudience } from '@bourse/contract/console';
import { accountType, assertNever, userId, type UserId } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import { Check } from 'typebox/value';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { Currency, Market, Views } from '../../ground/feed/index.ts';

/** The state of the exchange on which audiences depend. */
export interface AudienceViews {
  readonly balances: Pick<Views['balances'], 'read'>;
  readonly orders: {
    ofUser(...from: Parameters<Views['orders']['ofUser']>): { readonly length: number };
  };
  readonly listings: {
    findCurrency(id: number): ListedCurrency | undefined;
    findMarket(id: number): ListedMarket | undefined;
  };
}

type ListedCurrency = Pick<Currency, 'id' | 'code'>;
type ListedMarket = Pick<Market, 'id' | 'symbol'>;

/** An audience as it is stored. */
export function audienceOf(stored: unknown): AnnouncementAudience {
  if (!Check(AnnouncementAudience, stored)) throw new Error('An announcement has an unknown audience.');
  return stored;
}

/** Whether a user belongs to an audience at present. */
export function isInAudience(audience: AnnouncementAudience, id: number, views: AudienceViews): boolean {
  switch (audience.kind) {
    case 'all':
      return true;
    case 'holders': {
      const currency = views.listings.findCurrency(audience.currency);
      return currency !== undefined && holds(userId(id), currency, views);
    }
    case 'orders': {
      const market = views.listings.findMarket(audience.market);
      return market !== undefined && hasOpenOrder(userId(id), market, views);
    }
    case 'users':
      return audience.users.includes(id);
    default:
      return assertNever(audience);
  }
}

/** The accounts of users; system accounts have other types. */
const { change, financial, legal, lever, micro } = accountType;

function holds(user: UserId, { id }: ListedCurrency, { balances }: AudienceViews): boolean {
  return [change, legal, lever, micro, financial].some((place) => {
    const { available, locked } = balances.read(user, place, id);
    return available + locked > 0;
  });
}

function hasOpenOrder(user: UserId, { id }: ListedMarket, { orders }: AudienceViews): boolean {
  return (['buy', 'sell'] as const).some((side) => orders.ofUser(user, side, id).length > 0);
}

/** The code of the currency or the symbol of the market; empty for other audiences. */
export function audienceName(audience: AnnouncementAudience, { listings }: AudienceViews): string {
  switch (audience.kind) {
    case 'holders':
      return listings.findCurrency(audience.currency)?.code ?? String(audience.currency);
    case 'orders':
      return listings.findMarket(audience.market)?.symbol ?? String(audience.market);
    case 'all':
    case 'users':
      return '';
    default:
      return assertNever(audience);
  }
}

type AudienceProblem =
  | { readonly error: 'currency_unknown' | 'market_unknown' }
  | { readonly error: 'user_unknown'; readonly user: number };

/** The first part of an audience that does not exist; null if all of them do. */
export async function audienceProblem(
  audience: AnnouncementAudience,
  { listings }: AudienceViews,
  transaction: Transaction<Schema>,
): Promise<AudienceProblem | null> {
  switch (audience.kind) {
    case 'all':
      return null;
    case 'holders':
      return listings.findCurrency(audience.currency) === undefined ? { error: 'currency_unknown' } : null;
    case 'orders':
      return listings.findMarket(audience.market) === undefined ? { error: 'market_unknown' } : null;
    case 'users': {
      const known = await knownUsers(transaction, audience.users);
      const user = audience.users.find((id) => !known.has(id));
      return user === undefined ? null : { error: 'user_unknown', user };
    }
    default:
      return assertNever(audience);
  }
}

async function knownUsers(database: Kysely<Schema>, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await database.selectFrom('users').select('id').where('id', 'in', ids.map(String)).execute();
  return new Set(rows.map(({ id }) => safeInteger(id)));
}
