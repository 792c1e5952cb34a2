import { datedMarksVersion } from '../logic-version.ts';
import { markOf } from './formulas.ts';
import { evaluate, evaluateAgain } from './risk.ts';
import type { Event } from '../event.ts';
import type { IndexUpdated } from '../index-price/events.ts';
import type { ExchangeState, ReadableState } from '../state.ts';
import type { ReachedMark } from './reached-marks.ts';
import type { LeverAccount, LeverPair } from './state.ts';

/** The mark of a pair by the present indices; null while one is missing. */
export function presentMark({ indices }: Pick<ReadableState, 'indices'>, pair: LeverPair): number | null {
  const base = indexOf(indices, pair.base);
  if (base === null) return null;
  if (indices.configurationOf(pair.quote) === undefined) return markOf(base, null, pair.terms.markDecimals);
  const quote = indexOf(indices, pair.quote);
  return quote === null ? null : markOf(base, quote, pair.terms.markDecimals);
}

/** The time of the oldest observation that the present mark of a pair is computed from; null without a mark. */
export function asOfMs({ indices }: Pick<ExchangeState, 'indices'>, pair: LeverPair): number | null {
  const base = indices.asOfMs(pair.base);
  if (base === null || indices.configurationOf(pair.quote) === undefined) return base;
  const quote = indices.asOfMs(pair.quote);
  return quote === null ? null : Math.min(base, quote);
}

/**
 * Whether something that has been ordered at this time may be executed at a mark. A suspended pair is later than all;
 * of a mark without a time, which only older versions noted, it is unknown whether it is.
 */
export function isObservedSince(
  { logicVersion }: Pick<ExchangeState, 'logicVersion'>,
  { mark, observedAtMs }: ReachedMark,
  timeMs: number,
): boolean {
  if (observedAtMs !== null) return observedAtMs >= timeMs;
  return mark === null || logicVersion < datedMarksVersion;
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
  const { leverage } = state;
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
    const reached = reachedMark(state, pair, tick);
    if (reached !== null) leverage.reached.push(reached);
    if (pair.isReserveMet('long') || pair.isReserveMet('short')) leverage.reserveDue.add(pair);
  }
  if (haveChanged) evaluateAgain(state, leverage.allAccounts());
  else evaluateFired(state, pairs);
  evaluateAgain(state, leverage.stuck);
}

/**
 * The mark of a pair if some row may have been waiting for it. One that no tick set is computed from older observations
 * alone, so that nothing is executed at it.
 */
function reachedMark(state: ExchangeState, pair: LeverPair, tick: IndexUpdated['tick']): ReachedMark | null {
  if (state.logicVersion < datedMarksVersion) return olderReachedMark(state, pair, tick);
  const { market, mark, waiting, closing } = pair;
  const { sequence } = state;
  if (mark === null) return waiting.size > 0 ? { market, mark, sequence, observedAtMs: null } : null;
  if (tick === null || (waiting.size === 0 && closing.size === 0 && !pair.isMet(mark))) return null;
  return { market, mark, sequence, observedAtMs: asOfMs(state, pair) };
}

/** The same by older rules: a mark was as old as the tick that set it, and without a tick later than everything. */
function olderReachedMark(
  { sequence }: ExchangeState,
  pair: LeverPair,
  tick: IndexUpdated['tick'],
): ReachedMark | null {
  const { market, mark } = pair;
  const hasQueue = pair.waiting.size > 0 || pair.closing.size > 0;
  if (!hasQueue && (mark === null || !pair.isMet(mark))) return null;
  return { market, mark, sequence, observedAtMs: tick?.observedAtMs ?? null };
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
