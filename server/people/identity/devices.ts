import type { UserId } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { DeviceKeys } from './device-keys.ts';

const devicesPerUser = 50;
const dayMs = 86_400_000;

type Database = Kysely<Schema> | Transaction<Schema>;

/**
 * The devices that users have logged in from, identified by a random id that the browser stores; the table holds keyed
 * hashes of these ids. A client without such an id never counts as known.
 */
export class Devices {
  readonly #db: Kysely<Schema>;
  readonly #keys: DeviceKeys;

  constructor(db: Kysely<Schema>, keys: DeviceKeys) {
    this.#db = db;
    this.#keys = keys;
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
      .where('device_key', '=', this.#keys.keyOf(device))
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
      .where('devices.device_key', '=', this.#keys.keyOf(device))
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
   * Records a login from a device. Returns whether to notify the owner: the device is new, or it has no id and the
   * owner was not notified of such a device within a day.
   */
  async use(database: Database, user: UserId, device: string, nowMs: number): Promise<boolean> {
    const known = await database
      .selectFrom('devices')
      .select('last_used_at')
      .where('user_id', '=', String(user))
      .where('device_key', '=', this.#keys.keyOf(device))
      .executeTakeFirst();
    const quiet = known !== undefined && (device !== '' || nowMs - safeInteger(known.last_used_at) < dayMs);
    if (quiet && device === '') return false;
    const { numInsertedOrUpdatedRows } = await database
      .insertInto('devices')
      .values({ user_id: user, device_key: this.#keys.keyOf(device), first_used_at: nowMs, last_used_at: nowMs })
      .onConflict((conflict) => conflict.columns(['user_id', 'device_key']).doUpdateSet({ last_used_at: nowMs }))
      .executeTakeFirst();
    if (!quiet && numInsertedOrUpdatedRows === 1n) await this.#removeOldest(database, user);
    return !quiet;
  }

  /** Forgets all devices but one, which stays known if it was; returns how many. */
  async forgetOthers(database: Database, user: UserId, device: string): Promise<number> {
    const { numDeletedRows } = await database
      .deleteFrom('devices')
      .where('user_id', '=', String(user))
      .where((row) => row.or([row('device_key', '<>', this.#keys.keyOf(device)), row('device_key', '=', '')]))
      .executeTakeFirst();
    return Number(numDeletedRows);
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
