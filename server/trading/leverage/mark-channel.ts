import type { ServerMessage } from '@bourse/contract/capabilities';
import { Channel, type PublicChannel } from '../../ground/feed/index.ts';
import { leverView, type PairState } from './lever-view.ts';
import { pointsText } from './wire.ts';

/** `MARK`: a snapshot of every mark, then the marks that changed since the last message. */
class MarkChannel extends Channel {
  readonly pace = 'fast';
  #sentSequence = 0;

  protected restart(): void {
    this.#sentSequence = this.views.sequence;
  }

  protected greet(): ServerMessage[] {
    return [this.#message(true, leverView.of(this.views).pairs())];
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

  #changedAfter(lastSequence: number): PairState[] {
    return leverView
      .of(this.views)
      .pairs()
      .filter(({ markSequence }) => markSequence > lastSequence);
  }

  #message(snapshot: boolean, pairs: readonly PairState[]): ServerMessage {
    const marks = pairs.map((pair): [number, string | null] => [
      pair.market,
      pair.mark === null ? null : pointsText(pair, pair.mark),
    ]);
    return { type: 'MARK', sequence: this.views.sequence, snapshot, marks };
  }
}

export const markChannel: PublicChannel = {
  name: 'MARK',
  open: ({ name, parts, views }) => (parts.length === 0 ? new MarkChannel(name, views) : null),
};
