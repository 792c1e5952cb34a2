import { depthLevels } from '@bourse/contract/markets';
import type { ConnectionLimits } from './connection.ts';

/** Settings of the socket; see `defaultSocketOptions`. */
export interface SocketOptions extends ConnectionLimits {
  readonly socketsPerNetwork: number;
  /** Bytes that may be buffered for all clients together; a message shared by several clients counts once for each. */
  readonly bufferedBytesOfAll: number;
  /** A client that has sent nothing for this long, not even a pong, is disconnected. */
  readonly idleMs: number;
  /** A client that has sent nothing for this long is pinged. */
  readonly pingAfterMs: number;
  /** Interval of the check for silent clients. */
  readonly sweepEveryMs: number;
  /** How long a stopping server waits for calls to be answered. */
  readonly answersMs: number;
  /**
   * How long a channel without subscribers, or the inbox of a disconnected user, is kept so that clients can resume.
   */
  readonly resumeMs: number;
  /** Published levels per side of an order book. */
  readonly depthLevels: number;
}

export const defaultSocketOptions: SocketOptions = {
  subscriptions: 100,
  bufferedBytes: 1_048_576,
  bufferedBytesOfAll: 268_435_456,
  callsInFlight: 32,
  messagesPerSecond: 100,
  pingsPerSecond: 10,
  socketsPerNetwork: 200,
  idleMs: 60_000,
  pingAfterMs: 20_000,
  sweepEveryMs: 5_000,
  answersMs: 20_000,
  resumeMs: 60_000,
  depthLevels,
};
