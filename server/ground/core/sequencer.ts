import { setImmediate as nextTurn } from 'node:timers/promises';
import { hashEvents, priorityOf } from '@bourse/engine';
import type { Command, Event, Exchange, Priority } from '@bourse/engine';
import { Projector } from '../projections/index.ts';
import { checkSubmission } from './check-submission.ts';
import type { AcknowledgedKeeper } from './acknowledged-file.ts';
import { AdmissionQueue } from './admission-queue.ts';
import { Batch } from './batch.ts';
import type { Sequenced } from './batch.ts';
import type { TimeSource } from './clock.ts';
import type { CoreSession, CoreStore, Incident } from './core-store.ts';
import { CoreRefusal } from './core.ts';
import type {
  BatchTiming,
  Committed,
  CommittedBatch,
  Core,
  CoreFailure,
  CoreRefusalKey,
  CoreStatus,
  SubmitOptions,
} from './core.ts';
import { roomReasons } from './disk-watch.ts';
import type { DiskRoom, DiskWatch } from './disk-watch.ts';
import { Availability } from './availability.ts';
import { DurableWriter, WriterStopped } from './durable-writer.ts';
import type { Head } from './head.ts';
import { listenerIncident, messageOf, refuseAll, refuseLate, takenFrom, timingOf } from './in-flight.ts';
import type { Committing, Failure, Waiting } from './in-flight.ts';
import type { Housekeeping } from './housekeeping.ts';
import { encodeCommand } from './journal-encoding.ts';
import type { CoreLimits } from './limits.ts';
import type { CoreLog } from './log.ts';
import { PendingAnswer } from './pending-answer.ts';
import type { Suspensions } from './suspensions.ts';
import { Ticker } from './ticker.ts';

export interface SequencerParts {
  /** The recovered exchange, at the head of the session. */
  readonly exchange: Exchange;
  readonly session: CoreSession;
  readonly store: CoreStore;
  readonly time: TimeSource;
  readonly limits: CoreLimits;
  readonly suspensions: Suspensions;
  readonly housekeeping: Housekeeping;
  /** Keeps the acknowledged head outside the database; null if that is not wanted. */
  readonly acknowledged: AcknowledgedKeeper | null;
  /** The disk of the database; null if it is not on this machine. */
  readonly disk: DiskWatch | null;
  readonly log: CoreLog;
}

/** The public reason after a fault; the details are in the log. */
const stoppedReason = 'The exchange has stopped because of a fault and will start again.';

/**
 * Assigns each command its sequence and time, applies it in memory at once, and commits in groups: while up to two
 * batches are in flight, the next one grows. Nothing is published before the batch in which it was decided is durable.
 */
export class Sequencer implements Core {
  readonly #parts: SequencerParts;
  readonly #writer: DurableWriter;
  readonly #queue: AdmissionQueue<Waiting>;
  readonly #availability = new Availability();
  readonly #ticker: Ticker;
  readonly #listeners: ((batch: CommittedBatch) => void)[] = [];
  readonly #timingListeners: ((timing: BatchTiming) => void)[] = [];
  readonly #fatalListeners: ((failure: CoreFailure) => void)[] = [];
  readonly #projector: Projector;
  /** The durable head. */
  #head: Head;
  /** Running hash of all applied events, durable or not. */
  #eventsHash: string;
  #growing: Batch;
  /** Batches in flight, oldest first. */
  readonly #committing: Committing[] = [];
  #running: Promise<void> | null = null;
  /** Whether the growing batch will be considered for sending at the end of this turn. */
  #isChecking = false;
  /** Whether nothing more may be applied or written; the loop ends. */
  #halted = false;
  #failure: Failure | null = null;
  /** The failure of the core, set once it is recorded and the session has ended. */
  #ended: CoreFailure | null = null;
  #sweeper: NodeJS.Timeout | null = null;

