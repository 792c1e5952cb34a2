import { hash, randomBytes } from 'node:crypto';
import { maxWithdrawalAddresses, onlySavedHours } from '@bourse/contract/addresses';
import type { UserId } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../ground/database/index.ts';
import { refused, type Refused } from '../../ground/gateway/index.ts';
import type { With } from '../../ground/parts.ts';

const hourMs = 3_600_000;
/** Mail is read within days, and the owner may notice a theft late. */
const stopLinkMs = 7 * 24 * hourMs;

/** A saved withdrawal address. */
export interface StoredAddress {
  readonly id: number;
  readonly protocol: number;
  readonly address: string;
  /** Null if there is none. */
  readonly memo: string | null;
  readonly label: string;
  readonly createdAtMs: number;
  /** The time from which on it is paid. */
  readonly maturedAtMs: number;
}

/** An address to save, in its canonical form. */
export type AddressDraft = Pick<StoredAddress, 'address' | 'label' | 'memo' | 'protocol'>;

/** A new address with the token of the link that removes it. */
interface AddedAddress {
  readonly stored: StoredAddress;
  readonly stopToken: string;
}

/** Whether withdrawals of a user go to saved addresses only, and when that ends. */
interface OnlySavedRule {
  readonly on: boolean;
  readonly endsAtMs: number | null;
}

export interface WithdrawalAddressParts extends With<'db' | 'now'> {
  /** Hours until a new address is paid. */
  readonly settings: { readonly draw_address_hours: number };
}

/** The withdrawal addresses that users have saved. */
export class WithdrawalAddresses {
  readonly #parts: WithdrawalAddressParts;

  constructor(parts: WithdrawalAddressParts) {
    this.#parts = parts;
  }

