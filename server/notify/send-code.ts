import type { CallInput, RefusalOf } from '@bourse/contract';
import { codePurpose, type CodePurpose, type sendEmail } from '@bourse/contract/notify';
import type { UserId } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import { inTransaction, type Schema } from '../database/index.ts';
import { AttemptLimit, done, networkOf, type AnswerTo, type Refused, refused, type Visitor } from '../gateway/index.ts';
import { type CodeBinding, codesUsedUp, type IssuedCode, type Share } from './codes.ts';
import type { AddressBook, Channel, Contact } from './contact.ts';
import type { MessageContent } from './message.ts';
import type { Notify } from './notify.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/**
 * Codes that one network may have sent to one address: of each kind within a day by those who are not logged in, within
 * an hour to one's own.
 */
const codesOfPair = 10;
/**
 * Requests with a password that one network may make for one account within a day when the codes for anybody are used
 * up.
 */
const proofsOfPair = 5;

type Sent = AnswerTo<typeof sendEmail>;

export interface SendCodeParts {
  readonly db: Kysely<Schema>;
  readonly notify: Notify;
  readonly people: AddressBook;
  /** Codes that one network may ask for within an hour. */
  readonly codesPerHour: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly elapsed: () => number;
}

/**
 * What a code can be bound to: the device that a login is for, as it says, and the one that asks, which every call
 * names in its header.
 */
interface Devices {
  readonly login: string;
  readonly asking: string;
}

/** What is sent where, and what its code will permit. */
interface Dispatch {
  readonly binding: CodeBinding;
  /** Instead of the code; such a code is good for nothing. */
  readonly instead: MessageContent | 'nothing' | null;
}

/**
 * Sends verification codes. Whoever asks for an account that does not exist, or to open one that does, gets the same
 * answer after the same work as everybody: only the message differs, or there is none.
 */
export class CodeSender {
  readonly #parts: SendCodeParts;
  readonly #networks: AttemptLimit;
  readonly #pairs: AttemptLimit;
  readonly #ownPairs: AttemptLimit;
  readonly #proofs: AttemptLimit;

  constructor(parts: SendCodeParts) {
    this.#parts = parts;
    this.#networks = new AttemptLimit({ count: parts.codesPerHour, windowMs: hourMs });
    this.#pairs = new AttemptLimit({ count: codesOfPair, windowMs: dayMs });
    this.#ownPairs = new AttemptLimit({ count: codesOfPair, windowMs: hourMs });
    this.#proofs = new AttemptLimit({ count: proofsOfPair, windowMs: dayMs });
  }

