import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { CoreOptions, Disk } from './core/index.ts';
import type { DatabaseSettings } from './database/index.ts';
import type { SocketOptions } from './feed/index.ts';
import type { Front } from './gateway/index.ts';

/** What an exchange is opened with. */
export interface VenueOptions {
  readonly config: Pick<Config, 'mode' | 'simulator'> &
    Partial<
      Pick<
        Config,
        'smtp' | 'sms' | 'trustedProxies' | 'publicOrigin' | 'rateFactor' | 'socketsPerNetwork' | 'metricsToken'
      >
    >;
  /** What codes are hashed and waiting messages are encrypted with. */
  readonly secret: Uint8Array;
  readonly database: DatabaseSettings;
  readonly log: Logger;
  /** The folder of the built page; null when there is none to serve. */
  readonly pageFolder: string | null;
  /** Has the address already; it is opened when the exchange is. */
  readonly front: Front;
  /** Breaks off the start. */
  readonly signal?: AbortSignal;
  /** Told what the start is doing, in sentences. */
  readonly progress?: (sentence: string) => void;
  /** Where the database lies, when it is on this machine. */
  readonly disk?: Disk | null;
  readonly socket?: Partial<SocketOptions>;
  /** Epoch milliseconds, for sessions and codes; the exchange's own time is the core's. */
  readonly now?: () => number;
  /** The clock of the exchange itself; that of the machine when absent. */
  readonly time?: Pick<CoreOptions, 'time'>;
  /** Milliseconds of a clock that only goes forward, for what may be asked within a time. */
  readonly elapsed?: () => number;
  /** Does something when so many milliseconds have passed: who has asked too often is told so later. */
  readonly later?: (then: () => void, milliseconds: number) => void;
}
