import type { CurrencyId, IndexConfiguration, IndexState, IndexUpdate } from '@bourse/engine';
import { type EventReaders, type View, ViewDefinition } from '../feed/index.ts';

/**
 * The index of an asset as of the last committed command; the mark price too. `price` counts 10^-decimals USDT, null
 * without a live index.
 */
export type IndexPriceState = IndexState;

/**
 * The indices of all assets. An index whose sources have fallen silent has no price: the exchange itself says so within
 * a second.
 */
export class IndexPriceView implements View {
  readonly #byAsset = new Map<CurrencyId, IndexPriceState>();

  constructor(indices: Iterable<IndexState>) {
    for (const index of indices) this.#byAsset.set(index.asset, index);
  }

  /** The index of an asset; undefined where there is none. */
  find(asset: CurrencyId): IndexPriceState | undefined {
    return this.#byAsset.get(asset);
  }

  /** Every index, by asset. */
  all(): IndexPriceState[] {
    return [...this.#byAsset.values()].toSorted((a, b) => a.asset - b.asset);
  }

  readonly reads: EventReaders = {
    index_configured: (event, { sequence, timeMs }) => {
      this.#configure(event, sequence, timeMs);
    },
    index_updated: ({ assets }, { sequence, timeMs }) => {
      for (const update of assets) this.#update(update, sequence, timeMs);
    },
  };

  /** The index under the new rule follows in the same command. */
  #configure(configuration: IndexConfiguration, sequence: number, timeMs: number): void {
    const { asset, version, decimals, sources, minSources, maxDeviationPpm, stalenessMs } = configuration;
    const rule = { asset, version, decimals, sources, minSources, maxDeviationPpm, stalenessMs };
    this.#byAsset.set(asset, { ...rule, price: null, live: 0, leftOut: [], sequence, timeMs });
  }

  #update({ asset, price, live, leftOut }: IndexUpdate, sequence: number, timeMs: number): void {
    const before = this.#byAsset.get(asset);
    if (before === undefined) throw new Error(`the index of currency ${asset} is in an event but was never configured`);
    this.#byAsset.set(asset, { ...before, price, live, leftOut, sequence, timeMs });
  }
}

export const indexPrices = new ViewDefinition('index prices', ({ exchange }) => {
  return new IndexPriceView(exchange.indexPrices());
});
