import type { Exchange, OperatorCommand } from '@bourse/engine';
import type { Ending } from '../ground/endings.ts';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Background } from '../ground/background/index.ts';
import type { ChainSource, VenueChains } from '../custody/chains/index.ts';
import type { Config } from './config.ts';
import type { Offered } from './offers.ts';
import type { ConsoleParts } from './open-console.ts';
import type { Core, Upkeep } from '../ground/core/index.ts';
import type { Schema, Stored } from '../ground/database/index.ts';
import type { LiveDialog } from '../people/content/index.ts';
import type {
  Changes,
  NoticeSource,
  PrivateMessages,
  PublicChannel,
  RegisteredView,
  Views,
} from '../ground/feed/index.ts';
import type { Gateway, RateLimits, Requests, SocketCalls } from '../ground/gateway/index.ts';
import type { DeviceKeys, LiveSettings, SiteSettings } from '../people/identity/index.ts';
import type { BoxFor } from '../ground/secrets/index.ts';
import type { SecurityLog } from '../ground/security-log/index.ts';
import type { DemoWorld } from '../demo/simulator/index.ts';

/** The rest of the work of a start, at the stop of the exchange. */
export type StartResult = Ending | undefined | void;

/** The parts that exist before the exchange is recovered. */
export interface Foundation {
  /** A demo lists markets and funds accounts on its own. */
  readonly demo: boolean;
  /** Whether bots trade on it. */
  readonly simulatedMarket: boolean;
  /** The file with the index prices of a scripted demo; null without one. */
  readonly indexFile: string | null;
  /** Sessions of the login `bourse_app`. */
  readonly database: Pool;
  readonly db: Kysely<Schema>;
  /** Queries of the login `bourse_custody`: deposits, withdrawals, and payments on chains. */
  readonly custodyDb: Kysely<Schema>;
  /** Queries of the login `bourse_identity`: users, sessions, codes, messages and staff. */
  readonly identityDb: Kysely<Schema>;
  /** The site settings, always with their current values. */
  readonly settings: SiteSettings;
  readonly liveSettings: LiveSettings;
  /** The dialog of the home page that staff have published. */
  readonly dialog: LiveDialog;
  /** Seals and hashes with keys that are not in the database, for each purpose others. */
  readonly boxFor: BoxFor;
  /** Hashes device ids with a key that is not in the database. */
  readonly deviceKeys: DeviceKeys;
  /** The chains, and the terms of currencies on them. */
  readonly chains: VenueChains;
  /** The wall clock in epoch milliseconds. The exchange itself has its own clock. */
  readonly now: () => number;
  /** The time of a monotonic clock in milliseconds. */
  readonly elapsed: () => number;
  readonly log: Logger;
  readonly securityLog: SecurityLog;
  /** Reports the current step of the start as a sentence. */
  readonly progress: (sentence: string) => void;
}

/** The parts of an exchange that is recovered: what every capability can use before any of them is open. */
export interface Ground extends Foundation {
  readonly core: Core;
  /** The state of the core's tables, for operators. */
  readonly upkeep: Upkeep;
  readonly views: Views;
  /** Does work again and again, from the end of the start until the exchange stops. */
  readonly background: Background;
  /** Whether the machine's clock is trusted, which it is not while it may be wrong. */
  readonly isClockTrusted: () => boolean;
  readonly limits: RateLimits;
  /** Submits the commands of users. */
  readonly requests: Requests;
  /** Serves calls over the socket. */
  readonly calls: SocketCalls;
  /** Sends private messages that follow from no command. */
  readonly privately: PrivateMessages;
  /** Reports changes that clients have to read again. */
  readonly changes: Changes;
  /** Published levels per side of an order book. */
  readonly depthLevels: number;
  /** The secret from which keys outside the database are derived. */
  readonly secret: Uint8Array;
  /** The origin at which people reach the exchange; null if it is reached under several. */
  readonly publicOrigin: string | null;
  readonly smtp: Config['smtp'];
  readonly sms: Config['sms'];
  /** Opens the chains that are followed; null without chains. */
  readonly chainSource: ChainSource | null;
  /** The world outside of a demo; null in a live exchange. */
  readonly demoWorld: DemoWorld | null;
  /** Ends what was opened, when the exchange stops: the last one first. */
  readonly atStop: (end: Ending) => void;
}

/** The parts that an open capability can use: the ground, what all capabilities offer, and the calls over HTTP. */
export interface VenueParts extends Offered {
  readonly gateway: Gateway;
}

/**
 * A part of the exchange: what it stores, and its hooks in the order in which the start calls them. Each room exports
 * one; `capabilities.ts` lists them, and `offers.ts` those whose services others use.
 */
export interface Capability extends Stored {
  /** The login of the queries that its hooks get as `db`; `app` without one. */
  readonly login?: 'custody';
  /** Writes data that the database needs before the exchange is recovered. */
  readonly prepare?: (foundation: Foundation) => Promise<void>;
  /** Views of committed events. */
  readonly views?: readonly RegisteredView[];
  /** The commands that a demo needs and this exchange has not executed yet, in order. */
  readonly demoSetUp?: (parts: {
    readonly exchange: Exchange;
    readonly db: Kysely<Schema>;
  }) => Promise<readonly OperatorCommand[]>;
  /** Channels that clients can subscribe to. */
  readonly channels?: readonly PublicChannel[];
  /** Messages that are sent without a subscription. */
  readonly notices?: readonly NoticeSource[];
  /**
   * Called once, when everything that it needs exists: registers its calls and declares its background work. State that
   * its console needs is passed on in the returned functions.
   */
  readonly open?: (parts: VenueParts) => Opened | void;
}

/** A capability that is open. */
export interface Opened {
  /** Registers its calls of the operators' console. */
  readonly console?: (parts: ConsoleParts) => void;
  /** Starts what runs besides its background work, after all are open, and returns how that ends. */
  readonly start?: () => StartResult | Promise<StartResult>;
  /** Called at the stop of the exchange, after the background work has ended. */
  readonly stop?: Ending;
}

/** An open capability with its login. */
export type OpenCapability = Opened & Pick<Capability, 'login'>;

/** The parts of a capability, with the queries of its login as `db`. */
export function withLogin<Parts extends Foundation>({ login }: Pick<Capability, 'login'>, parts: Parts): Parts {
  return login === 'custody' ? { ...parts, db: parts.custodyDb } : parts;
}
