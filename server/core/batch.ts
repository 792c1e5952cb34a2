import type { MarketId } from '@bourse/engine';
import { BatchProjection } from '../projections/index.ts';
import type { Pair } from '../projections/index.ts';
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
  readonly #projection: BatchProjection;
  readonly #pairs: Map<MarketId, Pair>;
  #events = 0;

  constructor(pairs: Map<MarketId, Pair>) {
    this.#pairs = pairs;
    this.#projection = new BatchProjection(pairs);
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
    this.#projection.add(entry.result);
  }

  /** The batch as it is sent. Throws TypeError when a row holds what PostgreSQL cannot store. */
  seal(previous: Head): BatchWrite {
    const batchId = previous.batchId + 1;
    return writeOf(this.entries, previous, this.#projection.finish(batchId));
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
   * The same commands as one batch each, to find the one that cannot be stored: `unsealed` is the first whose rows cannot
   * even be written down, and the writes are those before it.
   */
  sealEach(previous: Head): { readonly writes: BatchWrite[]; readonly unsealed: number | null } {
    const writes: BatchWrite[] = [];
    let head = previous;
    for (const [index, entry] of this.entries.entries()) {
      try {
        const projection = new BatchProjection(this.#pairs);
        projection.add(entry.result);
        const write = writeOf([entry], head, projection.finish(head.batchId + 1));
        writes.push(write);
        head = write.next;
      } catch {
        return { writes, unsealed: index };
      }
    }
    return { writes, unsealed: null };
  }
}

function writeOf(
  entries: readonly Sequenced[],
  previous: Head,
  rows: ReturnType<BatchProjection['finish']>,
): BatchWrite {
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
