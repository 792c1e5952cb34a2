import type { Exchange, OperatorCommand } from '@bourse/engine';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { readStartingArticles, registerContent, seedArticles } from './content/index.ts';
import { type Committed, type Core, type CoreFailure, type Disk, openCore } from './core/index.ts';
import { type DatabaseSettings, openAppDatabase, openAppPool, prepareDatabase } from './database/index.ts';
import { defaultSocketOptions, openViews, registerSocket, type SocketOptions } from './feed/index.ts';
import { registerFigures } from './figures/index.ts';
import {
  createHttp,
  type DeclaredRoute,
  type Front,
  multipliedRates,
  RateLimits,
  SocketCalls,
} from './gateway/index.ts';
import {
  addressBook,
  LoginCodes,
  Passwords,
  readSiteSettings,
  registerIdentity,
  Sessions,
  sweepSessions,
} from './identity/index.ts';
import { indexChannel, indexPrices, missingDemoIndices, registerIndexPrice } from './index-price/index.ts';
import {
  dayMarketChannel,
  demoListing,
  klineChannel,
  marketChangeNotices,
  missingListing,
  outdatedSettings,
  readDecidedMarkets,
  registerMarkets,
} from './markets/index.ts';
import { type NotifySettings, openNotify, registerNotify } from './notify/index.ts';
import { registerOperator, standingOf } from './operator/index.ts';
import { prepareMarketHistory, startSimulator } from './simulator/index.ts';
import { depthChannel, orderNotices, registerSpot, tradesChannel } from './spot/index.ts';
import { registerWallet } from './wallet/index.ts';

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
  /** Milliseconds of a clock that only goes forward, for what may be asked within a time. */
  readonly elapsed?: () => number;
  /** Does something when so many milliseconds have passed: who has asked too often is told so later. */
  readonly later?: (then: () => void, milliseconds: number) => void;
}

/** A whole exchange, open and answering. */
export interface Venue {
  /** What it serves, and for whom. */
  readonly routes: readonly DeclaredRoute[];
  /** Hands the exchange what an operator decided. Whoever calls this has made sure of the operator. */
  operate(command: OperatorCommand): Promise<Committed>;
  /** The core has stopped for good: the process has to start again from what is durable. */
  onFatal(listener: (failure: CoreFailure) => void): void;
  /** Answers what was taken, tells the sockets, and stops. */
  close(): Promise<void>;
}

/** What has to be ended again, newest last. */
type Endings = (() => Promise<unknown>)[];

/**
 * Composes the exchange: database, core, views, calls, socket, simulator, in the order in which each needs the one before. Resolves when
 * its doors are open and the front hands it what comes.
 *
 * @throws the signal's reason when it was broken off, or whatever failed; either way nothing of it is left
 */
export async function openVenue(options: VenueOptions): Promise<Venue> {
  const endings: Endings = [];
  try {
    return await compose(options, endings);
  } catch (error) {
    await endAll(endings).catch(() => undefined);
    throw error;
  }
}

