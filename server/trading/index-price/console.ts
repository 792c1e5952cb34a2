import { indexCalls, type IndexRow, indexRuleNeedsSecond } from '@bourse/contract/console';
import { invalidIndexField } from '@bourse/engine/index-price';
import type { Kysely } from 'kysely';
import { indexDecisions } from './index-decisions.ts';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { fractionText, type Views, wideText } from '../../ground/feed/index.ts';
import { indexSources } from './index-sources.ts';
import { type IndexPriceState, indexPrices, type IndexRule, type WaitingIndexRule } from './index-view.ts';
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
} from '../../ground/console-gateway/index.ts';
import type { With } from '../../ground/parts.ts';

export type IndexConsoleParts = With<'console' | 'db' | 'identityDb' | 'now' | 'views'>;

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
    const decisions = rows.map(({ decided, ...row }) => ({ ...row, sequence: decided }));
    return answered({ rows: await withGrounds(identityDb, decisions), next, as_of: now() });
  });

  registerConfiguration(console, views);
}

function registerConfiguration(console: ConsoleGateway, views: Views): void {
  console.command(
    indexCalls.configureIndex,
    (input) => {
      const currency = views.listings.findCurrency(input.currency_id);
      if (currency === undefined) return refusal('currency_unknown');
      const known = indexPrices.of(views).find(currency.id);
      const waiting = indexPrices.of(views).waitingRule(currency.id);
      if (!isPresent(input, known, waiting)) return refusal('changed_meanwhile');
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
      const isInForce = known !== undefined && isSameRule(known, rule);
      if (waiting === undefined ? isInForce : isSameRule(waiting, rule)) return refusal('setting_unchanged');
      return prepared(
        { type: 'configure_index', asset: currency.id, ...rule },
        { subject: { kind: 'index', id: currency.code }, ...effectOf(known, waiting, rule) },
        () => ({ version: isInForce ? input.version : input.version + 1 }),
      );
    },
    {
      needsSecond: (input) => {
        const currency = views.listings.findCurrency(input.currency_id);
        const known = currency === undefined ? undefined : indexPrices.of(views).find(currency.id);
        if (known === undefined || !isPresent(input, known, indexPrices.of(views).waitingRule(known.asset)))
          return true;
        return indexRuleNeedsSecond({ sources: known.sources, ...figuresOf(known) }, input);
      },
    },
  );
}

/** Whether a request was made for the present rule, and for the one that waits if there is one. */
function isPresent(
  input: { readonly version: number; readonly waiting_sequence: number | null },
  known: IndexPriceState | undefined,
  waiting: WaitingIndexRule | undefined,
): boolean {
  return (known?.version ?? 0) === input.version && (waiting?.sequence ?? null) === input.waiting_sequence;
}

function isSameRule(one: IndexRule, other: IndexRule): boolean {
  return JSON.stringify(ruleShown(one)) === JSON.stringify(ruleShown(other));
}

/** The old and the new rule. A rule that waited is among the old values: it is replaced or withdrawn. */
function effectOf(known: IndexRule | undefined, waiting: IndexRule | undefined, rule: IndexRule) {
  const before = known === undefined ? null : ruleShown(known);
  const after = ruleShown(rule);
  return waiting === undefined
    ? { before, after }
    : { before: { ...before, waiting: ruleShown(waiting) }, after: { ...after, waiting: null } };
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
    currency_id: asset,
    currency_code: views.listings.currency(asset).code,
    price: priceOf(price),
    live_sources: live,
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
    version,
    updated_at: timeMs,
    waiting:
      waiting === undefined
        ? null
        : { sequence: waiting.sequence, sources: [...waiting.sources], ...figuresOf(waiting) },
  };
}

function figuresOf({ decimals, maxDeviationPpm, minSources, stalenessMs }: IndexRule) {
  return {
    price_decimals: decimals,
    min_sources: minSources,
    staleness_ms: stalenessMs,
    max_deviation: fractionText(maxDeviationPpm),
  };
}

/** The rules of an index, newest first: one page, and one row more if there is another. */
async function readRules(db: Kysely<Schema>, asset: number, { before, limit }: SequencePage) {
  const rows = await indexDecisions(db)
    .selectAll()
    .where('asset_id', '=', asset)
    .where('sequence', '<', String(before))
    .orderBy('sequence', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map((row) => ({
    version: row.version,
    sequence: safeInteger(row.sequence),
    decided: safeInteger(row.decided_sequence),
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
