import type { Logger } from 'pino';

/**
 * The parts of an exchange, by the names under which its rooms are given them. A room that makes some adds them with
 * `declare module`, beside what makes them; others name what they need as `With<'core' | 'now'>`, and import nothing.
 */
export interface Parts {
  /** A demo lists markets and funds accounts on its own. */
  readonly demo: boolean;
  /** The wall clock in epoch milliseconds. The exchange itself has its own clock. */
  readonly now: () => number;
  /** The time of a monotonic clock in milliseconds. */
  readonly elapsed: () => number;
  readonly log: Logger;
  /** The origin at which people reach the exchange; null if it is reached under several. */
  readonly publicOrigin: string | null;
}

/** Some of the parts. */
export type With<Name extends keyof Parts> = Pick<Parts, Name>;