  /** The addresses of a user, oldest first. */
  list(user: UserId): Promise<readonly StoredAddress[]> {
    return listOf(this.#parts.db, user);
  }

  /** The saved address of a user; null if there is none. It must not be paid before `maturedAtMs`. */
  async find(user: UserId, protocol: number, address: string, memo: string | null): Promise<StoredAddress | null> {
    return (await this.list(user)).find((one) => isSame(one, { protocol, address, memo })) ?? null;
  }

  /** Why an address cannot be saved; null if it can. */
  async obstacle(
    database: Kysely<Schema>,
    user: UserId,
    draft: AddressDraft,
  ): Promise<Refused<'address_taken' | 'addresses_full'> | null> {
    const own = await listOf(database, user);
    if (own.some((one) => isSame(one, draft))) return refused('address_taken');
    return own.length >= maxWithdrawalAddresses ? refused('addresses_full', { maximum: maxWithdrawalAddresses }) : null;
  }

  /** Saves an address in the transaction that redeems the proofs. */
  async add(
    transaction: Transaction<Schema>,
    user: UserId,
    draft: AddressDraft,
  ): Promise<AddedAddress | Refused<'address_taken' | 'addresses_full'>> {
    await lockUser(transaction, user);
    const obstacle = await this.obstacle(transaction, user, draft);
    if (obstacle !== null) return obstacle;
    const { now, settings } = this.#parts;
    const createdAtMs = now();
    const maturedAtMs = createdAtMs + settings.draw_address_hours * hourMs;
    const stopToken = randomBytes(32).toString('base64url');
    const { address, label, memo, protocol } = draft;
    const { id } = await transaction
      .insertInto('draw_addresses')
      .values({
        user_id: user,
        protocol_id: protocol,
        address,
        memo: memo ?? '',
        label,
        created_at: createdAtMs,
        matured_at: maturedAtMs,
        stop_hash: hashOf(stopToken),
        stop_until: createdAtMs + stopLinkMs,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { stored: { ...draft, id: safeInteger(id), createdAtMs, maturedAtMs }, stopToken };
  }

  /** Removes an address; false if the user has none with this id. */
  async remove(user: UserId, id: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#parts.db
      .updateTable('draw_addresses')
      .set({ removed_at: this.#parts.now(), stop_hash: null })
      .where('id', '=', String(id))
      .where('user_id', '=', String(user))
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Removes the address of a stop link, once; false if the token is unknown, used or expired. */
  async stop(token: string): Promise<boolean> {
    const { db, now } = this.#parts;
    const { numUpdatedRows } = await db
      .updateTable('draw_addresses')
      .set({ removed_at: now(), stop_hash: null })
      .where('stop_hash', '=', hashOf(token))
      .where('stop_until', '>', String(now()))
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Whether withdrawals of the user go to saved addresses only. */
  async onlySaved(user: UserId): Promise<boolean> {
    return (await this.rule(user)).on;
  }

  async rule(user: UserId): Promise<OnlySavedRule> {
    const row = await this.#parts.db
      .selectFrom('draw_address_rules')
      .select('ends_at')
      .where('user_id', '=', String(user))
      .executeTakeFirst();
    if (row === undefined) return { on: false, endsAtMs: null };
    const endsAtMs = row.ends_at === null ? null : safeInteger(row.ends_at);
    return endsAtMs !== null && endsAtMs <= this.#parts.now() ? { on: false, endsAtMs: null } : { on: true, endsAtMs };
  }

  /** Allows withdrawals to saved addresses only, also if that was about to end. */
  async switchOn(user: UserId): Promise<void> {
    const row = { since: this.#parts.now(), ends_at: null };
    await this.#parts.db
      .insertInto('draw_address_rules')
      .values({ user_id: user, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
  }

  /** Ends the restriction after a wait, in the transaction that redeems the proofs. A running wait continues. */
  async switchOff(transaction: Transaction<Schema>, user: UserId): Promise<void> {
    await transaction
      .updateTable('draw_address_rules')
      .set({ ends_at: this.#parts.now() + onlySavedHours * hourMs })
      .where('user_id', '=', String(user))
      .where('ends_at', 'is', null)
      .execute();
  }

  /** Records the first withdrawal to an address of a user, in the transaction that requests it. */
  async markUsed(
    transaction: Transaction<Schema>,
    user: UserId,
    { address, memo, protocol }: Pick<AddressDraft, 'address' | 'memo' | 'protocol'>,
    atMs: number,
  ): Promise<void> {
    await transaction
      .updateTable('draw_addresses')
      .set({ used_at: atMs })
      .where('user_id', '=', String(user))
      .where('protocol_id', '=', protocol)
      .where('address', '=', address)
      .where('memo', '=', memo ?? '')
      .where('removed_at', 'is', null)
      .where('used_at', 'is', null)
      .execute();
  }

  inTransaction<Result>(work: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result> {
    return inTransaction(this.#parts.db, work);
  }
}

async function listOf(database: Kysely<Schema>, user: UserId): Promise<readonly StoredAddress[]> {
  const rows = await database
    .selectFrom('draw_addresses')
    .select(['id', 'protocol_id', 'address', 'memo', 'label', 'created_at', 'matured_at'])
    .where('user_id', '=', String(user))
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: safeInteger(row.id),
    protocol: row.protocol_id,
    address: row.address,
    memo: row.memo === '' ? null : row.memo,
    label: row.label,
    createdAtMs: safeInteger(row.created_at),
    maturedAtMs: safeInteger(row.matured_at),
  }));
}

function isSame(one: Omit<AddressDraft, 'label'>, other: Omit<AddressDraft, 'label'>): boolean {
  return one.protocol === other.protocol && one.address === other.address && one.memo === other.memo;
}

/** Serializes the changes of a user, until the end of the transaction. */
async function lockUser(transaction: Transaction<Schema>, user: UserId): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', String(user)).forUpdate().execute();
}

function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

declare module '../../ground/parts.ts' {
  interface Parts {
    /** The saved withdrawal addresses of users. */
    readonly savedAddresses: WithdrawalAddresses;
  }
}
