import type { CallInput, RefusalOf } from '@bourse/contract';
import { codePurpose, type CodePurpose, type sendBindCode, type sendEmail } from '@bourse/contract/notify';
import type { UserId } from '@bourse/engine';
import type { Transaction } from 'kysely';
import { inTransaction, type Schema } from '../../ground/database/index.ts';
import {
  type AnswerTo,
  AttemptLimit,
  done,
  NetworkAttempts,
  networkOf,
  type Refused,
  refused,
  type Verdict,
  type Visitor,
} from '../../ground/gateway/index.ts';
import { type CodeBinding, codesUsedUp, type IssuedCode, type Share } from './codes.ts';
import type { Channel, Contact } from './contact.ts';
import type { MessageContent } from './message.ts';
import { sendingTerms, withdrawalTerms } from './code-terms.ts';
import type { With } from '../../ground/parts.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/**
 * Codes that one network may request for one address: per purpose and day for visitors, per hour for users' own
 * addresses.
 */
const codesOfPair = 10;
/**
 * Requests with a password that one network may make for one account per day once the public quota of codes is used up.
 */
const proofsOfPair = 5;

type Sent = AnswerTo<typeof sendBindCode>;
type Refusal = Refused<RefusalOf<typeof sendBindCode>>;

/** The caller of a request for a code, with or without a session. */
type Requester = Omit<Visitor, 'inTurn'>;

export interface SendCodeParts extends With<'db' | 'elapsed' | 'notify' | 'people'> {
  /** Codes that one network may request within an hour. */
  readonly codesPerHour: () => number;
  /** Text messages per hour and purpose to all users together, because each costs the venue money. */
  readonly textsPerHour: () => number;
}

/**
 * The devices that a code can be bound to: the one named in a login's body, and the one named in the header of every
 * call.
 */
interface Devices {
  readonly login: string;
  readonly asking: string;
}

/** The binding of a code and the message to send. */
interface Dispatch {
  readonly binding: CodeBinding;
  /** Sent in place of the code, which is then unusable; `nothing` sends no message. */
  readonly instead: MessageContent | 'nothing' | null;
  /** The action that the code is bound to, as the message names it. */
  readonly note?: string | null;
  /** Whether the code is for coins sent to a user. */
  readonly sends?: boolean;
}

interface DispatchTerms {
  readonly device: Devices;
  readonly input: CallInput<typeof sendEmail>;
  readonly coins: string | null;
}

/**
 * Sends verification codes. The answer and the work do not depend on whether the address has an account; only whether
 * and which message is sent does.
 */
export class CodeSender {
  readonly #parts: SendCodeParts;
  readonly #networks: NetworkAttempts;
  readonly #texts: AttemptLimit;
  readonly #pairs: AttemptLimit;
  readonly #ownPairs: AttemptLimit;
  readonly #proofs: AttemptLimit;

  constructor(parts: SendCodeParts) {
    this.#parts = parts;
    this.#networks = new NetworkAttempts({ count: parts.codesPerHour, windowMs: hourMs });
    this.#texts = new AttemptLimit({ count: parts.textsPerHour, windowMs: hourMs });
    this.#pairs = new AttemptLimit({ count: codesOfPair, windowMs: dayMs });
    this.#ownPairs = new AttemptLimit({ count: codesOfPair, windowMs: hourMs });
    this.#proofs = new AttemptLimit({ count: proofsOfPair, windowMs: dayMs });
  }

