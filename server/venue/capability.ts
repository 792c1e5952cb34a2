import type { Exchange, MarketId, OperatorCommand, UserId } from '@bourse/engine';
import type { Ending } from '../ground/endings.ts';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Background } from '../ground/background/index.ts';
import type { DrawAddresses } from '../custody/addresses/index.ts';
import type { StoredNotices } from '../people/alerts/index.ts';
import type { Announcer } from '../people/announcements/index.ts';
import type { VenueChains } from '../custody/chains/index.ts';
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
import type { Gateway, Requests, SocketCalls } from '../ground/gateway/index.ts';
import type {
  DeviceKeys,
  Devices,
  LiveSettings,
  LoginCodes,
  OpenProofs,
  OpenSecondFactors,
  Passwords,
  Sessions,
  SiteSettings,
} from '../people/identity/index.ts';
import type { AddressBook, Notify } from '../people/notify/index.ts';
import type { Images } from '../people/images/index.ts';
import type { PaymentMethods } from '../people/payments/index.ts';
import type { Verified } from '../people/verification/index.ts';
import type { BoxFor } from '../ground/secrets/index.ts';
import type { SecurityLog } from '../ground/security-log/index.ts';
import type { DemoWorld } from '../demo/simulator/index.ts';
import type { Signer } from '../custody/signer/index.ts';

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

/** The parts that every capability can use. */
export interface VenueParts extends Foundation {
  readonly core: Core;
  /** The state of the core's tables, for operators. */
  readonly upkeep: Upkeep;
  /** Submits the commands of users. */
  readonly requests: Requests;
  readonly views: Views;
  /** The fee rate of leverage on a market in millionths; null without leverage. */
  readonly leverageFee: (market: MarketId) => number | null;
  /** Whether seconds contracts are offered on a market. */
  readonly offersSeconds: (market: MarketId) => boolean;
  /** Serves calls over HTTP. */
  readonly gateway: Gateway;
  /** Serves calls over the socket. */
  readonly calls: SocketCalls;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly devices: Devices;
  readonly loginCodes: LoginCodes;
  /** The proofs that sensitive actions of users require. */
  readonly proofs: OpenProofs;
  readonly secondFactors: OpenSecondFactors;
  readonly notify: Notify;
  /** Sends private messages that follow from no command. */
  readonly privately: PrivateMessages;
  /** Reports changes that clients have to read again. */
  readonly changes: Changes;
  /** Notices to users, on the page and by mail. */
  readonly notices: StoredNotices;
  /** Queues the mails of announcements. */
  readonly announcer: Announcer;
  readonly people: AddressBook;
  /** The images of users: attached to things, and read by those who may see them. */
  readonly images: Images;
  readonly paymentMethods: PaymentMethods;
  /** Cancels the withdrawals of a user that are not paid yet. */
  readonly cancelWithdrawals: (user: UserId) => Promise<void>;
  /** The saved withdrawal addresses of users. */
  readonly savedAddresses: DrawAddresses;
  /** The names and states of verified users. */
  readonly verified: Verified;
  /** Whether messages are kept for anyone to read instead of being sent. */
  readonly keepsMessages: boolean;
  /** Holds the keys of all wallets; null without chains. */
  readonly signer: Signer | null;
  /** The world outside of a demo; null in a live exchange. */
  readonly demoWorld: DemoWorld | null;
  /** Published levels per side of an order book. */
  readonly depthLevels: number;
  /** Does work again and again, from the end of the start until the exchange stops. */
  readonly background: Background;
  /** Whether the machine's clock is trusted, which it is not while it may be wrong. */
  readonly isClockTrusted: () => boolean;
}

/**
 * A part of the exchange with its hooks, in the order in which the start calls them. Each folder exports one; `app.ts`
 * lists them.
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
