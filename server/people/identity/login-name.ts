import type { NameRefusal } from '@bourse/contract/identity';
import { type Refused, refused } from '../../ground/gateway/index.ts';
import type { AddressBook, Channel, Contact } from '../notify/index.ts';
import { isEmail, isMobile } from './account-rules.ts';
import { diallingCodeOf, isDiallingCode } from './areas.ts';
import { whenNotBusy } from './login-judge.ts';
import { People } from './people.ts';
import { emailKey } from '../../ground/email-key.ts';
import type { With } from '../../ground/parts.ts';

/** An account as a form names it: an e-mail address, or a phone number with its country. */
export interface NamedAccount {
  readonly account: string;
  /** `email`, also if missing, or `mobile`. */
  readonly type: string | undefined;
  readonly areaId?: number | null;
  /** A dialling code with or without prefix, such as `49`, `+49` or `0049`. */
  readonly countryCode?: string | undefined;
}

/** Dialling codes of countries where removing the leading `0` would change or invalidate the number. */
const keepsZero = new Set(['225', '229', '241', '242', '378', '39']);

/**
 * Parses an account name into its normalized contact. Refused if the site does not offer this kind of account or the
 * form is invalid.
 */
export function readLoginName(named: NamedAccount, phoneAccounts: boolean): Contact | Refused<NameRefusal> {
  if (named.type === undefined || named.type === '' || named.type === 'email') return readEmail(named.account);
  if (named.type !== 'mobile' || !phoneAccounts) return refused('login_type_unsupported');
  const { areaId = null } = named;
  return readPhone(named.account, areaId === null ? diallingCodeIn(named.countryCode ?? '') : diallingCodeOf(areaId));
}

/** Dependencies of the address book. */
export interface AddressBookParts extends With<'db' | 'devices' | 'passwords'> {
  readonly phoneAccounts: () => boolean;
}

/** The account data that sending codes needs. */
export function addressBook({ db, devices, passwords, phoneAccounts }: AddressBookParts): AddressBook {
  const people = new People(db);
  return {
    read: (channel, given, area) =>
      channel === 'email' ? readEmail(given) : readPhone(given, area === null ? null : diallingCodeOf(area)),
    ownerOf: async (contact) => (await people.findByContact(contact))?.id ?? null,
    contactOf: async (user, channel) => {
      const person = await people.find(user);
      return person === null ? null : contactOf(person, channel);
    },
    knowsDevice: (user, device) => devices.knows(user, device),
    provesOwner: (contact, password, network) =>
      whenNotBusy(async () => {
        const person = await people.findByContact(contact);
        return passwords.matches(password, person?.passwordHash ?? null, network);
      }),
    offers: (channel) => channel === 'email' || phoneAccounts(),
  };
}

/** The contact of a user on a channel; null if the account has none. */
export function contactOf(
  person: { readonly email: string; readonly mobileKey: string | null },
  channel: Channel,
): Contact | null {
  if (channel === 'email') return person.email === '' ? null : emailContact(person.email);
  return person.mobileKey === null ? null : phoneContact(person.mobileKey);
}

export function readEmail(given: string): Contact | Refused<NameRefusal> {
  const address = given.trim();
  return isEmail(address) ? emailContact(address) : refused('account_invalid');
}

export function readPhone(given: string, code: string | null): Contact | Refused<NameRefusal> {
  const digits = given.trim();
  if (code === null) return refused('area_unknown');
  if (!isMobile(digits)) return refused('phone_invalid');
  return phoneContact(`+${code}${keepsZero.has(code) ? digits : digits.replace(/^0+/, '')}`);
}

function emailContact(address: string): Contact {
  return { channel: 'email', address, key: emailKey(address) };
}

function phoneContact(number: string): Contact {
  return { channel: 'sms', address: number, key: number };
}

function diallingCodeIn(text: string): string | null {
  const digits = text.trim().replace(/^(?:\+|00)/, '');
  return isDiallingCode(digits) ? digits : null;
}
