import { commandCodec } from '../command.ts';
import { Digest } from '../digest.ts';
import { isRefused } from '../outcome.ts';
import { chunkSize, TimedKeys } from './timed-keys.ts';
import type { UserRequest } from '../command.ts';
import type { UserId } from '../identifiers.ts';
import type { Accepted } from '../outcome.ts';
import type { KeyLimits } from './timed-keys.ts';

export const defaultRequestKeyLimits: KeyLimits = {
  maximumPerUser: 10_000,
  maximumTotal: 2_097_152,
  lifetimeMs: 86_400_000,
};

/** The outcome of the first request with a key. */
export interface FirstAnswer {
  readonly fingerprint: string;
  readonly sequence: number;
  readonly outcome: Accepted;
}

/** A remembered request, as a snapshot contains it. */
export interface AnsweredRequest extends FirstAnswer {
  readonly user: UserId;
  readonly requestKey: string;
  readonly timeMs: number;
}

/** The columns of a chunk of keys. */
interface Columns {
  /** Two words for each key. */
  readonly fingerprints: Uint32Array;
  readonly sequences: Float64Array;
  /** The order of an outcome of type `order`; 0 for other outcomes. */
  readonly orders: Float64Array;
  /** Outcomes of other types, by row. */
  readonly others: Map<number, Accepted>;
}

/**
 * The outcomes of requests with a key, by user and key. A rejection is not remembered: it changed nothing, so a
 * repeated request is simply decided again.
 */
export class RequestKeys {
  private keys: TimedKeys<Columns>;
  /** Whether rejections of an older logic version may be among the outcomes. */
  private hasRejections = false;
  /** Lines of a snapshot that is being loaded. */
  private lines: AnsweredRequest[] = [];

  constructor(limits: KeyLimits) {
    this.keys = new TimedKeys(limits, makeColumns);
  }

  get limits(): KeyLimits {
    return this.keys.limits;
  }

  /**
   * False while commands of a logic version before 3 are replayed: then rejections are remembered, only the keys of
   * each user are limited, and every request beyond that limit is refused.
   */
  get areBounded(): boolean {
    return this.keys.limitsTotal;
  }
  set areBounded(areBounded: boolean) {
    this.keys.limitsTotal = areBounded;
  }

  /** The outcome of the first request with this key, or null. */
  find(user: UserId, requestKey: string, timeMs: number): FirstAnswer | null {
    if (this.areBounded && this.hasRejections) this.forgetRejections(timeMs);
    const position = this.keys.find(user, requestKey, timeMs);
    return position === null ? null : this.answerAt(position);
  }

  /** The number of keys that the user may use at present, if it is reached; null if there is room for one more. */
  exhausted(user: UserId, timeMs: number): number | null {
    return this.keys.exhausted(user, timeMs);
  }

  /** Whether an outcome has to be remembered. */
  remembers(outcome: Accepted): boolean {
    return !this.areBounded || !isRefused(outcome);
  }

  /** Stores an outcome. Requires that `find` and `exhausted` returned null. */
  remember({ user, requestKey, timeMs, fingerprint, sequence, outcome }: AnsweredRequest): void {
    const position = this.keys.add(user, requestKey, timeMs);
    const { fingerprints, sequences, orders, others } = this.keys.columns(position);
    const row = position % chunkSize;
    fingerprints[row * 2] = Number.parseInt(fingerprint.slice(0, 8), 16);
    fingerprints[row * 2 + 1] = Number.parseInt(fingerprint.slice(8), 16);
    sequences[row] = sequence;
    if ('order' in outcome && outcome.type === 'order') orders[row] = Number(outcome.order);
    else others.set(row, outcome);
    if (isRefused(outcome)) this.hasRejections = true;
  }

  /** Loads a line of a snapshot; `loaded` stores them all. */
  load(answered: AnsweredRequest): void {
    this.lines.push(answered);
  }

  /** Stores the loaded lines in the order of use; snapshots of older versions were sorted by user. */
  loaded(): void {
    for (const answered of this.lines.toSorted((a, b) => a.sequence - b.sequence)) this.remember(answered);
    this.lines = [];
  }

  /** Frees the memory of expired keys, a bounded number per call. Does not affect `find`. */
  sweep(timeMs: number): void {
    this.keys.sweep(timeMs);
  }

  /** Every remembered request, in the order of first use. */
  *remembered(timeMs: number): Generator<AnsweredRequest> {
    for (const { position, user, key, timeMs: usedAtMs } of this.keys.remembered(timeMs)) {
      yield { user, requestKey: key, timeMs: usedAtMs, ...this.answerAt(position) };
    }
  }

  private answerAt(position: number): FirstAnswer {
    const { fingerprints, sequences, orders, others } = this.keys.columns(position);
    const row = position % chunkSize;
    const outcome = others.get(row) ?? { type: 'order', order: orders[row] };
    const fingerprint = hexOf(fingerprints[row * 2]) + hexOf(fingerprints[row * 2 + 1]);
    return { fingerprint, sequence: sequences[row] ?? 0, outcome };
  }

  /** Drops the rejections that an older logic version remembered. */
  private forgetRejections(timeMs: number): void {
    const answers = [...this.remembered(timeMs)];
    this.keys = new TimedKeys(this.limits, makeColumns);
    this.hasRejections = false;
    for (const answer of answers) if (!isRefused(answer.outcome)) this.remember(answer);
  }
}

/**
 * A hash of a request's content. Only a user's own requests are compared, so a user who constructs two requests with
 * the same hash merely gets the answer of the first for the second.
 */
export function fingerprintOf(request: UserRequest): string {
  const digest = new Digest('');
  addValue(digest, commandCodec.encode(request));
  digest.settle();
  return digest.hex();
}

/** Adds a value of a command as the journal encodes it; JSON text would take twice as long. */
function addValue(digest: Digest, value: unknown): void {
  if (typeof value === 'string') {
    digest.choice(1);
    digest.text(value);
  } else if (Number.isSafeInteger(value)) {
    digest.choice(2);
    digest.number(Number(value));
  } else if (value === null || value === undefined) {
    digest.choice(3);
  } else if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    digest.choice(4);
    digest.number(items.length);
    for (const item of items) addValue(digest, item);
  } else {
    digest.choice(5);
    digest.text(JSON.stringify(value));
  }
}

function makeColumns(): Columns {
  return {
    fingerprints: new Uint32Array(chunkSize * 2),
    sequences: new Float64Array(chunkSize),
    orders: new Float64Array(chunkSize),
    others: new Map(),
  };
}

function hexOf(word = 0): string {
  return word.toString(16).padStart(8, '0');
}
