import type { LegalRating } from '@bourse/contract/p2p';
import { userId, type UserId } from '@bourse/engine';
import { cancelsPerDay } from '@bourse/engine/escrow';
import { type Kysely, sql, type Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';
import { escrowView } from '../../../ground/feed/index.ts';
import type { With } from '../../../ground/parts.ts';
import {
  type CancelsOfToday,
  noFigures,
  type OrderRecords,
  type OrderStatistics,
  type TraderFigures,
} from '../shop/ports.ts';
import { unanswered } from './late-appeals.ts';

type Database = Kysely<Schema> | Transaction<Schema>;

const dayMs = 86_400_000;
const figureDays = 30;

/**
 * The figures of orders and traders. They follow from the events that orders have followed, so they may be a moment
 * behind; an order counts for both sides. Of orders that ended without a release, those count that were paid and
 * refunded, and the cancels of the buyer's day.
 */
export class OrderFigures implements OrderRecords {
  readonly #parts: With<'identityDb' | 'now' | 'views'>;

  constructor(parts: With<'identityDb' | 'now' | 'views'>) {
    this.#parts = parts;
  }

  async figuresOf(users: readonly UserId[]): Promise<ReadonlyMap<UserId, TraderFigures>> {
    if (users.length === 0) return new Map();
    const { identityDb, now } = this.#parts;
    const ids = users.map(String);
    const sinceMs = now() - figureDays * dayMs;
    const [ends, times, ratings] = await Promise.all([
      sql<EndsRow>`
        select party.user_id as id,
          count(*) filter (where step.at > ${sinceMs}) as ended30d,
          count(*) filter (where step.at > ${sinceMs} and step.state = 'released') as completed30d,
          count(*) as ended,
          count(*) filter (where step.state = 'released') as completed
        from p2p_steps step
        join p2p_orders o on o.id = step.order_id
        cross join lateral (values (o.buyer_id), (o.seller_id)) party (user_id)
        where party.user_id = any (${ids}::bigint[])
          and (o.buyer_id = any (${ids}::bigint[]) or o.seller_id = any (${ids}::bigint[]))
          and (step.step = 'released' or (step.step = 'returned' and (step.state = 'refunded' or step.counts)))
          -- A reopened order counts as the one that continues it.
          and not exists (select from p2p_orders next join p2p_steps reopened on reopened.order_id = next.id
            where next.previous_id = o.id and reopened.step = 'reopened')
        group by party.user_id`.execute(identityDb),
      sql<TimesRow>`
        select o.id, o.buyer_id, o.seller_id,
          min(step.at) filter (where step.step = 'opened') as opened,
          min(step.at) filter (where step.step in ('paid', 'reopened')) as paid,
          min(step.at) filter (where step.step = 'released' and step.reason in ('released', 'conceded')) as released
        from p2p_steps step
        join p2p_orders o on o.id = step.order_id
        where (o.buyer_id = any (${ids}::bigint[]) or o.seller_id = any (${ids}::bigint[]))
          and o.created_at > ${sinceMs}
        group by o.id`.execute(identityDb),
      identityDb
        .selectFrom('p2p_ratings')
        .select(({ fn }) => [
          'subject_id as id',
          fn.countAll<string>().filterWhere('good', '=', true).as('good'),
          fn.countAll<string>().filterWhere('good', '=', false).as('bad'),
        ])
        .where('subject_id', 'in', ids)
        .groupBy('subject_id')
        .execute(),
    ]);
    const [endsOf, ratingsOf] = [byId(ends.rows), byId(ratings)];
    return new Map(
      users.map((user) => {
        const [end, rating] = [endsOf.get(String(user)), ratingsOf.get(String(user))];
        const figures: TraderFigures = {
          ...noFigures,
          orders30d: safeInteger(end?.ended30d ?? '0'),
          completed30d: safeInteger(end?.completed30d ?? '0'),
          orders: safeInteger(end?.ended ?? '0'),
          completed: safeInteger(end?.completed ?? '0'),
          good: safeInteger(rating?.good ?? '0'),
          bad: safeInteger(rating?.bad ?? '0'),
          releaseMinutes: medianMinutes(times.rows, 'paid', 'released', (row) => row.seller_id === String(user)),
          payMinutes: medianMinutes(times.rows, 'opened', 'paid', (row) => row.buyer_id === String(user)),
        };
        return [user, figures];
      }),
    );
  }

  async ratingsOf(user: UserId, limit: number): Promise<readonly LegalRating[]> {
    const rows = await this.#parts.identityDb
      .selectFrom('p2p_ratings')
      .select(['good', 'text', 'created_at'])
      .where('subject_id', '=', String(user))
      .orderBy('created_at', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ created_at, good, text }) => ({
      good: good ? 1 : 0,
      text,
      created_at: safeInteger(created_at),
    }));
  }

  async completedOf(user: UserId, db: Database = this.#parts.identityDb): Promise<number> {
    const row = await db
      .selectFrom('p2p_orders as o')
      .innerJoin('p2p_steps as step', 'step.order_id', 'o.id')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('step.step', '=', 'released')
      .where((of) => of.or([of('o.buyer_id', '=', String(user)), of('o.seller_id', '=', String(user))]))
      .executeTakeFirstOrThrow();
    return safeInteger(row.count);
  }

  async openOf(db: Transaction<Schema> | null, user: UserId): Promise<number> {
    const row = await (db ?? this.#parts.identityDb)
      .selectFrom('p2p_orders')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('stage', '=', 'draft')
      .where((of) => of.or([of('buyer_id', '=', String(user)), of('seller_id', '=', String(user))]))
      .executeTakeFirstOrThrow();
    return safeInteger(row.count) + escrowView.of(this.#parts.views).ofUser(user).length;
  }

  async hasOpenCase(db: Transaction<Schema>, user: UserId): Promise<boolean> {
    if ((await this.openOf(db, user)) > 0) return true;
    const appealed = await db
      .selectFrom('p2p_appeals as appeal')
      .innerJoin('p2p_orders as o', 'o.id', 'appeal.order_id')
      .select('appeal.id')
      .where('appeal.sequence', 'is not', null)
      .where('appeal.outcome', 'is', null)
      .where((of) => of.or([of('o.buyer_id', '=', String(user)), of('o.seller_id', '=', String(user))]))
      .limit(1)
      .executeTakeFirst();
    if (appealed !== undefined) return true;
    // Those that are not answered will be in appeal.
    const late = await unanswered(db)
      .innerJoin('p2p_orders as o', 'o.id', 'late.order_id')
      .where((of) => of.or([of('o.buyer_id', '=', String(user)), of('o.seller_id', '=', String(user))]))
      .limit(1)
      .executeTakeFirst();
    return late !== undefined;
  }

  async openOfAds(ads: readonly number[]): Promise<ReadonlyMap<number, number>> {
    if (ads.length === 0) return new Map();
    const rows = await this.#parts.identityDb
      .selectFrom('p2p_orders as o')
      .select(({ fn }) => ['o.ad_id as ad', fn.countAll<string>().as('count')])
      .where('o.ad_id', 'in', ads.map(String))
      .where('o.stage', '<>', 'void')
      .where((of) =>
        of.not(
          of.exists(
            of
              .selectFrom('p2p_steps as step')
              .select('step.order_id')
              .whereRef('step.order_id', '=', 'o.id')
              .where('step.step', 'in', ['released', 'returned']),
          ),
        ),
      )
      .groupBy('o.ad_id')
      .execute();
    return new Map(rows.map((row) => [safeInteger(row.ad), safeInteger(row.count)]));
  }

  unpaidOf(user: UserId): Promise<number | null> {
    const own = escrowView.of(this.#parts.views).ofUser(user);
    const unpaid = own.find(({ buyer, maker, step }) => buyer === user && maker !== user && step === 'created');
    return Promise.resolve(unpaid?.n ?? null);
  }

  openedOn(user: UserId, timeMs: number): Promise<bigint> {
    return openedOn(this.#parts.identityDb, user, timeMs);
  }

  async cancelsOf(user: UserId): Promise<CancelsOfToday> {
    const count = (await this.#cancels([user])).get(user) ?? 0;
    return { count, blockedUntilMs: count >= cancelsPerDay ? this.#dayStartMs() + dayMs : null };
  }

  async blockedBuyers(users: readonly UserId[]): Promise<ReadonlySet<UserId>> {
    const cancels = await this.#cancels(users);
    return new Set(users.filter((user) => (cancels.get(user) ?? 0) >= cancelsPerDay));
  }

  /** The cancels of buyers in this UTC day, without those of orders that were reopened. */
  async #cancels(users: readonly UserId[]): Promise<ReadonlyMap<UserId, number>> {
    if (users.length === 0) return new Map();
    const rows = await this.#parts.identityDb
      .selectFrom('p2p_orders as o')
      .innerJoin('p2p_steps as step', 'step.order_id', 'o.id')
      .select(({ fn }) => ['o.buyer_id as buyer', fn.countAll<string>().as('count')])
      .where('o.buyer_id', 'in', users.map(String))
      .where('step.step', '=', 'returned')
      .where('step.counts', '=', true)
      .where('step.at', '>=', String(this.#dayStartMs()))
      .where((of) =>
        of.not(
          of.exists(
            of
              .selectFrom('p2p_orders as next')
              .innerJoin('p2p_steps as reopened', 'reopened.order_id', 'next.id')
              .select('next.id')
              .whereRef('next.previous_id', '=', 'o.id')
              .where('reopened.step', '=', 'reopened'),
          ),
        ),
      )
      .groupBy('o.buyer_id')
      .execute();
    return new Map(rows.map(({ buyer, count }) => [userId(safeInteger(buyer)), safeInteger(count)]));
  }

  #dayStartMs(): number {
    return Math.floor(this.#parts.now() / dayMs) * dayMs;
  }

  async lostAppealsOf(
    user: UserId,
    sinceMs: number,
  ): Promise<{ readonly count: number; readonly lastMs: number | null }> {
    const row = await lostAppeals(this.#parts.identityDb)
      .select(({ fn }) => [fn.countAll<string>().as('count'), fn.max<string | null>('appeal.ended_at').as('last')])
      .where('appeal.ended_at', '>', String(sinceMs))
      .where((of) =>
        of.or([
          of.and([of('o.buyer_id', '=', String(user)), of('appeal.finding', '<>', 'not_released')]),
          of.and([of('o.seller_id', '=', String(user)), of('appeal.finding', '=', 'not_released')]),
        ]),
      )
      .executeTakeFirstOrThrow();
    return { count: safeInteger(row.count), lastMs: row.last === null ? null : safeInteger(row.last) };
  }

  async haveMet(one: UserId, other: UserId): Promise<boolean> {
    const found = await between(this.#parts.identityDb, one, other).limit(1).executeTakeFirst();
    return found !== undefined;
  }

  async isBetween(transaction: Transaction<Schema>, order: number, sides: readonly [UserId, UserId]): Promise<boolean> {
    const query = between(transaction, ...sides).where('id', '=', String(order));
    return (await query.executeTakeFirst()) !== undefined;
  }

  async statistics(sinceMs: number): Promise<OrderStatistics> {
    const { identityDb, views } = this.#parts;
    const open = escrowView.of(views).open();
    const escrow = new Map<number, bigint>();
    for (const { amount, currency } of open) escrow.set(currency, (escrow.get(currency) ?? 0n) + BigInt(amount));
    const count = (step: string): number => open.filter((one) => one.step === step).length;
    const [ended, waiting, turnover] = await Promise.all([
      identityDb
        .selectFrom('p2p_steps')
        .select(({ fn }) => [
          fn.countAll<string>().filterWhere('step', '=', 'released').as('completed'),
          fn.countAll<string>().filterWhere('reason', '=', 'cancelled').as('cancelled'),
          fn.countAll<string>().filterWhere('reason', '=', 'timeout').as('timed_out'),
          fn
            .countAll<string>()
            .filterWhere(sql<boolean>`step = 'released' and reason = 'silence'`)
            .as('auto_released'),
          fn.countAll<string>().filterWhere('step', '=', 'appealed').as('appealed'),
        ])
        .where('at', '>', String(sinceMs))
        .executeTakeFirstOrThrow(),
      identityDb
        .selectFrom('p2p_appeals')
        .select('opened_at')
        .where('sequence', 'is not', null)
        .where('outcome', 'is', null)
        .execute(),
      identityDb
        .selectFrom('p2p_steps as step')
        .innerJoin('p2p_orders as o', 'o.id', 'step.order_id')
        .select(({ fn }) => [
          'o.fiat',
          fn.countAll<string>().as('orders'),
          sql<string>`sum(o.fiat_amount)`.as('amount'),
          sql<string>`sum(o.usd)`.as('usd'),
        ])
        .where('step.step', '=', 'released')
        .where('step.at', '>', String(sinceMs))
        .groupBy('o.fiat')
        .orderBy('o.fiat')
        .execute(),
    ]);
    return {
      open: {
        unpaid: count('created'),
        paid: count('paid'),
        delayed: count('delayed'),
        appealed: count('appealed'),
      },
      appealsSinceMs: waiting.map((row) => safeInteger(row.opened_at)),
      completed: safeInteger(ended.completed),
      cancelled: safeInteger(ended.cancelled),
      timedOut: safeInteger(ended.timed_out),
      autoReleased: safeInteger(ended.auto_released),
      appealed: safeInteger(ended.appealed),
      escrow,
      turnover: turnover.map(({ amount, fiat, orders, usd }) => ({
        fiat,
        orders: safeInteger(orders),
        amount: BigInt(amount),
        usd: BigInt(usd),
      })),
    };
  }
}

interface EndsRow {
  readonly id: string;
  readonly ended30d: string;
  readonly completed30d: string;
  readonly ended: string;
  readonly completed: string;
}

interface TimesRow {
  readonly id: string;
  readonly buyer_id: string;
  readonly seller_id: string;
  readonly opened: string | null;
  readonly paid: string | null;
  readonly released: string | null;
}

function byId<Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

type Moment = 'opened' | 'paid' | 'released';

/** The median of the minutes between two events, with one decimal; null without such orders. */
function medianMinutes(
  rows: readonly TimesRow[],
  from: Moment,
  to: Moment,
  isOwn: (row: TimesRow) => boolean,
): number | null {
  const lengths = rows
    .filter(isOwn)
    .flatMap(({ [from]: start, [to]: end }) => (start === null || end === null ? [] : [Number(end) - Number(start)]))
    .toSorted((a, b) => a - b);
  const middle = lengths[Math.floor((lengths.length - 1) / 2)];
  const next = lengths[Math.ceil((lengths.length - 1) / 2)];
  if (middle === undefined || next === undefined) return null;
  return Math.round((middle + next) / 2 / 6_000) / 10;
}

/** Dollars that a user opened in the UTC day of a time, less those of cancelled orders, as a count of 10^-8. */
export async function openedOn(db: Database, user: UserId, timeMs: number): Promise<bigint> {
  const dayStartMs = Math.floor(timeMs / dayMs) * dayMs;
  const { sum } = await db
    .selectFrom('p2p_orders as o')
    .select(sql<string>`coalesce(sum(o.usd), 0)`.as('sum'))
    .where('o.requester_id', '=', String(user))
    .where('o.previous_id', 'is', null)
    .where('o.stage', '<>', 'void')
    .where('o.created_at', '>=', String(dayStartMs))
    .where('o.created_at', '<', String(dayStartMs + dayMs))
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('p2p_steps as step')
            .select('step.order_id')
            .whereRef('step.order_id', '=', 'o.id')
            .where('step.state', '=', 'cancelled'),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return BigInt(sum);
}

function between(db: Kysely<Schema>, one: UserId, other: UserId) {
  const [a, b] = [String(one), String(other)];
  return db
    .selectFrom('p2p_orders')
    .select('id')
    .where('stage', '=', 'open')
    .where((row) =>
      row.or([
        row.and([row('buyer_id', '=', a), row('seller_id', '=', b)]),
        row.and([row('buyer_id', '=', b), row('seller_id', '=', a)]),
      ]),
    );
}

/** The appeals that one side has lost: the seller by `not_released`, the buyer by the others. */
function lostAppeals(db: Database) {
  return db
    .selectFrom('p2p_appeals as appeal')
    .innerJoin('p2p_orders as o', 'o.id', 'appeal.order_id')
    .where('appeal.outcome', 'in', ['released', 'refunded'])
    .where('appeal.finding', 'in', ['not_paid', 'third_party', 'wrong_amount', 'not_released']);
}
