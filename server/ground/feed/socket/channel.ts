import type { ServerMessage } from '@bourse/contract/capabilities';
import type { Views } from '../views.ts';
import { type Frame, frameOf, joined } from './frame.ts';

/**
 * How often a channel publishes: `fast` ones (order books, trades) up to 20 times a second, `slow` ones (day
 * quotations, candles) 4 times.
 */
export type Pace = 'fast' | 'slow';

/**
 * The number of resume answers that are cached; most clients that reconnect at the same time resume from the same
 * sequence.
 */
const answersKept = 100;

/**
 * A public channel. Snapshot, updates and resume answers are derived from the same view. Its sequences are those of its
 * messages: a client that received a message with a sequence has everything published up to it.
 */
export abstract class Channel {
  readonly name: string;
  abstract readonly pace: Pace;
  /** Whether the newest state supersedes earlier messages, so that a slow client may skip them. */
  readonly collapses: boolean = true;
  /** The number of subscribed clients. */
  readers = 0;
  /** The time at which the last client unsubscribed, in milliseconds of `now`. */
  emptySinceMs = 0;
  protected readonly views: Views;
  #beginning = 0;
  #position = 0;
  #before = 0;
  #update: Frame | null = null;
  #greeting: Frame | null = null;
  readonly #answers = new Map<number, Frame | null>();

  constructor(name: string, views: Views) {
    this.name = name;
    this.views = views;
  }

  /** Takes the current state as published; called when the channel is opened. */
  begin(): void {
    this.#beginning = this.views.sequence;
    this.#position = this.views.sequence;
    this.restart();
  }

  /** Releases the channel's resources; called when it is closed. */
  end(): void {
    // Most channels hold none.
  }

  /** Publishes the changes since the last call; each message is encoded and framed once for all clients. */
  publish(): void {
    const messages = this.advance();
    this.#update = null;
    if (messages.length === 0) return;
    this.#before = this.#position;
    this.#position = this.views.sequence;
    this.#answers.clear();
    this.#greeting = null;
    this.#update = joined(messages.map(frameOf));
  }

  /** Publishes nothing in this tick. */
  rest(): void {
    this.#update = null;
  }

  /** The frames of the last `publish`; null if nothing changed. */
  get update(): Frame | null {
    return this.#update;
  }

  /** The sequence of the messages before the last update. */
  get before(): number {
    return this.#before;
  }

  /**
   * The snapshot for a new subscriber. It may be cached from any time since the last update, because the next update
   * contains every change after that.
   */
  get greeting(): Frame {
    this.#greeting ??= joined(this.greet().map(frameOf));
    return this.#greeting;
  }

  /** The messages after a sequence, for a client that resumes; null if that is too long ago. */
  since(sequence: number): Frame | null {
    const known = this.#answers.get(sequence);
    if (known !== undefined) return known;
    const isKnown = sequence >= this.#beginning && sequence <= this.views.sequence;
    const messages = isKnown ? this.missed(sequence) : null;
    const answer = messages === null ? null : joined(messages.map(frameOf));
    if (this.#answers.size >= answersKept) this.#answers.clear();
    this.#answers.set(sequence, answer);
    return answer;
  }

  /** The sequence of the last messages. */
  protected get position(): number {
    return this.#position;
  }

  protected abstract restart(): void;
  protected abstract greet(): ServerMessage[];
  /** Returns the messages of an update and marks them as published. They have the sequence of the views. */
  protected abstract advance(): ServerMessage[];
  protected abstract missed(sequence: number): ServerMessage[] | null;
}
