import { createHash } from 'node:crypto';
import { Exchange, logicVersion } from '@bourse/engine';
import type { Client } from 'pg';
import { safeInteger } from '../database/index.ts';
import { describeHead, emptyHead } from './head.ts';
import type { Head } from './head.ts';

/** Bytes per chunk of a snapshot. */
const CHUNK_BYTES = 1024 * 1024;

/** A verified snapshot as listed in its table. */
export interface SnapshotEntry {
  readonly head: Head;
  readonly stateHash: string;
  readonly chunks: number;
  /** Logic version of the program that wrote it. */
  readonly logicVersion: number;
}

/**
 * Writes the exchange as canonical lines in hashed chunks, reads them back, restores an exchange from them, and marks
 * the snapshot as verified if the state is the same.
 *
 * @returns the number of bytes written
 * @throws Error if the data read back differs, or if the journal does not contain the head
 */
export async function takeSnapshot(client: Client, exchange: Exchange, head: Head, takenAtMs: number): Promise<number> {
  await client.query('delete from snapshot_chunks where batch_id = $1', [head.batchId]);
  let chunks = 0;
  let bytes = 0;
  for (const data of chunksOf(exchange.snapshot())) {
    chunks += 1;
    bytes += data.length;
    await client.query('insert into snapshot_chunks (batch_id, n, sha256, data) values ($1, $2, $3, $4)', [
      head.batchId,
      chunks,
      sha256(data),
      data,
    ]);
  }
  const stateHash = exchange.stateHash();
  await client.query(
    `insert into snapshots (batch_id, sequence, time_ms, events_hash, state_hash, logic_version, chunks, bytes, taken_at, verified)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, false)
     on conflict (batch_id) do update set state_hash = excluded.state_hash, logic_version = excluded.logic_version,
       chunks = excluded.chunks, bytes = excluded.bytes, taken_at = excluded.taken_at, verified = false`,
    [head.batchId, head.sequence, exchange.timeMs, head.eventsHash, stateHash, logicVersion, chunks, bytes, takenAtMs],
  );
  await restoreSnapshot(client, { head, stateHash, chunks, logicVersion });
  // A database that has lost acknowledged batches must not get a snapshot of them: no start could continue from it.
  const verified = await client.query(
    `update snapshots set verified = true, log_position = pg_current_wal_insert_lsn() where batch_id = $1
       and ($1 = $2 or exists (select from journal where batch_id = $1 and events_hash = $3))`,
    [head.batchId, emptyHead.batchId, head.eventsHash],
  );
  if (verified.rowCount !== 1) throw new Error(`the journal of the database does not contain ${describeHead(head)}`);
  return bytes;
}

/**
 * The size of the newest verified snapshot, 0 if there is none, and the bytes that PostgreSQL has written to its log
 * since. Without a usable position, as for a database that was moved to another server, they count from `otherwise`.
 */
export async function logSinceSnapshot(
  client: Client,
  otherwise: string | null,
): Promise<{ readonly snapshotBytes: number; readonly logBytes: number; readonly position: string }> {
  const answer = await client.query<{ bytes: string; log: string; position: string }>(
    `select coalesce(newest.bytes, 0) as bytes, log.position::text as position,
       coalesce(pg_wal_lsn_diff(log.position,
         case when newest.log_position <= log.position then newest.log_position else $1::pg_lsn end), 0) as log
     from (select pg_current_wal_insert_lsn() as position) log
     left join lateral (
       select bytes, log_position from snapshots where verified order by batch_id desc limit 1
     ) newest on true`,
    [otherwise],
  );
  const [row] = answer.rows;
  if (row === undefined) throw new Error('PostgreSQL does not report the end of its log.');
  return { snapshotBytes: safeInteger(row.bytes), logBytes: safeInteger(row.log), position: row.position };
}

/** The verified snapshots, newest first. */
export async function listSnapshots(client: Client): Promise<SnapshotEntry[]> {
  const answer = await client.query<SnapshotRow>(
    `select batch_id, sequence, events_hash, state_hash, chunks, logic_version from snapshots where verified order by batch_id desc`,
  );
  return answer.rows.map((row) => ({
    head: {
      batchId: safeInteger(row.batch_id),
      sequence: safeInteger(row.sequence),
      eventsHash: row.events_hash,
    },
    stateHash: row.state_hash,
    chunks: row.chunks,
    logicVersion: row.logic_version,
  }));
}

/**
 * The exchange as it was when the snapshot was taken.
 *
 * @throws Error naming the defect: a chunk is missing or altered, or the lines result in another state
 */
export async function restoreSnapshot(client: Client, entry: SnapshotEntry): Promise<Exchange> {
  const chunks = await readChunks(client, entry);
  const exchange = Exchange.restore(linesOf(chunks));
  // The chunk hashes have verified a snapshot of an earlier version; its state hash cannot be compared, because the
  // current format has more fields.
  const isSame = entry.logicVersion < logicVersion || exchange.stateHash() === entry.stateHash;
  if (exchange.sequence !== entry.head.sequence || !isSame) {
    throw new Error('its lines result in another state');
  }
  return exchange;
}

async function readChunks(client: Client, { head, chunks }: SnapshotEntry): Promise<Buffer[]> {
  const found: Buffer[] = [];
  for (let n = 1; n <= chunks; n += 1) {
    const answer = await client.query<{ sha256: string; data: Buffer }>(
      'select sha256, data from snapshot_chunks where batch_id = $1 and n = $2',
      [head.batchId, n],
    );
    const row = answer.rows[0];
    if (row === undefined) throw new Error(`chunk ${n} of ${chunks} is missing`);
    if (sha256(row.data) !== row.sha256) throw new Error(`chunk ${n} of ${chunks} was altered`);
    found.push(row.data);
  }
  return found;
}

function* chunksOf(lines: Iterable<string>): Generator<Buffer> {
  let text = '';
  for (const line of lines) {
    text += `${line}\n`;
    // Lines are ASCII except for names of currencies; a slightly longer chunk does no harm.
    if (text.length >= CHUNK_BYTES) {
      yield Buffer.from(text);
      text = '';
    }
  }
  if (text !== '') yield Buffer.from(text);
}

/** Chunks end at the end of a line. */
function* linesOf(chunks: readonly Buffer[]): Generator<string> {
  for (const chunk of chunks) {
    const text = chunk.toString('utf8');
    let start = 0;
    for (let end = text.indexOf('\n', start); end >= 0; end = text.indexOf('\n', start)) {
      yield text.slice(start, end);
      start = end + 1;
    }
    if (start < text.length) yield text.slice(start);
  }
}

function sha256(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

interface SnapshotRow {
  readonly batch_id: string;
  readonly sequence: string;
  readonly events_hash: string;
  readonly state_hash: string;
  readonly chunks: number;
  readonly logic_version: number;
}
