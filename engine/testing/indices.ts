import { venue } from '../identifiers.ts';
import { btc } from './test-exchange.ts';
import type { AssetPrice, ConfigureIndex, IndexTicks } from '../index-price/commands.ts';
import type { Event } from '../event.ts';
import type { IndexUpdate } from '../index-price/events.ts';
import type { CurrencyId } from '../identifiers.ts';
import type { IndexPrice } from '../money.ts';

/** A BTC index in cents from three sources, all of which must be live unless the test sets other fields. */
export function indexOf(fields: Partial<Record<keyof ConfigureIndex, unknown>> = {}): ConfigureIndex {
  const command = {
    type: 'configure_index',
    asset: btc,
    decimals: 2,
    sources: ['first', 'second', 'third'],
    minSources: 3,
    maxDeviationPpm: 5000,
    stalenessMs: 3000,
    operator: venue,
    cause: 'setup',
    ...fields,
  };
  return command as ConfigureIndex;
}

/** A source's observation for BTC, or for assets by their ids. Numbers may be invalid. */
export function tick(source: string, observedAtMs: number, price: number | readonly (readonly number[])[]): IndexTicks {
  const pairs = typeof price === 'number' ? [[btc, price]] : price;
  const prices = pairs.map(([asset, at]): AssetPrice => ({ asset: asset as CurrencyId, price: at as IndexPrice }));
  return { type: 'index_ticks', source, observedAtMs, prices };
}

/**
 * The last reading of an index in these events: its price and the excluded sources, e.g. "100 without second (silent)".
 */
export function indexAfter(events: readonly Event[], asset: CurrencyId = btc): string | null {
  const updates = events.flatMap((event): readonly IndexUpdate[] =>
    event.type === 'index_updated' ? event.assets : [],
  );
  const last = updates.findLast((update) => update.asset === asset);
  if (last === undefined) return null;
  const without = last.leftOut.map(({ source, reason }) => `${source} (${reason})`).join(', ');
  return `${last.price ?? 'no index'}${without === '' ? '' : ` without ${without}`}`;
}
