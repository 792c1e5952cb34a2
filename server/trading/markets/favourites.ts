import type { MarketId, UserId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';

/** The markets that users have starred. */
export class Favourites {
  readonly #db: Kysely<Schema>;
  readonly #now: () => number;

  constructor(db: Kysely<Schema>, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  async of(user: UserId): Promise<ReadonlySet<number>> {
    const rows = await this.#db
      .selectFrom('favourites')
      .select('market_id')
      .where('user_id', '=', String(user))
      .execute();
    return new Set(rows.map((row) => row.market_id));
  }

  /** Idempotent: starring twice or unstarring an unstarred market changes nothing. */
  async change(user: UserId, market: MarketId, added: boolean): Promise<void> {
    if (added) {
      await this.#db
        .insertInto('favourites')
        .values({ user_id: user, market_id: market, added_at: this.#now() })
        .onConflict((conflict) => conflict.columns(['user_id', 'market_id']).doNothing())
        .execute();
      return;
    }
    await this.#db
      .deleteFrom('favourites')
      .where('user_id', '=', String(user))
      .where('market_id', '=', market)
      .execute();
  }
}
