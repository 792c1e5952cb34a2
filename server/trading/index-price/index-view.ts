import type { CurrencyId, IndexConfiguration, IndexState, IndexUpdate } from '@bourse/engine';
import { waitingRules, type WaitingRule } from '@bourse/engine/index-price';
import { type EventReaders, type View, ViewDefinition } from '../../ground/feed/index.ts';

/**
 * An asset's index as of the last committed command, which is also its mark price. `price` is in units of
 * 10^-`decimals` USDT; null while too few sources are live.
 */
export type IndexPriceState = IndexState;

/** A price at which an index was live, in units of 10^-`decimals` USDT. */
export type LastPrice = Pick<IndexState, 'decimals' | 'timeMs'> & { readonly price: number };

/** How an index is computed. */
export type IndexRule = Omit<WaitingRule, 'asset' | 'operator' | 'cause' | 'sequence'>;

/** A new rule that waits, and the sequence of the command that set it. */
export type WaitingIndexRule = IndexRule & Pick<WaitingRule, 'sequence'>;

/**
 * The indices of all assets. The engine reports within a second that sources are silent, so the view needs no clock.
 */
export class IndexPriceView implements View {
  readonly #byAsset = new Map<CurrencyId, IndexPriceState>();
  readonly #waiting = new Map<CurrencyId, WaitingIndexRule>();
  readonly #last = new Map<CurrencyId, LastPrice>();

  constructor(indices: Iterable<IndexState>, waiting: Iterable<WaitingRule>) {
    for (const rule of waiting) this.#waiting.set(rule.asset, rule);
    for (const index of indices) {
      this.#byAsset.set(index.asset, index);
      this.#keep(index);
    }
  }

  /** The index of an asset; undefined if none is configured. */
  find(asset: CurrencyId): IndexPriceState | undefined {
    return this.#byAsset.get(asset);
  }

  /** The last price of an asset’s index while it was live, since the start of this process; undefined without one. */
  last(asset: CurrencyId): LastPrice | undefined {
    return this.#last.get(asset);
  }

  /** The new rule that waits until the seconds contracts on the asset have ended; undefined without one. */
  waitingRule(asset: CurrencyId): WaitingIndexRule | undefined {
    return this.#waiting.get(asset);
  }

  /** Every index, by ascending asset id. */
  all(): IndexPriceState[] {
    return [...this.#byAsset.values()].toSorted((a, b) => a.asset - b.asset);
  }

  readonly reads: EventReaders = {
    index_configured: (event, { sequence, timeMs }) => {
      this.#waiting.delete(event.asset);
      this.#configure(event, sequence, timeMs);
    },
    index_change_waiting: (rule, { sequence }) => {
      this.#waiting.set(rule.asset, { ...rule, sequence });
    },
    index_change_withdrawn: ({ asset }) => {
      this.#waiting.delete(asset);
    },
    index_updated: ({ assets }, { sequence, timeMs }) => {
      for (const update of assets) this.#update(update, sequence, timeMs);
    },
  };

  /** Starts without a price: the same command also emits the index under the new rule. */
  #configure(configuration: IndexConfiguration, sequence: number, timeMs: number): void {
    const { asset, version, decimals, sources, minSources, maxDeviationPpm, stalenessMs } = configuration;
    const rule = { asset, version, decimals, sources, minSources, maxDeviationPpm, stalenessMs };
    this.#byAsset.set(asset, { ...rule, price: null, live: 0, leftOut: [], sequence, timeMs });
  }

  #update({ asset, price, live, leftOut }: IndexUpdate, sequence: number, timeMs: number): void {
    const before = this.#byAsset.get(asset);
    if (before === undefined) throw new Error(`the index of currency ${asset} is in an event but was never configured`);
    const after = { ...before, price, live, leftOut, sequence, timeMs };
    this.#byAsset.set(asset, after);
    this.#keep(after);
  }

  #keep({ asset, decimals, price, timeMs }: IndexState): void {
    if (price !== null) this.#last.set(asset, { price, decimals, timeMs });
  }
}

export const indexPrices = new ViewDefinition('index prices', ({ exchange }) => {
  return new IndexPriceView(exchange.indexPrices(), exchange.read(waitingRules));
});
