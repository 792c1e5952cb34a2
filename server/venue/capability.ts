import type { Exchange, OperatorCommand } from '@bourse/engine';
import type { Ending } from '../ground/endings.ts';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { ChainSource } from '../custody/chains/index.ts';
import type { Config } from './config.ts';
import type { Offered } from './offers.ts';
import type { ConsoleParts } from './open-console.ts';
import type { Schema, Stored } from '../ground/database/index.ts';
import type { NoticeSource, PublicChannel, RegisteredView } from '../ground/feed/index.ts';
import type { DemoWorld } from '../demo/simulator/index.ts';
import type { With } from '../ground/parts.ts';
import type { Secrets } from '../ground/secrets/index.ts';

/** The rest of the work of a start, at the stop of the exchange. */
export type StartResult = Ending | undefined | void;

/** The parts that exist before the exchange is recovered. */
export interface Foundation extends With<
  | 'boxFor'
  | 'chains'
  | 'custodyDb'
  | 'db'
  | 'demo'
  | 'dialog'
  | 'elapsed'
  | 'identityDb'
  | 'liveSettings'
  | 'log'
  | 'now'
  | 'securityLog'
  | 'settings'
> {
  /** The secrets from which keys outside the database are derived. */
  readonly secrets: Secrets;
  /** Whether bots trade on it. */
  readonly simulatedMarket: boolean;
  /** The file with the index prices of a scripted demo; null without one. */
  readonly indexFile: string | null;
  /** Sessions of the login `bourse_app`. */
  readonly database: Pool;
  /** Reports the current step of the start as a sentence. */
  readonly progress: (sentence: string) => void;
}

/** The parts of a recovered exchange, on which the capabilities make their services. */
export interface Ground
  extends
    Foundation,
    With<
      | 'background'
      | 'calls'
      | 'changes'
      | 'core'
      | 'isClockTrusted'
      | 'limits'
      | 'privately'
      | 'publicOrigin'
      | 'requests'
      | 'upkeep'
      | 'views'
    > {
  /** Published levels per side of an order book. */
  readonly depthLevels: number;
  readonly smtp: Config['smtp'];
  readonly sms: Config['sms'];
  /** Opens the chains that are followed; null without chains. */
  readonly chainSource: ChainSource | null;
  /** The world outside of a demo; null in a live exchange. */
  readonly demoWorld: DemoWorld | null;
  /** The account with the provider of card payments; null without one. */
  readonly moonPay: Config['moonPay'];
  readonly fiatRatesUrl: Config['fiatRatesUrl'];
  /** Ends what was opened, when the exchange stops: the last one first. */
  readonly atStop: (end: Ending) => void;
}

/** The parts that an open capability can use: the ground, what all capabilities offer, and the calls over HTTP. */
export interface VenueParts extends Offered, With<'gateway'> {}

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