  constructor(parts: SequencerParts) {
    this.#parts = parts;
    this.#head = parts.session.head;
    this.#eventsHash = parts.session.head.eventsHash;
    this.#projector = new Projector(parts.exchange);
    this.#growing = new Batch(this.#projector);
    this.#queue = new AdmissionQueue(parts.limits.queueCapacity);
    this.#ticker = new Ticker({
      time: parts.time,
      availability: this.#availability,
      log: parts.log,
      exchangeTimeMs: () => parts.exchange.timeMs,
      sequenceTick: () => this.#sequenceTick(),
      onChange: () => {
        this.#fillFromQueue();
        this.#run();
        this.#notify();
      },
    });
    this.#availability.close('starting', 'The exchange is starting.');
    this.#applyDiskRoom(parts.disk?.room ?? 'ample');
    this.#writer = new DurableWriter({
      ...parts.limits,
      store: parts.store,
      session: parts.session,
      onUnavailable: (problem) => {
        this.#storeUnavailable(problem);
      },
      onAvailable: () => {
        this.#storeAvailable();
      },
    });
  }

  get sequence(): number {
    return this.#head.sequence;
  }

  async submit<Given extends Command>(command: Given, options: SubmitOptions = {}): Promise<Committed<Given['type']>> {
    checkSubmission(command);
    const encoded = encodeCommand(command);
    const priority = options.priority ?? priorityOf(command);
    const refusal = this.#refusal(command, priority);
    if (refusal !== null) throw new CoreRefusal(refusal);
    const deadlineMs = this.#parts.time.monotonicMs() + (options.deadlineMs ?? this.#parts.limits.deadlineMs);
    const waiting = { command, encoded, answer: new PendingAnswer(deadlineMs) };
    this.#admit(waiting, priority);
    // Returning the promise directly would cost each order three more microtask rounds.
    const committed = await waiting.answer.promise;
    return committed;
  }

  onCommitted(listener: (batch: CommittedBatch) => void): void {
    this.#listeners.push(listener);
  }

  onTiming(listener: (timing: BatchTiming) => void): void {
    this.#timingListeners.push(listener);
  }

  get waiting(): number {
    return this.#queue.length;
  }

  onStatus(listener: (status: CoreStatus) => void): void {
    this.#availability.onStatus(listener);
  }

  onFatal(listener: (failure: CoreFailure) => void): void {
    if (this.#ended === null) this.#fatalListeners.push(listener);
    else listener(this.#ended);
  }

  status(): CoreStatus {
    return this.#availability.status(this.#parts.time.monotonicMs());
  }

  open(): void {
    if (!this.#availability.isClosedBy('starting')) throw new Error('The exchange is already open.');
    this.#availability.reopen('starting');
    this.#availability.alive(this.#parts.time.monotonicMs());
    // Work that became due while the exchange was down precedes the first user's command.
    this.#ticker.start();
    this.#sweeper = setInterval(() => this.#sweepDeadlines(), this.#parts.limits.sweepEveryMs);
    this.#parts.disk?.start((room) => {
      this.#applyDiskRoom(room);
      this.#notify();
    });
    this.#parts.housekeeping.start(() => this.#head.sequence);
    this.#parts.acknowledged?.start(() => this.#writer.acknowledged);
    this.#notify();
  }

  async close(): Promise<void> {
    this.#availability.close('closing', 'The exchange is closing.');
    this.#notify();
    this.#ticker.stop();
    this.#parts.disk?.stop();
    const timer = this.#boundWriter();
    while (this.#running !== null) await this.#running;
    clearTimeout(timer);
    // Commands stay queued while the clock is not trusted.
    for (const waiting of this.#queue.takeAll(() => true)) waiting.answer.refuse('exchange_closed');
    if (this.#sweeper !== null) clearInterval(this.#sweeper);
    await this.#parts.housekeeping.stop();
    await this.#parts.acknowledged?.stop();
    // After a failure the exchange may be ahead of the durable state.
    if (!this.#halted && this.#committing.length === 0 && this.#growing.isEmpty) {
      await this.#parts.housekeeping.snapshotOfStop(this.#parts.exchange, this.#head);
    }
    await this.#writer.end();
  }

  #applyDiskRoom(room: DiskRoom): void {
    if (room === 'none') this.#availability.close('disk', roomReasons.none);
    else this.#availability.reopen('disk');
    this.#availability.restrict(room === 'scarce' ? roomReasons.scarce : null);
  }

  #refusal(command: Command, priority: Priority): CoreRefusalKey | null {
    this.#ticker.read();
    if (!this.#availability.open) return 'exchange_closed';
    if (this.#availability.cancelOnly && priority === 'placement') return 'cancels_only';
    return this.#parts.suspensions.has(command) ? 'command_suspended' : null;
  }

  #admit(waiting: Waiting, priority: Priority): void {
    if (this.#queue.length === 0 && !this.#growing.isFull(this.#parts.limits)) {
      this.#sequenceNext(waiting);
      this.#run();
    } else if (!this.#queue.offer(waiting, priority)) {
      waiting.answer.refuse('exchange_busy');
    }
  }

  #sequenceNext({ command, encoded, answer }: Waiting): void {
    const { exchange } = this.#parts;
    const sequence = exchange.sequence + 1;
    const timeMs = Math.max(exchange.timeMs, this.#ticker.read());
    const events: Event[] = [];
    try {
      const outcome = exchange.apply(sequence, timeMs, command, events);
      this.#eventsHash = hashEvents(this.#eventsHash, sequence, timeMs, events);
      const result = { sequence, timeMs, command, events, outcome };
      if (this.#growing.isEmpty) this.#growing.begunAtMs = this.#parts.time.monotonicMs();
      this.#growing.add({ result, encoded, eventsHash: this.#eventsHash, answer });
    } catch (error) {
      answer.refuse('exchange_closed');
      this.#applyFailed(command, sequence, error);
    }
  }

  #run(): void {
    if (this.#running === null) this.#running = this.#commitAll();
    else if (!this.#isChecking && this.#committing.length === 1) void this.#lookAgain();
  }

  /** Sends together what arrived in the same turn. */
  async #lookAgain(): Promise<void> {
    this.#isChecking = true;
    await nextTurn();
    this.#isChecking = false;
    if (this.#running !== null) this.#send();
  }

  /**
   * Commits until no batch is left. Waits one turn first, so that commands that arrived together are committed
   * together.
   */
  async #commitAll(): Promise<void> {
    try {
      await nextTurn();
      this.#send();
      for (let first = this.#committing[0]; first !== undefined; first = this.#committing[0]) {
        await this.#settle(first);
        this.#send();
      }
      if (this.#failure !== null) await this.#finishFailure(this.#failure);
    } finally {
      // In the same turn as the last check of the growing batch, so that a command arriving now starts the next run.
      this.#running = null;
    }
  }

  /**
   * Sends the growing batch: at once if the database is idle, or behind the batch in flight if it is at least as large
   * as that one, so that the database need not wait for it. A small batch costs the database as much as several orders.
   */
  #send(): void {
    while (!this.#halted && !this.#growing.isEmpty && this.#committing.length < 2) {
      const [ahead] = this.#committing;
      if (ahead !== undefined) {
        const { batch, next } = ahead;
        if (next === null || this.#growing.entries.length < batch.entries.length) return;
      }
      this.#sendBatch(ahead?.next ?? this.#head);
    }
  }

  #sendBatch(previous: Head): void {
    const batch = this.#growing;
    batch.close(previous);
    this.#growing = new Batch(this.#projector);
    this.#sequenceDueWork();
    this.#fillFromQueue();
    try {
      const write = batch.seal(previous);
      const sentAtMs = this.#parts.time.monotonicMs();
      this.#committing.push({ batch, next: write.next, sentAtMs, durable: this.#writer.write(write) });
    } catch (error) {
      this.#committing.push({
        batch,
        next: null,
        sentAtMs: this.#parts.time.monotonicMs(),
        durable: Promise.reject(new Error(messageOf(error), { cause: error })),
      });
    }
    // Prevents an unhandled rejection until the batch is awaited, after the ones before it.
    this.#committing.at(-1)?.durable.catch(() => undefined);
  }

  async #settle(committing: Committing): Promise<void> {
    const { batch, next, durable } = committing;
    try {
      await durable;
    } catch (error) {
      await this.#commitFailed(error);
      return;
    }
    this.#committing.shift();
    if (next !== null) this.#head = next;
    // The database works on the next batch while this one is published.
    this.#send();
    const durableAtMs = this.#parts.time.monotonicMs();
    this.#publish(batch);
    const timing = timingOf(committing, durableAtMs, this.#parts.time.monotonicMs());
    for (const listener of this.#timingListeners) listener(timing);
    this.#fillFromQueue();
  }

  /** Sequences a tick per batch, ahead of queued commands, until no due work is left over. */
  #sequenceDueWork(): void {
    if (!this.#parts.exchange.hasDueWork || this.#availability.isClosedBy('closing')) return;
    // A failure of the tick's batch is handled when the batch is settled.
    this.#sequenceTick().catch(() => undefined);
  }

  #fillFromQueue(): void {
    while (!this.#halted && !this.#growing.isFull(this.#parts.limits) && !this.#availability.isClosedBy('clock')) {
      const waiting = this.#queue.take();
      if (waiting === undefined) return;
      if (!waiting.answer.given) this.#sequenceNext(waiting);
    }
  }

  #publish(batch: Batch): void {
    if (this.#failure?.failure.kind === 'listener_failed') {
      refuseAll(batch, 'outcome_pending');
      return;
    }
    this.#availability.committed(this.#parts.time.wallMs(), this.#parts.time.monotonicMs());
    const committed = batch.committed(this.#head.batchId);
    try {
      for (const listener of this.#listeners) listener(committed);
    } catch (error) {
      // The command is durable, but the views can no longer be trusted, and neither can an answer that they may
      // contradict.
      refuseAll(batch, 'outcome_pending');
      const incident = listenerIncident(batch, error, this.#head.batchId, this.#parts.time.wallMs());
      this.#fail({ kind: 'listener_failed', message: `A view failed: ${messageOf(error)}`, cause: error }, incident);
      return;
    }
    for (const entry of batch.entries) entry.answer.give(entry.result);
    this.#notify();
  }

  /** A tick bypasses the queue, even if the batch is full. */
  #sequenceTick(): Promise<Committed> {
    const command: Command = { type: 'clock' };
    const answer = new PendingAnswer(Infinity);
    if (this.#halted) answer.refuse('exchange_closed');
    else this.#sequenceNext({ command, encoded: encodeCommand(command), answer });
    this.#run();
    return answer.promise;
  }

  #storeUnavailable(problem: string): void {
    this.#parts.log.warn({ problem }, 'the database is not available; the exchange is closed');
    this.#availability.close('database', 'The database does not accept commits.');
    this.#notify();
  }

  /** After downtime a tick precedes the commands that are still queued. */
  #storeAvailable(): void {
    this.#parts.log.info({}, 'the database is available again');
    this.#availability.reopen('database');
    // A failure of the tick's batch is handled when the batch is settled.
    this.#sequenceTick().catch(() => undefined);
  }

  #sweepDeadlines(): void {
    const batches = [...this.#committing.map(({ batch }) => batch), this.#growing];
    refuseLate(this.#queue, batches, this.#parts.time.monotonicMs());
  }

  /** An applied command cannot be undone: the engine is discarded with everything that is not in flight already. */
  #applyFailed(command: Command, sequence: number, error: unknown): void {
    const message = `The exchange failed at command ${sequence} (${command.type}): ${messageOf(error)}`;
    this.#fail(
      { kind: 'apply_failed', message, cause: error },
      { kind: 'apply_failed', command, sequence, ...this.#incidentBase(error) },
    );
    this.#run();
  }

  /** Handles the failed commit of the oldest batch; those behind it cannot become durable without it. */
  async #commitFailed(error: unknown): Promise<void> {
    const batches = this.#committing.splice(0).map(({ batch }) => batch);
    // Nothing may be sent while the offending command is searched for.
    this.#halt();
    if (error instanceof WriterStopped) {
      for (const batch of batches) refuseAll(batch, 'outcome_pending');
      return;
    }
    const taken = takenFrom(error);
    if (taken !== null) {
      // Another core may have found the batch and continued from it, or the lost database may have it and come back.
      for (const batch of batches) refuseAll(batch, 'outcome_pending');
      this.#availability.close(taken.key, taken.reason);
      this.#fail(taken.failure, null);
      return;
    }
    this.#availability.close('failed', stoppedReason);
    for (const batch of batches) refuseAll(batch, 'exchange_closed');
    this.#boundWriter();
    const culprit = await this.#findCulprit(batches[0]);
    this.#fail(
      { kind: 'data_rejected', message: messageOf(error), cause: error },
      {
        kind: 'data_rejected',
        command: culprit?.result.command ?? null,
        sequence: culprit?.result.sequence ?? null,
        ...this.#incidentBase(error),
      },
    );
  }

  /** The first command of the batch that cannot be stored; null if none could be identified. */
  async #findCulprit(batch: Batch | undefined): Promise<Sequenced | null> {
    if (batch === undefined) return null;
    const { writes, unsealed } = batch.sealEach(this.#head);
    let culprit = unsealed;
    try {
      culprit = (await this.#writer.findRefused(writes)) ?? unsealed;
    } catch (error) {
      this.#parts.log.error({ error: messageOf(error) }, 'the command that cannot be stored could not be identified');
    }
    return culprit === null ? null : (batch.entries[culprit] ?? null);
  }

  #incidentBase(error: unknown): Pick<Incident, 'atMs' | 'batchId' | 'error'> {
    return { atMs: this.#parts.time.wallMs(), batchId: this.#head.batchId + 1, error: messageOf(error) };
  }

  #fail(failure: CoreFailure, incident: Incident | null): void {
    if (this.#failure !== null) return;
    this.#failure = { failure, incident };
    this.#availability.close('failed', stoppedReason);
    this.#halt();
    this.#boundWriter();
    this.#notify();
  }

  /** Stops the core. Commands that were not sent will never be durable, so they are refused. */
  #halt(): void {
    this.#halted = true;
    this.#ticker.stop();
    this.#parts.disk?.stop();
    refuseAll(this.#growing, 'exchange_closed');
    for (const waiting of this.#queue.takeAll(() => true)) waiting.answer.refuse('exchange_closed');
  }

  /** Ends a writer that is still retrying after the timeout; the outcome of its batches stays unknown. */
  #boundWriter(): NodeJS.Timeout {
    return setTimeout(() => void this.#writer.end(), this.#parts.limits.closeTimeoutMs).unref();
  }

  async #finishFailure({ failure, incident }: Failure): Promise<void> {
    if (this.#sweeper !== null) clearInterval(this.#sweeper);
    try {
      if (incident !== null) await this.#writer.record(incident);
    } catch (error) {
      this.#parts.log.error({ incident, error: messageOf(error) }, 'the incident could not be recorded');
    }
    await this.#parts.acknowledged?.stop();
    await this.#writer.end();
    this.#parts.log.error({ kind: failure.kind }, failure.message);
    this.#ended = failure;
    for (const listener of this.#fatalListeners) listener(failure);
    await this.#parts.housekeeping.stop();
  }

  #notify(): void {
    try {
      this.#availability.notify(this.#parts.time.monotonicMs());
    } catch (error) {
      this.#fail({ kind: 'listener_failed', message: `A listener failed: ${messageOf(error)}`, cause: error }, null);
      this.#run();
    }
  }
}
