import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../database/index.ts';
import type { Caller } from '../gateway/index.ts';
import type { Notify } from '../notify/index.ts';
import { nameDevice } from './device-name.ts';
import { contactOf } from './login-name.ts';
import type { Person } from './people.ts';

const usefulForMs = 2 * 86_400_000;

/**
 * Tells the owner of an account what somebody did with it, in the language of whoever did it, by mail or else by text
 * message.
 */
export async function tellOwner(
  database: Kysely<Schema> | Transaction<Schema>,
  notify: Notify,
  what: 'new_device' | 'password_changed',
  person: Person,
  caller: Caller,
  nowMs: number,
): Promise<void> {
  const contact = contactOf(person, 'email') ?? contactOf(person, 'sms');
  if (contact === null) return;
  const { browser, system } = nameDevice(caller.userAgent);
  const device = [browser, system].filter((name) => name !== '').join(', ');
  const content = { template: what, device, address: caller.address, atMs: nowMs };
  const message = { contact, language: caller.language, content, expiresAtMs: nowMs + usefulForMs };
  await notify.messages.add(database, message);
}
