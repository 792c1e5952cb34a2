import type { NameRefusal } from '@bourse/contract/identity';
import type { UserId } from '@bourse/engine';
import type { Refused } from '../gateway/index.ts';

/** How a message reaches somebody. */
export type Channel = 'email' | 'sms';

/** An e-mail address, or a phone number with its dialling code. */
export interface Contact {
  readonly channel: Channel;
  /** As messages are addressed to it. */
  readonly address: string;
  /** The one spelling that counts: two addresses with the same key are the same one. */
  readonly key: string;
}

/** What has to be known of people to send them codes. */
export interface AddressBook {
  /** Reads an address that somebody gave; a phone number needs the country that its dialling code comes from. */
  read(channel: Channel, given: string, area: number | null): Contact | Refused<NameRefusal>;
  /** Whose account goes by an address. */
  ownerOf(contact: Contact): Promise<UserId | null>;
  /** The address of this kind that a person's account has. */
  contactOf(user: UserId, channel: Channel): Promise<Contact | null>;
  /** Whether somebody has logged in from a device; never for nobody, in the same time. */
  knowsDevice(user: UserId | null, device: string): Promise<boolean>;
  /**
   * Whether a password is the one of the account that goes by an address; never when there is none, in the same time.
   */
  provesOwner(contact: Contact, password: string, network: string): Promise<boolean | Refused<'too_many_requests'>>;
  /** Whether accounts go by addresses of this kind here. */
  offers(channel: Channel): boolean;
}
