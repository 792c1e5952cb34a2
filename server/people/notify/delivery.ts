import { NextDue, type Work } from '../../ground/background/index.ts';
import { type Carrier, CarrierAway, Undeliverable, type WrittenMessage } from './carrier.ts';
import type { Channel } from './contact.ts';
import type { Messages, StoredMessage } from './messages.ts';
import type { With } from '../../ground/parts.ts';

const atOnce = 20;
/** Delays after failed attempts; the last one repeats until the message expires. */
const pausesMs = [5, 15, 45, 120, 300, 900, 3_600].map((seconds) => seconds * 1_000);
const longestSleepMs = 30_000;
/** Pause after a carrier was unreachable. */
const awayMs = 5_000;

export interface DeliveryParts extends With<'background' | 'log' | 'now'> {
  readonly messages: Messages;
  /** Only messages of channels with a carrier are delivered. */
  readonly carriers: Readonly<Partial<Record<Channel, Carrier>>>;
  /** Renders a message; null if it cannot be decrypted. */
  readonly write: (message: StoredMessage) => WrittenMessage | null;
  /** An identifier for a message that does not reveal its number. */
  readonly nameOf: (id: number) => string;
}

/**
 * Sends queued messages through their carriers and retries failed ones with growing delays. A message is marked as sent
 * after its carrier accepted it, so a crash in between sends it twice under the same id rather than never.
 */
export class Delivery {
  readonly #parts: DeliveryParts;
  readonly #work: Work;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    const terms = { everyMs: longestSleepMs, atOnce: true };
    this.#work = parts.background.work('notify: send messages', terms, (signal) => this.#round(signal));
  }

  /** Starts a round now, because there are new messages. Returns at once. */
  wake(): void {
    this.#work.wake();
  }

  /** Delivers all messages that are due now, after the round that runs: no message is sent twice. */
  async round(): Promise<void> {
    await this.#work.run();
  }

  /** An abort ends running attempts, whose messages stay queued. */
  async #round(signal: AbortSignal): Promise<NextDue> {
    await this.#deliverDue(signal);
    return new NextDue(await this.#untilNext());
  }

  async #deliverDue(signal: AbortSignal): Promise<void> {
    const away = new Set<Channel>();
    const channels = (): Channel[] =>
      (['email', 'sms'] as const).filter(
        (channel) => this.#parts.carriers[channel] !== undefined && !away.has(channel),
      );
    for (;;) {
      const due = await this.#parts.messages.due(channels(), atOnce);
      if (due.length === 0 || signal.aborted) break;
      await Promise.all(due.map((message) => this.#deliver(message, away, signal)));
    }
  }

  async #untilNext(): Promise<number> {
    const due = await this.#parts.messages.nextDueMs();
    if (due === null) return longestSleepMs;
    return Math.min(longestSleepMs, Math.max(awayMs, due - this.#parts.now()));
  }

  async #deliver(message: StoredMessage, away: Set<Channel>, signal: AbortSignal): Promise<void> {
    const { carriers, messages, nameOf, now, write } = this.#parts;
    const written = message.expiresAtMs <= now() ? null : write(message);
    if (written === null) {
      this.#logUndelivered(message, 'expired, or not readable with this secret key');
      await messages.close(message.id, 'failed');
      return;
    }
    try {
      await carriers[message.channel]?.send(message.recipient, written, nameOf(message.id), signal);
    } catch (error) {
      if (signal.aborted) return;
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
      this.#logUndelivered(message, error instanceof Error ? error.message : String(error));
      await messages.close(message.id, 'failed');
      return;
    }
    const { log } = this.#parts;
    log.warn({ message: message.id, attempts, err: error }, 'a message could not be sent and will be retried');
    await messages.postpone(message.id, attempts, now() + pause);
  }

  /** Logs the id and the reason, but never the content. */
  #logUndelivered({ channel, id, template }: StoredMessage, reason: string): void {
    this.#parts.log.error({ message: id, channel, template, reason }, 'a message was not delivered');
  }
}
