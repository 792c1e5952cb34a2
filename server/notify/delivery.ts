import type { Logger } from 'pino';
import { type Carrier, CarrierAway, Undeliverable, type WrittenMessage } from './carrier.ts';
import type { Channel } from './contact.ts';
import type { Messages, StoredMessage } from './messages.ts';

const atOnce = 20;
/** Waiting times after failed attempts; the last one goes on until the message is of no use any more. */
const pausesMs = [5, 15, 45, 120, 300, 900, 3_600].map((seconds) => seconds * 1_000);
const longestSleepMs = 30_000;
/** After a carrier was found away nothing is tried for this long. */
const awayMs = 5_000;
const stopWithinMs = 3_000;

export interface DeliveryParts {
  readonly messages: Messages;
  /** Channels without a carrier have no messages to deliver. */
  readonly carriers: Readonly<Partial<Record<Channel, Carrier>>>;
  /** Puts a message into words. */
  readonly write: (message: StoredMessage) => WrittenMessage | null;
  /** A name for a message that tells nobody how many there are. */
  readonly nameOf: (id: number) => string;
  readonly now: () => number;
  readonly log: Logger;
}

/**
 * Takes messages from the table to their carriers, and tries again what failed, later each time. A message is marked as
 * sent after its carrier took it: a crash in between sends it twice, under the same id, rather than never.
 */
export class Delivery {
  readonly #parts: DeliveryParts;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  /** The round that runs, or the last one. */
  #round: Promise<void> = Promise.resolve();
  #ticking = false;
  #wanted = false;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /** There is something new to deliver; whoever says so does not wait for it. */
  wake(): void {
    this.#wanted = true;
    if (!this.#ticking) this.#sleep(0);
  }

  /**
   * Delivers what is due. Resolves when nothing is left that could go out now. Rounds take turns, so nothing is handed
   * over twice.
   */
  async round(): Promise<void> {
    const round = this.#round.then(() => this.#deliverDue());
    this.#round = round.catch(() => undefined);
    return round;
  }

  /** Breaks off what is under way, which stays queued. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    const patience = new Promise((resolve) => setTimeout(resolve, stopWithinMs).unref());
    await Promise.race([this.#round, patience]);
    for (const carrier of Object.values(this.#parts.carriers)) carrier.close();
  }

  async #deliverDue(): Promise<void> {
    const away = new Set<Channel>();
    const channels = (): Channel[] =>
      (['email', 'sms'] as const).filter(
        (channel) => this.#parts.carriers[channel] !== undefined && !away.has(channel),
      );
    for (;;) {
      const due = await this.#parts.messages.due(channels(), atOnce);
      if (due.length === 0 || this.#stopping.signal.aborted) break;
      await Promise.all(due.map((message) => this.#deliver(message, away)));
    }
  }

  #sleep(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#stopping.signal.aborted) return;
    this.#timer = setTimeout(() => void this.#tick(), milliseconds).unref();
  }

  async #tick(): Promise<void> {
    this.#ticking = true;
    this.#wanted = false;
    await this.round().catch((error: unknown) => {
      this.#parts.log.warn({ err: error }, 'messages could not be looked through, the next round tries again');
    });
    const pause = await this.#untilNext();
    this.#ticking = false;
    this.#sleep(this.#isWanted() ? 0 : pause);
  }

  /** Somebody may have said so while the round ran. */
  #isWanted(): boolean {
    return this.#wanted;
  }

  async #untilNext(): Promise<number> {
    const due = await this.#parts.messages.nextDueMs().catch(() => null);
    if (due === null) return longestSleepMs;
    return Math.min(longestSleepMs, Math.max(awayMs, due - this.#parts.now()));
  }

  async #deliver(message: StoredMessage, away: Set<Channel>): Promise<void> {
    const { carriers, messages, nameOf, now, write } = this.#parts;
    const written = message.expiresAtMs <= now() ? null : write(message);
    if (written === null) {
      this.#giveUp(message, 'it is of no use any more, or cannot be read with this secret key');
      await messages.close(message.id, 'failed');
      return;
    }
    try {
      await carriers[message.channel]?.send(message.recipient, written, nameOf(message.id), this.#stopping.signal);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      if (error instanceof CarrierAway) away.add(message.channel);
      await this.#afterFailure(message, error);
      return;
    }
    await messages.close(message.id, 'sent');
  }

  async #afterFailure(message: StoredMessage, error: unknown): Promise<void> {
    const { messages, now } = this.#parts;
    const attempts = message.attempts + 1;
    const pause = pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? longestSleepMs;
    if (error instanceof Undeliverable || now() + pause >= message.expiresAtMs) {
      this.#giveUp(message, error instanceof Error ? error.message : String(error));
      await messages.close(message.id, 'failed');
      return;
    }
    const { log } = this.#parts;
    log.warn({ message: message.id, attempts, err: error }, 'a message could not be handed over and is tried again');
    await messages.postpone(message.id, attempts, now() + pause);
  }

  /** Says which message it was and why, and nothing of what it says. */
  #giveUp({ channel, id, template }: StoredMessage, reason: string): void {
    this.#parts.log.error({ message: id, channel, template, reason }, 'a message was not delivered');
  }
}
