import { isLanguage, type Language } from '@bourse/contract/texts';
import { type Kysely, sql, type Transaction } from 'kysely';
import Type from 'typebox';
import { Check } from 'typebox/value';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { Channel, Contact } from './contact.ts';
import { MessageContent } from './message.ts';
import type { PhishingWords } from './phishing-words.ts';
import type { SecretBox } from '../../ground/secrets/index.ts';
import type { With } from '../../ground/parts.ts';

const dayMs = 86_400_000;
const keptForMs = { kept: dayMs, others: 7 * dayMs };
/** Max rows that one clean-up run deletes. */
const rowsPerRound = 1_000;

/** The initial state of a channel's messages: queued for delivery, or kept to be read in the demo's outbox. */
export type Fate = 'queued' | 'kept';

/** A message to a user. */
export interface Message {
  readonly contact: Contact;
  readonly language: Language;
  readonly content: MessageContent;
  /** The time in epoch milliseconds after which the message is useless. */
  readonly expiresAtMs: number;
}

/** The word that is encrypted together with the content. */
const WithWord = Type.Object({ word: Type.String() });

export interface MessagesParts extends With<'db' | 'now'> {
  readonly box: SecretBox;
  readonly fates: Readonly<Record<Channel, Fate>>;
  readonly words: Pick<PhishingWords, 'wordFor'>;
}

/** A message that is queued or kept. */
export interface StoredMessage {
  readonly id: number;
  readonly channel: Channel;
  readonly recipient: string;
  readonly template: string;
  readonly language: Language;
  /** The content of the message; null if it cannot be decrypted because the secret key has changed. */
  readonly content: MessageContent | null;
  /** The anti-phishing word of the recipient; empty without one. */
  readonly word: string;
  readonly attempts: number;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

/** The messages of a channel. */
export interface QueueState {
  readonly channel: Channel;
  readonly queued: number;
  /** Queued messages that at least one attempt failed to deliver. */
  readonly retried: number;
  readonly oldestQueuedAtMs: number | null;
  /** Messages of the last 24 hours. */
  readonly sent: number;
  readonly failed: number;
}

/** The table of messages. Content is encrypted, and deleted once a message is sent. */
export class Messages {
  readonly #db: Kysely<Schema>;
  readonly #box: SecretBox;
  readonly #now: () => number;
  readonly #fates: Readonly<Record<Channel, Fate>>;
  readonly #words: Pick<PhishingWords, 'wordFor'>;

  constructor({ db, box, now, fates, words }: MessagesParts) {
    this.#db = db;
    this.#box = box;
    this.#now = now;
    this.#fates = fates;
    this.#words = words;
  }

  /**
   * Adds a message within the caller's transaction. A pretended message is never sent; it exists so that a request for
   * an unknown address takes the same time.
   */
  async add(database: Kysely<Schema> | Transaction<Schema>, message: Message, pretended = false): Promise<void> {
    const { contact, content, expiresAtMs, language } = message;
    const now = this.#now();
    const word = content.template === 'staff' ? '' : await this.#words.wordFor(database, contact);
    await database
      .insertInto('messages')
      .values({
        channel: contact.channel,
        recipient: contact.address,
        contact_key: contact.key,
        template: content.template,
        language,
        sealed: this.#box.seal(JSON.stringify({ ...content, word }), contact.key),
        state: pretended ? 'pretended' : this.#fates[contact.channel],
        created_at: now,
        due_at: now,
        expires_at: expiresAtMs,
      })
      .execute();
  }

