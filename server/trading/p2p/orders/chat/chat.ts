import { imageUrl } from '@bourse/contract/images';
import type { ChatEvent, LegalMessage } from '@bourse/contract/p2p';
import type { UserId } from '@bourse/engine';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../../../ground/database/index.ts';
import type { SecretBox } from '../../../../ground/secrets/index.ts';
import type { With } from '../../../../ground/parts.ts';
import type { Order } from '../stored-order.ts';
import type { MessageKind, P2pMessagesTable } from '../tables.ts';
import { warningsOf } from './warnings.ts';

/** A message of a chat: a text, an image, or a line of the exchange. */
export interface ChatMessage {
  readonly i: number;
  /** A user, a member of staff, or null for the exchange. */
  readonly author: number | null;
  readonly kind: MessageKind;
  readonly text: string;
  readonly image: string | null;
  readonly event: ChatEvent | null;
  readonly atMs: number;
}

/** A message before it is added. */
export interface NewMessage {
  readonly author: number | null;
  readonly kind: MessageKind;
  readonly atMs: number;
  readonly content:
    | { readonly text: string }
    | { readonly image: string; readonly hash: string }
    | { readonly event: ChatEvent };
}

interface ChatParts extends With<'privately'> {
  readonly box: SecretBox;
  readonly db: Kysely<Schema>;
}

/** The hash before the first message of a chat. */
const start = Buffer.alloc(32);
const readAtOnce = 100;
/** The largest number that the column of message numbers can be compared with. */
const largest = 2 ** 31 - 1;

/** The chats of orders. Each message has a keyed hash over itself and the one before it, so none can be changed. */
export class Chat {
  readonly #parts: ChatParts;

  constructor(parts: ChatParts) {
    this.#parts = parts;
  }

  /** Adds a message to the chat of an order, whose row is locked until the transaction ends. */
  async add(transaction: Transaction<Schema>, order: number, message: NewMessage): Promise<ChatMessage> {
    const { messages: last } = await transaction
      .selectFrom('p2p_orders')
      .select('messages')
      .where('id', '=', String(order))
      .forUpdate()
      .executeTakeFirstOrThrow();
    const before = await transaction
      .selectFrom('p2p_messages')
      .select('hash')
      .where('order_id', '=', String(order))
      .where('i', '=', last)
      .executeTakeFirst();
    const i = last + 1;
    const { atMs, author, content, kind } = message;
    const text = 'text' in content ? content.text : null;
    const [image, imageHash] = 'image' in content ? [content.image, content.hash] : [null, null];
    const event = 'event' in content ? content.event : null;
    const prev = before?.hash ?? start;
    const facts = { order, i, author, kind, text, image, imageHash, event, atMs, prev };
    await transaction
      .insertInto('p2p_messages')
      .values({
        order_id: order,
        i,
        author_id: author,
        kind,
        sealed: text === null ? null : this.#parts.box.seal(text, placeOfMessage(order, i)),
        image_id: image,
        image_hash: imageHash,
        event,
        at: atMs,
        prev,
        hash: this.#hash(facts),
      })
      .execute();
    await transaction.updateTable('p2p_orders').set({ messages: i }).where('id', '=', String(order)).execute();
    return { i, author, kind, text: text ?? '', image, event, atMs };
  }

  /** Adds a line of the exchange. */
  async addLine(transaction: Transaction<Schema>, order: number, event: ChatEvent, atMs: number): Promise<ChatMessage> {
    return this.add(transaction, order, { author: null, kind: 'exchange', atMs, content: { event } });
  }

  /** At most 100 messages after a number, the oldest first. */
  async read(order: number, after: number): Promise<readonly ChatMessage[]> {
    const rows = await this.#rows(order).where('i', '>', Math.min(after, largest)).limit(readAtOnce).execute();
    return rows.map((row) => this.#open(row));
  }

  async find(order: number, i: number): Promise<ChatMessage | null> {
    const row = await this.#rows(order).where('i', '=', Math.min(i, largest)).executeTakeFirst();
    return row === undefined ? null : this.#open(row);
  }

  /** All messages of a chat, and whether their hashes fit together and none is missing. */
  async verified(order: Order): Promise<{ readonly messages: readonly ChatMessage[]; readonly isIntact: boolean }> {
    const rows = await this.#rows(order.id).execute();
    const messages: ChatMessage[] = [];
    let prev: Buffer = start;
    let isIntact = rows.length >= order.messages;
    for (const [at, row] of rows.entries()) {
      const message = this.#open(row);
      const facts = { ...message, order: order.id, imageHash: row.image_hash, prev };
      const text = row.sealed === null ? null : message.text;
      const hash = this.#hash({ ...facts, text });
      if (row.i !== at + 1 || !row.prev.equals(prev) || !row.hash.equals(hash)) isIntact = false;
      prev = row.hash;
      messages.push(message);
    }
    return { messages, isIntact };
  }

  /** Sends a message to both sides of its order, after the transaction that has added it. */
  announce({ buyer, id, seller }: Pick<Order, 'buyer' | 'id' | 'seller'>, message: ChatMessage): void {
    for (const user of [buyer, seller]) {
      this.#parts.privately.say(user, { type: 'LEGAL_CHAT', order_id: id, ...messageOnWire(message, user) });
    }
  }

  #rows(order: number) {
    return this.#parts.db.selectFrom('p2p_messages').selectAll().where('order_id', '=', String(order)).orderBy('i');
  }

  #open(row: Selectable<P2pMessagesTable>): ChatMessage {
    const order = safeInteger(row.order_id);
    const text = row.sealed === null ? '' : this.#parts.box.open(row.sealed, placeOfMessage(order, row.i));
    if (text === null) throw new Error(`message ${row.i} of order ${order} cannot be opened`);
    return {
      i: row.i,
      author: row.author_id === null ? null : safeInteger(row.author_id),
      kind: row.kind,
      text,
      image: row.image_id,
      event: row.event,
      atMs: safeInteger(row.at),
    };
  }

  #hash({ atMs, author, event, i, image, imageHash, kind, order, prev, text }: HashedFacts): Buffer {
    const content = text === null ? ['', image ?? '', imageHash ?? '', event ?? ''] : ['text', text];
    return this.#parts.box.hash([order, i, author ?? -1, kind, atMs, prev.toString('hex'), ...content]);
  }
}

interface HashedFacts {
  readonly order: number;
  readonly i: number;
  readonly author: number | null;
  readonly kind: MessageKind;
  readonly text: string | null;
  readonly image: string | null;
  readonly imageHash: string | null;
  readonly event: ChatEvent | null;
  readonly atMs: number;
  readonly prev: Buffer;
}

/** A message as a user sees it. */
export function messageOnWire({ atMs, author, event, i, image, kind, text }: ChatMessage, user: UserId): LegalMessage {
  const from = kind === 'user' ? (author === user ? 'me' : 'other') : kind;
  return {
    i,
    from,
    text,
    image: image === null ? null : imageUrl(image),
    event,
    warnings: from === 'other' ? warningsOf(text) : [],
    created_at: atMs,
  };
}

function placeOfMessage(order: number, i: number): string {
  return `order ${order} message ${i}`;
}
