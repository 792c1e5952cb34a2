import type { SecondsDecision } from '@bourse/contract/console';
import type { SecondsCurrencyTerms, SecondsSettings } from '@bourse/engine/seconds';
import type { Kysely } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { Views } from '../../ground/feed/index.ts';
import { currencyOnRecord, settingsOnRecord } from './configuration.ts';
import type { SequencePage } from '../../ground/console-gateway/index.ts';

const changes = ['seconds_configured', 'seconds_currency_configured', 'seconds_market_configured'] as const;

/** The decisions about seconds contracts, newest first: one page, and one row more if there is another. */
export async function readDecisions(db: Kysely<Schema>, views: Views, { before, limit }: SequencePage) {
  const rows = await db
    .selectFrom('settings_log')
    .select(['sequence', 'time_ms', 'operator', 'cause', 'change', 'currency_id', 'market_id', 'before', 'after'])
    .where('change', 'in', changes)
    .where('sequence', '<', String(before))
    .orderBy('sequence', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map((row) => ({
    sequence: safeInteger(row.sequence),
    at: safeInteger(row.time_ms),
    ...subjectOf(views, row.currency_id, row.market_id),
    before: shown(views, row.currency_id, row.before),
    after: shown(views, row.currency_id, row.after),
    operator: safeInteger(row.operator),
    reason_code: row.cause,
  }));
}

function subjectOf(
  { listings }: Views,
  currency: number | null,
  market: number | null,
): Pick<SecondsDecision, 'subject' | 'name'> {
  if (currency !== null) return { subject: 'currency', name: listings.findCurrency(currency)?.code ?? null };
  if (market !== null) return { subject: 'market', name: listings.findMarket(market)?.symbol ?? null };
  return { subject: 'settings', name: null };
}

/** The terms as the log has them: those of events. */
function shown({ listings }: Views, currencyId: number | null, text: string | null): SecondsDecision['before'] {
  if (text === null) return null;
  const terms: unknown = JSON.parse(text);
  if (typeof terms === 'string') return { state: terms };
  const currency = currencyId === null ? undefined : listings.findCurrency(currencyId);
  if (currency !== undefined && isCurrencyTerms(terms)) return currencyOnRecord(currency, terms);
  if (isSettings(terms)) return settingsOnRecord(terms);
  throw new Error(`the log of settings has no terms of seconds contracts: ${text}`);
}

function isCurrencyTerms(value: unknown): value is SecondsCurrencyTerms {
  return typeof value === 'object' && value !== null && 'numbers' in value && Array.isArray(value.numbers);
}

function isSettings(value: unknown): value is SecondsSettings {
  return typeof value === 'object' && value !== null && 'options' in value && Array.isArray(value.options);
}
