import type { CallInput, IntegerInput } from '@bourse/contract';
import type { ordersFile } from '@bourse/contract/spot';
import type { Side } from '@bourse/engine';
import type { Market, Views } from '../../ground/feed/index.ts';
import { type Refused, refused } from '../../ground/gateway/index.ts';
import { sideOf } from './side.ts';

/** Selects a user's orders or trades: `fromMs` ≤ time < `toMs`; null means no restriction. */
export interface HistoryFilter {
  readonly market: Market | null;
  readonly side: Side | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

type Input = Omit<CallInput<typeof ordersFile>, 'time_zone'>;

/** Validates a filter; returns the first refusal. */
export function readFilter(
  input: Input,
  { listings }: Views,
): HistoryFilter | Refused<'market_unknown' | 'invalid_request'> {
  const { currency_match_id: id, way } = input;
  const market = id === undefined ? null : listings.findMarket(Number(id));
  if (market === undefined) return refused('market_unknown');
  const side = way === undefined ? null : sideOf(way);
  if (side === undefined) return refused('invalid_request', { field: 'way', problem: 'enum' });
  const fromMs = milliseconds(input.from);
  const toMs = milliseconds(input.to);
  if ((fromMs ?? 0) > lastTimeMs) return refused('invalid_request', { field: 'from', problem: 'range' });
  if (toMs !== null && (toMs > lastTimeMs || toMs < (fromMs ?? 0))) {
    return refused('invalid_request', { field: 'to', problem: 'range' });
  }
  return { market, side, fromMs, toMs };
}

function milliseconds(seconds: IntegerInput | undefined): number | null {
  return seconds === undefined ? null : Number(seconds) * 1_000;
}

/** The latest time that a JavaScript `Date` can represent. */
const lastTimeMs = 8.64e15;
