import type { Client } from 'pg';
import { openCoreConnection, safeInteger } from '../database/index.ts';
import type { DatabaseSettings } from '../database/index.ts';
import { fateOf } from './acknowledged.ts';
import type { Acknowledged } from './acknowledged.ts';
import type { AcknowledgedFile } from './acknowledged-file.ts';
import { takeCoreLock } from './core-lock.ts';

/** The database is at `found`, but `acknowledged` was acknowledged. */
export interface Loss {
  readonly acknowledged: Acknowledged;
  readonly found: Acknowledged;
}

export interface AcceptLossOptions {
  readonly database: DatabaseSettings;
  readonly file: AcknowledgedFile;
  /** The person who accepts the loss, and the machine, for the audit. */
  readonly by: string;
  readonly host: string;
  readonly nowMs: number;
  /** Whether the person accepts this loss. The database is locked until then. */
  readonly confirm: (loss: Loss) => Promise<boolean>;
}

/**
 * Accepts the loss of acknowledged batches: records who accepted it, when, and both heads in `accepted_losses`, and
 * starts another generation of the head, with which the exchange opens again.
 *
 * @returns `nothing_lost` if the database contains what was acknowledged
 * @throws CoreLocked if an exchange runs on the database
 */
export async function acceptLoss(options: AcceptLossOptions): Promise<'accepted' | 'declined' | 'nothing_lost'> {
  const { database, file, confirm } = options;
  const acknowledged = file.read();
  if (acknowledged === null) return 'nothing_lost';
  const client = await openCoreConnection(database);
  try {
    await takeCoreLock(client, null);
    const found = await readHead(client);
    const hashOf = (batchId: number): Promise<string | null> => hashOfBatch(client, batchId);
    if ((await fateOf(acknowledged, { ...found, hashOf })) !== 'lost') return 'nothing_lost';
    if (!(await confirm({ acknowledged, found }))) return 'declined';
    const generation = Math.max(found.generation, acknowledged.generation) + 1;
    await record(client, { acknowledged, found }, generation, options);
    await file.write({ ...found, generation });
    return 'accepted';
  } finally {
    await client.end();
  }
}

async function readHead(client: Client): Promise<Acknowledged> {
  const answer = await client.query<Record<'generation' | 'epoch' | 'batch_id' | 'sequence' | 'events_hash', string>>(
    'select generation, epoch, batch_id, sequence, events_hash from core_head',
  );
  const row = answer.rows[0];
  if (row === undefined)
    throw new Error('The table core_head has no row; the database was not set up by this program.');
  return {
    generation: safeInteger(row.generation),
    epoch: safeInteger(row.epoch),
    head: { batchId: safeInteger(row.batch_id), sequence: safeInteger(row.sequence), eventsHash: row.events_hash },
  };
}

async function hashOfBatch(client: Client, batchId: number): Promise<string | null> {
  const answer = await client.query<{ events_hash: string }>('select events_hash from journal where batch_id = $1', [
    batchId,
  ]);
  return answer.rows[0]?.events_hash ?? null;
}

async function record(
  client: Client,
  { acknowledged, found }: Loss,
  generation: number,
  { by, host, nowMs }: AcceptLossOptions,
): Promise<void> {
  await client.query('begin');
  await client.query(
    `insert into accepted_losses (at_ms, accepted_by, host, generation, acknowledged_generation, acknowledged_epoch,
       acknowledged_batch_id, acknowledged_sequence, acknowledged_events_hash, found_generation, found_epoch,
       found_batch_id, found_sequence, found_events_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [nowMs, by, host, generation, ...columnsOf(acknowledged), ...columnsOf(found)],
  );
  await client.query('update core_head set generation = $1', [generation]);
  await client.query('commit');
}

function columnsOf({ generation, epoch, head }: Acknowledged): (number | string)[] {
  return [generation, epoch, head.batchId, head.sequence, head.eventsHash];
}
