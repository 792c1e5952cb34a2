import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Schema } from '../database/index.ts';
import type { Carrier, WrittenMessage } from './carrier.ts';
import { Codes } from './codes.ts';
import type { Channel } from './contact.ts';
import { Delivery } from './delivery.ts';
import { type Fate, Messages, type StoredMessage } from './messages.ts';
import { SecretBox } from './secret-box.ts';
import { openSmsCarrier, type SmsSettings } from './sms-carrier.ts';
import { openSmtpCarrier, type SmtpSettings } from './smtp-carrier.ts';
import { sweepOld } from './sweep.ts';
import { type Letterhead, writeMessage } from './write-message.ts';

export interface NotifySettings {
  /** Never in the database; at least 32 bytes. */
  readonly secret: Uint8Array;
  /** Null when there is no mail server. */
  readonly smtp: SmtpSettings | null;
  /** Null when there is no provider of text messages. */
  readonly sms: SmsSettings | null;
  /** Messages of a channel that leads nowhere are kept for everybody to read. Otherwise the channel is not offered. */
  readonly keep: boolean;
}

export interface NotifyParts {
  readonly db: Kysely<Schema>;
  readonly letterhead: Letterhead;
  readonly now: () => number;
  /** What is old by a clock that nobody believes is not deleted. */
  readonly isClockBelieved: () => boolean;
  readonly log: Logger;
}

/** Codes and messages, and what takes these out of the house. */
export interface Notify {
  readonly codes: Codes;
  readonly messages: Messages;
  readonly delivery: Delivery;
  /** Channels by which messages reach people here. */
  readonly offers: (channel: Channel) => boolean;
  /** Channels whose messages are kept to be read. */
  readonly keeps: (channel: Channel) => boolean;
  /** Puts a stored message into words; null when it cannot be read. */
  readonly write: (message: StoredMessage) => WrittenMessage | null;
  stop(): Promise<void>;
}

/** Opens the carriers and begins to deliver what was left over. */
export function openNotify(
  settings: NotifySettings,
  { db, isClockBelieved, letterhead, log, now }: NotifyParts,
): Notify {
  const { keep, secret, sms, smtp } = settings;
  const box = new SecretBox(secret);
  const carriers: Partial<Record<Channel, Carrier>> = {
    ...(smtp === null ? {} : { email: openSmtpCarrier(smtp) }),
    ...(sms === null ? {} : { sms: openSmsCarrier(sms) }),
  };
  const fateOf = (channel: Channel): Fate => (carriers[channel] === undefined ? 'kept' : 'queued');
  const messages = new Messages(db, box, now, { email: fateOf('email'), sms: fateOf('sms') });
  const write = ({ channel, content, language }: StoredMessage): WrittenMessage | null =>
    content === null ? null : writeMessage(content, language, channel, letterhead);
  const nameOf = (id: number): string => box.hash(['message', id]).toString('hex').slice(0, 24);
  const delivery = new Delivery({ messages, carriers, write, nameOf, now, log });
  delivery.wake();
  const codes = new Codes(db, box, now);
  const sweep = sweepOld([codes, messages], isClockBelieved, log);
  return {
    codes,
    messages,
    delivery,
    offers: (channel) => keep || carriers[channel] !== undefined,
    keeps: (channel) => keep && carriers[channel] === undefined,
    write,
    stop: async () => {
      await sweep.stop();
      await delivery.stop();
    },
  };
}