  /** `coins` names the coins that a code for them is bound to. */
  async send(
    channel: Channel,
    input: CallInput<typeof sendEmail>,
    visitor: Requester,
    coins: string | null = null,
  ): Promise<Sent> {
    if (!this.#parts.notify.offers(channel)) return refused('sms_unavailable');
    const asked = purposeOf(Number(input.type));
    if (asked === null) return refused('code_type_unknown');
    const user = (await visitor.session())?.user ?? null;
    // The type of binding an address also serves the recovery form, whose users are not logged in.
    const purpose = asked === codePurpose.bind && user === null ? codePurpose.recovery : asked;
    const contact = await this.#contactFor(purpose, channel, input, user);
    if ('ok' in contact) return contact;
    const network = networkOf(visitor.address);
    return this.#within({ limit: this.#networks, key: network, refuse: tooManyRequests }, async () => {
      const device = input.device_id ?? visitor.device;
      const dispatch = await this.#dispatch(purpose, contact, user, {
        device: { login: device, asking: visitor.device },
        input,
        coins,
      });
      const share = await this.#shareOf(dispatch.binding, device);
      const pair = isForVisitors(purpose)
        ? { limit: this.#pairs, key: `${network} ${purpose} ${share} ${contact.key}`, refuse: codesUsedUp }
        : { limit: this.#ownPairs, key: `${network} ${contact.key}`, refuse: tooManyRequests };
      const answer = await this.#withinTexts(channel, `${purpose} ${share}`, () =>
        this.#within(pair, () => this.#issue(dispatch, share, visitor)),
      );
      if (answer.ok || answer.error !== 'codes_used_up') return answer;
      if (isProvenByAddress(purpose)) return this.#issueLong(dispatch, visitor);
      const password = purpose === codePurpose.login ? (input.password ?? '') : '';
      return password === '' ? answer : this.#sendToOwner(dispatch, password, visitor);
    });
  }

  /**
   * Limits text messages in total, so that visitors from many networks cannot run up the venue's costs: those of each
   * purpose, and apart from them those of devices that the account knows, which strangers cannot use up.
   */
  #withinTexts(channel: Channel, key: string, work: () => Promise<Sent>): Promise<Sent> {
    return channel === 'email' ? work() : this.#within({ limit: this.#texts, key, refuse: tooManyRequests }, work);
  }

  /** A device that the account knows uses the owner's quota, so that strangers cannot block it. */
  async #shareOf({ purpose, user }: CodeBinding, device: string): Promise<'anybody' | 'owner'> {
    if (purpose !== codePurpose.login && purpose !== codePurpose.recovery) return 'anybody';
    return (await this.#parts.people.knowsDevice(user, device)) ? 'owner' : 'anybody';
  }

  /**
   * Strangers can use up the public quota, but not block a user who knows the password from a new device. The answer is
   * always success and the code is sent only if the password is right, so the answer reveals nothing.
   */
  async #sendToOwner(dispatch: Dispatch, password: string, visitor: Requester): Promise<Sent> {
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

  /** Codes that protect a user's own account go to its own address; the requested one is ignored. */
  async #contactFor(
    purpose: CodePurpose,
    channel: Channel,
    input: CallInput<typeof sendEmail>,
    user: UserId | null,
  ): Promise<Contact | Refusal> {
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

  async #dispatch(
    purpose: CodePurpose,
    contact: Contact,
    user: UserId | null,
    { coins, device, input }: DispatchTerms,
  ): Promise<Dispatch> {
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
        return { binding: { purpose, contact, user }, instead: null };
      case codePurpose.withdrawal:
        return {
          binding: { purpose, contact, user, ...termsOf(input, coins) },
          instead: null,
          note: coins ?? noteOf(input),
          sends: coins !== null,
        };
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

  async #issue(dispatch: Dispatch, share: Share, visitor: Requester): Promise<Sent> {
    const { binding, instead } = dispatch;
    return this.#dispatchMade(dispatch, visitor, async (transaction) =>
      this.#parts.notify.codes.issue(transaction, binding, { usable: instead === null, share }),
    );
  }

  async #issueLong(dispatch: Dispatch, visitor: Requester): Promise<Sent> {
    const { binding, instead } = dispatch;
    return this.#dispatchMade(dispatch, visitor, async (transaction) =>
      this.#parts.notify.codes.issueLong(transaction, binding, { usable: instead === null }),
    );
  }

  /** Issues a code and queues its message in one transaction. */
  async #dispatchMade(
    { binding, instead, note = null, sends = false }: Dispatch,
    { language }: Requester,
    make: (transaction: Transaction<Schema>) => Promise<IssuedCode | Refusal>,
  ): Promise<Sent> {
    const { db, notify } = this.#parts;
    const { contact, purpose } = binding;
    const issued = await inTransaction(db, async (transaction) => {
      const made = await make(transaction);
      if ('ok' in made) return made;
      const { code, expiresAtMs } = made;
      const content =
        instead === null || instead === 'nothing'
          ? { template: 'code' as const, purpose, code, ...(note !== null && { note }), ...(sends && { sends }) }
          : instead;
      await notify.messages.add(transaction, { contact, language, content, expiresAtMs }, instead === 'nothing');
      return made;
    });
    if ('ok' in issued) return issued;
    notify.delivery.wake();
    const answer = { resend_after: issued.resendSeconds, expires_in: issued.lifetimeSeconds };
    return done(answer);
  }

  /** Runs the work within a limit. Only requests that issued a code count, unless `countsAlways`. */
  async #within(place: LimitedPlace, work: () => Promise<Sent>): Promise<Sent> {
    const { countsAlways = false, key, limit, refuse } = place;
    const verdict = limit.begin(key, this.#parts.elapsed());
    if (verdict.kind === 'locked') return refuse(verdict.waitMs);
    if (verdict.kind === 'crowded') return tooManyRequests(1_000);
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

/** A limit of attempts by key, such as `AttemptLimit`. */
interface Limit {
  begin(key: string, nowMs: number): Verdict;
  settle(key: string, nowMs: number, outcome: 'counts' | 'void'): void;
}

/** A rate limit and the refusal when it is reached. */
interface LimitedPlace {
  readonly limit: Limit;
  readonly key: string;
  readonly refuse: (waitMs: number) => Refusal;
  /** Counts failed requests as well, because they are costly. */
  readonly countsAlways?: boolean;
}

function tooManyRequests(waitMs: number): Refused<'too_many_requests'> {
  return refused('too_many_requests', { retry_after: Math.ceil(waitMs / 1_000) });
}

/** The terms that a code is bound to: of coins sent to a user, or of a withdrawal if the caller gave them. */
function termsOf(
  { address, currency_id, currency_protocol_id, memo, number, to_uid }: CallInput<typeof sendEmail>,
  coins: string | null,
): { scope?: string } {
  if (coins !== null)
    return { scope: sendingTerms({ to_uid: to_uid ?? 0, currency_id: currency_id ?? 0, number: number ?? '' }) };
  if (address === undefined || currency_protocol_id === undefined || number === undefined) return {};
  return { scope: withdrawalTerms({ address, currency_protocol_id, memo, number }) };
}

function noteOf({ address, number }: CallInput<typeof sendEmail>): string | null {
  return address === undefined || number === undefined ? null : `${number} → ${address}`;
}

/** Purposes that visitors can request, and so for any address. */
function isForVisitors(purpose: CodePurpose): boolean {
  return purpose === codePurpose.register || purpose === codePurpose.login || purpose === codePurpose.recovery;
}

/**
 * Purposes where access to the address is the only proof, so there is no password to fall back on when the quota is
 * used up.
 */
function isProvenByAddress(purpose: CodePurpose): boolean {
  return purpose === codePurpose.register || purpose === codePurpose.recovery;
}

function purposeOf(type: number): CodePurpose | null {
  return Object.values(codePurpose).find((purpose) => purpose === type) ?? null;
}

function areaOf({ area_id: area }: CallInput<typeof sendEmail>): number | null {
  return area === undefined ? null : Number(area);
}
