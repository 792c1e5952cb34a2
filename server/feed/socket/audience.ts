import type { Channel } from './channel.ts';
import type { Connection } from './connection.ts';
import { type Frame, joined } from './frame.ts';

/** What a tick brings: the channels that have news, and these as one run of bytes. */
export interface TickNews {
  readonly bytes: Frame;
  readonly channels: readonly Channel[];
}

/** Those who listen to the same channels: what a tick brings them is put together once. */
export class Audience {
  readonly key: string;
  readonly channels: readonly Channel[];
  readonly connections = new Set<Connection>();
  /** What is being told; null when that is nothing. */
  news: TickNews | null = null;

  constructor(key: string, channels: readonly Channel[]) {
    this.key = key;
    this.channels = channels;
  }

  /** Puts together what its channels have just published. */
  gather(): void {
    const channels: Channel[] = [];
    const frames: Frame[] = [];
    for (const channel of this.channels) {
      if (channel.news === null) continue;
      channels.push(channel);
      frames.push(channel.news);
    }
    this.news = channels.length === 0 ? null : { bytes: joined(frames), channels };
  }
}

/** All audiences; a client belongs to the one of exactly the channels that it listens to. */
export class Audiences {
  readonly #byKey = new Map<string, Audience>();

  [Symbol.iterator](): Iterator<Audience> {
    return this.#byKey.values();
  }

  /** Puts a client where its subscriptions belong. */
  place(connection: Connection): void {
    this.remove(connection);
    if (connection.subscriptions.size === 0) return;
    const names = [...connection.subscriptions.keys()].toSorted();
    const key = names.join(' ');
    let audience = this.#byKey.get(key);
    if (audience === undefined) {
      audience = new Audience(key, [...connection.subscriptions.values()]);
      this.#byKey.set(key, audience);
    }
    audience.connections.add(connection);
    connection.audience = audience;
  }

  remove(connection: Connection): void {
    const { audience } = connection;
    if (audience === null) return;
    connection.audience = null;
    audience.connections.delete(connection);
    if (audience.connections.size === 0) this.#byKey.delete(audience.key);
  }
}
