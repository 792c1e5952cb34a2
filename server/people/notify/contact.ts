import type { NameRefusal } from '@bourse/contract/identity';
import type { UserId } from '@bourse/engine';
import type { Refused } from '../../ground/gateway/index.ts';

/** The medium of a message. */
export type Channel = 'email' | 'sms';

/** An e-mail address, or a phone number with its dialling code. */
export interface Contact {
  readonly channel: Channel;
  /** The address as messages are sent to it. */
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
  /**
   * Whether the account has logged in from the device before. Without an account it does the same work and returns
   * false, so that its duration does not reveal whether the account exists.
   */
  knowsDevice(user: UserId | null, device: string): Promise<boolean>;
  /**
   * Whether the password is that of the account with this address. Without an account it does the same work and returns
   * false.
   */
  provesOwner(contact: Contact, password: string, network: string): Promise<boolean | Refused<'too_many_requests'>>;
  /** Whether accounts can be registered with addresses of this channel. */
  offers(channel: Channel): boolean;
}
