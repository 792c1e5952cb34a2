import type { UserId } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import { safeInteger, type Schema } from '../database/index.ts';

const devicesPerUser = 50;
const dayMs = 86_400_000;

type Database = Kysely<Schema> | Transaction<Schema>;

/**
 * The devices that people have logged in from, by the random ids that their browsers keep. A client that names no
 * device is never a known one.
 */
export class Devices {
  readonly #db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /** Whether somebody has logged in from a device; asked in the same way about nobody, who has none. */
  async knows(user: UserId | null, device: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('devices')
      .select('user_id')
      .where('user_id', '=', String(user ?? 0))
      .where('device_id', '=', device)
      .executeTakeFirst();
    return row !== undefined && device !== '';
  }

  /** The same by what an account goes by: an e-mail address, or a phone number without its dialling code. */
  async knowsAccount(account: string, device: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('devices')
      .innerJoin('users', 'users.id', 'devices.user_id')
      .select('devices.user_id')
      .where('devices.device_id', '=', device)
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
   * Notes a login from a device. True when the owner has to hear of it: the device is new, or it has no name and nobody
   * was told of such a one for a day.
   */
  async use(database: Database, user: UserId, device: string, nowMs: number): Promise<boolean> {
    const known = await database
      .selectFrom('devices')
      .select('last_used_at')
      .where('user_id', '=', String(user))
      .where('device_id', '=', device)
      .executeTakeFirst();
    const quiet = known !== undefined && (device !== '' || nowMs - safeInteger(known.last_used_at) < dayMs);
    if (quiet && device === '') return false;
    const { numInsertedOrUpdatedRows } = await database
      .insertInto('devices')
      .values({ user_id: user, device_id: device, first_used_at: nowMs, last_used_at: nowMs })
      .onConflict((conflict) => conflict.columns(['user_id', 'device_id']).doUpdateSet({ last_used_at: nowMs }))
      .executeTakeFirst();
    if (!quiet && numInsertedOrUpdatedRows === 1n) await this.#forgetOldest(database, user);
    return !quiet;
  }

  /** Whoever has a new password starts with one device at most, the one it was set on. */
  async forgetOthers(database: Database, user: UserId, device: string, nowMs: number): Promise<void> {
    await database.deleteFrom('devices').where('user_id', '=', String(user)).execute();
    if (device !== '') await this.use(database, user, device, nowMs);
  }

  async #forgetOldest(database: Database, user: UserId): Promise<void> {
    const oldest = await database
      .selectFrom('devices')
      .select('device_id')
      .where('user_id', '=', String(user))
      .orderBy('last_used_at', 'desc')
      .orderBy('device_id')
      .offset(devicesPerUser)
      .execute();
    if (oldest.length === 0) return;
    const ids = oldest.map((row) => row.device_id);
    await database.deleteFrom('devices').where('user_id', '=', String(user)).where('device_id', 'in', ids).execute();
  }
}