async function compose(options: VenueOptions, endings: Endings): Promise<Venue> {
  const { config, database, front, log, pageFolder, now = Date.now } = options;
  // Whoever asks is told the same as whoever watches.
  const progress = (sentence: string): void => {
    front.explain(sentence);
    options.progress?.(sentence);
  };
  const { signal = new AbortController().signal } = options;
  const demo = config.mode === 'demo';
  const listing = demo ? demoListing() : [];
  const awaited = listing.flatMap((command) => (command.type === 'list_market' ? [command.market] : []));

  await prepareDatabase(database, { live: !demo });
  signal.throwIfAborted();
  const pool = openAppPool(database, { onLost: (error) => log.warn({ err: error }, 'a database session was lost') });
  const db = openAppDatabase(pool);
  endings.push(() => db.destroy());
  const set = await readSiteSettings(db, { registerCode: !demo });
  await seedArticles(db, readStartingArticles({ demo }), now());
  if (config.simulator) {
    progress('Preparing the market’s past …');
    await unlessAborted(prepareMarketHistory({ database: pool, listing, clock: now, log }), signal);
  }

  signal.throwIfAborted();
  progress('Recovering the exchange …');
  const { core, exchange } = await openCore({ database, mode: config.mode, log, disk: options.disk ?? null });
  endings.push(() => core.close());
  signal.throwIfAborted();
  const views = await openViews(exchange, pool, awaited, now(), [indexPrices]);
  const setUp = demo ? demoSetUp(exchange, await readDecidedMarkets(db)) : [];
  core.onCommitted((batch) => {
    views.apply(batch.commands);
  });
  core.open();
  await unlessAborted(whenOpen(core, front, progress), signal);
  for (const command of setUp) await core.submit(command);

  // Not before this is the only process that works on the database: nothing is to be sent by two.
  const isClockBelieved = (): boolean => core.status().checks.clock;
  const letterhead = { site: set.app_name, timeZone: set.timezone };
  const notify = openNotify(deliveryOf(options), { db, letterhead, now, isClockBelieved, log });
  endings.push(() => notify.stop());
  // Without text messages nobody could prove that a phone number is theirs.
  const settings = notify.offers('sms') ? set : { ...set, phone_accounts: 0 as const };
  const sessions = new Sessions(db, now);
  const sweep = sweepSessions(sessions, isClockBelieved, log);
  endings.push(() => sweep.stop());
  const sequence = () => views.sequence;
  const readiness = () => core.status();
  const standing = standingOf(db, now);
  // A test that sets the clock sets both.
  const elapsed = options.elapsed ?? options.now ?? (() => performance.now());
  const { rateFactor = 1 } = config;
  const limits = new RateLimits(multipliedRates(rateFactor), elapsed, rateFactor);
  const { socketsPerNetwork = null } = config;
  const socketOptions = {
    ...defaultSocketOptions,
    ...(socketsPerNetwork !== null && { socketsPerNetwork }),
    ...options.socket,
  };
  const { app, gateway, policies } = await createHttp({
    log,
    sessions,
    standing,
    sequence,
    readiness,
    pageFolder,
    trustedProxies: config.trustedProxies ?? [],
    limits,
    later: options.later ?? setTimeout,
    socket: socketOptions,
    secure: !demo,
  });
  const calls = new SocketCalls(log, limits, sequence);
  const { depthLevels } = socketOptions;
  const { listings } = views;
  const simulatedMarket = config.simulator;
  const keepsMessages = notify.keeps('email') || (notify.keeps('sms') && settings.phone_accounts === 1);

  const passwords = new Passwords();
  const loginCodes = new LoginCodes({ db, codes: notify.codes, when: settings.login_code });

  registerIdentity(gateway, {
    db,
    core,
    listings,
    sessions,
    passwords,
    settings,
    notify,
    loginCodes,
    simulatedMarket,
    keepsMessages,
    demoGrants: demo,
    now,
    elapsed,
    log,
  });
  registerContent(gateway, { db, settings, loginTakesCode: (attempt) => loginCodes.takesCode(attempt) });
  registerNotify(gateway, {
    db,
    notify,
    people: addressBook(db, passwords, settings.phone_accounts === 1),
    codesPerHour: settings.codes_per_hour,
    elapsed,
  });
  registerMarkets(gateway, { views, database: pool, db, settings, depthLevels, now });
  registerIndexPrice(gateway, { views, db });
  registerSpot(gateway, calls, { core, views, db });
  registerOperator(gateway, { views });
  registerWallet(gateway, { core, views });
  const channels = [dayMarketChannel, indexChannel, depthChannel, tradesChannel, klineChannel];
  const notices = [orderNotices, marketChangeNotices];
  const hub = await registerSocket(
    app,
    { views, sessions, core, calls, channels, notices, options: socketOptions, now: elapsed },
    config.publicOrigin ?? null,
  );

  // Whoever may know how a live exchange does shows that it is he; without a token there is nothing to ask.
  const metricsToken = config.metricsToken ?? null;
  if (demo || metricsToken !== null) {
    const stopFigures = registerFigures(app, { core, hub, token: metricsToken });
    endings.push(() => Promise.resolve(stopFigures()));
  }

  signal.throwIfAborted();
  if (config.simulator) {
    const clock = now;
    const markets = listings.markets();
    const simulator = await startSimulator({ core, views, markets, database: pool, clock, log });
    endings.push(() => simulator.stop());
    signal.throwIfAborted();
  }
  await app.ready();
  endings.push(async () => {
    await hub.stop();
    await front.close();
    await app.close();
  });
  front.open(app.server);

  return {
    routes: policies.routes,
    operate: (command) => core.submit(command),
    onFatal: (listener) => {
      core.onFatal(listener);
    },
    close: () => endAll(endings),
  };
}

/** A demo keeps what it cannot send; a live exchange sends everything, over encrypted connections unless the mail server is on this machine. */
function deliveryOf({ config, secret }: VenueOptions): NotifySettings {
  const { mode, sms = null, smtp = null } = config;
  const demo = mode === 'demo';
  const here = smtp !== null && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(smtp.url).hostname);
  return { secret, sms, smtp: smtp === null ? null : { ...smtp, encrypted: !demo && !here }, keep: demo };
}

/** What the demo lists or has set otherwise than this exchange; nothing when it was started before and nobody changed the demo. */
function demoSetUp(exchange: Exchange, decided: ReadonlySet<number>): OperatorCommand[] {
  const markets = [...exchange.markets()];
  return [
    ...missingListing({ currencies: exchange.currencies(), markets }),
    ...outdatedSettings(markets, decided),
    ...missingDemoIndices(demoListing(), exchange.indexPrices()),
  ];
}

/** Ends in reverse order; what cannot be ended does not keep the rest. */
async function endAll(endings: Endings): Promise<void> {
  const failures: unknown[] = [];
  for (const end of endings.splice(0).toReversed()) await end().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'Not every part of the exchange stopped cleanly.');
}

/** Resolves when the exchange takes commands; what keeps its doors shut is said. */
async function whenOpen(core: Core, front: Front, progress: (sentence: string) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let said: string | null = null;
  const look = (): void => {
    const { open, reason } = core.status();
    if (open) {
      resolve();
      return;
    }
    if (reason === null || reason === said) return;
    said = reason;
    front.explain(reason);
    progress(`The doors stay shut. ${reason}`);
  };
  core.onStatus(look);
  look();
  return promise;
}

/** Waits no longer than until the signal; what was waited for is left to fail by itself when its ground is taken away. */
async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => {
    reject(new Error('The start was broken off.', { cause: signal.reason }));
  };
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