  async send(channel: Channel, input: CallInput<typeof sendEmail>, visitor: Visitor): Promise<Sent> {
    if (!this.#parts.notify.offers(channel)) return refused('sms_unavailable');
    const asked = purposeOf(Number(input.type));
    if (asked === null) return refused('code_type_unknown');
    const user = (await visitor.session())?.user ?? null;
    // The form of a forgotten password sends what the one for binding an address does, but from people who are not
    // logged in.
    const purpose = asked === codePurpose.bind && user === null ? codePurpose.recovery : asked;
    const contact = await this.#contactFor(purpose, channel, input, user);
    if ('ok' in contact) return contact;
    const network = networkOf(visitor.address);
    return this.#within({ limit: this.#networks, key: network, refuse: comeBackIn }, async () => {
      const device = input.device_id ?? visitor.device;
      const dispatch = await this.#dispatch(purpose, contact, user, { login: device, asking: visitor.device });
      const share = await this.#shareOf(dispatch.binding, device);
      const pair = isForVisitors(purpose)
        ? { limit: this.#pairs, key: `${network} ${purpose} ${share} ${contact.key}`, refuse: codesUsedUp }
        : { limit: this.#ownPairs, key: `${network} ${contact.key}`, refuse: comeBackIn };
      const answer = await this.#within(pair, () => this.#issue(dispatch, share, visitor));
      if (answer.ok || answer.error !== 'codes_used_up') return answer;
      if (isForWhoeverReads(purpose)) return this.#issueLong(dispatch, visitor);
      const password = purpose === codePurpose.login ? (input.password ?? '') : '';
      return password === '' ? answer : this.#sendToOwner(dispatch, password, visitor);
    });
  }

  /**
   * Who asks from a device that the account knows is the owner as far as a stranger's requests must not get in the way.
   */
  async #shareOf({ purpose, user }: CodeBinding, device: string): Promise<'anybody' | 'owner'> {
    if (purpose !== codePurpose.login && purpose !== codePurpose.recovery) return 'anybody';
    return (await this.#parts.people.knowsDevice(user, device)) ? 'owner' : 'anybody';
  }

  /**
   * A stranger can use up the codes that anybody may ask for, but not keep whoever knows the password from logging in
   * on a new device. The answer is always that the code is on its way, and the message goes out only when the password
   * is right: the mail tells its reader, and the answer nobody.
   */
  async #sendToOwner(dispatch: Dispatch, password: string, visitor: Visitor): Promise<Sent> {
    const { contact } = dispatch.binding;
    const network = networkOf(visitor.address);
    const place = { limit: this.#proofs, key: `${network} ${contact.key}`, refuse: codesUsedUp, countsAlways: true };
    return this.#within(place, async () => {
      const right = await this.#parts.people.provesOwner(contact, password, network);
      if (typeof right !== 'boolean') return right;
      const owners = right ? await this.#issue(dispatch, 'owner', visitor) : null;
      if (owners !== null && (owners.ok || owners.error !== 'codes_used_up')) return owners;
      return this.#issue({ ...dispatch, instead: 'nothing' }, 'nobody', visitor);
    });
  }

  /** Codes for one's own account go to its own address, whatever was given. */
  async #contactFor(
    purpose: CodePurpose,
    channel: Channel,
    input: CallInput<typeof sendEmail>,
    user: UserId | null,
  ): Promise<Contact | Refused<RefusalOf<typeof sendEmail>>> {
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

  async #dispatch(purpose: CodePurpose, contact: Contact, user: UserId | null, device: Devices): Promise<Dispatch> {
    const owner = await this.#parts.people.ownerOf(contact);
    switch (purpose) {
      case codePurpose.register:
        return {
          binding: { purpose, contact, user: null, scope: device.asking },
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
        return {
          binding: { purpose, contact, user: owner, scope: device.login },
          instead: owner === null ? 'nothing' : null,
        };
      case codePurpose.recovery:
        return {
          binding: { purpose, contact, user: owner, scope: device.asking },
          instead: owner === null ? 'nothing' : null,
        };
    }
  }

  async #issue(dispatch: Dispatch, share: Share, visitor: Visitor): Promise<Sent> {
    const { binding, instead } = dispatch;
    return this.#dispatchMade(dispatch, visitor, async (transaction) =>
      this.#parts.notify.codes.issue(transaction, binding, { usable: instead === null, share }),
    );
  }

  async #issueLong(dispatch: Dispatch, visitor: Visitor): Promise<Sent> {
    const { binding, instead } = dispatch;
    return this.#dispatchMade(dispatch, visitor, async (transaction) =>
      this.#parts.notify.codes.issueLong(transaction, binding, { usable: instead === null }),
    );
  }

  /** Makes a code and queues what tells it, both or neither. */
  async #dispatchMade(
    { binding, instead }: Dispatch,
    { language }: Visitor,
    make: (transaction: Transaction<Schema>) => Promise<IssuedCode | Refused<RefusalOf<typeof sendEmail>>>,
  ): Promise<Sent> {
    const { db, notify } = this.#parts;
    const { contact, purpose } = binding;
    const issued = await inTransaction(db, async (transaction) => {
      const made = await make(transaction);
      if ('ok' in made) return made;
      const { code, expiresAtMs } = made;
      const content =
        instead === null || instead === 'nothing' ? { template: 'code' as const, purpose, code } : instead;
      await notify.messages.add(transaction, { contact, language, content, expiresAtMs }, instead === 'nothing');
      return made;
    });
    if ('ok' in issued) return issued;
    notify.delivery.wake();
    const answer = { resend_after: issued.resendSeconds, expires_in: issued.lifetimeSeconds };
    return done(answer);
  }

  /** Only codes that were made count, where nothing else is said. */
  async #within(place: LimitedPlace, work: () => Promise<Sent>): Promise<Sent> {
    const { countsAlways = false, key, limit, refuse } = place;
    const verdict = limit.begin(key, this.#parts.elapsed());
    if (verdict.kind === 'locked') return refuse(verdict.waitMs);
    if (verdict.kind === 'crowded') return comeBackIn(1_000);
    let counts = countsAlways;
    try {
      const answer = await work();
      counts ||= answer.ok;
      return answer;
    } finally {
      limit.settle(key, this.#parts.elapsed(), counts ? 'counts' : 'void');
    }
  }
}

/** A bound on requests of one kind, and what is said when it is reached. */
interface LimitedPlace {
  readonly limit: AttemptLimit;
  readonly key: string;
  readonly refuse: (waitMs: number) => Refused<RefusalOf<typeof sendEmail>>;
  /** Also requests that came to nothing count, because of what they cost. */
  readonly countsAlways?: boolean;
}

function comeBackIn(waitMs: number): Refused<'too_many_requests'> {
  return refused('too_many_requests', { retry_after: Math.ceil(waitMs / 1_000) });
}

/** Codes that people ask for before they are logged in, and so anybody for anybody. */
function isForVisitors(purpose: CodePurpose): boolean {
  return purpose === codePurpose.register || purpose === codePurpose.login || purpose === codePurpose.recovery;
}

/**
 * Where reading what is sent to an address is the whole proof, so that nobody has another one to show when strangers
 * have used up its codes.
 */
function isForWhoeverReads(purpose: CodePurpose): boolean {
  return purpose === codePurpose.register || purpose === codePurpose.recovery;
}

function purposeOf(type: number): CodePurpose | null {
  return Object.values(codePurpose).find((purpose) => purpose === type) ?? null;
}

function areaOf({ area_id: area }: CallInput<typeof sendEmail>): number | null {
  return area === undefined ? null : Number(area);
}
