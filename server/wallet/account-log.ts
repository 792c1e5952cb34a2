import type { CallInput, CallOutput, RefusalOf } from '@bourse/contract';
import { accountLogCount, type AccountLogRow, accountLogRows, type changeLog } from '@bourse/contract/wallet';
import type { AccountType, UserId } from '@bourse/engine';
import type { Kysely, Selectable } from 'kysely';
import { safeInteger, type Schema } from '../database/index.ts';
import { unitsText, type Views } from '../feed/index.ts';
import { type Answer, done, pageOf, readPaging, refused } from '../gateway/index.ts';

/** The changes that a filter selects; times are epoch milliseconds. */
export interface LogFilter {
  readonly user: UserId;
  readonly account: AccountType;
  readonly currency: number | null;
  readonly cause: string | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

interface LogParts {
  readonly db: Kysely<Schema>;
  readonly views: Pick<Views, 'listings'>;
}

/** A page of the changes of one account of a user, newest first. */
export async function accountLogPage(
  { db, views }: LogParts,
  { account, user }: Pick<LogFilter, 'account' | 'user'>,
  input: CallInput<typeof changeLog>,
): Promise<Answer<CallOutput<typeof changeLog>, RefusalOf<typeof changeLog>>> {
  const paging = readPaging({ page: input.page ?? 1, limit: input.limit ?? accountLogRows });
  if (!paging.ok) return paging;
  const currency = input.currency_id === undefined ? null : Number(input.currency_id);
  if (currency !== null && views.listings.findCurrency(currency) === undefined) return refused('currency_unknown');
  const rows = accountLogQuery(db, {
    ...{ account, user, currency },
    cause: input.cause ?? null,
    fromMs: input.from === undefined ? null : Number(input.from) * 1_000,
    toMs: input.to === undefined ? null : Number(input.to) * 1_000,
  });
  const counted = rows.select('sequence').limit(accountLogCount).as('counted');
  const [found, { count }] = await Promise.all([
    rows
      .selectAll()
      .orderBy('sequence', 'desc')
      .orderBy('leg', 'desc')
      .limit(paging.limit)
      .offset(paging.offset)
      .execute(),
    db
      .selectFrom(counted)
      .select((of) => of.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  return done(
    pageOf(
      found.map((row) => accountLogRowOnWire(row, views)),
      safeInteger(count),
      paging,
    ),
  );
}

/** The rows that a filter selects; without columns, order and limit. */
export function accountLogQuery(db: Kysely<Schema>, filter: LogFilter) {
  const { account, cause, currency, fromMs, toMs, user } = filter;
  let query = db.selectFrom('account_log').where('user_id', '=', String(user)).where('account_type', '=', account);
  if (currency !== null) query = query.where('currency_id', '=', currency);
  if (cause !== null) query = query.where('cause', '=', cause);
  if (fromMs !== null) query = query.where('time_ms', '>=', String(fromMs));
  if (toMs !== null) query = query.where('time_ms', '<', String(toMs));
  return query;
}

export type StoredLogRow = Selectable<Schema['account_log']>;

export function accountLogRowOnWire(row: StoredLogRow, { listings }: Pick<Views, 'listings'>): AccountLogRow {
  const currency = listings.findCurrency(row.currency_id);
  const text = (units: string): string => (currency === undefined ? units : unitsText(currency, safeInteger(units)));
  return {
    id: `${row.sequence}.${row.leg}`,
    currency_id: row.currency_id,
    currency_code: currency?.code ?? String(row.currency_id),
    amount: text(row.amount),
    fee: text(row.fee),
    cause: row.cause,
    cause_id: safeInteger(row.cause_id),
    time: row.time_ms === null ? null : safeInteger(row.time_ms),
  };
}
