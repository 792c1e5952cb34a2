import type { NameRefusal } from '@bourse/contract/identity';
import type { UserId } from '@bourse/engine';
import type { Refused } from '../gateway/index.ts';

/** The medium of a message. */
export type Channel = 'email' | 'sms';

/** An e-mail address, or a phone number with its dialling code. */
export interface Contact {
  readonly channel: Channel;
  /** As messages are addressed to it. */
  readonly address: string;
  /** Normalized form: contacts with equal keys are the same. */
  readonly key: string;
}

/** The account data that sending codes needs. */
export interface AddressBook {
  /** Parses an address that a user entered. A phone number needs `area` for its dialling code. */
  read(channel: Channel, given: string, area: number | null): Contact | Refused<NameRefusal>;
  /** The account that belongs to an address. */
  ownerOf(contact: Contact): Promise<UserId | null>;
  /** The address of an account on a channel. */
  contactOf(user: UserId, channel: Channel): Promise<Contact | null>;
  /** Whether the account has logged in from the device before. False without an account, after the same work. */
  knowsDevice(user: UserId | null, device: string): Promise<boolean>;
  /** Whether the password is that of the account with this address. False without an account, after the same work. */
  provesOwner(contact: Contact, password: string, network: string): Promise<boolean | Refused<'too_many_requests'>>;
  /** Whether accounts can be registered with addresses of this channel. */
  offers(channel: Channel): boolean;
}
