import { isLanguage, type Language } from '@bourse/contract/texts';
import { userId, type UserId } from '@bourse/engine';
import type { Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../database/index.ts';
import type { MessageContent, Notify } from '../../notify/index.ts';
import { nameDevice } from '../device-name.ts';
import { contactOf } from '../login-name.ts';

const usefulForMs = 2 * 86_400_000;

/** A change of a user's second factor that the owner is notified of. */
export type FactorChange = Extract<MessageContent, { template: 'second_factor' }>['change'];

/** The request that caused a change. Language and user agent are missing where only its network address is known. */
export interface Origin {
  readonly address: string;
  readonly language?: Language;
  readonly userAgent?: string;
}

/** The queue of messages. */
export interface FactorMessages {
  readonly messages: Pick<Notify['messages'], 'add'>;
  readonly delivery: Pick<Notify['delivery'], 'wake'>;
}

/** Notifies the owners of accounts of changes of their second factors, by mail or else by text message. */
export class FactorMail {
  readonly #notify: FactorMessages;
  readonly #now: () => number;

  constructor(notify: FactorMessages, now: () => number) {
    this.#notify = notify;
    this.#now = now;
  }

  /** Queues the message in the caller's transaction; `wake` sends it after the commit. */
  async add(transaction: Transaction<Schema>, user: UserId, change: FactorChange, origin: Origin): Promise<void> {
    const row = await transaction
      .selectFrom('users')
      .select(['id', 'email', 'mobile_key', 'language'])
      .where('id', '=', String(user))
      .executeTakeFirst();
    if (row === undefined) return;
    const person = { id: userId(safeInteger(row.id)), email: row.email, mobileKey: row.mobile_key };
    const contact = contactOf(person, 'email') ?? contactOf(person, 'sms');
    if (contact === null) return;
    const { browser, system } = nameDevice(origin.userAgent ?? '');
    const device = [browser, system].filter((name) => name !== '').join(', ');
    const stored = row.language !== null && isLanguage(row.language) ? row.language : 'en';
    const atMs = this.#now();
    const content = { template: 'second_factor' as const, change, device, address: origin.address, atMs };
    const language = origin.language ?? stored;
    await this.#notify.messages.add(transaction, { contact, language, content, expiresAtMs: atMs + usefulForMs });
  }

  wake(): void {
    this.#notify.delivery.wake();
  }
}
