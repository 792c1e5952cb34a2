import {
  droppedReadings,
  recompute,
  type SecondsEnd,
  type SecondsReading,
  type SecondsTerms,
  settlementSpan,
  strikeSpan,
  windowFrom,
} from '@bourse/contract/rules';
import { fromUnits } from '../../live/decimal.ts';
import type { ShownReading } from './reading-table.tsx';

const priceDecimals = 2;
const moneyDecimals = 6;
const boughtAt = Date.UTC(2026, 0, 1, 12);

/** A contract up for 30 s that stakes 10 of a currency with 6 decimals and pays 80 %. */
const terms: SecondsTerms = {
  contract: 1,
  market: 1,
  asset: 1,
  currency: 3,
  direction: 'up',
  seconds: 30,
  stake: 10_000_000,
  ratioPpm: 800_000,
  feePpm: 0,
  indexVersion: 1,
  stalenessMs: 3_000,
  acceptedSequence: 1_000,
  acceptedAtMs: boughtAt,
};

/** Ticks every half second; the one at 27.5 s is far from the others, and is dropped. */
const strikeTicks = [6_500_010, 6_500_025];
const settlementTicks = [
  6_500_120, 6_500_135, 6_500_128, 6_500_140, 6_500_152, 6_512_000, 6_500_149, 6_500_133, 6_500_118, 6_500_126,
];

const readings: readonly SecondsReading[] = [
  ...strikeTicks.map((price, at) => readingAt(1_001 + at, 250 + 500 * at, price)),
  ...settlementTicks.map((price, at) => readingAt(1_050 + at, 25_000 + 500 * at, price)),
];

function readingAt(sequence: number, afterMs: number, price: number): SecondsReading {
  return { sequence, timeMs: boughtAt + afterMs, price };
}

/** The worked example of the rule, computed by the rule itself. */
export interface WorkedExample {
  readonly seconds: number;
  readonly settlementSeconds: number;
  readonly stake: string;
  readonly ratio: string;
  readonly strike: readonly ShownReading[];
  readonly settlement: readonly ShownReading[];
  readonly droppedAtEachEnd: number;
  readonly open: string;
  readonly end: string;
  readonly result: SecondsEnd['result'];
  readonly profit: string;
}

export function workedExample(): WorkedExample {
  const span = settlementSpan(terms);
  const strike = windowFrom(readings, strikeSpan(terms));
  const settlement = windowFrom(readings, span);
  const { open, end, result, profit } = recompute({ terms, strike, settlement });
  const dropped = droppedReadings(settlement);
  return {
    seconds: terms.seconds,
    settlementSeconds: (span.toMs - span.fromMs) / 1_000,
    stake: fromUnits(BigInt(terms.stake), moneyDecimals),
    ratio: fromUnits(BigInt(terms.ratioPpm), 6),
    strike: strike.readings.map((reading) => shown(reading, false)),
    settlement: settlement.readings.map((reading, at) => shown(reading, dropped.has(at))),
    droppedAtEachEnd: dropped.size / 2,
    open: priceText(open),
    end: priceText(end),
    result,
    profit: fromUnits(BigInt(profit), moneyDecimals),
  };
}

function shown({ sequence, timeMs, price }: SecondsReading, dropped: boolean): ShownReading {
  return { sequence, time: timeMs, price: price === null ? null : priceText(price), dropped };
}

function priceText(price: number | null): string {
  return fromUnits(BigInt(price ?? 0), priceDecimals);
}
