import { observedIndices } from '@bourse/engine/index-price';
import { type EventReaders, type View, ViewDefinition } from '../../ground/feed/index.ts';

/** The last observation of a source. `price` is in units of the index. */
export interface SourceObservation {
  readonly price: number;
  readonly observedAtMs: number;
}

/** The last observation of each source of each index. */
class IndexSources implements View {
  readonly #byAsset = new Map<number, Map<string, SourceObservation>>();

  observe(asset: number, source: string, observation: SourceObservation): void {
    const known = this.#byAsset.get(asset) ?? new Map<string, SourceObservation>();
    known.set(source, observation);
    this.#byAsset.set(asset, known);
  }

  readonly reads: EventReaders = {
    index_configured: ({ asset, sources }) => {
      const known = this.#byAsset.get(asset);
      for (const source of known?.keys() ?? []) if (!sources.includes(source)) known?.delete(source);
    },
    index_updated: ({ assets, tick }) => {
      if (tick === null) return;
      for (const { asset, observed } of assets) {
        if (observed === null) continue;
        this.observe(asset, tick.source, { price: observed, observedAtMs: tick.observedAtMs });
      }
    },
  };

  /** The last observation of a source; undefined before the first. */
  of(asset: number, source: string): SourceObservation | undefined {
    return this.#byAsset.get(asset)?.get(source);
  }
}

export const indexSources = new ViewDefinition('index sources', ({ exchange }) => {
  const view = new IndexSources();
  for (const { asset, observed } of exchange.read(observedIndices)) {
    for (const { source, ...observation } of observed) view.observe(asset, source, observation);
  }
  return view;
});
