import type { BatchRows, Projector, TableRows } from '../projections/index.ts';
import { batchWrite } from './batch-statement.ts';
import type { BatchWrite } from './core-store.ts';
import type { Committed, CommittedBatch } from './core.ts';
import type { Head } from './head.ts';
import { encodeBatch } from './journal-encoding.ts';
import type { CoreLimits } from './limits.ts';
import type { PendingAnswer } from './pending-answer.ts';

/** A command that has its sequence and has been applied but is not durable yet. */
export interface Sequenced {
  readonly result: Committed;
  readonly encoded: string;
  /** Running hash of all events up to and including those of this command. */
  readonly eventsHash: string;
  readonly answer: PendingAnswer;
}

/** The commands of one commit while they are being collected. Their rows are projected as they are added. */
export class Batch {
  readonly entries: Sequenced[] = [];
  /** The monotonic time at which the first command of the batch was added. */
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

  /** Whether the next command has to go into the next batch. */
  isFull(limits: Pick<CoreLimits, 'batchCommands' | 'batchEvents'>): boolean {
    return this.entries.length >= limits.batchCommands || this.#events >= limits.batchEvents;
  }

  add(entry: Sequenced): void {
    this.entries.push(entry);
    this.#events += entry.result.events.length;
    this.#projector.add(entry.result);
  }

  /** Closes the batch to further commands. Must be called before a command is added to the next batch. */
  close(previous: Head): void {
    try {
      this.#rows = this.#projector.finish(previous.batchId + 1);
    } catch (error) {
      // Reported by `seal`, like rows that cannot be encoded.
      this.#failure = error instanceof Error ? error : new Error(String(error));
    }
  }

  /** The write of the closed batch. Throws TypeError if a row contains a value that PostgreSQL cannot store. */
  seal(previous: Head): BatchWrite {
    if (this.#failure !== null) throw this.#failure;
    return writeOf(this.entries, previous, this.#rows?.tables ?? []);
  }

  /** The batch as published to the views. */
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
   * The same commands as one batch each, to find the one that cannot be stored. `unsealed` is the index of the first
   * whose rows cannot be encoded; `writes` are those before it.
   *
   * The writes are tried in a transaction that is rolled back, so none of their rows is ever stored or shown. The
   * venue's sums of the whole batch are with its last command, as in `seal`: each of the other commands is tried
   * without its share of them, which is safe because a sum that would overflow a row starts another row.
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
