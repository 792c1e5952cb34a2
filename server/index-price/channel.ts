import type { ServerMessage } from '@bourse/contract/capabilities';
import { Channel, type PublicChannel } from '../feed/index.ts';
import { type IndexPriceState, indexPrices } from './index-view.ts';
import { indexOnWire } from './wire.ts';

/** `INDEX`: every index, then those that ticks have told of since. */
class IndexChannel extends Channel {
  readonly pace = 'fast';
  #told = 0;

  protected restart(): void {
    this.#told = this.views.sequence;
  }

  protected greet(): ServerMessage[] {
    return [this.#message(true, indexPrices.of(this.views).all())];
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
    return indexPrices
      .of(this.views)
      .all()
      .filter(({ sequence }) => sequence > told);
  }

  #message(snapshot: boolean, indices: readonly IndexPriceState[]): ServerMessage {
    const { listings, sequence } = this.views;
    return { type: 'INDEX', sequence, snapshot, indices: indices.map((index) => indexOnWire(listings, index)) };
  }
}

export const indexChannel: PublicChannel = {
  name: 'INDEX',
  open: ({ name, parts, views }) => (parts.length === 0 ? new IndexChannel(name, views) : null),
};
