import type { CallInput, CallOutput, RefusalOf } from '@bourse/contract';
import {
  accountLogCauses,
  accountLogCount,
  type AccountLogRow,
  accountLogRows,
  type changeLog,
} from '@bourse/contract/wallet';
import type { Language } from '@bourse/contract/texts';
import type { AccountType, UserId } from '@bourse/engine';
import { type Kysely, type Selectable, sql } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { accountCodeOf, unitsText, type Views } from '../../ground/feed/index.ts';
import { type Answer, done, pageOf, readPaging, refused } from '../../ground/gateway/index.ts';
import { say } from '../../ground/texts/index.ts';
import { otherSidesOf } from '../sending/index.ts';
import type { With } from '../../ground/parts.ts';

/** The changes that a filter selects; times are epoch milliseconds. */
export interface LogFilter {
  readonly user: UserId;
  readonly account: AccountType;
  readonly currency: number | null;
  readonly cause: string | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

interface LogParts extends With<'db' | 'identityDb'> {
  readonly views: Pick<Views, 'listings'>;
}

/** A page of the changes of one account of a user, newest first. */
export async function accountLogPage(
  { db, identityDb, views }: LogParts,
  { account, language, user }: Pick<LogFilter, 'account' | 'user'> & { readonly language: Language },
  input: CallInput<typeof changeLog>,
): Promise<Answer<CallOutput<typeof changeLog>, RefusalOf<typeof changeLog>>> {
  const paging = readPaging({ page: input.page ?? 1, limit: input.limit ?? accountLogRows });
  if (!paging.ok) return paging;
  const currency = input.currency_id === undefined ? null : Number(input.currency_id);
  if (currency !== null && views.listings.findCurrency(currency) === undefined) return refused('currency_unknown');
  const rows = accountLogQuery(db, {
    account,
    user,
    currency,
    cause: input.cause ?? null,
    fromMs: input.from === undefined ? null : Number(input.from) * 1_000,
    toMs: input.to === undefined ? null : Number(input.to) * 1_000,
  });
  const counted = rows.select('sequence').limit(accountLogCount).as('counted');
  const [found, { count }] = await Promise.all([
    rows
      .selectAll()
      .select(otherAccount)
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
  const others = await otherSidesOf(
    identityDb,
    user,
    found.filter(isSent).map((row) => row.cause_id),
  );
  const detailed = found.map((row) => detailedRow(row, views, language, others.get(row.cause_id) ?? null));
  return done(pageOf(detailed, safeInteger(count), paging));
}

/** Whether a change is of coins that were sent to or by another user. */
function isSent({ cause }: Pick<StoredLogRow, 'cause'>): boolean {
  return cause === 'sent' || cause === 'received';
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

/** The account that a transfer is paid to or from: that of the other row of its command; null for any other change. */
const otherAccount = sql<number | null>`(
  select other.account_type from account_log other
  where account_log.cause = 'transfer' and other.user_id = account_log.user_id
    and other.sequence = account_log.sequence and other.account_type <> account_log.account_type
  limit 1)`.as('other_account');

type DetailedLogRow = StoredLogRow & { readonly other_account: number | null };

/** A row with its texts in a language and with the other account of a transfer, or the other user of sent coins. */
function detailedRow(
  row: DetailedLogRow,
  views: Pick<Views, 'listings'>,
  language: Language,
  otherUser: UserId | null,
): AccountLogRow {
  const basic = accountLogRowOnWire(row, views);
  const nameOf = (type: number): string => {
    const code = accountCodeOf(type);
    return code === undefined ? '' : say(language, `accounts.${code}`);
  };
  const cause = accountLogCauses.find((known) => known === row.cause);
  const other = row.other_account;
  const ways =
    other === null ? [] : basic.amount.startsWith('-') ? [row.account_type, other] : [other, row.account_type];
  const user = isSent(row) && otherUser !== null ? String(otherUser) : null;
  const sides = user === null ? ways.map(nameOf) : row.cause === 'sent' ? ['', user] : [user, ''];
  return {
    ...basic,
    currency: { id: basic.currency_id, code: basic.currency_code },
    value: basic.amount,
    memo: cause === undefined ? row.cause : say(language, `causes.${cause}`),
    notes: sides.join(' → ').trim(),
    extra_data: { from: user ?? (other === null ? undefined : accountCodeOf(other)) ?? row.cause },
    created_at: basic.time,
  };
}

/** The fields that a file and a page have in common. */
type BasicLogRow = Omit<AccountLogRow, 'currency' | 'value' | 'memo' | 'notes' | 'extra_data' | 'created_at'>;

export function accountLogRowOnWire(row: StoredLogRow, { listings }: Pick<Views, 'listings'>): BasicLogRow {
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
