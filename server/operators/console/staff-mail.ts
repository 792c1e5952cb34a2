import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';
import type { Notify } from '../../people/notify/index.ts';

/** A mail to members of staff. The console is in English, and so are its mails. */
export interface StaffLetter {
  readonly subject: string;
  readonly lead: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly advice: readonly string[];
}

/** Stores mails for delivery. */
export interface StaffPost {
  readonly messages: Pick<Notify['messages'], 'add'>;
}

/**
 * Queues a mail to each address, within the transaction of its cause. Call `notify.delivery.wake()` when the
 * transaction has ended.
 */
export async function addStaffMail(
  database: Kysely<Schema> | Transaction<Schema>,
  notify: StaffPost,
  to: readonly string[],
  letter: StaffLetter,
  expiresAtMs: number,
): Promise<void> {
  const { advice, lead, subject } = letter;
  const facts = letter.facts.map(([label, value]): [string, string] => [label, value]);
  const content = { template: 'staff' as const, subject, lead, facts, advice: [...advice] };
  for (const address of to) {
    const contact = { channel: 'email' as const, address, key: address.trim().toLowerCase() };
    await notify.messages.add(database, { contact, language: 'en', content, expiresAtMs });
  }
}
