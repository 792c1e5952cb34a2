import { maxPasskeys } from '@bourse/contract/second-factor';
import { userId, type UserId } from '@bourse/engine';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Kysely, Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';
import { type Refused, refused } from '../../../ground/gateway/index.ts';
import type { SecretBox } from '../../../ground/secrets/index.ts';
import { Challenges } from './challenges.ts';
import { readAssertion, readAttestation } from './passkey-answers.ts';
import type { PasskeySite } from './passkey-site.ts';
import type { With } from '../../../ground/parts.ts';

const maxTransports = 8;
/** The signature algorithms of new passkeys by their COSE numbers: Ed25519, ES256, RS256. */
const algorithms = [-8, -7, -257];

export interface PasskeyParts extends With<'db' | 'now'> {
  readonly box: SecretBox;
  /** Null if browsers allow no passkeys at the address of the exchange. */
  readonly site: PasskeySite | null;
  /** The name of the exchange, which the authenticator shows. */
  readonly siteName: () => string;
}

/** A passkey that an answer proves. */
export interface ProvenPasskey {
  readonly user: UserId;
  readonly id: number;
}

/** A verified new passkey. */
export interface NewPasskey {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly challenge: string;
}

/** The passkeys of users: resident keys of authenticators that verify their user. */
export class Passkeys {
  readonly #parts: PasskeyParts;
  readonly #challenges: Challenges;

  constructor(parts: PasskeyParts) {
    this.#parts = parts;
    this.#challenges = new Challenges(parts.box, parts.now);
  }

  get possible(): boolean {
    return this.#parts.site !== null;
  }

  /** Options that are the same for every account: the authenticator itself knows which passkeys it holds. */
  async proofOptions(): Promise<string | Refused<'passkeys_unavailable'>> {
    const { site } = this.#parts;
    if (site === null) return refused('passkeys_unavailable');
    const challenge = this.#challenges.issue({ use: 'proof', user: null });
    const options = { rpID: site.rpId, allowCredentials: [], challenge, userVerification: 'required' as const };
    return JSON.stringify(await generateAuthenticationOptions(options));
  }

  async addOptions(user: UserId, account: string): Promise<string | Refused<'passkeys_unavailable' | 'passkeys_full'>> {
    const { db, site, siteName } = this.#parts;
    if (site === null) return refused('passkeys_unavailable');
    const own = await db
      .selectFrom('passkeys')
      .select(['credential_id', 'transports'])
      .where('user_id', '=', String(user))
      .execute();
    if (own.length >= maxPasskeys) return refused('passkeys_full', { maximum: maxPasskeys });
    const options = await generateRegistrationOptions({
      rpName: siteName(),
      rpID: site.rpId,
      userName: account,
      userDisplayName: account,
      userID: this.#handleOf(user),
      challenge: this.#challenges.issue({ use: 'add', user }),
      attestationType: 'none',
      supportedAlgorithmIDs: algorithms,
      excludeCredentials: own.map(({ credential_id: id, transports }) => ({
        id: id.toString('base64url'),
        transports,
      })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    });
    return JSON.stringify(options);
  }

  /** Verifies an authenticator's answer to `addOptions`; null if it is not valid. */
  async verifyNew(user: UserId, json: string): Promise<NewPasskey | null> {
    const { site } = this.#parts;
    const answered = readAttestation(json);
    if (site === null || answered === null) return null;
    const { challenge, origin, response } = answered;
    if (!site.accepts(origin) || !this.#challenges.accepts(challenge, { use: 'add', user })) return null;
    const verified = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }).catch(() => null);
    if (verified?.verified !== true) return null;
    const { counter, id, publicKey } = verified.registrationInfo.credential;
    const { transports = [] } = response.response;
    return {
      credentialId: Buffer.from(id, 'base64url'),
      publicKey: Buffer.from(publicKey),
      counter,
      transports: transports.slice(0, maxTransports),
      challenge,
    };
  }

  /** Stores a passkey. The caller has locked the user's second factors. */
  async add(
    transaction: Transaction<Schema>,
    user: UserId,
    { challenge, counter, credentialId, publicKey, transports }: NewPasskey,
    name: string,
  ): Promise<number | Refused<'passkeys_full' | 'passkey_known' | 'passkey_refused'>> {
    if ((await this.count(transaction, user)) >= maxPasskeys) return refused('passkeys_full', { maximum: maxPasskeys });
    if (!(await this.#challenges.use(transaction, challenge))) return refused('passkey_refused');
    const row = await transaction
      .insertInto('passkeys')
      .values({
        user_id: user,
        credential_id: credentialId,
        public_key: publicKey,
        counter,
        name,
        transports: [...transports],
        created_at: this.#parts.now(),
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst();
    return row === undefined ? refused('passkey_known') : safeInteger(row.id);
  }

  async count(database: Kysely<Schema> | Transaction<Schema>, user: UserId): Promise<number> {
    const { count } = await database
      .selectFrom('passkeys')
      .select((row) => row.fn.countAll<string>().as('count'))
      .where('user_id', '=', String(user))
      .executeTakeFirstOrThrow();
    return safeInteger(count);
  }

  /**
   * The passkey that an authenticator's answer proves, and uses the challenge up; null if the answer is not valid.
   *
   * @param owner the account whose passkey it must be; null to find the account
   */
  async prove(transaction: Transaction<Schema>, json: string, owner: UserId | null): Promise<ProvenPasskey | null> {
    const { now, site } = this.#parts;
    const answered = readAssertion(json);
    if (site === null || answered === null) return null;
    const { challenge, origin, response } = answered;
    if (!site.accepts(origin) || !this.#challenges.accepts(challenge, { use: 'proof', user: null })) return null;
    const stored = await transaction
      .selectFrom('passkeys')
      .select(['id', 'user_id', 'credential_id', 'public_key', 'counter'])
      .where('credential_id', '=', Buffer.from(response.id, 'base64url'))
      .forUpdate()
      .executeTakeFirst();
    if (stored === undefined) return null;
    const user = userId(safeInteger(stored.user_id));
    if (owner !== null && user !== owner) return null;
    const { userHandle } = response.response;
    if (userHandle !== undefined && userHandle !== Buffer.from(this.#handleOf(user)).toString('base64url')) return null;
    const verified = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      credential: {
        id: stored.credential_id.toString('base64url'),
        publicKey: new Uint8Array(stored.public_key),
        counter: safeInteger(stored.counter),
      },
    }).catch(() => null);
    if (verified?.verified !== true) return null;
    if (!(await this.#challenges.use(transaction, challenge))) return null;
    await transaction
      .updateTable('passkeys')
      .set({ counter: verified.authenticationInfo.newCounter, last_used_at: now() })
      .where('id', '=', stored.id)
      .execute();
    return { user, id: safeInteger(stored.id) };
  }

  /** The id of a user that authenticators store, which reveals neither the account nor its number. */
  #handleOf(user: UserId): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#parts.box.hash(['user handle', user]));
  }
}
