import { EventsHash, logicVersion } from '@bourse/engine';
import type { Event, Exchange } from '@bourse/engine';
import type { Client } from 'pg';
import { safeInteger } from '../database/index.ts';
import type { Committed, CommittedBatch } from './core.ts';
import type { Head } from './head.ts';
import { decodeBatch } from './journal-encoding.ts';

/** Rows per page; the next page is fetched while the current one is applied. */
const PAGE_ROWS = 100;

/** Replaying the journal produces other events than recorded, or the journal has a gap. */
export class JournalMismatch extends Error {
  override readonly name = 'JournalMismatch';
  /** The first batch that differs. */
  readonly batchId: number;

  constructor(batchId: number, message: string) {
    super(message);
    this.batchId = batchId;
  }
}

/**
 * Applies committed batches to an exchange of its own and compares the events of every batch with the recorded hash.
 * A batch of an older logic version is applied by the rules of that version, but its events may be described in another
 * form than then, so its recorded hash is accepted as is.
 */
export class Follower {
  readonly exchange: Exchange;
  #head: Head;
  #uncomparedBatches = 0;

  /** `head` is the position of the exchange in the journal. */
  constructor(exchange: Exchange, head: Head) {
    this.exchange = exchange;
    this.#head = head;
  }

  get head(): Head {
    return this.#head;
  }

  /** The number of batches applied without a comparison of their events, because an older logic version wrote them. */
  get uncomparedBatches(): number {
    return this.#uncomparedBatches;
  }

  /**
   * Reads and applies the batches committed since, until there are no more.
   *
   * @param onBatch called with every batch after it was applied; the next one waits for the returned promise
   * @throws JournalMismatch naming the first batch that differs
   */
  async catchUp(client: Client, onBatch?: (batch: CommittedBatch) => void | Promise<void>): Promise<void> {
    let page = readPage(client, this.#head.batchId);
    for (;;) {
      const rows = await page;
      const last = rows.at(-1);
      if (last === undefined) return;
      page = readPage(client, safeInteger(last.batch_id));
      // Avoids an unhandled rejection if applying fails before this page is awaited.
      page.catch(() => undefined);
      for (const row of rows) {
        const batch = this.#apply(row);
        if (onBatch !== undefined) await onBatch(batch);
      }
    }
  }

  #apply(row: JournalRow): CommittedBatch {
    const batchId = safeInteger(row.batch_id);
    this.#checkContinues(batchId, row);
    let sequence = this.#head.sequence;
    const hash = row.logic_version === logicVersion ? new EventsHash(this.#head.eventsHash) : null;
    const commands: Committed[] = [];
    this.exchange.useLogic(row.logic_version);
    for (const { timeMs, command } of this.#decode(batchId, row)) {
      const events: Event[] = [];
      sequence += 1;
      const outcome = this.exchange.apply(sequence, timeMs, command, events);
      hash?.add(sequence, timeMs, events);
      commands.push({ sequence, timeMs, command, events, outcome });
    }
    this.exchange.useLogic(logicVersion);
    const eventsHash = hash?.hex() ?? row.events_hash;
    if (eventsHash !== row.events_hash || sequence !== safeInteger(row.last_sequence)) {
      throw new JournalMismatch(
        batchId,
        `Replaying batch ${batchId} (commands ${row.first_sequence} to ${row.last_sequence}, logic version ${row.logic_version}) ` +
          `gives events ${eventsHash} up to command ${sequence}; the journal recorded ${row.events_hash}. It is the first batch that differs.`,
      );
    }
    if (hash === null) this.#uncomparedBatches += 1;
    this.#head = { batchId, sequence, eventsHash };
    return { batchId, firstSequence: safeInteger(row.first_sequence), lastSequence: sequence, commands };
  }

  #checkContinues(batchId: number, row: JournalRow): void {
    const { batchId: before, sequence } = this.#head;
    if (row.logic_version > logicVersion) {
      throw new JournalMismatch(
        batchId,
        `Batch ${batchId} was written by a later release (logic version ${row.logic_version}; this release supports up to ${logicVersion}).`,
      );
    }
    if (batchId === before + 1 && safeInteger(row.first_sequence) === sequence + 1) return;
    throw new JournalMismatch(
      before + 1,
      `The journal has a gap: batch ${before} ends with command ${sequence}, and the next one is batch ${batchId}, which begins with command ${row.first_sequence}.`,
    );
  }

  #decode(batchId: number, row: JournalRow): ReturnType<typeof decodeBatch> {
    try {
      return decodeBatch(row.encoding_version, safeInteger(row.time_ms), row.commands);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new JournalMismatch(batchId, `Batch ${batchId} of the journal cannot be read: ${reason}`);
    }
  }
}

interface JournalRow {
  readonly batch_id: string;
  readonly first_sequence: string;
  readonly last_sequence: string;
  readonly time_ms: string;
  readonly logic_version: number;
  readonly encoding_version: number;
  readonly commands: string;
  readonly events_hash: string;
}

async function readPage(client: Client, afterBatch: number): Promise<JournalRow[]> {
  const page = await client.query<JournalRow>({
    name: 'journal_page',
    text: `select batch_id, first_sequence, last_sequence, time_ms, logic_version, encoding_version, commands, events_hash
           from journal where batch_id > $1 order by batch_id limit ${PAGE_ROWS}`,
    values: [afterBatch],
  });
  return page.rows;
}