  /** Due messages, those due longest first; announcements after all others. */
  async due(channels: readonly Channel[], maxCount: number): Promise<StoredMessage[]> {
    if (channels.length === 0) return [];
    const rows = await this.#select()
      .where('state', '=', 'queued')
      .where('due_at', '<=', String(this.#now()))
      .where('channel', 'in', [...channels])
      .orderBy(sql`template = 'announcement'`)
      .orderBy('due_at')
      .orderBy('id')
      .limit(maxCount)
      .execute();
    return rows.map((row) => this.#read(row));
  }

  /** The number of queued messages of a template, counted up to `maxCount`. */
  async queuedOf(template: MessageContent['template'], maxCount: number): Promise<number> {
    const queued = this.#db
      .selectFrom('messages')
      .select('id')
      .where('state', '=', 'queued')
      .where('template', '=', template)
      .limit(maxCount);
    return (await queued.execute()).length;
  }

  /** When the next message is due in epoch milliseconds; null if the queue is empty. */
  async nextDueMs(): Promise<number | null> {
    const row = await this.#db
      .selectFrom('messages')
      .select('due_at')
      .where('state', '=', 'queued')
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst();
    return row === undefined ? null : safeInteger(row.due_at);
  }

  /** The state of each channel that has messages. */
  async state(): Promise<QueueState[]> {
    const rows = await this.#db
      .selectFrom('messages')
      .select((of) => [
        'channel',
        of.fn.countAll<string>().filterWhere('state', '=', 'queued').as('queued'),
        of.fn.countAll<string>().filterWhere('state', '=', 'queued').filterWhere('attempts', '>', 0).as('retried'),
        of.fn.min<string | null>(of.ref('created_at')).filterWhere('state', '=', 'queued').as('oldest'),
        of.fn.countAll<string>().filterWhere('state', '=', 'sent').as('sent'),
        of.fn.countAll<string>().filterWhere('state', '=', 'failed').as('failed'),
      ])
      .where((of) => of.or([of.eb('state', '=', 'queued'), of.eb('created_at', '>', String(this.#now() - dayMs))]))
      .groupBy('channel')
      .execute();
    return rows.map(({ channel, failed, oldest, queued, retried, sent }) => ({
      channel,
      queued: safeInteger(queued),
      retried: safeInteger(retried),
      oldestQueuedAtMs: oldest === null ? null : safeInteger(oldest),
      sent: safeInteger(sent),
      failed: safeInteger(failed),
    }));
  }

  /** Kept messages to an address, newest first. A phone number may lack its dialling code. */
  async kept(address: string, maxCount: number): Promise<StoredMessage[]> {
    const key = address.trim().toLowerCase();
    const digits = key.replaceAll(/\D/g, '').replace(/^0+/, '');
    const query = this.#select().where('state', '=', 'kept').orderBy('id', 'desc').limit(maxCount);
    const found =
      key.includes('@') || digits.length < 6
        ? query.where('contact_key', '=', key)
        : query.where('channel', '=', 'sms').where('contact_key', 'like', `%${digits}`);
    const rows = await found.execute();
    return rows.map((row) => this.#read(row));
  }

  async close(id: number, state: 'sent' | 'failed'): Promise<void> {
    await this.#db.updateTable('messages').set({ state, sealed: null }).where('id', '=', String(id)).execute();
  }

  async postpone(id: number, attempts: number, dueAtMs: number): Promise<void> {
    await this.#db.updateTable('messages').set({ attempts, due_at: dueAtMs }).where('id', '=', String(id)).execute();
  }

  /** Deletes a bounded number of finished messages and returns how many. */
  async deleteOld(): Promise<number> {
    const now = this.#now();
    const old = this.#db
      .selectFrom('messages')
      .select('id')
      .where('state', '<>', 'queued')
      .where((row) =>
        row.or([
          row('created_at', '<=', String(now - keptForMs.others)),
          row.and([row('state', 'in', ['kept', 'pretended']), row('created_at', '<=', String(now - keptForMs.kept))]),
        ]),
      )
      .limit(rowsPerRound);
    const { numDeletedRows } = await this.#db.deleteFrom('messages').where('id', 'in', old).executeTakeFirst();
    return Number(numDeletedRows);
  }

  #select() {
    return this.#db
      .selectFrom('messages')
      .select(['id', 'channel', 'recipient', 'contact_key', 'template', 'language', 'sealed', 'attempts'])
      .select(['created_at', 'expires_at']);
  }

  #read(row: MessageRow): StoredMessage {
    const opened = row.sealed === null ? null : this.#box.open(row.sealed, row.contact_key);
    const content: unknown = opened === null ? null : JSON.parse(opened);
    const isContent = Check(MessageContent, content);
    return {
      id: safeInteger(row.id),
      channel: row.channel,
      recipient: row.recipient,
      template: row.template,
      language: isLanguage(row.language) ? row.language : 'en',
      content: isContent ? content : null,
      word: Check(WithWord, content) ? content.word : '',
      attempts: row.attempts,
      createdAtMs: safeInteger(row.created_at),
      expiresAtMs: safeInteger(row.expires_at),
    };
  }
}

interface MessageRow {
  readonly id: string;
  readonly channel: Channel;
  readonly recipient: string;
  readonly contact_key: string;
  readonly template: string;
  readonly language: string;
  readonly sealed: Buffer | null;
  readonly attempts: number;
  readonly created_at: string;
  readonly expires_at: string;
}
