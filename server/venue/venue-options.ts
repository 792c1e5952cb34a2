import type { Logger } from 'pino';
import type { ChainSource } from '../custody/chains/index.ts';
import type { Config } from './config.ts';
import type { ConsoleOptions } from './open-console.ts';
import type { AcknowledgedFile, CoreOptions, Disk } from '../ground/core/index.ts';
import type { DatabaseSettings } from '../ground/database/index.ts';
import type { SocketOptions } from '../ground/feed/index.ts';
import type { Front } from '../ground/gateway/index.ts';
import type { DemoWorld } from '../demo/simulator/index.ts';

/** The options of an exchange. */
export interface VenueOptions {
  readonly config: Pick<Config, 'mode' | 'simulator'> &
    Partial<
      Pick<
        Config,
        | 'lockWaitSeconds'
        | 'indexFile'
        | 'smtp'
        | 'sms'
        | 'fiatRatesUrl'
        | 'moonPay'
        | 'trustedProxies'
        | 'publicOrigin'
        | 'rateFactor'
        | 'socketsPerNetwork'
        | 'metricsToken'
      >
    >;
  /** The secrets outside the database, see `openSecrets`: the first seals, and all open. */
  readonly secret: Uint8Array | readonly Uint8Array[];
  readonly database: DatabaseSettings;
  /** The most concurrent sessions of each login but the core's; 10 if absent. */
  readonly sessionsPerLogin?: number;
  readonly log: Logger;
  /** The folder of the built page; null if there is none to serve. */
  readonly pageFolder: string | null;
  /** Already listens; forwards requests once the exchange is open. */
  readonly front: Front;
  /** Opens the chains that are followed; without it no deposits and withdrawals of coins are possible. */
  readonly chains?: ChainSource;
  /** The world outside of a demo; absent in a live exchange. */
  readonly demoWorld?: DemoWorld;
  /** The operators' console; absent if it is off. */
  readonly console?: ConsoleOptions;
  /** A signal that aborts the start. */
  readonly signal?: AbortSignal;
  /** Called with a sentence at each step of the start. */
  readonly progress?: (sentence: string) => void;
  /** The disk of the database, if it is on this machine. */
  readonly disk?: Disk | null;
  /** The file that keeps the acknowledged head outside the database; without one a loss goes unnoticed. */
  readonly acknowledgedFile?: AcknowledgedFile | null;
  /** The time limit for the snapshot of an orderly stop; without one none is taken. */
  readonly stopSnapshotMs?: number;
  readonly socket?: Partial<SocketOptions>;
  /** Epoch milliseconds, for sessions and codes; the exchange itself uses the core's clock. */
  readonly now?: () => number;
  /** The clock of the exchange itself; the machine's if absent. */
  readonly time?: Pick<CoreOptions, 'time'>;
  /** The time of a monotonic clock in milliseconds, for rate limits. */
  readonly elapsed?: () => number;
  /** Calls `then` after a delay, for answers to clients that exceed their rate limit. */
  readonly later?: (then: () => void, milliseconds: number) => void;
}
