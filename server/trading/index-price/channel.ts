import type { ServerMessage } from '@bourse/contract/capabilities';
import { Channel, type PublicChannel } from '../../ground/feed/index.ts';
import { type IndexPriceState, indexPrices } from './index-view.ts';
import { indexOnWire } from './wire.ts';

/** `INDEX`: a snapshot of every index, then the indices that changed since the last message. */
class IndexChannel extends Channel {
  readonly pace = 'fast';
  #sentSequence = 0;

  protected restart(): void {
    this.#sentSequence = this.views.sequence;
  }

  protected greet(): ServerMessage[] {
    return [this.#message(true, indexPrices.of(this.views).all())];
  }

  protected advance(): ServerMessage[] {
    const changed = this.#changedAfter(this.#sentSequence);
    this.restart();
    return changed.length === 0 ? [] : [this.#message(false, changed)];
  }

  protected missed(sequence: number): ServerMessage[] {
    const changed = this.#changedAfter(sequence);
    return changed.length === 0 ? [] : [this.#message(false, changed)];
  }

  #changedAfter(lastSequence: number): IndexPriceState[] {
    return indexPrices
      .of(this.views)
      .all()
      .filter(({ sequence }) => sequence > lastSequence);
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
