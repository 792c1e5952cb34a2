import type { ReplyMessage } from '@bourse/contract/socket';
import type { Incoming } from './server-message.ts';

/** How far the messages of a channel have been received, so that a new connection can resume there. */
export interface Position {
  /** The server run that the sequences of this position belong to. */
  readonly run: string;
  /** The sequence of the last message; more of the same sequence may follow. Null before the first one. */
  readonly last: number | null;
  /** Every message up to this sequence was received. Null while unknown. */
  readonly known: number | null;
}

/** The resume parameters of a subscription. */
export type Continuation = { readonly from: number; readonly run: string } | null;

export function continuationOf(position: Position | null): Continuation {
  return position === null || position.known === null ? null : { from: position.known, run: position.run };
}

/** The position after the reply to a subscription: kept when the channel resumes, reset otherwise. */
export function positionFrom(before: Position | null, { run, resumed }: ReplyMessage): Position | null {
  if (run === undefined) return null;
  return { run, last: null, known: resumed === true ? (before?.known ?? null) : null };
}

/**
 * The position after a message. Depth and tape send one message per sequence; on the other channels more messages of
 * the last sequence may follow.
 */
export function positionAfter(
  position: Position,
  { kind, sequence }: { readonly kind: ChannelKind; readonly sequence: number },
): Position {
  if (kind === 'depth' || kind === 'tape') return { ...position, known: sequence };
  const { last } = position;
  if (last === sequence) return position;
  // A message of a later sequence completes the previous one, not the sequences in between: this message may be the
  // first of several.
  return { ...position, last: sequence, known: last ?? position.known };
}

/** The kinds of messages on channels; those of a capability's own channel are read by its feature. */
export type ChannelKind = Extract<Incoming['kind'], 'depth' | 'tape' | 'quotation' | 'candle' | 'private'>;

/** How far a user's private messages have been received, and the names of those received at the last sequence. */
export interface PrivatePosition {
  readonly run: string;
  readonly known: number;
  readonly last: number;
  readonly heard: readonly string[];
}

/** The position after the reply to a login. */
export function privatePositionFrom(
  before: PrivatePosition | null,
  { run, sequence, resumed }: ReplyMessage,
): PrivatePosition | null {
  if (run === undefined) return null;
  return resumed === true && before !== null ? before : { run, known: sequence, last: sequence, heard: [] };
}

/**
 * The position after a private message; `before` itself when the message was received already.
 *
 * @param name distinguishes the messages of one sequence
 */
export function privatePositionAfter(before: PrivatePosition, sequence: number, name: string): PrivatePosition {
  if (sequence < before.last || (sequence === before.last && before.heard.includes(name))) return before;
  const heard = sequence === before.last ? [...before.heard, name] : [name];
  return { ...before, known: Math.max(before.known, sequence - 1), last: sequence, heard };
}
