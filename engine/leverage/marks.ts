import { markOf } from './formulas.ts';
import { evaluate, evaluateAgain } from './risk.ts';
import type { Event } from '../event.ts';
import type { IndexUpdated } from '../index-price/events.ts';
import type { ExchangeState, ReadableState } from '../state.ts';
import type { LeverAccount, LeverPair } from './state.ts';

/** The mark of a pair by the present indices; null while one is missing. */
export function presentMark({ indices }: Pick<ReadableState, 'indices'>, pair: LeverPair): number | null {
  const base = indexOf(indices, pair.base);
  if (base === null) return null;
  if (indices.configurationOf(pair.quote) === undefined) return markOf(base, null, pair.terms.markDecimals);
  const quote = indexOf(indices, pair.quote);
  return quote === null ? null : markOf(base, quote, pair.terms.markDecimals);
}

/** The mark of a pair; that of a pair with rows is stored. */
export function currentMark(state: Pick<ReadableState, 'indices'>, pair: LeverPair): number | null {
  return pair.rowCount > 0 ? pair.mark : presentMark(state, pair);
}

/**
 * Sets the marks of the pairs whose indices these events updated, notes the marks that rows have been waiting for, and
 * evaluates the accounts that a mark brings near to their maintenance margin.
 */
export function noticeMarks(state: ExchangeState, events: readonly Event[], from: number): void {
  for (let at = from; at < events.length; at += 1) {
    const event = events[at];
    if (event === undefined) continue;
    if (event.type === 'index_updated') setMarks(state, event);
    else if ('postings' in event && !('maintenances' in event)) noticeMoney(state, event);
  }
}

/** Evaluates the accounts whose money another capability moved. */
function noticeMoney(state: ExchangeState, { postings }: Extract<Event, { readonly postings: unknown }>): void {
  for (const { user, currency } of postings) {
    const account = state.leverage.account(user, currency);
    if (account !== undefined) evaluate(state, account);
  }
}

function setMarks(state: ExchangeState, { tick, assets }: IndexUpdated): void {
  const { leverage, sequence } = state;
  const pairs = new Set<LeverPair>();
  for (const { asset } of assets) {
    for (const pair of leverage.pairsOf(asset)) if (pair.rowCount > 0) pairs.add(pair);
  }
  let haveChanged = false;
  for (const pair of [...pairs].toSorted((a, b) => a.market - b.market)) {
    const mark = presentMark(state, pair);
    if ((mark === null) !== (pair.mark === null)) haveChanged = true;
    pair.mark = mark;
    if (mark !== null) pair.lastMark = mark;
    const hasQueue = pair.waiting.size > 0 || pair.closing.size > 0;
    if (hasQueue || (mark !== null && pair.isMet(mark))) {
      leverage.reached.push({ market: pair.market, mark, sequence, observedAtMs: tick?.observedAtMs ?? null });
    }
    if (pair.isReserveMet('long') || pair.isReserveMet('short')) leverage.reserveDue.add(pair);
  }
  if (haveChanged) evaluateAgain(state, leverage.allAccounts());
  else evaluateFired(state, pairs);
  evaluateAgain(state, leverage.stuck);
}

/** Evaluates each account that a mark has brought to one of its arms. */
function evaluateFired(state: ExchangeState, pairs: Iterable<LeverPair>): void {
  const fired = new Set<LeverAccount>();
  for (const { mark, risk } of pairs) {
    if (mark === null) continue;
    take(risk.long, 0 - mark, fired);
    take(risk.short, mark, fired);
  }
  for (const account of fired) evaluate(state, account);
}

function take(heap: LeverPair['risk']['long'], limit: number, into: Set<LeverAccount>): void {
  while (heap.isMet(limit)) {
    const first = heap.first();
    if (first === undefined) return;
    heap.remove(first);
    into.add(first.subject);
  }
}

function indexOf(
  indices: ReadableState['indices'],
  asset: LeverPair['base'],
): { readonly price: number; readonly decimals: number } | null {
  const price = indices.priceOf(asset);
  const decimals = indices.configurationOf(asset)?.decimals;
  return price === null || decimals === undefined ? null : { price, decimals };
}
