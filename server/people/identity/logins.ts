import type { KnownDevice, LoginRecord } from '@bourse/contract/identity';
import type { UserId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { Paging } from '../../ground/gateway/index.ts';
import { deviceKeyOf, shownDeviceId } from './device-keys.ts';
import { nameDevice } from './device-name.ts';

const keptForMs = 90 * 86_400_000;
/** Max rows that one clean-up run deletes. */
const rowsPerRound = 1_000;

/** A device that is known to an account, with the key under which it is stored. */
export interface StoredDevice {
  readonly key: string;
  readonly shown: KnownDevice;
}

/** The successful logins of users, and the devices that they came from. Sessions write the table `logins`. */
export class Logins {
  readonly #db: Kysely<Schema>;
  readonly #now: () => number;

  constructor(db: Kysely<Schema>, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** A page of the logins of the last 90 days, newest first, and their number. */
  async page(user: UserId, { limit, offset }: Paging): Promise<{ rows: LoginRecord[]; total: number }> {
    const own = this.#db
      .selectFrom('logins')
      .where('user_id', '=', String(user))
      .where('at', '>', String(this.#now() - keptForMs));
    const rows = await own
      .select(['at', 'address', 'user_agent'])
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    const { count } = await own.select((select) => select.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
    return {
      rows: rows.map((row) => ({ at: safeInteger(row.at), address: row.address, ...nameDevice(row.user_agent) })),
      total: safeInteger(count),
    };
  }

  /** The known devices, most recently used first. Each is named after its newest login. */
  async devices(user: UserId, current: string): Promise<StoredDevice[]> {
    const rows = await this.#db
      .selectFrom('devices')
      .select(['device_key', 'first_used_at', 'last_used_at'])
      .select((select) =>
        select
          .selectFrom('logins')
          .select('user_agent')
          .whereRef('logins.user_id', '=', 'devices.user_id')
          .whereRef('logins.device_key', '=', 'devices.device_key')
          .orderBy('logins.id', 'desc')
          .limit(1)
          .as('user_agent'),
      )
      .where('user_id', '=', String(user))
      .where('device_key', '<>', '')
      .orderBy('last_used_at', 'desc')
      .execute();
    const currentKey = deviceKeyOf(current);
    return rows.map((row) => ({
      key: row.device_key,
      shown: {
        id: shownDeviceId(user, row.device_key),
        current: row.device_key === currentKey ? 1 : 0,
        ...nameDevice(row.user_agent ?? ''),
        first_used_at: safeInteger(row.first_used_at),
        last_used_at: safeInteger(row.last_used_at),
      },
    }));
  }

  /** Deletes a bounded number of old logins. */
  async deleteOld(): Promise<void> {
    const old = this.#db
      .selectFrom('logins')
      .select('id')
      .where('at', '<=', String(this.#now() - keptForMs))
      .limit(rowsPerRound);
    await this.#db.deleteFrom('logins').where('id', 'in', old).execute();
  }
}
