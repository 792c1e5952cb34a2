import type { ErrorMessage, ServerMessage } from '@bourse/contract';
import type { Language } from '@bourse/contract/messages';
import type { WebSocket } from 'ws';
import type { Session } from '../../gateway/index.ts';

export type SocketError = ErrorMessage['error'];

/** A message made ready once for all its readers. */
export type Frame = Buffer;

/** How much one client may ask of the server. */
export interface ConnectionLimits {
  readonly subscriptions: number;
  /** Bytes that may wait for a reader before it is dropped. */
  readonly bufferedBytes: number;
  /** Calls of the client that may wait for their answer. */
  readonly callsInFlight: number;
  /** Messages of the client within a second. */
  readonly messagesPerSecond: number;
}

const dropGraceMs = 3_000;
/** Close codes of RFC 6455: going away, and a client that breaks the rules. */
const goingAway = 1001;
const policyViolation = 1008;

export function encode(message: ServerMessage): Frame {
  return Buffer.from(JSON.stringify(message));
}

/** One client of the socket: what it listens to, who it is, and whether it keeps up. */
export class Connection {
  readonly language: Language;
  readonly subscriptions = new Set<string>();
  readonly address: string;
  session: Session | null = null;
  /** The logins so far: one begins when the one before is answered, so that the last one asked for is the one that holds. */
  logins: Promise<void> = Promise.resolve();
  callsInFlight = 0;
  heardAtMs: number;
  readonly #socket: WebSocket;
  readonly #limits: ConnectionLimits;
  #dropped = false;
  #second = 0;
  #messages = 0;

  constructor(socket: WebSocket, address: string, language: Language, limits: ConnectionLimits, nowMs: number) {
    this.#socket = socket;
    this.address = address;
    this.language = language;
    this.#limits = limits;
    this.heardAtMs = nowMs;
  }

  /** Whether the server closed it. */
  get wasDropped(): boolean {
    return this.#dropped;
  }

  get isOpen(): boolean {
    return !this.#dropped && this.#socket.readyState === this.#socket.OPEN;
  }

  /** Sends a message, or drops a reader for whom too much is waiting already: memory is never spent on the slow. */
  send(frame: Frame): void {
    if (!this.isOpen) return;
    if (this.#socket.bufferedAmount > this.#limits.bufferedBytes) {
      this.drop('slow_reader');
      return;
    }
    this.#socket.send(frame, { binary: false });
  }

  sendText(text: string): void {
    this.send(Buffer.from(text));
  }

  refuse(error: SocketError, params?: string): void {
    this.send(encode(params === undefined ? { type: 'error', error } : { type: 'error', error, params }));
  }

  /** Counts a message of the client; false when it was one too many and the client is dropped. */
  hear(nowMs: number): boolean {
    this.heardAtMs = nowMs;
    const second = Math.floor(nowMs / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#messages = 0;
    }
    this.#messages += 1;
    if (this.#messages <= this.#limits.messagesPerSecond) return true;
    this.drop('too_many_messages');
    return false;
  }

  get hasRoomForSubscription(): boolean {
    return this.subscriptions.size < this.#limits.subscriptions;
  }

  /** Says why and closes; a peer that does not take its leave is cut off. */
  drop(reason: SocketError): void {
    if (this.#dropped) return;
    if (reason !== 'slow_reader') this.refuse(reason);
    this.#dropped = true;
    this.#socket.close(reason === 'server_stopping' ? goingAway : policyViolation, reason);
    const grace = setTimeout(() => {
      this.#socket.terminate();
    }, dropGraceMs);
    grace.unref();
    this.#socket.once('close', () => {
      clearTimeout(grace);
    });
  }

  /** Cuts the line without a word: nobody has been there for a while. */
  abandon(): void {
    this.#dropped = true;
    this.#socket.terminate();
  }
}
