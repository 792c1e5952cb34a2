import type { UserId } from '@bourse/engine';
import { type Kysely, sql, type Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { deviceKeyOf, newDeviceId } from './device-keys.ts';

const devicesPerUser = 50;
const dayMs = 86_400_000;
/** A device that was not used for this long is no longer known. */
const knownForMs = 90 * dayMs;
/** Max rows that one clean-up run deletes. */
const rowsPerRound = 1_000;

type Database = Kysely<Schema> | Transaction<Schema>;

/**
 * The devices that users have logged in from, each identified by a random id that the server issued after the proofs of
 * a login; the table holds hashes of these ids. An id that a client chose itself is never known. Two accounts of one
 * browser share an id, and forgetting it for one forgets it for both, so a copy of a forgotten id is worth nothing.
 */
export class Devices {
  readonly #db: Kysely<Schema>;
  readonly #now: () => number;

  constructor(db: Kysely<Schema>, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * The id that a device has after a login or registration: its own if the server issued it and some account still
   * knows it, otherwise a new one. Empty for a client without an id, which wants none.
   */
  async idAfterProofs(database: Database, device: string): Promise<string> {
    if (device === '') return '';
    const known = await database
      .selectFrom('devices')
      .select('user_id')
      .where('device_key', '=', deviceKeyOf(device))
      .where('last_used_at', '>', this.#knownSince())
      .limit(1)
      .executeTakeFirst();
    return known === undefined ? newDeviceId() : device;
  }

  /**
   * Whether a user has logged in from a device. Runs the same query without a user, so that its
   * duration does not reveal whether the user exists.
   */
  async knows(user: UserId | null, device: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('devices')
      .select('user_id')
      .where('user_id', '=', String(user ?? 0))
      .where('device_key', '=', deviceKeyOf(device))
      .where('last_used_at', '>', this.#knownSince())
      .executeTakeFirst();
    return row !== undefined && device !== '';
  }

  /**
   * Whether an account has been used from a device. `account` is an e-mail address, or a phone number without its
   * dialling code.
   */
  async knowsAccount(account: string, device: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('devices')
      .innerJoin('users', 'users.id', 'devices.user_id')
      .select('devices.user_id')
      .where('devices.device_key', '=', deviceKeyOf(device))
      .where('devices.last_used_at', '>', this.#knownSince())
      .where((row) =>
        row.or([
          row('users.email_key', '=', account.toLowerCase()),
          row.and([row('users.mobile_key', 'is not', null), row('users.mobile', '=', account)]),
        ]),
      )
      .executeTakeFirst();
    return row !== undefined && device !== '';
  }

  /**
   * Records a login from a device with an id of `idAfterProofs`. Returns whether to notify the owner: the device is
   * new, or it has no id and the owner was not notified of such a device within a day.
   */
  async use(database: Database, user: UserId, device: string): Promise<boolean> {
    const nowMs = this.#now();
    const known = await database
      .selectFrom('devices')
      .select('last_used_at')
      .where('user_id', '=', String(user))
      .where('device_key', '=', deviceKeyOf(device))
      .executeTakeFirst();
    const quietMs = device === '' ? dayMs : knownForMs;
    const quiet = known !== undefined && nowMs - safeInteger(known.last_used_at) < quietMs;
    if (quiet && device === '') return false;
    const { numInsertedOrUpdatedRows } = await database
      .insertInto('devices')
      .values({ user_id: user, device_key: deviceKeyOf(device), first_used_at: nowMs, last_used_at: nowMs })
      .onConflict((conflict) => conflict.columns(['user_id', 'device_key']).doUpdateSet({ last_used_at: nowMs }))
      .executeTakeFirst();
    if (!quiet && numInsertedOrUpdatedRows === 1n) await this.#removeOldest(database, user);
    return !quiet;
  }

  /** Forgets all devices but one, which stays known if it was; returns how many. */
  async forgetOthers(database: Database, user: UserId, device: string): Promise<number> {
    const others = await database
      .selectFrom('devices')
      .select('device_key')
      .where('user_id', '=', String(user))
      .where((row) => row.or([row('device_key', '<>', deviceKeyOf(device)), row('device_key', '=', '')]))
      .execute();
    for (const { device_key: key } of others) await this.forget(database, user, key);
    return others.length;
  }

  /** Forgets a device by its stored key, for every account that shares its id. */
  async forget(database: Database, user: UserId, key: string): Promise<void> {
    const rows = database.deleteFrom('devices').where('device_key', '=', key);
    await (key === '' ? rows.where('user_id', '=', String(user)) : rows).execute();
  }

  /** Deletes a bounded number of devices that are no longer known. */
  async deleteOld(): Promise<void> {
    const old = sql`select ctid from devices where last_used_at <= ${this.#knownSince()}::bigint limit ${rowsPerRound}`;
    await sql`delete from devices where ctid in (${old})`.execute(this.#db);
  }

  #knownSince(): string {
    return String(this.#now() - knownForMs);
  }

  async #removeOldest(database: Database, user: UserId): Promise<void> {
    const oldest = await database
      .selectFrom('devices')
      .select('device_key')
      .where('user_id', '=', String(user))
      .orderBy('last_used_at', 'desc')
      .orderBy('device_key')
      .offset(devicesPerUser)
      .execute();
    if (oldest.length === 0) return;
    const keys = oldest.map((row) => row.device_key);
    await database.deleteFrom('devices').where('user_id', '=', String(user)).where('device_key', 'in', keys).execute();
  }
}
