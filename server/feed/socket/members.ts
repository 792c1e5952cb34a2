import type { Language } from '@bourse/contract/texts';
import type { UserId } from '@bourse/engine';
import type { Views } from '../views.ts';
import { type Frame, textFrame } from './frame.ts';
import type { Notice } from './notices.ts';
import { Recent } from './recent.ts';

/** How many messages are kept for a person whose connection breaks. */
const messagesKept = 100;

/** A connection, as far as it is sent notices. */
export interface Recipient {
  readonly language: Language;
  send(frame: Frame): void;
  /** Sends a message that replaces the one before it with the same key. */
  sendNewest(key: string, frame: Frame): void;
}

interface SentMessage {
  readonly sequence: number;
  readonly text: string;
  /** A later message with the same key replaces it. */
  readonly key: string | null;
}

/** What one person is sent in one language: on which connections, and what was sent lately. */
interface Inbox<Client> {
  readonly connections: Set<Client>;
  readonly sent: Recent<SentMessage>;
  /** Notices that go out with the next tick, the newest of each key. */
  readonly gathered: Map<string, Notice>;
  /** Since when it has no connection, epoch milliseconds. */
  emptySinceMs: number;
}

/**
 * The people who have logged in on the socket and the notices that they are sent; also those who have just gone, since
 * most come back.
 */
export class Members<Client extends Recipient> {
  readonly #views: Views;
  readonly #isAlive: (connection: Client) => boolean;
  readonly #inboxes = new Map<number, Map<Language, Inbox<Client>>>();
  /** The inboxes that something is gathered for. */
  readonly #gathering = new Map<Inbox<Client>, Language>();

  constructor(views: Views, isAlive: (connection: Client) => boolean) {
    this.#views = views;
    this.#isAlive = isAlive;
  }

  /** Takes in somebody who has logged in. */
  join(user: number, connection: Client): void {
    let own = this.#inboxes.get(user);
    if (own === undefined) {
      own = new Map();
      this.#inboxes.set(user, own);
    }
    let inbox = own.get(connection.language);
    if (inbox === undefined) {
      const sent = new Recent<SentMessage>(messagesKept, this.#views.sequence);
      inbox = { connections: new Set(), sent, gathered: new Map(), emptySinceMs: 0 };
      own.set(connection.language, inbox);
    }
    inbox.connections.add(connection);
  }

  leave(user: number, connection: Client, nowMs: number): void {
    const inbox = this.#inboxes.get(user)?.get(connection.language);
    if (inbox?.connections.delete(connection) === true) inbox.emptySinceMs = nowMs;
  }

  /** Whether a user is connected, or was lately. */
  readonly listens = (user: UserId): boolean => this.#inboxes.has(user);

  /** The connections on which somebody has logged in. */
  connectionsOf(user: number): Client[] {
    return [...(this.#inboxes.get(user)?.values() ?? [])].flatMap(({ connections }) => [...connections]);
  }

  /** What somebody was sent after a sequence, of each key the newest; null when that is too long ago. */
  missed(user: number, language: Language, sequence: number): string[] | null {
    const sent = this.#inboxes.get(user)?.get(language)?.sent.after(sequence) ?? null;
    if (sent === null || sequence > this.#views.sequence) return null;
    const newest = new Map(sent.map((message) => [message.key, message.sequence]));
    return sent.filter(({ key, sequence: at }) => key === null || newest.get(key) === at).map(({ text }) => text);
  }

  /** Sends a notice to its user, at once or with the next tick. */
  notify(user: UserId, notice: Notice): void {
    for (const [language, inbox] of this.#inboxes.get(user) ?? []) {
      if (notice.delivery.kind === 'newest') {
        inbox.gathered.set(notice.delivery.key, notice);
        this.#gathering.set(inbox, language);
      } else this.#send(inbox, language, notice, null);
    }
  }

  /** Sends what was gathered since the last tick. */
  publish(): void {
    for (const [inbox, language] of this.#gathering) {
      for (const [key, notice] of inbox.gathered) this.#send(inbox, language, notice, key);
      inbox.gathered.clear();
    }
    this.#gathering.clear();
  }

  /** Forgets those who have been gone since then, epoch milliseconds. */
  sweep(goneSinceMs: number): void {
    for (const [user, own] of this.#inboxes) {
      for (const [language, inbox] of own) {
        if (inbox.connections.size > 0 || inbox.emptySinceMs >= goneSinceMs) continue;
        own.delete(language);
        this.#gathering.delete(inbox);
      }
      if (own.size === 0) this.#inboxes.delete(user);
    }
  }

  #send({ connections, sent }: Inbox<Client>, language: Language, notice: Notice, key: string | null): void {
    const { sequence } = this.#views;
    for (const message of notice.write(language)) {
      const text = JSON.stringify(message);
      if (notice.delivery.kind !== 'connected') sent.add({ sequence, text, key });
      if (connections.size === 0) continue;
      const frame = textFrame(text);
      for (const connection of connections) {
        if (!this.#isAlive(connection)) continue;
        if (key === null) connection.send(frame);
        else connection.sendNewest(key, frame);
      }
    }
  }
}
