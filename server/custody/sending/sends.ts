import type { RecentRecipient, SentCoins, SendingSide } from '@bourse/contract/sending';
import { recentRecipientsCount } from '@bourse/contract/sending';
import { type CurrencyId, currencyId, type UserId, userId } from '@bourse/engine';
import { type Kysely, type Selectable, sql } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { unitsText, type Views } from '../../ground/feed/index.ts';
import type { Paging } from '../../ground/gateway/index.ts';
import type { SendStage } from './tables.ts';

/** The source of the commands that send coins. */
export const sendingSource = 'send';

/** Coins that one user sends to another. */
export interface Send {
  /** Also the number of its command. */
  readonly id: number;
  readonly user: UserId;
  readonly to: UserId;
  readonly userHint: string;
  readonly toHint: string;
  readonly currency: CurrencyId;
  /** In units of the ledger. */
  readonly amount: number;
  readonly stage: SendStage;
  readonly reason: string | null;
  readonly createdMs: number;
}

export function sendOf(row: Selectable<Schema['sends']>): Send {
  return {
    id: safeInteger(row.id),
    user: userId(safeInteger(row.user_id)),
    to: userId(safeInteger(row.to_user_id)),
    userHint: row.user_hint,
    toHint: row.to_hint,
    currency: currencyId(row.currency_id),
    amount: safeInteger(row.amount),
    stage: row.stage,
    reason: row.reason,
    createdMs: safeInteger(row.created_at),
  };
}

export async function findSend(db: Kysely<Schema>, id: number): Promise<Send> {
  return sendOf(await db.selectFrom('sends').selectAll().where('id', '=', String(id)).executeTakeFirstOrThrow());
}

export async function findByKey(db: Kysely<Schema>, user: UserId, key: string): Promise<Send | null> {
  const row = await db
    .selectFrom('sends')
    .selectAll()
    .where('user_id', '=', String(user))
    .where('request_key', '=', key)
    .executeTakeFirst();
  return row === undefined ? null : sendOf(row);
}

/** A page of what a user has sent and received, newest first. Received coins are those that have moved. */
export async function readSends(
  db: Kysely<Schema>,
  user: UserId,
  { limit, offset, side }: Paging & { readonly side: SendingSide | undefined },
): Promise<{ readonly rows: readonly Send[]; readonly total: number }> {
  const own = db.selectFrom('sends').where((row) => {
    const sent = row.and([row('user_id', '=', String(user)), row('stage', '<>', 'void')]);
    const received = row.and([row('to_user_id', '=', String(user)), row('stage', '=', 'sent')]);
    if (side === 'sent') return sent;
    return side === 'received' ? received : row.or([sent, received]);
  });
  const [rows, { count }] = await Promise.all([
    own.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    own.select((of) => of.fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows: rows.map((row) => sendOf(row)), total: safeInteger(count) };
}

/** The last users to whom a user has sent coins, newest first. */
export async function readRecents(db: Kysely<Schema>, user: UserId): Promise<RecentRecipient[]> {
  const { rows } = await sql<{ to_user_id: string; to_hint: string; created_at: string }>`
    select to_user_id, to_hint, created_at from (
      select distinct on (to_user_id) id, to_user_id, to_hint, created_at
      from sends where user_id = ${String(user)}::bigint and stage = 'sent' order by to_user_id, id desc
    ) last order by id desc limit ${recentRecipientsCount}`.execute(db);
  return rows.map((row) => ({
    uid: safeInteger(row.to_user_id),
    hint: row.to_hint,
    sent_at: safeInteger(row.created_at),
  }));
}

/** The other user of coins that a user has sent or received, by the id of the row as text. */
export async function otherSidesOf(
  db: Kysely<Schema>,
  user: UserId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UserId>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('sends')
    .select(['id', 'user_id', 'to_user_id'])
    .where('id', 'in', [...ids])
    .where((row) => row.or([row('user_id', '=', String(user)), row('to_user_id', '=', String(user))]))
    .execute();
  return new Map(
    rows.map(({ id, to_user_id: to, user_id: from }) => {
      const other = from === String(user) ? to : from;
      return [id, userId(safeInteger(other))];
    }),
  );
}

/** Coins as one of their two sides sees them. */
export function sendOnWire({ listings }: Pick<Views, 'listings'>, send: Send, viewer: UserId): SentCoins {
  const currency = listings.currency(send.currency);
  const isSender = viewer === send.user;
  return {
    id: send.id,
    side: isSender ? 'sent' : 'received',
    uid: isSender ? send.to : send.user,
    hint: isSender ? send.toHint : send.userHint,
    currency_id: currency.id,
    currency_code: currency.code,
    number: unitsText(currency, send.amount),
    status: send.stage === 'sent' ? 'sent' : 'pending',
    created_at: send.createdMs,
  };
}
