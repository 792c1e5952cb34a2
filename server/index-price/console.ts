import { indexCalls, type IndexRow } from '@bourse/contract/console';
import { invalidIndexField } from '@bourse/engine/index-price';
import type { Kysely } from 'kysely';
import {
  answered,
  type ConsoleGateway,
  FigureReader,
  prepared,
  readSequencePage,
  refusal,
  type SequencePage,
  sequencePageOf,
  withGrounds,
} from '../console/index.ts';
import { safeInteger, type Schema } from '../database/index.ts';
import { fractionText, type Views, wideText } from '../feed/index.ts';
import { indexSources } from './index-sources.ts';
import { type IndexPriceState, indexPrices, type IndexRule } from './index-view.ts';

export interface IndexConsoleParts {
  readonly console: ConsoleGateway;
  readonly db: Kysely<Schema>;
  readonly identityDb: Kysely<Schema>;
  readonly now: () => number;
  readonly views: Views;
}

/** Serves the indices with their sources to the operators' console, and changes of their rules. */
export function registerIndexConsole({ console, db, identityDb, now, views }: IndexConsoleParts): void {
  console.read(indexCalls.indices, () => {
    const rows = indexPrices
      .of(views)
      .all()
      .map((index) => rowOf(views, index));
    return answered({ rows, next: null, as_of: now() });
  });

  console.read(indexCalls.indexHistory, async ({ currency_id: id, ...paging }) => {
    const currency = views.listings.findCurrency(Number(id));
    const index = currency === undefined ? undefined : indexPrices.of(views).find(currency.id);
    if (index === undefined) return refusal('index_unknown');
    const page = readSequencePage(paging);
    if ('error' in page) return page;
    const { next, rows } = sequencePageOf(await readRules(db, index.asset, page), page);
    return answered({ rows: await withGrounds(identityDb, rows), next, as_of: now() });
  });

  console.command(indexCalls.configureIndex, (input) => {
    const currency = views.listings.findCurrency(input.currency_id);
    if (currency === undefined) return refusal('currency_unknown');
    const known = indexPrices.of(views).find(currency.id);
    if ((known?.version ?? 0) !== input.version) return refusal('changed_meanwhile');
    const read = new FigureReader();
    const rule = {
      decimals: input.price_decimals,
      sources: input.sources.toSorted(),
      minSources: input.min_sources,
      maxDeviationPpm: read.fraction('max_deviation', input.max_deviation),
      stalenessMs: input.staleness_ms,
    };
    if (read.problem !== null) return refusal('decimal_invalid', read.problem);
    const invalid = invalidIndexField({ asset: currency.id, ...rule }, known);
    if (invalid !== null) return refusal('setting_invalid', { field: fieldNames[invalid] });
    const before = known === undefined ? null : ruleShown(known);
    const after = ruleShown(rule);
    if (JSON.stringify(before) === JSON.stringify(after)) return refusal('setting_unchanged');
    return prepared(
      { type: 'configure_index', asset: currency.id, ...rule },
      { subject: { kind: 'index', id: currency.code }, before, after },
      () => ({ version: input.version + 1 }),
    );
  });
}

const fieldNames = {
  decimals: 'price_decimals',
  sources: 'sources',
  minSources: 'min_sources',
  maxDeviationPpm: 'max_deviation',
  stalenessMs: 'staleness_ms',
} as const;

/** A rule as people read it. */
function ruleShown({ decimals, maxDeviationPpm, minSources, sources, stalenessMs }: IndexRule) {
  return {
    sources: sources.join(', '),
    min_sources: minSources,
    max_deviation: fractionText(maxDeviationPpm),
    staleness_ms: stalenessMs,
    price_decimals: decimals,
  };
}

function rowOf(views: Views, index: IndexPriceState): IndexRow {
  const { asset, decimals, leftOut, live, price, sources, timeMs, version } = index;
  const waiting = indexPrices.of(views).waitingRule(asset);
  const priceOf = (units: number | undefined | null): string | null =>
    units === undefined || units === null ? null : wideText(BigInt(units), decimals);
  return {
    ...{ currency_id: asset, currency_code: views.listings.currency(asset).code },
    ...{ price: priceOf(price), live_sources: live },
    sources: sources.map((name) => {
      const observation = indexSources.of(views).of(asset, name);
      return {
        name,
        price: priceOf(observation?.price),
        observed_at: observation?.observedAtMs ?? null,
        left_out: leftOut.find(({ source }) => source === name)?.reason ?? null,
      };
    }),
    ...figuresOf(index),
    ...{ version, updated_at: timeMs },
    waiting: waiting === undefined ? null : { sources: [...waiting.sources], ...figuresOf(waiting) },
  };
}

function figuresOf({ decimals, maxDeviationPpm, minSources, stalenessMs }: IndexRule) {
  return {
    ...{ price_decimals: decimals, min_sources: minSources, staleness_ms: stalenessMs },
    max_deviation: fractionText(maxDeviationPpm),
  };
}

/** The rules of an index, newest first: one page, and one row more if there is another. */
async function readRules(db: Kysely<Schema>, asset: number, { before, limit }: SequencePage) {
  const rows = await db
    .selectFrom('index_configurations')
    .selectAll()
    .where('asset_id', '=', asset)
    .where('sequence', '<', String(before))
    .orderBy('sequence', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map((row) => ({
    version: row.version,
    sequence: safeInteger(row.sequence),
    at: safeInteger(row.time_ms),
    sources: [...row.sources],
    price_decimals: row.decimals,
    min_sources: row.min_sources,
    max_deviation: fractionText(row.max_deviation_ppm),
    staleness_ms: row.staleness_ms,
    operator: safeInteger(row.operator_id),
    reason_code: row.cause,
  }));
}
