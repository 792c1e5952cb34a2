import type { ServerMessage } from '@bourse/contract/capabilities';
import type { Language } from '@bourse/contract/texts';
import type { EventType, UserId } from '@bourse/engine';
import type { Committed } from '../../core/index.ts';
import type { Views } from '../views.ts';

/**
 * How a notice reaches a client that does not keep up or was away. `every`: each one, in order, also after a reconnect.
 * `newest`: what was written last for the same key replaces what came before it, so that a figure that changes often is
 * sent with the next tick, and only as it is by then. `connected`: only to clients that are connected; whoever comes
 * back has to fetch anyway.
 */
export type Delivery =
  { readonly kind: 'every' } | { readonly kind: 'newest'; readonly key: string } | { readonly kind: 'connected' };

/** Messages that a command causes, for one user or for everybody. */
export interface Notice {
  /** Null: everybody; such a notice is delivered to those who are connected. */
  readonly user: UserId | null;
  readonly delivery: Delivery;
  /** The messages, with names in this language, from the views as they are when this is called. */
  write(language: Language): readonly ServerMessage[];
}

/** A capability's messages that come by themselves: to a user after a login on the socket, or to everybody. */
export interface NoticeSource {
  /** Commands without events of these types cause no notice of this source. */
  readonly reads: readonly EventType[];
  /**
   * The notices of a command, while the views are exactly behind it. Notices for users who do not listen may be left
   * out.
   */
  of(command: Committed, views: Views, listens: (user: UserId) => boolean): readonly Notice[];
}

/** All sources, asked only for commands that concern them. */
export class NoticeSources {
  readonly #views: Views;
  readonly #byType = new Map<EventType, readonly NoticeSource[]>();

  constructor(views: Views, sources: readonly NoticeSource[]) {
    this.#views = views;
    for (const source of sources) {
      for (const type of source.reads) this.#byType.set(type, [...(this.#byType.get(type) ?? []), source]);
    }
  }

  /** The notices of a command, while the views are exactly behind it. */
  of(command: Committed, listens: (user: UserId) => boolean): readonly Notice[] {
    // Nearly every command concerns no source or one.
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
