import type { Recipient } from '@bourse/contract/sending';
import { isUserId, userId, type UserId } from '@bourse/engine';
import { type Kysely, sql, type Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../ground/database/index.ts';
import { emailKey } from '../../ground/email-key.ts';
import { type Refused, refused } from '../../ground/gateway/index.ts';
import { restrictionView } from '../../people/restrictions/index.ts';
import type { VerifiedPort } from '../../people/verification/index.ts';
import type { With } from '../../ground/parts.ts';

const dayMs = 86_400_000;
/** Look-ups are kept this long: a recipient that was found within a day is known. */
const keptForMs = 2 * dayMs;
const rowsPerRound = 1_000;

export type RecipientRefusal = Refused<'recipient_self' | 'recipient_unknown' | 'recipient_lookups_used'>;

export interface RecipientParts extends With<'identityDb' | 'now' | 'views'> {
  readonly settings: { readonly send_lookups: number };
  readonly verified: Pick<VerifiedPort, 'nameOf' | 'statusOf'>;
}

/**
 * Finds the recipients of coins. Strangers learn nothing: users that cannot receive are refused like those that do not
 * exist, and every look-up counts, found or not, before anything is looked up.
 */
export class Recipients {
  readonly #parts: RecipientParts;

  constructor(parts: RecipientParts) {
    this.#parts = parts;
  }

  /** By a user id, or by the e-mail address of a user who allows it. */
  async lookUp(user: UserId, to: string): Promise<Recipient | RecipientRefusal> {
    const named = to.trim();
    const byId = /^\d{1,10}$/.test(named) ? Number(named) : null;
    if (byId === user || (named.includes('@') && (await this.#isOwnMail(user, named))))
      return refused('recipient_self');
    const counted = await this.#count(user);
    if (typeof counted !== 'string') return counted;
    const found = byId === null ? await this.#byMail(named) : isUserId(byId) ? byId : null;
    const recipient = found === null ? null : await this.#receiving(user, found);
    if (recipient === null) return refused('recipient_unknown');
    await this.#remember(counted, recipient);
    return recipient;
  }

  /** The recipient of a request; one that the user does not know already costs a look-up. */
  async find(user: UserId, uid: number): Promise<Recipient | RecipientRefusal> {
    if (uid === user) return refused('recipient_self');
    if (!isUserId(uid)) return refused('recipient_unknown');
    if (!(await this.#knows(user, uid))) return this.lookUp(user, String(uid));
    return (await this.#receiving(user, uid)) ?? refused('recipient_unknown');
  }

  /** The hint of a user's own name, which the recipient sees; empty if the user is not verified any more. */
  async hintOf(user: UserId): Promise<string> {
    const name = await this.#parts.verified.nameOf(user);
    return name === null ? '' : hintOf(name);
  }

  /** Deletes a bounded number of old look-ups and returns how many. */
  async deleteOld(): Promise<number> {
    const { identityDb, now } = this.#parts;
    const old = identityDb
      .selectFrom('recipient_lookups')
      .select('id')
      .where('at', '<=', String(now() - keptForMs))
      .limit(rowsPerRound);
    const { numDeletedRows } = await identityDb
      .deleteFrom('recipient_lookups')
      .where('id', 'in', old)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  /**
   * A user who can receive coins of another: both are verified, and the receiver is neither restricted nor has blocked
   * the sender.
   */
  async #receiving(user: UserId, uid: UserId): Promise<Recipient | null> {
    const { identityDb, verified, views } = this.#parts;
    const [own, name, blocked] = await Promise.all([
      verified.statusOf(user),
      verified.nameOf(uid),
      identityDb
        .selectFrom('trader_blocks')
        .select('user_id')
        .where('user_id', '=', String(uid))
        .where('other_id', '=', String(user))
        .executeTakeFirst(),
    ]);
    const isRestricted = restrictionView.of(views).scopeOf(uid) !== 'none';
    if (own !== 2 || name === null || isRestricted || blocked !== undefined) return null;
    return { uid, hint: hintOf(name) };
  }

  async #byMail(address: string): Promise<UserId | null> {
    if (!address.includes('@')) return null;
    const row = await this.#parts.identityDb
      .selectFrom('users')
      .select('id')
      .where('email_key', '=', emailKey(address))
      .where('found_by_mail', '=', true)
      .executeTakeFirst();
    return row === undefined ? null : userId(safeInteger(row.id));
  }

  async #isOwnMail(user: UserId, address: string): Promise<boolean> {
    const row = await this.#parts.identityDb
      .selectFrom('users')
      .select('id')
      .where('id', '=', String(user))
      .where('email_key', '=', emailKey(address))
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Whether the user has found this recipient within a day, or sent coins to it. */
  async #knows(user: UserId, uid: UserId): Promise<boolean> {
    const { identityDb, now } = this.#parts;
    const found = await identityDb
      .selectFrom('recipient_lookups')
      .select('id')
      .where('user_id', '=', String(user))
      .where('found_id', '=', String(uid))
      .where('at', '>', String(now() - dayMs))
      .limit(1)
      .executeTakeFirst();
    if (found !== undefined) return true;
    const sent = await identityDb
      .selectFrom('sends')
      .select('id')
      .where('user_id', '=', String(user))
      .where('to_user_id', '=', String(uid))
      .where('stage', '=', 'sent')
      .limit(1)
      .executeTakeFirst();
    return sent !== undefined;
  }

  /** Counts a look-up, one at a time for each user; its id, or the refusal if those of the UTC day are used up. */
  async #count(user: UserId): Promise<string | RecipientRefusal> {
    const { identityDb, now, settings } = this.#parts;
    return inTransaction(identityDb, async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`recipients of ${user}`}, 0))`.execute(transaction);
      const maximum = settings.send_lookups;
      const atMs = now();
      if ((await lookUpsOf(transaction, user, startOfDay(atMs))) >= maximum)
        return refused('recipient_lookups_used', { maximum });
      const { id } = await transaction
        .insertInto('recipient_lookups')
        .values({ user_id: user, found_id: null, at: atMs })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    });
  }

  async #remember(id: string, { uid }: Recipient): Promise<void> {
    await this.#parts.identityDb.updateTable('recipient_lookups').set({ found_id: uid }).where('id', '=', id).execute();
  }
}

/** The first of the UTC day, in epoch milliseconds. */
export function startOfDay(atMs: number): number {
  return atMs - (atMs % dayMs);
}

/** The first and the last sign of a name; only the first of names of one or two signs. */
export function hintOf(name: string): string {
  const signs = [...new Intl.Segmenter('en').segment(name.normalize('NFKC').trim())].map(({ segment }) => segment);
  const [first = ''] = signs;
  const last = signs.length > 2 ? signs.at(-1) : '';
  return `${shortened(first)}***${shortened(last ?? '')}`;
}

/** A sign can be a letter with any number of marks. */
function shortened(sign: string): string {
  return Array.from(sign).slice(0, 4).join('');
}

async function lookUpsOf(db: Kysely<Schema> | Transaction<Schema>, user: UserId, fromMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('recipient_lookups')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('user_id', '=', String(user))
    .where('at', '>=', String(fromMs))
    .executeTakeFirstOrThrow();
  return safeInteger(count);
}
