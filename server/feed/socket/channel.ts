import type { ServerMessage } from '@bourse/contract/capabilities';
import type { Views } from '../views.ts';
import { type Frame, frameOf, joined } from './frame.ts';

/**
 * How often a channel may speak: order books and trades 20 times a second at most, day quotations and candles 4 times.
 */
export type Pace = 'fast' | 'slow';

/** How many answers to those who were away are kept ready: most were away from the same moment on. */
const answersKept = 100;

/**
 * What many clients listen to. What a newcomer gets first, what follows, and what somebody gets who was away come from
 * the same view. Its sequences are those of its messages: whoever has seen one of them knows all that was told until
 * then.
 */
export abstract class Channel {
  readonly name: string;
  abstract readonly pace: Pace;
  /**
   * Whether the newest state says all that the messages before it said, so that a client that does not keep up is
   * spared those.
   */
  readonly collapses: boolean = true;
  /** Clients that listen. */
  readers = 0;
  /** Since when nobody does, in the milliseconds of `now`. */
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

  /** Takes the state of this moment as published; nobody has listened so far. */
  begin(): void {
    this.#beginning = this.views.sequence;
    this.#position = this.views.sequence;
    this.restart();
  }

  /** Nobody will listen any more. */
  end(): void {
    // Most channels only look at views.
  }

  /** Looks what has changed since the last time; each message is encoded and framed once, for all readers. */
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

  /** Says nothing this time. */
  rest(): void {
    this.#update = null;
  }

  /** What the last `publish` found; null when that was nothing. */
  get update(): Frame | null {
    return this.#update;
  }

  /** The sequence of what was sent before the update. */
  get before(): number {
    return this.#before;
  }

  /**
   * Where the channel stands, or stood at some time since the last update: the next one, which comes to everybody, says
   * all that has changed after these.
   */
  get greeting(): Frame {
    this.#greeting ??= joined(this.greet().map(frameOf));
    return this.#greeting;
  }

  /** What somebody has missed who knows all up to a sequence; null when that is too long ago to be told. */
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
  /** The messages of an update, after which what they say has been sent. They have the sequence of the views. */
  protected abstract advance(): ServerMessage[];
  protected abstract missed(sequence: number): ServerMessage[] | null;
}
