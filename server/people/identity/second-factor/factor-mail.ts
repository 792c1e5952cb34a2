import { isLanguage, type Language } from '@bourse/contract/texts';
import type { UserId } from '@bourse/engine';
import type { Transaction } from 'kysely';
import type { Schema } from '../../../ground/database/index.ts';
import type { Contact, MessageContent, Notify } from '../../notify/index.ts';
import { nameDevice } from '../device-name.ts';
import { newFreezeToken } from '../freeze-links.ts';
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
    const owner = await ownerOf(transaction, user);
    if (owner === null) return;
    const { browser, system } = nameDevice(origin.userAgent ?? '');
    const device = [browser, system].filter((name) => name !== '').join(', ');
    const atMs = this.#now();
    const freezeToken = await newFreezeToken(transaction, user, atMs);
    const about = { device, address: origin.address, atMs, freezeToken };
    const content = { template: 'second_factor' as const, change, ...about };
    const language = origin.language ?? owner.language;
    const expiresAtMs = atMs + usefulForMs;
    await this.#notify.messages.add(transaction, { contact: owner.contact, language, content, expiresAtMs });
  }

  /** Queues the message about a reset that staff have planned. */
  async addReset(transaction: Transaction<Schema>, user: UserId, dueAtMs: number): Promise<void> {
    const owner = await ownerOf(transaction, user);
    if (owner === null) return;
    const content = { template: 'factor_reset' as const, atMs: dueAtMs };
    await this.#notify.messages.add(transaction, { ...owner, content, expiresAtMs: dueAtMs });
  }

  wake(): void {
    this.#notify.delivery.wake();
  }
}

/** Where and in which language the owner of an account is notified; null without an address. */
async function ownerOf(
  transaction: Transaction<Schema>,
  user: UserId,
): Promise<{ readonly contact: Contact; readonly language: Language } | null> {
  const row = await transaction
    .selectFrom('users')
    .select(['email', 'mobile_key', 'language'])
    .where('id', '=', String(user))
    .executeTakeFirst();
  if (row === undefined) return null;
  const person = { email: row.email, mobileKey: row.mobile_key };
  const contact = contactOf(person, 'email') ?? contactOf(person, 'sms');
  const language = row.language !== null && isLanguage(row.language) ? row.language : 'en';
  return contact === null ? null : { contact, language };
}
