import type { CallInput } from '@bourse/contract';
import { type legalReport, p2pLimits } from '@bourse/contract/p2p';
import { userId, type UserId, userIdLimit } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../../ground/database/index.ts';
import { RateExceeded, refused, type Refused } from '../../../ground/gateway/index.ts';
import { findAd } from '../shop/ad.ts';
import { lockUser } from '../shop/apply.ts';
import { findMerchant } from '../shop/merchant.ts';
import type { OrderRecords } from '../shop/ports.ts';
import { isShop } from '../shop/traders.ts';
import type { With } from '../../../ground/parts.ts';

/** Traders that a person may block. */
const maxBlocks = 500;
/** Reports that a person may write within a day. */
const reportsPerDay = 20;
const dayMs = 86_400_000;
const hourSeconds = 3_600;

export interface PeopleParts extends With<'identityDb' | 'now'> {
  readonly orders: Pick<OrderRecords, 'haveMet'>;
}

/** A user with an id from outside whose profile a person can see: a merchant, or the other side of an order. */
export async function visibleTrader(
  { identityDb, orders }: Pick<PeopleParts, 'identityDb' | 'orders'>,
  viewer: UserId | null,
  id: number,
): Promise<UserId | null> {
  if (id < 1 || id >= userIdLimit) return null;
  const user = userId(id);
  if (isShop(await findMerchant(identityDb, user))) return user;
  return viewer !== null && viewer !== user && (await orders.haveMet(viewer, user)) ? user : null;
}

/** Blocks a trader: from then on neither sees the ads of the other. */
export async function block(
  parts: PeopleParts,
  user: UserId,
  id: number,
): Promise<Refused<'user_unknown' | 'blocks_full'> | null> {
  const other = await visibleTrader(parts, user, id);
  if (other === null || other === user) return refused('user_unknown');
  return inTransaction(parts.identityDb, async (transaction) => {
    await lockUser(transaction, user);
    if (await isBlockedBy(transaction, user, other)) return null;
    const { count } = await transaction
      .selectFrom('trader_blocks')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('user_id', '=', String(user))
      .executeTakeFirstOrThrow();
    if (safeInteger(count) >= maxBlocks) return refused('blocks_full', { maximum: maxBlocks });
    await transaction
      .insertInto('trader_blocks')
      .values({ user_id: user, other_id: other, created_at: parts.now() })
      .execute();
    return null;
  });
}

/** Ends a block; a repetition changes nothing. */
export async function unblock(
  { identityDb }: Pick<PeopleParts, 'identityDb'>,
  user: UserId,
  id: number,
): Promise<Refused<'user_unknown'> | null> {
  const known = await identityDb.selectFrom('users').select('id').where('id', '=', String(id)).executeTakeFirst();
  if (known === undefined) return refused('user_unknown');
  await identityDb
    .deleteFrom('trader_blocks')
    .where('user_id', '=', String(user))
    .where('other_id', '=', String(id))
    .execute();
  return null;
}

/** Whether a person has blocked another one, which only the first may see. */
export async function isBlockedBy(
  db: Kysely<Schema> | Transaction<Schema>,
  user: UserId,
  other: UserId,
): Promise<boolean> {
  const query = db
    .selectFrom('trader_blocks')
    .select('user_id')
    .where('user_id', '=', String(user))
    .where('other_id', '=', String(other));
  return (await query.executeTakeFirst()) !== undefined;
}

/** The traders whom a person has blocked, the last one first. */
export async function blocksOf(
  db: Kysely<Schema>,
  user: UserId,
): Promise<readonly { readonly other: UserId; readonly atMs: number }[]> {
  const rows = await db
    .selectFrom('trader_blocks')
    .select(['other_id', 'created_at'])
    .where('user_id', '=', String(user))
    .orderBy('created_at', 'desc')
    .orderBy('other_id')
    .limit(maxBlocks)
    .execute();
  return rows.map((row) => ({ other: userId(safeInteger(row.other_id)), atMs: safeInteger(row.created_at) }));
}

/** Reports an ad or a trader to staff, once as long as the report is undecided. */
export async function report(
  parts: PeopleParts,
  user: UserId,
  { content = '', id, reason, subject }: CallInput<typeof legalReport>,
): Promise<Refused<'ad_unknown' | 'user_unknown' | 'report_exists'> | null> {
  const { identityDb, now } = parts;
  const ad = subject === 'ad' ? await findAd(identityDb, Number(id)) : null;
  const reported = ad?.user ?? (subject === 'trader' ? await visibleTrader(parts, user, Number(id)) : null);
  if (reported === null || reported === user) return refused(subject === 'ad' ? 'ad_unknown' : 'user_unknown');
  return inTransaction(identityDb, async (transaction) => {
    await lockUser(transaction, user);
    const nowMs = now();
    const { count } = await transaction
      .selectFrom('trader_reports')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('reporter_id', '=', String(user))
      .where('created_at', '>', String(nowMs - dayMs))
      .executeTakeFirstOrThrow();
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('trader_reports')
      .values({
        subject,
        ad_id: ad?.id ?? null,
        user_id: reported,
        reporter_id: user,
        reason,
        content: content.trim().slice(0, p2pLimits.report),
        created_at: nowMs,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return refused('report_exists');
    // Thrown, so that the report is not stored.
    if (safeInteger(count) >= reportsPerDay) throw new RateExceeded(hourSeconds);
    return null;
  });
}
