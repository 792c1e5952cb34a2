import type { Exchange, OperatorCommand } from '@bourse/engine';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Core } from './core/index.ts';
import type { Schema } from './database/index.ts';
import type { NoticeSource, PublicChannel, RegisteredView, Views } from './feed/index.ts';
import type { Gateway, SocketCalls } from './gateway/index.ts';
import type { LoginCodes, Passwords, Sessions, SiteSettings } from './identity/index.ts';
import type { AddressBook, Notify } from './notify/index.ts';

/** Stops something that was started. */
export type Ending = () => Promise<unknown>;

/** What there is before the exchange is recovered. */
export interface Foundation {
  /** A demo lists markets and funds accounts by itself. */
  readonly demo: boolean;
  /** Whether bots trade on it. */
  readonly simulatedMarket: boolean;
  /** Sessions of the role `bourse_app`. */
  readonly database: Pool;
  readonly db: Kysely<Schema>;
  readonly settings: SiteSettings;
  /** Epoch milliseconds, for everything but the exchange's own time. */
  readonly now: () => number;
  readonly log: Logger;
  /** Reports in a sentence what the start is doing. */
  readonly progress: (sentence: string) => void;
}

/** What every capability may use. */
export interface VenueParts extends Foundation {
  readonly core: Core;
  readonly views: Views;
  /** Serves calls over HTTP. */
  readonly gateway: Gateway;
  /** Serves calls over the socket. */
  readonly calls: SocketCalls;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly loginCodes: LoginCodes;
  readonly notify: Notify;
  readonly people: AddressBook;
  /** Codes are not sent but kept for everybody to read. */
  readonly keepsMessages: boolean;
  /** Levels of each side of a book that are published. */
  readonly depthLevels: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly elapsed: () => number;
  /** False while the machine's clock may be wrong. */
  readonly isClockTrusted: () => boolean;
}

/**
 * A part of the exchange: what it adds to a start, in the order in which that happens. Each folder exports one;
 * `app.ts` lists them.
 */
export interface Capability {
  /** Writes what the database needs before the exchange is recovered. */
  readonly prepare?: (foundation: Foundation) => Promise<void>;
  /** Views of its own, which read committed events. */
  readonly views?: readonly RegisteredView[];
  /** The commands that a demo needs and that this exchange has not carried out, in order. */
  readonly demoSetUp?: (parts: {
    readonly exchange: Exchange;
    readonly db: Kysely<Schema>;
  }) => Promise<readonly OperatorCommand[]>;
  /** Serves its calls. */
  readonly register?: (parts: VenueParts) => void;
  /** Channels to subscribe to. */
  readonly channels?: readonly PublicChannel[];
  /** Messages that come by themselves. */
  readonly notices?: readonly NoticeSource[];
  /** Starts what it does in the background, when everything is registered. */
  readonly start?: (parts: VenueParts) => Ending | Promise<Ending>;
}
