import type { Language } from '@bourse/contract/texts';
import type { UserId } from '@bourse/engine';
import type { Views } from '../views.ts';
import { type Frame, textFrame } from './frame.ts';
import type { Notice } from './notices.ts';
import type { PrivateMessage } from './private-messages.ts';
import { Recent } from './recent.ts';

/** Messages kept per user and language for clients that resume. */
const messagesKept = 100;

/** A connection as the recipient of notices. */
export interface Recipient {
  readonly language: Language;
  send(frame: Frame): void;
  /** Sends a message that replaces an earlier one with the same key. */
  sendNewest(key: string, frame: Frame): void;
}

interface SentMessage {
  readonly sequence: number;
  readonly text: string;
  /** A later message with the same key replaces this one. */
  readonly key: string | null;
}

/** The connections of one user in one language, and the messages recently sent to them. */
interface Inbox<Client> {
  readonly connections: Set<Client>;
  readonly sent: Recent<SentMessage>;
  /** Notices to be sent with the next tick, the newest by key. */
  readonly gathered: Map<string, Notice>;
  /** The time at which the last connection closed, in epoch milliseconds. */
  emptySinceMs: number;
}

/** The users logged in on the socket, or recently disconnected, and the notices sent to them. */
export class Members<Client extends Recipient> {
  readonly #views: Views;
  readonly #isAlive: (connection: Client) => boolean;
  readonly #inboxes = new Map<number, Map<Language, Inbox<Client>>>();
  /** The inboxes with notices for the next tick. */
  readonly #gathering = new Map<Inbox<Client>, Language>();

  constructor(views: Views, isAlive: (connection: Client) => boolean) {
    this.#views = views;
    this.#isAlive = isAlive;
  }

  /** Adds a connection on which a user has logged in. */
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

  /** Whether a user is connected or recently was. */
  readonly listens = (user: UserId): boolean => this.#inboxes.has(user);

  /** The connections on which a user is logged in. */
  connectionsOf(user: number): Client[] {
    return [...(this.#inboxes.get(user)?.values() ?? [])].flatMap(({ connections }) => [...connections]);
  }

  /** The messages sent to a user after a sequence, only the newest of each key; null if that is too long ago. */
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

  /** Sends a message that follows from no command to the user's connections. It is not kept for clients that resume. */
  say(user: UserId, message: PrivateMessage): void {
    for (const connection of this.connectionsOf(user)) {
      if (!this.#isAlive(connection)) continue;
      const written = typeof message === 'function' ? message(connection.language) : message;
      connection.send(textFrame(JSON.stringify(written)));
    }
  }

  /** Sends the notices gathered since the last tick. */
  publish(): void {
    for (const [inbox, language] of this.#gathering) {
      for (const [key, notice] of inbox.gathered) this.#send(inbox, language, notice, key);
      inbox.gathered.clear();
    }
    this.#gathering.clear();
  }

  /** Removes the inboxes without a connection since before `goneSinceMs`, epoch milliseconds. */
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
