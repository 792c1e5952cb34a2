import type { ConsoleInput, userCalls, UserRow } from '@bourse/contract/console';
import { userId } from '@bourse/engine';
import { sql } from 'kysely';
import { safeInteger } from '../../ground/database/index.ts';
import { maskedAccount } from '../../people/identity/index.ts';
import { restrictionView } from '../../people/restrictions/index.ts';
import { matchUsers } from './match-users.ts';
import { type ListPage, pageOf, readIdPage } from './paging.ts';
import { openOrdersOf, worthOf } from './user-money.ts';
import type { UserParts } from './user-parts.ts';
import type { ConsoleRefused } from '../../ground/console-gateway/index.ts';

/** The users that match a search and a restriction, newest first. */
export async function findUsers(
  parts: UserParts,
  input: ConsoleInput<typeof userCalls.users>,
): Promise<ListPage<UserRow> | ConsoleRefused<'invalid_request'>> {
  const page = readIdPage(input);
  if ('ok' in page) return page;
  const { search = '', by = 'any', restriction } = input;
  const { fees } = parts.views;
  const restrictions = restrictionView.of(parts.views);
  const found = search.trim() === '' ? null : await matchUsers(parts, search.trim(), by);
  let query = parts.identityDb
    .selectFrom('users')
    .select(['id', 'email', 'mobile', 'mobile_key', 'created_at'])
    .where('id', '<', String(page.before));
  if (found !== null) query = query.where('id', '=', anyOf([...found.keys()]));
  if (restriction !== undefined) query = query.where('id', '=', anyOf(restrictions.usersWith(restriction)));
  const rows = await query
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
  return pageOf(rows, page.limit, (row) => {
    const user = userId(safeInteger(row.id));
    return {
      id: user,
      ...maskedContact(row),
      created_at: safeInteger(row.created_at),
      restriction: restrictions.scopeOf(user),
      fee_tier: fees.tierOf(user),
      open_orders: openOrdersOf(parts.views, user).length,
      worth_usd: worthOf(parts.views, user),
      found_by: found?.get(user) ?? null,
    };
  });
}

function anyOf(ids: readonly number[]) {
  return sql<string>`any(${ids.map(String)}::bigint[])`;
}

/** The addresses of a user as staff see them without a reason. */
export function maskedContact(row: {
  readonly email: string;
  readonly mobile: string;
  readonly mobile_key: string | null;
}): { readonly email: string; readonly mobile: string } {
  const mobile = row.mobile_key ?? row.mobile;
  return {
    email: row.email === '' ? '' : maskedAccount(row.email),
    mobile: mobile === '' ? '' : maskedAccount(mobile),
  };
}
