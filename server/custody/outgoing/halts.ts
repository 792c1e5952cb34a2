import type { Kysely } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';

/** Why no payments are made on a chain; null while they are. */
export async function readHalt(db: Kysely<Schema>, chain: number): Promise<string | null> {
  const halt = await db.selectFrom('payment_halts').select('reason').where('chain_id', '=', chain).executeTakeFirst();
  return halt?.reason ?? null;
}

/** Stops all payments on a chain until a person resumes them. */
export async function haltPayments(db: Kysely<Schema>, chain: number, reason: string, nowMs: number): Promise<void> {
  await db
    .insertInto('payment_halts')
    .values({ chain_id: chain, reason, since: nowMs })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether the blocks of a chain are not followed until people have judged a reorganization. */
export async function isChainHalted(db: Kysely<Schema>, chain: number): Promise<boolean> {
  const cursor = await db.selectFrom('scan_cursors').select('halted').where('chain_id', '=', chain).executeTakeFirst();
  return cursor !== undefined && cursor.halted !== null;
}
