import { type Kysely, sql } from 'kysely';
import { inTransaction, type Schema } from '../../ground/database/index.ts';
import type { DeviceKeys } from './device-keys.ts';

const rowsPerRound = 1_000;

/** Hashes the device ids that an older version stored in plain, and removes them. Does nothing at later starts. */
export async function hashPlainDevices(db: Kysely<Schema>, keys: DeviceKeys): Promise<void> {
  for (;;) {
    const rows = await db.selectFrom('plain_devices').selectAll().limit(rowsPerRound).execute();
    if (rows.length === 0) return;
    const users = rows.map((row) => row.user_id);
    const plain = rows.map((row) => row.device_id);
    const hashed = plain.map((device) => keys.keyOf(device));
    const table = sql`unnest(${users}::bigint[], ${plain}::text[], ${hashed}::text[]) as batch (user_id, plain, hashed)`;
    await inTransaction(db, async (transaction) => {
      await sql`
        insert into devices (user_id, device_key, first_used_at, last_used_at)
        select user_id, hashed, first_used_at, last_used_at from plain_devices join ${table} using (user_id)
        where plain_devices.device_id = batch.plain`.execute(transaction);
      await sql`
        update sessions set device_key = hashed from ${table}
        where sessions.user_id = batch.user_id and device_key = plain`.execute(transaction);
      await sql`
        delete from plain_devices using ${table}
        where plain_devices.user_id = batch.user_id and device_id = plain`.execute(transaction);
    });
  }
}
