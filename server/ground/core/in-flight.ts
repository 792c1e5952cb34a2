import type { Command } from '@bourse/engine';
import type { Batch } from './batch.ts';
import { AcknowledgedLost } from './acknowledged.ts';
import type { AdmissionQueue } from './admission-queue.ts';
import type { ClosedBy } from './availability.ts';
import { CoreLocked, Fenced } from './core-store.ts';
import type { Incident } from './core-store.ts';
import { CommandNotShown } from './core.ts';
import type { BatchTiming, CoreFailure, CoreRefusalKey } from './core.ts';
import type { Head } from './head.ts';
import type { PendingAnswer } from './pending-answer.ts';

/** A batch whose commit is in flight. */
export interface Committing {
  readonly batch: Batch;
  /** The head after this batch; null if the batch cannot be encoded, in which case no batch can follow it. */
  readonly next: Head | null;
  /** The monotonic time at which the batch was sent. */
  readonly sentAtMs: number;
  readonly durable: Promise<void>;
}

export interface Failure {
  readonly failure: CoreFailure;
  readonly incident: Incident | null;
}

/** The failure of a core that another one has replaced, or whose database has lost batches; null for other errors. */
export function takenFrom(
  error: unknown,
): { readonly key: ClosedBy; readonly reason: string; readonly failure: CoreFailure } | null {
  if (error instanceof AcknowledgedLost) {
    const failure = { kind: 'acknowledged_lost', message: error.message, cause: error } as const;
    return { key: 'lost', reason: lostReason, failure };
  }
  if (error instanceof Fenced || error instanceof CoreLocked) {
    const kind = error instanceof CoreLocked ? 'lock_lost' : 'fenced';
    return {
      key: 'fence',
      reason: 'Another core has taken over.',
      failure: { kind, message: error.message, cause: error },
    };
  }
  return null;
}

/** The public reason; the log names both heads. */
const lostReason = 'The database lacks orders that were acknowledged; an operator has to decide how to continue.';

export interface Waiting {
  readonly command: Command;
  readonly encoded: string;
  readonly answer: PendingAnswer;
}

export function refuseAll(batch: Batch, key: CoreRefusalKey): void {
  for (const entry of batch.entries) entry.answer.refuse(key);
}

/** Refuses the commands that have waited beyond their deadlines. */
export function refuseLate(queue: AdmissionQueue<Waiting>, batches: readonly Batch[], nowMs: number): void {
  const late = (answer: PendingAnswer): boolean => answer.deadlineMs <= nowMs;
  for (const waiting of queue.takeAll(({ answer }) => late(answer))) waiting.answer.refuse('exchange_busy');
  for (const batch of batches)
    for (const { answer } of batch.entries) if (late(answer)) answer.refuse('outcome_pending');
}

/**
 * The incident of a listener that failed. Its command is suspended like one that the engine cannot apply, or the same
 * user could stop the exchange again after each restart.
 */
export function listenerIncident({ entries }: Batch, error: unknown, batchId: number, atMs: number): Incident {
  const sequence = error instanceof CommandNotShown ? error.sequence : null;
  const result = entries.find((entry) => entry.result.sequence === sequence)?.result;
  const of = { command: result?.command ?? null, sequence };
  return { kind: 'listener_failed', ...of, atMs, batchId, error: messageOf(error) };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function timingOf({ batch, sentAtMs }: Committing, durableAtMs: number, publishedAtMs: number): BatchTiming {
  return {
    commands: batch.entries.length,
    events: batch.events,
    collectingMs: sentAtMs - batch.begunAtMs,
    committingMs: durableAtMs - sentAtMs,
    publishingMs: publishedAtMs - durableAtMs,
  };
}
