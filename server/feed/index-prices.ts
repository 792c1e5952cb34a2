import type { CurrencyId, Event, IndexConfiguration, IndexState, IndexUpdate } from '@bourse/engine';

/** The index of an asset as of the last committed command; the mark price too. `price` counts 10^-decimals USDT, null without a live index. */
export type IndexPriceState = IndexState;

/** The indices of all assets. An index whose sources have fallen silent has no price: the exchange itself says so within a second. */
export class IndexPriceView {
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

  apply(event: Event, sequence: number, timeMs: number): void {
    if (event.type === 'index_configured') this.#configure(event, sequence, timeMs);
    if (event.type === 'index_updated') for (const update of event.assets) this.#update(update, sequence, timeMs);
  }

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
