import type { CodeRefusal } from '@bourse/contract/identity';
import type { Language } from '@bourse/contract/texts';
import { randomInt } from 'node:crypto';
import { userId, type UserId } from '@bourse/engine';
import { type Kysely, sql, type SqlBool, type Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../ground/database/index.ts';
import type { Refused } from '../../ground/gateway/index.ts';
import type { Contact } from '../notify/index.ts';
import type { Application } from './application.ts';
import type { With } from '../../ground/parts.ts';

/** A user account as the login needs it. */
export interface Person {
  readonly id: UserId;
  readonly email: string;
  readonly mobile: string;
  /** The phone number with dialling code if it identifies the account, else null. */
  readonly mobileKey: string | null;
  readonly isSeller: boolean;
  readonly passwordHash: string;
  /** Whether all starting balances of the demo were credited. */
  readonly granted: boolean;
  readonly inviteCode: string;
  /** The agent of the user; 0 without one. */
  readonly agent: number;
  readonly hasPhishingWord: boolean;
  /** Whether others who know the e-mail address can find the account by it. */
  readonly foundByMail: boolean;
}

/** The accounts of users and their inviters. */
export class People {
  readonly #db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /** The account with this address. */
  async findByContact({ channel, key }: Contact): Promise<Person | null> {
    const column = channel === 'email' ? 'email_key' : 'mobile_key';
    return personOf(await this.#select().where(column, '=', key).executeTakeFirst());
  }

  /** An account by its id, read in a transaction if one is given. */
  async find(id: UserId, transaction?: Transaction<Schema>): Promise<Person | null> {
    return personOf(await this.#select(transaction).where('id', '=', String(id)).executeTakeFirst());
  }

  /** The owner of an invitation code; null if unknown. */
  async inviterOf(inviteCode: string): Promise<UserId | null> {
    const row = await this.#db
      .selectFrom('users')
      .select('id')
      .where('invite_code', '=', inviteCode)
      .executeTakeFirst();
    return row === undefined ? null : userId(safeInteger(row.id));
  }

  /**
   * Creates an account with the next id; null if the address is taken, also by a concurrent registration. A lock
   * serializes registrations, so that a taken address uses up no id.
   */
  async add(application: Application, more: AddedPerson): Promise<AddedAccount | Refused<CodeRefusal> | null> {
    return inTransaction(this.#db, async (transaction) => {
      const refusal = await more.permit(transaction);
      if (refusal !== null) return refusal;
      await sql`select pg_advisory_xact_lock(hashtext('bourse registration'))`.execute(transaction);
      const { contact } = application;
      const byEmail = contact.channel === 'email';
      const taken = transaction
        .selectFrom('users')
        .select('id')
        .where(byEmail ? 'email_key' : 'mobile_key', '=', contact.key);
      if ((await taken.executeTakeFirst()) !== undefined) return null;
      const id = await nextId(transaction);
      await transaction
        .insertInto('users')
        .values({
          id,
          email: byEmail ? contact.address : '',
          email_key: byEmail ? contact.key : null,
          mobile_key: byEmail ? null : contact.key,
          mobile: application.mobile,
          area_id: application.areaId,
          password_hash: more.passwordHash,
          invite_code: newInviteCode(),
          invited_by: more.invitedBy,
          created_at: more.nowMs,
          language: more.language,
        })
        .execute();
      await more.joined(transaction, userId(id));
      const device = await more.devices.idAfterProofs(transaction, application.device);
      if (device !== '') await more.devices.use(transaction, userId(id), device);
      return { id: userId(id), device };
    });
  }

  /** Replaces the password hash. Returns false if the current hash is not `before`; null skips this check. */
  async changePassword(
    id: UserId,
    change: { readonly before: string | null; readonly after: string; readonly nowMs: number },
    transaction: Transaction<Schema>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await transaction
      .updateTable('users')
      .set({ password_hash: change.after, password_changed_at: change.nowMs })
      .where('id', '=', String(id))
      .$if(change.before !== null, (query) => query.where('password_hash', '=', change.before ?? ''))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Links an address to an account in place of an earlier one; false if it belongs to another account. */
  async changeContact(
    id: UserId,
    { contact, mobile, areaId, nowMs }: NewContact,
    transaction: Transaction<Schema>,
  ): Promise<boolean> {
    // The same lock as that of registrations, which could take the address at the same time.
    await sql`select pg_advisory_xact_lock(hashtext('bourse registration'))`.execute(transaction);
    const byEmail = contact.channel === 'email';
    const taken = await transaction
      .selectFrom('users')
      .select('id')
      .where(byEmail ? 'email_key' : 'mobile_key', '=', contact.key)
      .executeTakeFirst();
    if (taken !== undefined) return false;
    const change = byEmail
      ? { email: contact.address, email_key: contact.key }
      : { mobile, mobile_key: contact.key, area_id: areaId };
    await transaction
      .updateTable('users')
      .set({ ...change, contact_changed_at: nowMs })
      .where('id', '=', String(id))
      .execute();
    return true;
  }

  /** Remembers the language that a user reads, for messages without a request. */
  async keepLanguage(id: UserId, language: Language, transaction: Transaction<Schema>): Promise<void> {
    await transaction
      .updateTable('users')
      .set({ language })
      .where('id', '=', String(id))
      .where('language', 'is distinct from', language)
      .execute();
  }

  async markGranted(id: UserId, nowMs: number): Promise<void> {
    await this.#db.updateTable('users').set({ granted_at: nowMs }).where('id', '=', String(id)).execute();
  }

  #select(db: Kysely<Schema> = this.#db) {
    return db
      .selectFrom('users')
      .select(['id', 'email', 'mobile', 'mobile_key', 'is_seller', 'password_hash', 'granted_at'])
      .select(['invite_code', 'agent_id', 'found_by_mail'])
      .select((row) => row('phishing_word', 'is not', null).as('has_phishing_word'));
  }
}

async function nextId(transaction: Transaction<Schema>): Promise<number> {
  const { rows } = await sql<{ id: string }>`select nextval('user_ids') as id`.execute(transaction);
  return safeInteger(rows[0]?.id ?? '');
}

/** A new account with the id that its first device has from now on; empty for a client without one. */
export interface AddedAccount {
  readonly id: UserId;
  readonly device: string;
}

/** The data of a new account besides the application. */
export interface AddedPerson extends With<'devices'> {
  readonly passwordHash: string;
  readonly invitedBy: UserId | null;
  readonly language: Language;
  readonly nowMs: number;
  /** Attaches the new account to the agent of its inviter, in the transaction that creates it. */
  readonly joined: (transaction: Transaction<Schema>, id: UserId) => Promise<void>;
  /** Redeems the verification code in the transaction that creates the account. */
  readonly permit: (transaction: Transaction<Schema>) => Promise<Refused<CodeRefusal> | null>;
}

/** An address to link to an account. */
export interface NewContact {
  readonly contact: Contact;
  /** The phone number without its dialling code, as it was entered; unused for e-mail addresses. */
  readonly mobile: string;
  readonly areaId: number | null;
  readonly nowMs: number;
}

interface PersonRow {
  readonly id: string;
  readonly email: string;
  readonly mobile: string;
  readonly mobile_key: string | null;
  readonly is_seller: boolean;
  readonly password_hash: string;
  readonly granted_at: string | null;
  readonly invite_code: string;
  readonly agent_id: string | null;
  readonly has_phishing_word: SqlBool;
  readonly found_by_mail: boolean;
}

function personOf(row: PersonRow | undefined): Person | null {
  if (row === undefined) return null;
  return {
    id: userId(safeInteger(row.id)),
    email: row.email,
    mobile: row.mobile,
    mobileKey: row.mobile_key,
    isSeller: row.is_seller,
    passwordHash: row.password_hash,
    granted: row.granted_at !== null,
    inviteCode: row.invite_code,
    agent: row.agent_id === null ? 0 : safeInteger(row.agent_id),
    hasPhishingWord: row.has_phishing_word === true,
    foundByMail: row.found_by_mail,
  };
}

/** Eight characters without ambiguous ones: 10^12 codes, so that collisions are practically impossible. */
function newInviteCode(): string {
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
}
