import type { UserDetail } from '@bourse/contract/console';
import type { UserId } from '@bourse/engine';
import { safeInteger } from '../../ground/database/index.ts';
import type { Views } from '../../ground/feed/index.ts';
import { areas } from '../../people/identity/index.ts';
import { restrictionView } from '../../people/restrictions/index.ts';
import { maskedContact } from './find-users.ts';
import { openOrdersOf, worthOf } from './user-money.ts';
import type { UserParts } from './user-parts.ts';

/** The person with masked addresses, and their restriction and fees; null if there is no such user. */
export async function detailOf(parts: UserParts, user: UserId): Promise<UserDetail | null> {
  const { identityDb, sessions, views } = parts;
  const row = await identityDb
    .selectFrom('users')
    .select(['email', 'mobile', 'mobile_key', 'area_id', 'invited_by', 'is_seller', 'created_at'])
    .select('password_changed_at')
    .where('id', '=', String(user))
    .executeTakeFirst();
  if (row === undefined) return null;
  const invited = await identityDb
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('invited_by', '=', String(user))
    .executeTakeFirstOrThrow();
  return {
    id: user,
    ...maskedContact(row),
    area: areas('en').find(({ id }) => id === row.area_id)?.name ?? '',
    created_at: safeInteger(row.created_at),
    invited_by: numberOrNull(row.invited_by),
    invited: safeInteger(invited.count),
    is_seller: row.is_seller,
    password_changed_at: numberOrNull(row.password_changed_at),
    restriction: restrictionView.of(views).scopeOf(user),
    fee_tier: views.fees.tierOf(user),
    own_fees: ownFeesOf(views, user),
    fees_version: feesVersionOf(views, user),
    open_orders: openOrdersOf(views, user).length,
    sessions: (await sessions.list(user)).length,
    ...(await factorsOf(parts, user)),
    worth_usd: worthOf(views, user),
  };
}

async function factorsOf({ identityDb, secondFactors }: UserParts, user: UserId) {
  const { factors, passkeys, resets } = secondFactors;
  const reset = await resets.latestOf(user);
  return {
    totp: (await factors.methodsOf(user)).includes('totp'),
    passkeys: await passkeys.count(identityDb, user),
    factor_reset_due_at: reset?.stage === 'planned' ? reset.atMs : null,
    factor_reset_done_at: reset?.stage === 'done' ? reset.atMs : null,
  };
}

/** A text that is equal exactly when tier and own rates are. */
export function feesVersionOf({ fees }: Views, user: UserId): string {
  const own = fees.ownRatesOf(user).map(({ market, rates }) => [market ?? 0, rates.makerFeePpm, rates.takerFeePpm]);
  return [fees.tierOf(user), ...own.map((rates) => rates.join(':'))].join(' ');
}

function ownFeesOf({ fees, listings }: Views, user: UserId): UserDetail['own_fees'] {
  return fees.ownRatesOf(user).map(({ market, rates }) => ({
    market_id: market,
    symbol: market === null ? null : (listings.findMarket(market)?.symbol ?? null),
    maker_fee_ppm: rates.makerFeePpm,
    taker_fee_ppm: rates.takerFeePpm,
  }));
}

function numberOrNull(text: string | null): number | null {
  return text === null ? null : safeInteger(text);
}
