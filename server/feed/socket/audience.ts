import type { Channel } from './channel.ts';
import { type Frame, joined } from './frame.ts';

/** What a tick brings: the channels that have an update, and these updates as one run of bytes. */
export interface TickUpdate {
  readonly bytes: Frame;
  readonly channels: readonly Channel[];
}

/** A client, as far as it is told of channels. */
export interface Listener {
  /** What it listens to, by name. */
  readonly subscriptions: ReadonlyMap<string, Channel>;
  audience: Audience | null;
  /** The tick whose update it has been sent. */
  toldTick: number;
  /** Whether something is to be done for it when its line is free. */
  readonly isWaiting: boolean;
  /** Sends the update of a tick: those of `channels`, which together are `bytes`. */
  tell(bytes: Frame, channels: readonly Channel[]): void;
  /** Brings one that was spared updates to where its channels stand, as soon as it has taken what it was sent. */
  catchUp(): void;
}

/** Those who listen to the same channels: what a tick brings them is put together once. */
export class Audience {
  readonly key: string;
  readonly channels: readonly Channel[];
  readonly listeners = new Set<Listener>();
  /** What is being told; null when that is nothing. */
  update: TickUpdate | null = null;

  constructor(key: string, channels: readonly Channel[]) {
    this.key = key;
    this.channels = channels;
  }

  /** Puts together what its channels have just published. */
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

/** All audiences; a client belongs to the one of exactly the channels that it listens to. */
export class Audiences {
  readonly #byKey = new Map<string, Audience>();

  [Symbol.iterator](): Iterator<Audience> {
    return this.#byKey.values();
  }

  /** Puts a client where its subscriptions belong. */
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
