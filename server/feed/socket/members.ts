import type { Language } from '@bourse/contract/messages';
import type { Committed } from '../../core/index.ts';
import type { Views } from '../views.ts';
import type { Connection } from './connection.ts';
import { textFrame } from './frame.ts';
import { orderMessages, orderNews } from './order-messages.ts';
import { Recent } from './recent.ts';

/** How many messages are kept for a person whose connection breaks. */
const messagesKept = 100;

/** What one person is told in one language: by whom it is heard, and what was told lately. */
interface Inbox {
  readonly connections: Set<Connection>;
  readonly told: Recent<{ readonly sequence: number; readonly text: string }>;
  /** Since when nobody hears it, epoch milliseconds. */
  emptySinceMs: number;
}

/** Who has logged in on the socket, and what they are told of their orders; also those who have just gone, since most come back. */
export class Members {
  readonly #views: Views;
  readonly #inboxes = new Map<number, Map<Language, Inbox>>();

  constructor(views: Views) {
    this.#views = views;
  }

  /** Takes in somebody who has logged in. */
  join(user: number, connection: Connection): void {
    let own = this.#inboxes.get(user);
    if (own === undefined) {
      own = new Map();
      this.#inboxes.set(user, own);
    }
    let inbox = own.get(connection.language);
    if (inbox === undefined) {
      inbox = { connections: new Set(), told: new Recent(messagesKept, this.#views.sequence), emptySinceMs: 0 };
      own.set(connection.language, inbox);
    }
    inbox.connections.add(connection);
  }

  leave(user: number, connection: Connection, nowMs: number): void {
    const inbox = this.#inboxes.get(user)?.get(connection.language);
    if (inbox?.connections.delete(connection) === true) inbox.emptySinceMs = nowMs;
  }

  /** The connections on which somebody has logged in. */
  connectionsOf(user: number): Connection[] {
    return [...(this.#inboxes.get(user)?.values() ?? [])].flatMap(({ connections }) => [...connections]);
  }

  /** What somebody was told after a sequence; null when that is too long ago. */
  missed(user: number, language: Language, sequence: number): string[] | null {
    const told = this.#inboxes.get(user)?.get(language)?.told.after(sequence) ?? null;
    return told === null || sequence > this.#views.sequence ? null : told.map(({ text }) => text);
  }

  /** Tells the owners of the orders that a command touched; nobody else learns of it. */
  tell(command: Committed, isAlive: (connection: Connection) => boolean): void {
    if (this.#inboxes.size === 0) return;
    const { sequence } = command;
    for (const news of orderNews(command, this.#views, (user) => this.#inboxes.has(user))) {
      for (const [language, inbox] of this.#inboxes.get(news.order.user) ?? []) {
        for (const message of orderMessages(news, this.#views, language)) {
          const text = JSON.stringify(message);
          inbox.told.add({ sequence, text });
          if (inbox.connections.size === 0) continue;
          const frame = textFrame(text);
          for (const connection of inbox.connections) if (isAlive(connection)) connection.send(frame);
        }
      }
    }
  }

  /** Forgets those who have been gone since then, epoch milliseconds. */
  sweep(goneSinceMs: number): void {
    for (const [user, own] of this.#inboxes) {
      for (const [language, { connections, emptySinceMs }] of own) {
        if (connections.size === 0 && emptySinceMs < goneSinceMs) own.delete(language);
      }
      if (own.size === 0) this.#inboxes.delete(user);
    }
  }
}
