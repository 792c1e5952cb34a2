import type { MarketDecision } from '@bourse/contract/console';
import { assertNever } from '@bourse/engine';
import { feeRates, marketSettings, marketState } from '@bourse/engine/market';
import type { Kysely } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { Market } from '../../ground/feed/index.ts';
import { type MarketUnits, ratesShown, settingsShown, unitsOf, unitsShown } from './market-terms.ts';
import type { SequencePage } from '../../ground/console-gateway/index.ts';

/** A decision without the name and the reason, which another database role reads. */
export type LoggedDecision = Omit<MarketDecision, 'by' | 'reason'> & { readonly operator: number };

const changes = ['market_listed', 'market_state_changed', 'market_settings_changed', 'fee_tier_set'] as const;

/** The decisions about a market and its fee tiers, newest first: one page, and one row more if there is another. */
export async function readDecisions(db: Kysely<Schema>, market: Market, page: SequencePage): Promise<LoggedDecision[]> {
  const query = db
    .selectFrom('settings_log')
    .select(['sequence', 'time_ms', 'operator', 'cause', 'change', 'tier', 'before', 'after'])
    .where('market_id', '=', market.id)
    .where('change', 'in', changes)
    .orderBy('sequence', 'desc')
    .where('sequence', '<', String(page.before))
    .limit(page.limit + 1);
  const units = unitsOf(market);
  return (await query.execute()).flatMap((row) => {
    const change = changes.find((known) => known === row.change);
    if (change === undefined) return [];
    return {
      sequence: safeInteger(row.sequence),
      at: safeInteger(row.time_ms),
      change,
      tier: row.tier,
      before: shown(units, change, row.before),
      after: shown(units, change, row.after),
      operator: safeInteger(row.operator),
      reason_code: row.cause,
    };
  });
}

/** The values of a row, which are JSON in units of the engine, in decimals. */
function shown(units: MarketUnits, change: MarketDecision['change'], text: string | null): MarketDecision['before'] {
  if (text === null) return null;
  const value: unknown = JSON.parse(text);
  switch (change) {
    case 'market_listed':
      return {
        ...unitsShown(units),
        ...settingsShown(units, marketSettings.decode(value)),
        ...ratesShown(feeRates.decode(value)),
      };
    case 'market_state_changed':
      return { state: marketState.decode(value) };
    case 'market_settings_changed':
      return settingsShown(units, marketSettings.decode(value));
    case 'fee_tier_set':
      return ratesShown(feeRates.decode(value));
    default:
      return assertNever(change);
  }
}

/** When each currency was listed, and by whom. */
export async function readListings(
  db: Kysely<Schema>,
): Promise<{ readonly currency: number; readonly sequence: number; readonly at: number; readonly operator: number }[]> {
  const rows = await db
    .selectFrom('settings_log')
    .select(['sequence', 'time_ms', 'operator', 'currency_id'])
    .where('change', '=', 'currency_listed')
    .execute();
  return rows.map((row) => ({
    currency: row.currency_id ?? 0,
    sequence: safeInteger(row.sequence),
    at: safeInteger(row.time_ms),
    operator: safeInteger(row.operator),
  }));
}
