import type { ConsoleInput, ConsoleOutput, UserAccountLogRow, userCalls } from '@bourse/contract/console';
import type { UserId } from '@bourse/engine';
import { sql } from 'kysely';
import { safeInteger } from '../../ground/database/index.ts';
import {
  accountCodeOf,
  accountCodes,
  accountTypeOf,
  type OrderState,
  truncated,
  unitsText,
  Valuation,
  type Views,
} from '../../ground/feed/index.ts';
import { cursorRefused, limitOf, type ListPage } from './paging.ts';
import type { UserParts } from './user-parts.ts';
import type { ConsoleRefused } from '../../ground/console-gateway/index.ts';

/** A user's open orders, newest first. */
export function openOrdersOf({ orders }: Views, user: UserId): OrderState[] {
  return [...orders.ofUser(user, 'buy', null), ...orders.ofUser(user, 'sell', null)].toSorted(
    (a, b) => b.order - a.order,
  );
}

/** The accounts of a user that are not empty. */
export function balancesOf(views: Views, user: UserId): ConsoleOutput<typeof userCalls.userBalances> {
  const valuation = new Valuation(views);
  let total = 0n;
  const rows = accountCodes.flatMap((code) =>
    views.listings.currencies().flatMap((currency) => {
      const { available, locked } = views.balances.read(user, accountTypeOf(code), currency.id);
      if (available === 0 && locked === 0) return [];
      const dollars = valuation.dollars(currency, available + locked);
      total += dollars;
      return [
        {
          account: code,
          currency_id: currency.id,
          currency: currency.code,
          available: unitsText(currency, available),
          locked: unitsText(currency, locked),
          worth_usd: truncated(dollars, 2),
        },
      ];
    }),
  );
  return { rows, worth_usd: truncated(total, 2) };
}

/** The dollar value of all accounts of a user. */
export function worthOf(views: Views, user: UserId): string {
  return balancesOf(views, user).worth_usd;
}

/** The changes of the totals of a user's accounts, newest first. */
export async function accountLogOf(
  { db, views }: UserParts,
  user: UserId,
  input: ConsoleInput<typeof userCalls.userAccountLog>,
): Promise<ListPage<UserAccountLogRow> | ConsoleRefused<'invalid_request'>> {
  const [sequence = NaN, leg = NaN] = (input.cursor ?? `${Number.MAX_SAFE_INTEGER}.0`).split('.').map(Number);
  if (!Number.isSafeInteger(sequence) || !Number.isSafeInteger(leg)) return cursorRefused();
  const limit = limitOf(input.limit);
  let query = db
    .selectFrom('account_log')
    .select(['sequence', 'leg', 'account_type', 'currency_id', 'amount', 'fee', 'cause', 'cause_id'])
    .where('user_id', '=', String(user))
    .where(sql<boolean>`(sequence, leg) < (${sequence}::bigint, ${leg}::integer)`);
  if (input.currency_id !== undefined) query = query.where('currency_id', '=', Number(input.currency_id));
  const rows = await query
    .orderBy('sequence', 'desc')
    .orderBy('leg', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit).map((row): UserAccountLogRow => {
    const currency = views.listings.findCurrency(row.currency_id);
    const text = (units: string): string => (currency === undefined ? units : unitsText(currency, safeInteger(units)));
    return {
      sequence: safeInteger(row.sequence),
      leg: row.leg,
      account: accountCodeOf(row.account_type) ?? String(row.account_type),
      currency: currency?.code ?? String(row.currency_id),
      amount: text(row.amount),
      fee: text(row.fee),
      cause: row.cause,
      cause_id: safeInteger(row.cause_id),
    };
  });
  const last = page.at(-1);
  return { rows: page, next: rows.length > limit && last !== undefined ? `${last.sequence}.${last.leg}` : null };
}
