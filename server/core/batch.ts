import type { BatchRows, Projector, TableRows } from '../projections/index.ts';
import { batchWrite } from './batch-statement.ts';
import type { BatchWrite } from './core-store.ts';
import type { Committed, CommittedBatch } from './core.ts';
import type { Head } from './head.ts';
import { encodeBatch } from './journal-encoding.ts';
import type { CoreLimits } from './limits.ts';
import type { PendingAnswer } from './pending-answer.ts';

/** One command that has been given its sequence and applied, and is not durable yet. */
export interface Sequenced {
  readonly result: Committed;
  readonly encoded: string;
  /** Running hash of all events up to and including this command's. */
  readonly eventsHash: string;
  readonly answer: PendingAnswer;
}

/** The commands of one commit while they are collected. Their rows are made as they come. */
export class Batch {
  readonly entries: Sequenced[] = [];
  /** When its first command came, on the monotonic clock. */
  begunAtMs = 0;
  readonly #projector: Projector;
  #rows: BatchRows | null = null;
  #failure: Error | null = null;
  #events = 0;

  constructor(projector: Projector) {
    this.#projector = projector;
  }

  get isEmpty(): boolean {
    return this.entries.length === 0;
  }

  get events(): number {
    return this.#events;
  }

  /** Whether the next command has to wait for the next batch. */
  isFull(limits: Pick<CoreLimits, 'batchCommands' | 'batchEvents'>): boolean {
    return this.entries.length >= limits.batchCommands || this.#events >= limits.batchEvents;
  }

  add(entry: Sequenced): void {
    this.entries.push(entry);
    this.#events += entry.result.events.length;
    this.#projector.add(entry.result);
  }

  /** No command is added any more. Called before the first one is added to the next batch. */
  close(previous: Head): void {
    try {
      this.#rows = this.#projector.finish(previous.batchId + 1);
    } catch (error) {
      // Like rows that cannot be written down: the batch cannot be sealed.
      this.#failure = error instanceof Error ? error : new Error(String(error));
    }
  }

  /** The closed batch as it is sent. Throws TypeError when a row holds what PostgreSQL cannot store. */
  seal(previous: Head): BatchWrite {
    if (this.#failure !== null) throw this.#failure;
    return writeOf(this.entries, previous, this.#rows?.tables ?? []);
  }

  /** The batch as the views see it. */
  committed(batchId: number): CommittedBatch {
    const commands = this.entries.map((entry) => entry.result);
    return {
      batchId,
      firstSequence: commands[0]?.sequence ?? 0,
      lastSequence: commands.at(-1)?.sequence ?? 0,
      commands,
    };
  }

  /**
   * The same commands as one batch each, to find the one that cannot be stored: `unsealed` is the first whose rows
   * cannot even be written down, and the writes are those before it.
   *
   * The writes are tried in a transaction that is rolled back, so none of their rows is ever stored or shown. The
   * venue's sums of the whole batch are with its last command, with the last sequence, as in `seal`: each of the other
   * commands is tried without its share of them, which is safe because a sum that exceeds a row begins another one.
   */
  sealEach(previous: Head): { readonly writes: BatchWrite[]; readonly unsealed: number | null } {
    const writes: BatchWrite[] = [];
    let head = previous;
    const rows = this.#rows?.byCommand() ?? [];
    for (const [index, entry] of this.entries.entries()) {
      try {
        const write = writeOf([entry], head, rows[index] ?? []);
        writes.push(write);
        head = write.next;
      } catch {
        return { writes, unsealed: index };
      }
    }
    return { writes, unsealed: null };
  }
}

function writeOf(entries: readonly Sequenced[], previous: Head, rows: readonly TableRows[]): BatchWrite {
  const last = entries.at(-1);
  if (last === undefined) throw new Error('A batch without commands cannot be written.');
  return batchWrite({
    previous,
    next: { batchId: previous.batchId + 1, sequence: last.result.sequence, eventsHash: last.eventsHash },
    timeMs: entries[0]?.result.timeMs ?? 0,
    commands: encodeBatch(entries.map(({ result, encoded }) => ({ timeMs: result.timeMs, encoded }))),
    rows,
  });
}
