import type { Pool } from 'pg';
import { safeInteger } from '../../ground/database/index.ts';
import { type EventReaders, type View, ViewDefinition } from '../../ground/feed/index.ts';

/** The sequence of the last decision about each market, which identifies the version of its settings. */
class MarketDecisions implements View {
  readonly #versions: Map<number, number>;

  constructor(versions: Map<number, number>) {
    this.#versions = versions;
  }

  readonly reads: EventReaders = {
    market_listed: ({ market }, { sequence }) => {
      this.#versions.set(market, sequence);
    },
    market_state_changed: ({ market }, { sequence }) => {
      this.#versions.set(market, sequence);
    },
    market_settings_changed: ({ market }, { sequence }) => {
      this.#versions.set(market, sequence);
    },
    fee_tier_set: ({ market }, { sequence }) => {
      this.#versions.set(market, sequence);
    },
  };

  /** The sequence of the last decision about a listed market. */
  versionOf(market: number): number {
    return this.#versions.get(market) ?? 0;
  }
}

export const marketDecisions = new ViewDefinition('market decisions', async ({ database }) => {
  return new MarketDecisions(await readVersions(database));
});

async function readVersions(database: Pool): Promise<Map<number, number>> {
  const { rows } = await database.query<{ market_id: number; sequence: string }>(
    `select market_id, max(sequence) as sequence from settings_log
     where market_id is not null and user_id is null group by market_id`,
  );
  return new Map(rows.map((row) => [row.market_id, safeInteger(row.sequence)]));
}
