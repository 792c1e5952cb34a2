import type { LeverageDecision } from '@bourse/contract/console';
import type { LeverTerms } from '@bourse/engine/leverage';
import type { Kysely } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { Market } from '../../ground/feed/index.ts';
import { termsShown } from './configuration.ts';
import type { SequencePage } from '../../ground/console-gateway/index.ts';

/** The decisions about a market's leverage, newest first: one page, and one row more if there is another. */
export async function readDecisions(db: Kysely<Schema>, market: Market, { before, limit }: SequencePage) {
  const rows = await db
    .selectFrom('settings_log')
    .select(['sequence', 'time_ms', 'operator', 'cause', 'before', 'after'])
    .where('change', '=', 'leverage_configured')
    .where('market_id', '=', market.id)
    .where('sequence', '<', String(before))
    .orderBy('sequence', 'desc')
    .limit(limit + 1)
    .execute();
  // The log has the terms as events have them: the list of tiers is not encoded as in the journal.
  const shown = (text: string | null): LeverageDecision['before'] => {
    if (text === null) return null;
    const terms: unknown = JSON.parse(text);
    if (!isTerms(terms)) throw new Error(`the log of settings has no terms of leverage: ${text}`);
    return termsShown(market.quote, terms);
  };
  return rows.map((row) => ({
    sequence: safeInteger(row.sequence),
    at: safeInteger(row.time_ms),
    before: shown(row.before),
    after: shown(row.after),
    operator: safeInteger(row.operator),
    reason_code: row.cause,
  }));
}

function isTerms(value: unknown): value is LeverTerms {
  return typeof value === 'object' && value !== null && 'tiers' in value && Array.isArray(value.tiers);
}
