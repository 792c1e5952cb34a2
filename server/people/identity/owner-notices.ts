import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';
import type { Caller } from '../../ground/gateway/index.ts';
import type { Notify, OwnerEvent } from '../notify/index.ts';
import { nameDevice } from './device-name.ts';
import { newFreezeToken } from './freeze-links.ts';
import { contactOf } from './login-name.ts';
import type { Person } from './people.ts';

const usefulForMs = 2 * 86_400_000;

/**
 * Notifies the owner of an account of a security-relevant event, by mail or else by text message, with a link that
 * freezes the account. The language is that of the request that caused the event.
 */
export async function notifyOwner(
  database: Kysely<Schema> | Transaction<Schema>,
  notify: Notify,
  event: OwnerEvent,
  person: Pick<Person, 'email' | 'id' | 'mobileKey'>,
  caller: Pick<Caller, 'address' | 'language' | 'userAgent'>,
  nowMs: number,
): Promise<void> {
  const contact = contactOf(person, 'email') ?? contactOf(person, 'sms');
  if (contact === null) return;
  // A frozen account needs no link.
  const link = event === 'account_frozen' ? {} : { freezeToken: await newFreezeToken(database, person.id, nowMs) };
  const { browser, system } = nameDevice(caller.userAgent);
  const device = [browser, system].filter((name) => name !== '').join(', ');
  const content = { template: event, device, address: caller.address, atMs: nowMs, ...link };
  const message = { contact, language: caller.language, content, expiresAtMs: nowMs + usefulForMs };
  await notify.messages.add(database, message);
}
