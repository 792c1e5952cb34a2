import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../database/index.ts';
import type { Caller } from '../gateway/index.ts';
import type { Notify } from '../notify/index.ts';
import { nameDevice } from './device-name.ts';
import { contactOf } from './login-name.ts';
import type { Person } from './people.ts';

const usefulForMs = 2 * 86_400_000;

/**
 * Notifies the owner of an account of a security-relevant event, by mail or else by text message. The language is that
 * of the request that caused the event.
 */
export async function notifyOwner(
  database: Kysely<Schema> | Transaction<Schema>,
  notify: Notify,
  event: 'new_device' | 'password_changed',
  person: Person,
  caller: Caller,
  nowMs: number,
): Promise<void> {
  const contact = contactOf(person, 'email') ?? contactOf(person, 'sms');
  if (contact === null) return;
  const { browser, system } = nameDevice(caller.userAgent);
  const device = [browser, system].filter((name) => name !== '').join(', ');
  const content = { template: event, device, address: caller.address, atMs: nowMs };
  const message = { contact, language: caller.language, content, expiresAtMs: nowMs + usefulForMs };
  await notify.messages.add(database, message);
}
