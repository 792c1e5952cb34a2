import type { ServerMessage } from '@bourse/contract';
import type { IndexPriceState } from '../index-prices.ts';
import type { MarketViews } from '../views.ts';
import { indexOnWire, quotationOnWire } from '../wire.ts';
import { Channel } from './channel.ts';

/** `DAY_MARKET`: the rolling day of every market, then of those that changed. */
export class DayMarketChannel extends Channel {
  readonly pace = 'slow';
  readonly #revisions = new Map<number, number>();
  /** When each market was last told of. */
  readonly #told = new Map<number, number>();

  protected restart(): void {
    for (const { market, ticker } of this.views.markets()) this.#revisions.set(market.id, ticker.revision);
  }

  protected greet(): ServerMessage[] {
    return this.views.markets().map((market) => this.#message(market));
  }

  protected advance(): ServerMessage[] {
    const changed = this.views
      .markets()
      .filter(({ market, ticker }) => this.#revisions.get(market.id) !== ticker.revision);
    this.restart();
    for (const { market } of changed) this.#told.set(market.id, this.views.sequence);
    return changed.map((market) => this.#message(market));
  }

  protected missed(sequence: number): ServerMessage[] {
    return this.views
      .markets()
      .filter(({ market }) => (this.#told.get(market.id) ?? 0) > sequence)
      .map((market) => this.#message(market));
  }

  #message(views: MarketViews): ServerMessage {
    const { market } = views;
    return {
      type: 'DAY_MARKET',
      currency_match_id: market.id,
      symbol: market.symbol,
      sequence: this.views.sequence,
      quotation: quotationOnWire(views),
    };
  }
}

/** `INDEX`: every index, then those that ticks have told of since. */
export class IndexChannel extends Channel {
  readonly pace = 'fast';
  #told = 0;

  protected restart(): void {
    this.#told = this.views.sequence;
  }

  protected greet(): ServerMessage[] {
    return [this.#message(true, this.views.indexPrices.all())];
  }

  protected advance(): ServerMessage[] {
    const changed = this.#after(this.#told);
    this.restart();
    return changed.length === 0 ? [] : [this.#message(false, changed)];
  }

  protected missed(sequence: number): ServerMessage[] {
    const changed = this.#after(sequence);
    return changed.length === 0 ? [] : [this.#message(false, changed)];
  }

  #after(told: number): IndexPriceState[] {
    return this.views.indexPrices.all().filter(({ sequence }) => sequence > told);
  }

  #message(snapshot: boolean, indices: readonly IndexPriceState[]): ServerMessage {
    const { listings, sequence } = this.views;
    return { type: 'INDEX', sequence, snapshot, indices: indices.map((index) => indexOnWire(listings, index)) };
  }
}
