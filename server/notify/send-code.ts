import {
  type CallInput,
  codeLifetimeSeconds,
  codePurpose,
  type CodePurpose,
  type CodeSent,
  type sendEmail,
} from '@bourse/contract';
import type { UserId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import { inTransaction, type Schema } from '../database/index.ts';
import { AttemptLimit, done, networkOf, type Answer, type Refused, refused, type Visitor } from '../gateway/index.ts';
import { type CodeBinding, resendSeconds } from './codes.ts';
import type { AddressBook, Channel, Contact } from './contact.ts';
import type { MessageContent } from './message.ts';
import type { Notify } from './notify.ts';

const hourMs = 3_600_000;
/** Codes that one network may have sent to one address within an hour. */
const codesOfPair = 10;

export interface SendCodeParts {
  readonly db: Kysely<Schema>;
  readonly notify: Notify;
  readonly people: AddressBook;
  /** Codes that one network may ask for within an hour. */
  readonly codesPerHour: number;
  readonly now: () => number;
}

/** What is sent where, and what its code will permit. */
interface Dispatch {
  readonly binding: CodeBinding;
  /** Instead of the code; such a code is good for nothing. */
  readonly instead: MessageContent | 'nothing' | null;
}

/**
 * Sends verification codes. Whoever asks for an account that does not exist, or to open one that does, gets the same answer after the same
 * work as everybody: only the message differs, or there is none.
 */
export class CodeDesk {
  readonly #parts: SendCodeParts;
  readonly #networks: AttemptLimit;
  readonly #pairs: AttemptLimit;

  constructor(parts: SendCodeParts) {
    this.#parts = parts;
    this.#networks = new AttemptLimit({ count: parts.codesPerHour, windowMs: hourMs });
    this.#pairs = new AttemptLimit({ count: codesOfPair, windowMs: hourMs });
  }

  async send(channel: Channel, input: CallInput<typeof sendEmail>, visitor: Visitor): Promise<Answer<CodeSent>> {
    if (!this.#parts.notify.offers(channel)) return refused('sms_unavailable');
    const asked = purposeOf(Number(input.type));
    if (asked === null) return refused('code_type_unknown');
    const user = (await visitor.session())?.user ?? null;
    // The form of a forgotten password sends what the one for binding an address does, but from people who are not logged in.
    const purpose = asked === codePurpose.bind && user === null ? codePurpose.recovery : asked;
    const contact = await this.#contactFor(purpose, channel, input, user);
    if ('ok' in contact) return contact;
    const network = networkOf(visitor.address);
    const limits = [
      { limit: this.#networks, key: network },
      { limit: this.#pairs, key: `${network} ${contact.key}` },
    ];
    return this.#withinLimits(limits, async () => {
      const scope = purpose === codePurpose.login ? (input.device_id ?? visitor.device) : '';
      const dispatch = await this.#dispatch(purpose, contact, user, scope);
      return this.#issue(dispatch, visitor);
    });
  }

  /** Codes for one's own account go to its own address, whatever was given. */
  async #contactFor(
    purpose: CodePurpose,
    channel: Channel,
    input: CallInput<typeof sendEmail>,
    user: UserId | null,
  ): Promise<Contact | Refused> {
    const { people } = this.#parts;
    switch (purpose) {
      case codePurpose.security:
      case codePurpose.withdrawal:
        if (user === null) return refused('session_ended');
        return (await people.contactOf(user, channel)) ?? refused('contact_unbound');
      case codePurpose.register:
      case codePurpose.login:
      case codePurpose.recovery:
        if (!people.offers(channel)) return refused('login_type_unsupported');
        return people.read(channel, input.to ?? '', areaOf(input));
      case codePurpose.bind:
        return people.read(channel, input.to ?? '', areaOf(input));
    }
  }

  async #dispatch(purpose: CodePurpose, contact: Contact, user: UserId | null, scope: string): Promise<Dispatch> {
    const owner = await this.#parts.people.ownerOf(contact);
    switch (purpose) {
      case codePurpose.register:
        return {
          binding: { purpose, contact, user: null },
          instead: owner === null ? null : { template: 'account_exists' },
        };
      case codePurpose.bind:
        return {
          binding: { purpose, contact, user },
          instead: owner === null || owner === user ? null : { template: 'address_in_use' },
        };
      case codePurpose.security:
      case codePurpose.withdrawal:
        return { binding: { purpose, contact, user }, instead: null };
      case codePurpose.login:
      case codePurpose.recovery:
        return { binding: { purpose, contact, user: owner, scope }, instead: owner === null ? 'nothing' : null };
    }
  }

  async #issue({ binding, instead }: Dispatch, { language }: Visitor): Promise<Answer<CodeSent>> {
    const { db, notify } = this.#parts;
    const { contact, purpose } = binding;
    const issued = await inTransaction(db, async (transaction) => {
      const made = await notify.codes.issue(transaction, binding, instead === null);
      if ('ok' in made) return made;
      const { code, expiresAtMs } = made;
      const content =
        instead === null || instead === 'nothing' ? { template: 'code' as const, purpose, code } : instead;
      await notify.messages.add(transaction, { contact, language, content, expiresAtMs }, instead === 'nothing');
      return made;
    });
    if ('ok' in issued) return issued;
    notify.delivery.wake();
    const answer = { resend_after: resendSeconds(purpose), expires_in: codeLifetimeSeconds };
    return done(answer, { message: 'code_sent' });
  }

  /** Only codes that were made count. */
  async #withinLimits(
    limits: readonly { readonly limit: AttemptLimit; readonly key: string }[],
    work: () => Promise<Answer<CodeSent>>,
  ): Promise<Answer<CodeSent>> {
    const begun: (typeof limits)[number][] = [];
    let outcome: 'counts' | 'void' = 'void';
    try {
      for (const place of limits) {
        const verdict = place.limit.begin(place.key, this.#parts.now());
        if (verdict.kind !== 'go') {
          const seconds = verdict.kind === 'locked' ? Math.ceil(verdict.waitMs / 1_000) : 1;
          return refused('too_many_requests', { retry_after: seconds });
        }
        begun.push(place);
      }
      const answer = await work();
      if (answer.ok) outcome = 'counts';
      return answer;
    } finally {
      for (const { key, limit } of begun) limit.settle(key, this.#parts.now(), outcome);
    }
  }
}

function purposeOf(type: number): CodePurpose | null {
  return Object.values(codePurpose).find((purpose) => purpose === type) ?? null;
}

function areaOf({ area_id: area }: CallInput<typeof sendEmail>): number | null {
  return area === undefined ? null : Number(area);
}
