import type { UserId } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { SecretBox } from '../../ground/secrets/index.ts';
import type { Contact } from './contact.ts';

type Database = Kysely<Schema> | Transaction<Schema>;

/**
 * The words that users choose to recognize mail of the venue by. They are encrypted, because who knows one can write
 * mail that looks genuine.
 */
export class PhishingWords {
  readonly #box: SecretBox;

  constructor(box: SecretBox) {
    this.#box = box;
  }

  /** Sets the word of a user; null removes it. */
  async set(database: Database, user: UserId, word: string | null): Promise<void> {
    const sealed = word === null ? null : this.#box.seal(word, placeOf(user));
    await database.updateTable('users').set({ phishing_word: sealed }).where('id', '=', String(user)).execute();
  }

  /** The word at the top of a mail to an address; empty if its owner has none. */
  async wordFor(database: Database, { channel, key }: Contact): Promise<string> {
    if (channel !== 'email') return '';
    const row = await database
      .selectFrom('users')
      .select(['id', 'phishing_word'])
      .where('email_key', '=', key)
      .executeTakeFirst();
    if (row === undefined || row.phishing_word === null) return '';
    return this.#box.open(row.phishing_word, placeOf(safeInteger(row.id))) ?? '';
  }
}

function placeOf(user: number): string {
  return `user ${user} phishing word`;
}
