import type { Command } from '@bourse/engine';
import type { Batch } from './batch.ts';
import type { Incident } from './core-store.ts';
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

export interface Waiting {
  readonly command: Command;
  readonly encoded: string;
  readonly answer: PendingAnswer;
}

export function refuseAll(batch: Batch, key: CoreRefusalKey): void {
  for (const entry of batch.entries) entry.answer.refuse(key);
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
