import type { ReplyMessage } from '@bourse/contract/socket';
import type { Incoming } from './server-message.ts';

/** Up to where the messages of a channel have come, so that a new connection can go on from there. */
export interface Position {
  /** The run of the server that counts these sequences. */
  readonly run: string;
  /** The sequence of the last message; more of the same may be on its way. Null before the first after an answer. */
  readonly last: number | null;
  /** Everything up to this sequence has come; null while that is not known of any. */
  readonly known: number | null;
}

/** What a new subscription says of it. */
export type Continuation = { readonly from: number; readonly run: string } | null;

export function continuationOf(position: Position | null): Continuation {
  return position === null || position.known === null ? null : { from: position.known, run: position.run };
}

/** The position after the answer to a subscription: what was known goes on, or everything begins anew. */
export function positionFrom(before: Position | null, { run, resumed }: ReplyMessage): Position | null {
  if (run === undefined) return null;
  return { run, last: null, known: resumed === true ? (before?.known ?? null) : null };
}

/**
 * The position after a message. Books and tapes say all of a sequence in one; of the others the last sequence may bring
 * more.
 */
export function positionAfter(position: Position, { kind, message }: Incoming & { readonly kind: Told }): Position {
  if (kind === 'depth' || kind === 'tape') return { ...position, known: message.sequence };
  const { last } = position;
  if (last === message.sequence) return position;
  // What was said at the sequence before has come whole now. Of those between the two the message may be the first
  // word.
  return { ...position, last: message.sequence, known: last ?? position.known };
}

type Told = 'depth' | 'tape' | 'quotation' | 'candle';

/** Up to where the private messages of a person have come, and which of the last sequence. */
export interface PrivatePosition {
  readonly run: string;
  readonly known: number;
  readonly last: number;
  readonly heard: readonly string[];
}

/** The position after the answer to a login. */
export function privatePositionFrom(
  before: PrivatePosition | null,
  { run, sequence, resumed }: ReplyMessage,
): PrivatePosition | null {
  if (run === undefined) return null;
  return resumed === true && before !== null ? before : { run, known: sequence, last: sequence, heard: [] };
}

/**
 * The position after a private message; `before` itself when the message has come already.
 *
 * @param name tells the messages of one sequence apart
 */
export function privatePositionAfter(before: PrivatePosition, sequence: number, name: string): PrivatePosition {
  if (sequence < before.last || (sequence === before.last && before.heard.includes(name))) return before;
  const heard = sequence === before.last ? [...before.heard, name] : [name];
  return { ...before, known: Math.max(before.known, sequence - 1), last: sequence, heard };
}
