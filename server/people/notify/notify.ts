import type { Language } from '@bourse/contract/texts';
import type { SecurityLog } from '../../ground/security-log/index.ts';
import type { Carrier, WrittenMessage } from './carrier.ts';
import { Codes } from './codes.ts';
import type { Channel } from './contact.ts';
import { Delivery } from './delivery.ts';
import type { MessageContent } from './message.ts';
import { type Fate, Messages, type StoredMessage } from './messages.ts';
import { PhishingWords } from './phishing-words.ts';
import { boxesOf, SecretBox, type Secrets } from '../../ground/secrets/index.ts';
import { openSmsCarrier, type SmsSettings } from './sms-carrier.ts';
import { openSmtpCarrier, type SmtpSettings } from './smtp-carrier.ts';
import { type Letterhead, writeMessage } from './write-message.ts';
import type { With } from '../../ground/parts.ts';

/** Names of the keys for codes and messages. */
export const messagePurposes = { hashing: 'bourse verification codes', sealing: 'bourse queued messages' };

export interface NotifySettings {
  /** The secrets outside the database. */
  readonly secrets: Secrets | Uint8Array;
  /** The settings of the mail server; null if there is none. */
  readonly smtp: SmtpSettings | null;
  /** The settings of the provider of text messages; null if there is none. */
  readonly sms: SmsSettings | null;
  /**
   * Keeps messages of channels without a carrier where anyone can read them, as a demo does. Otherwise such channels
   * are not offered.
   */
  readonly keep: boolean;
}

export interface NotifyParts extends With<'background' | 'db' | 'log' | 'now'> {
  readonly letterhead: () => Letterhead;
  readonly securityLog: Pick<SecurityLog, 'record'>;
}

/** Verification codes, messages and their delivery. */
export interface Notify {
  readonly codes: Codes;
  readonly messages: Messages;
  readonly delivery: Delivery;
  readonly words: PhishingWords;
  /** Whether a channel can be used at all. */
  readonly offers: (channel: Channel) => boolean;
  /** Whether messages of a channel are kept instead of sent. */
  readonly keeps: (channel: Channel) => boolean;
  /** Renders a stored message; null if it cannot be decrypted. */
  readonly write: (message: StoredMessage) => WrittenMessage | null;
  /** The mail with a content, as it would be sent. */
  readonly preview: (content: MessageContent, language: Language) => WrittenMessage;
  /** Closes the carriers, after the background work has ended. */
  stop(): Promise<void>;
}

/** Opens the carriers. Queued messages are delivered in the background. */
export function openNotify(
  settings: NotifySettings,
  { background, db, letterhead, log, now, securityLog }: NotifyParts,
): Notify {
  const { keep, secrets, sms, smtp } = settings;
  const box = new SecretBox(secrets, messagePurposes);
  const carriers: Partial<Record<Channel, Carrier>> = {
    ...(smtp === null ? {} : { email: openSmtpCarrier(smtp) }),
    ...(sms === null ? {} : { sms: openSmsCarrier(sms) }),
  };
  const fateOf = (channel: Channel): Fate => (carriers[channel] === undefined ? 'kept' : 'queued');
  const words = new PhishingWords(boxesOf(secrets)('phishing words'));
  const fates = { email: fateOf('email'), sms: fateOf('sms') };
  const messages = new Messages({ db, box, now, fates, words });
  const write = ({ channel, content, language, word }: StoredMessage): WrittenMessage | null =>
    content === null ? null : writeMessage(content, language, channel, { ...letterhead(), word });
  const nameOf = (id: number): string => box.hash(['message', id]).toString('hex').slice(0, 24);
  const delivery = new Delivery({ background, messages, carriers, write, nameOf, now, log });
  const codes = new Codes(db, box, securityLog, now);
  const minutely = { everyMs: 60_000, needsClock: true };
  background.work('notify: delete old codes', minutely, () => codes.deleteOld());
  background.work('notify: delete old messages', minutely, () => messages.deleteOld());
  return {
    codes,
    messages,
    delivery,
    words,
    offers: (channel) => keep || carriers[channel] !== undefined,
    keeps: (channel) => keep && carriers[channel] === undefined,
    write,
    preview: (content, language) => writeMessage(content, language, 'email', letterhead()),
    stop: () => {
      for (const carrier of Object.values(carriers)) carrier.close();
      return Promise.resolve();
    },
  };
}

declare module '../../ground/parts.ts' {
  interface Parts {
    /** Verification codes, messages and their delivery. */
    readonly notify: Notify;
  }
}
