import type { ServerMessage } from '@bourse/contract/capabilities';
import type { Language } from '@bourse/contract/texts';
import type { EventType, UserId } from '@bourse/engine';
import type { Committed } from '../../core/index.ts';
import type { Views } from '../views.ts';
import { type Frame, frameOf, joined } from './frame.ts';

/**
 * How a notice is delivered to clients that are slow or reconnect. `every`: each one in order, also after a reconnect.
 * `newest`: a later notice with the same key replaces it, so that a value that changes often is sent once per tick in
 * its latest state. `connected`: only to connected clients, because clients that reconnect fetch this state anyway; and
 * to clients that connect or log in soon after, the newest of each key.
 */
export type Delivery =
  | { readonly kind: 'every' }
  | { readonly kind: 'newest'; readonly key: string }
  | { readonly kind: 'connected'; readonly key: string };

/** Messages caused by a command, for one user or for all. */
export interface Notice {
  /** The recipient; null for all users, in which case only connected clients receive the notice. */
  readonly user: UserId | null;
  readonly delivery: Delivery;
  /** The messages with names in this language, from the current state of the views. */
  write(language: Language): readonly ServerMessage[];
}

/**
 * The source of a capability's messages that are sent without a subscription: to a user who has logged in on the
 * socket, or to everyone.
 */
export interface NoticeSource {
  /** The event types that cause notices of this source. */
  readonly reads: readonly EventType[];
  /**
   * The notices of a command; called when the views contain exactly the commands up to it. Notices for users who are
   * not listening may be omitted.
   */
  of(command: Committed, views: Views, listens: (user: UserId) => boolean): readonly Notice[];
}

/** All sources; each is called only for commands with events that it reads. */
export class NoticeSources {
  readonly #views: Views;
  readonly #byType = new Map<EventType, readonly NoticeSource[]>();

  constructor(views: Views, sources: readonly NoticeSource[]) {
    this.#views = views;
    for (const source of sources) {
      for (const type of source.reads) this.#byType.set(type, [...(this.#byType.get(type) ?? []), source]);
    }
  }

  /** The notices of a command; the views must contain exactly the commands up to it. */
  of(command: Committed, listens: (user: UserId) => boolean): readonly Notice[] {
    // Optimized for zero or one source, the case of nearly every command.
    let concerned: readonly NoticeSource[] = none;
    for (const { type } of command.events) {
      const found = this.#byType.get(type);
      if (found === undefined || found === concerned) continue;
      concerned = concerned === none ? found : [...new Set([...concerned, ...found])];
    }
    if (concerned.length === 0) return [];
    return concerned.flatMap((source) => source.of(command, this.#views, listens));
  }
}

const none: readonly NoticeSource[] = [];

/** Sends a notice to several clients at once, encoded once for each language. */
export function sendToAll(
  clients: Iterable<{ readonly language: Language; send(frame: Frame): void }>,
  notice: Notice,
): void {
  const frames = new Map<Language, Frame>();
  for (const client of clients) {
    const frame = frames.get(client.language) ?? joined(notice.write(client.language).map(frameOf));
    frames.set(client.language, frame);
    client.send(frame);
  }
}
