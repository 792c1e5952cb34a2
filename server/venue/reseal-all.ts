import { type Kysely, sql } from 'kysely';
import type { Schema, SealedColumn } from '../ground/database/index.ts';
import { SecretBox, sealedPrefix, type Secrets } from '../ground/secrets/index.ts';
import { sealedRows, sealHashing } from './open-secrets.ts';
import { stored } from './stored.ts';

/** Images have up to some megabytes each. */
const rowsPerRound = 20;
const maxPasses = 10;

/** The number of values that were sealed again, and of those that open with none of the keys. */
export interface Resealed {
  readonly resealed: number;
  readonly damaged: number;
}

/**
 * Seals everything with the first key that an older one has sealed. The exchange may run meanwhile with the same keys:
 * each value is replaced only if it is still the one that was read.
 */
export async function resealAll(db: Kysely<Schema>, secrets: Secrets): Promise<Resealed> {
  let [resealed, damaged] = [0, 0];
  for (const column of stored.sealed) {
    const done = await resealColumn(db, secrets, column);
    resealed += done.resealed;
    damaged += done.damaged;
  }
  // Last, so that a start without the older keys is refused while something needs them.
  if (damaged === 0)
    await db
      .updateTable('secret_keys')
      .set({ sealed: sealHashing(secrets) })
      .execute();
  return { resealed, damaged };
}

/** A row that is changed meanwhile may move to before the place that was reached: passes follow until none is left. */
async function resealColumn(db: Kysely<Schema>, secrets: Secrets, column: SealedColumn): Promise<Resealed> {
  let resealed = 0;
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const done = await passOver(db, secrets, column);
    resealed += done.resealed;
    if (done.seen === done.damaged) return { resealed, damaged: done.damaged };
  }
  throw new Error(`The column ${column.column} of ${column.table} changes too often; try again.`);
}

async function passOver(db: Kysely<Schema>, secrets: Secrets, column: SealedColumn) {
  const except = sealedPrefix(secrets.sealing[0] ?? new Uint8Array());
  const box = new SecretBox(secrets, column.purposes);
  const done = { seen: 0, resealed: 0, damaged: 0 };
  let after = '(0,0)';
  for (;;) {
    const rows = await sealedRows(db, column, { after, except, limit: rowsPerRound });
    for (const { at, place, sealed } of rows) {
      after = at;
      done.seen += 1;
      const bytes = box.openBytes(sealed, place);
      if (bytes === null) {
        done.damaged += 1;
        continue;
      }
      const value = sql.ref(column.column);
      const { numAffectedRows } = await sql`
        update ${sql.table(column.table)} set ${value} = ${box.sealBytes(bytes, place)}
        where ctid = ${at}::tid and ${value} = ${sealed}::bytea`.execute(db);
      done.resealed += Number(numAffectedRows ?? 0n);
    }
    if (rows.length < rowsPerRound) return done;
  }
}
