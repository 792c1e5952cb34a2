import type { Command, ConfigureIndex, CurrencyId, IndexPrice, UserId } from '@bourse/engine';
import { btc } from './commands.ts';

/** An index of BTC in cents with the sources `a` and `b`, at least one of which is required. */
export function indexRule(rule: Partial<Omit<ConfigureIndex, 'type'>> = {}): ConfigureIndex {
  return {
    type: 'configure_index',
    asset: btc,
    decimals: 2,
    sources: ['a', 'b'],
    minSources: 1,
    maxDeviationPpm: 5000,
    stalenessMs: 3000,
    operator: 0 as UserId,
    cause: 'setup',
    ...rule,
  };
}

/** The prices that a source observed, as pairs of asset and price. */
export function indexTick(
  source: string,
  observedAtMs: number,
  ...prices: readonly (readonly [CurrencyId, number])[]
): Command {
  return {
    type: 'index_ticks',
    source,
    observedAtMs,
    prices: prices.map(([asset, price]) => ({ asset, price: price as IndexPrice })),
  };
}
