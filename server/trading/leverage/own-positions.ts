import { currencyId, marketId, userId, type UserId } from '@bourse/engine';
import { positionId } from '@bourse/engine/leverage';
import { type Kysely, type Selectable, sql } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { Views } from '../../ground/feed/index.ts';
import { leverView } from './lever-view.ts';
import type { PositionState } from './position-state.ts';

/** Selects a user's positions, newest first: present ones, and ones that ended in the listed ways. */
export interface PositionQuery {
  readonly present: (position: PositionState) => boolean;
  readonly ended: readonly ('closed' | 'revoked')[];
  readonly market: number | null;
  readonly offset: number;
  readonly limit: number;
}

interface PositionPage {
  readonly positions: readonly PositionState[];
  readonly total: number;
}

/** Reads a user's positions: present ones from the view, ended ones from their table. */
export class OwnPositions {
  readonly #db: Kysely<Schema>;
  readonly #views: Views;

  constructor(db: Kysely<Schema>, views: Views) {
    this.#db = db;
    this.#views = views;
  }

  /** One page as of the sequence of the views: a position that ends while the table is read still counts as present. */
  async page(user: UserId, { present, ended, market, offset, limit }: PositionQuery): Promise<PositionPage> {
    const own = leverView
      .of(this.#views)
      .own(user)
      .filter((one) => (market === null || one.market === market) && present(one));
    if (ended.length === 0) return { positions: own.slice(offset, offset + limit), total: own.length };
    let rows = this.#db
      .selectFrom('lever_positions')
      .where('user_id', '=', String(user))
      .where('state', 'in', ended)
      .where('sequence', '<=', String(this.#views.sequence));
    if (market !== null) rows = rows.where('market_id', '=', market);
    const { count } = await rows.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
    const ids = await this.#db
      .selectFrom(
        rows
          .select('position')
          .unionAll(sql<{ position: string }>`select unnest(${own.map((one) => String(one.position))}::bigint[])`)
          .as('own'),
      )
      .select('position')
      .orderBy('position', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    const wanted = ids.map(({ position }) => position);
    const found = wanted.length === 0 ? [] : await rows.selectAll().where('position', 'in', wanted).execute();
    const byId = new Map([...own, ...found.map(positionOf)].map((one) => [String(one.position), one]));
    return { positions: wanted.flatMap((id) => byId.get(id) ?? []), total: own.length + safeInteger(count) };
  }

  /** A position of this user, present or ended. It leaves the view only after its row is in the table. */
  async the(user: UserId, position: number): Promise<PositionState> {
    const found = await this.find(user, position);
    if (found === null) throw new Error(`position ${position} is neither present nor in the table of ended ones`);
    return found;
  }

  /** A position of this user, present or ended; null if the user has none of this number. */
  async find(user: UserId, position: number): Promise<PositionState | null> {
    const present = leverView.of(this.#views).find(user, position);
    if (present !== undefined) return present;
    const row = await this.#db
      .selectFrom('lever_positions')
      .selectAll()
      .where('user_id', '=', String(user))
      .where('position', '=', String(position))
      .executeTakeFirst();
    return row === undefined ? null : positionOf(row);
  }
}

function positionOf(row: Selectable<Schema['lever_positions']>): PositionState {
  const number = (value: string | null) => (value === null ? null : safeInteger(value));
  return {
    position: positionId(safeInteger(row.position)),
    user: userId(safeInteger(row.user_id)),
    market: marketId(row.market_id),
    currency: currencyId(row.currency_id),
    side: row.side,
    kind: row.kind,
    share: safeInteger(row.share),
    multiple: row.multiple,
    unit: safeInteger(row.unit),
    spreadPpm: row.spread_ppm,
    feePpm: row.fee_ppm,
    marketType: row.market_type === 0 ? 0 : 1,
    reservePpm: row.reserve_ppm,
    target: number(row.target),
    worst: number(row.worst),
    takeProfit: number(row.take_profit),
    stopLoss: number(row.stop_loss),
    reverses: row.reverses === null ? null : positionId(safeInteger(row.reverses)),
    acceptedAtMs: safeInteger(row.accepted_at),
    state: row.state,
    price: number(row.price),
    amount: number(row.amount) ?? 0,
    margin: number(row.margin) ?? 0,
    fee: number(row.fee) ?? 0,
    maintenance: number(row.maintenance) ?? 0,
    reserve: 0,
    markAtFill: number(row.mark_at_fill),
    filledAtMs: number(row.filled_at),
    closeReason: row.close_reason,
    end: {
      atMs: safeInteger(row.ended_at),
      revokeReason: row.revoke_reason,
      closePrice: number(row.close_price),
      profit: number(row.profit) ?? 0,
      deficit: number(row.deficit) ?? 0,
      unpaid: number(row.unpaid) ?? 0,
    },
  };
}
