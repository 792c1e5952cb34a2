import type { Channel } from './channel.ts';
import { type Frame, joined } from './frame.ts';

/** The updates of one tick for an audience: the channels with an update, and their frames concatenated. */
export interface TickUpdate {
  readonly bytes: Frame;
  readonly channels: readonly Channel[];
}

/** A client of the socket as the fan-out sees it. */
export interface Listener {
  /** The subscribed channels by name. */
  readonly subscriptions: ReadonlyMap<string, Channel>;
  audience: Audience | null;
  /** The number of the last tick whose update was sent to it. */
  sentTick: number;
  /** Whether it needs a `catchUp` once its socket buffer is empty. */
  readonly isWaiting: boolean;
  /** Sends the update of a tick; `bytes` are the concatenated updates of `channels`. */
  sendUpdate(bytes: Frame, channels: readonly Channel[]): void;
  /**
   * Sends the current state of the channels whose updates were skipped, if everything sent before has left the process.
   */
  catchUp(): void;
}

/** The clients with exactly the same subscriptions, whose update is concatenated once per tick. */
export class Audience {
  readonly key: string;
  readonly channels: readonly Channel[];
  readonly listeners = new Set<Listener>();
  /** The update being sent in this tick; null if there is none. */
  update: TickUpdate | null = null;

  constructor(key: string, channels: readonly Channel[]) {
    this.key = key;
    this.channels = channels;
  }

  /** Concatenates the latest updates of its channels. */
  gather(): void {
    const channels: Channel[] = [];
    const frames: Frame[] = [];
    for (const channel of this.channels) {
      if (channel.update === null) continue;
      channels.push(channel);
      frames.push(channel.update);
    }
    this.update = channels.length === 0 ? null : { bytes: joined(frames), channels };
  }
}

/** All audiences; each client is in the one for its exact set of channels. */
export class Audiences {
  readonly #byKey = new Map<string, Audience>();

  [Symbol.iterator](): Iterator<Audience> {
    return this.#byKey.values();
  }

  /** Moves a client to the audience for its current subscriptions. */
  place(listener: Listener): void {
    this.remove(listener);
    if (listener.subscriptions.size === 0) return;
    const names = [...listener.subscriptions.keys()].toSorted();
    const key = names.join(' ');
    let audience = this.#byKey.get(key);
    if (audience === undefined) {
      audience = new Audience(key, [...listener.subscriptions.values()]);
      this.#byKey.set(key, audience);
    }
    audience.listeners.add(listener);
    listener.audience = audience;
  }

  remove(listener: Listener): void {
    const { audience } = listener;
    if (audience === null) return;
    listener.audience = null;
    audience.listeners.delete(listener);
    if (audience.listeners.size === 0) this.#byKey.delete(audience.key);
  }
}
