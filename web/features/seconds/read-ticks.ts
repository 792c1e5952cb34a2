import { type IndexTick, maxTicks } from '@bourse/contract/index-price';
import type { TickRange } from '@bourse/contract/rules';

/** Reads the public ticks of a range whose sequence is above `after`. */
export type AskTicks = (range: TickRange & { readonly after: number }) => Promise<readonly IndexTick[]>;

/**
 * All public ticks of these ranges, by sequence, each once. An answer holds only a part of a range with many ticks, so
 * it is read until an answer is not full.
 */
export async function readTicks(ask: AskTicks, ranges: readonly TickRange[]): Promise<readonly IndexTick[]> {
  const parts = await Promise.all(ranges.map((range) => readRange(ask, range)));
  // Ranges may share a second; a command can have a tick and a change without one.
  const byKey = new Map(parts.flat().map((tick) => [`${tick.sequence} ${tick.source ?? ''}`, tick]));
  return [...byKey.values()].toSorted((a, b) => a.sequence - b.sequence);
}

async function readRange(ask: AskTicks, range: TickRange): Promise<readonly IndexTick[]> {
  const found: IndexTick[] = [];
  for (let after = 0; ;) {
    const ticks = await ask({ ...range, after });
    found.push(...ticks);
    const last = ticks.at(-1);
    if (last === undefined || ticks.length < maxTicks || last.sequence <= after) return found;
    after = last.sequence;
  }
}
