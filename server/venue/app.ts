import type { Command, Exchange, OperatorCommand, UserRequest } from '@bourse/engine';
import { capabilities } from './capabilities.ts';
import {
  type Foundation,
  type Ground,
  type OpenCapability,
  type Opened,
  type VenueParts,
  withLogin,
} from './capability.ts';
import { VenueChains } from '../custody/chains/index.ts';
import { LiveDialog } from '../people/content/index.ts';
import { type Committed, type Core, type CoreFailure, openCore, type Upkeep } from '../ground/core/index.ts';
import {
  openAppDatabase,
  openAppPool,
  openCustodyPool,
  openIdentityPool,
  prepareDatabase,
} from '../ground/database/index.ts';
import { endAll, type Ending, unlessAborted } from '../ground/endings.ts';
import { Background } from '../ground/background/index.ts';
import { Changes, openViews, PrivateMessages, type Views } from '../ground/feed/index.ts';
import {
  type DeclaredRoute,
  type Front,
  multipliedRates,
  RateLimits,
  Requests,
  SocketCalls,
} from '../ground/gateway/index.ts';
import { DeviceKeys, LiveSettings, siteDefaultsOf } from '../people/identity/index.ts';
import { demoMarkets } from '../trading/markets/index.ts';
import { serveMetrics } from '../ground/metrics/index.ts';
import { openHttp, openSocket, socketOptionsOf } from './listeners.ts';
import { offersOn } from './offers.ts';
import { boxesOf } from '../ground/secrets/index.ts';
import { SecurityLog } from '../ground/security-log/index.ts';
import { openConsole } from './open-console.ts';
import { stored } from './stored.ts';
import type { VenueOptions } from './venue-options.ts';

/** A complete, running exchange. */
export interface Venue {
  /** Every route that it serves, with its access policy. */
  readonly routes: readonly DeclaredRoute[];
  /** Submits a command of an operator, whom the caller has authorized, or of a program of the venue. */
  operate(command: Exclude<Command, UserRequest>): Promise<Committed>;
  /** Calls the listener when the core has failed permanently and the process has to restart. */
  onFatal(listener: (failure: CoreFailure) => void): void;
  /** Answers accepted calls, notifies the sockets, and stops. */
  close(): Promise<void>;
}

/**
 * Composes the exchange: database, core, views, calls, socket and background work, in the order of their dependencies.
 * Resolves when it accepts commands and the front forwards requests.
 *
 * @throws the signal's reason if the start was aborted, or the error that occurred; all opened parts are closed
 */
export async function openVenue(options: VenueOptions): Promise<Venue> {
  const endings: Ending[] = [];
  try {
    return await compose(options, endings);
  } catch (error) {
    await endAll(endings).catch(() => undefined);
    throw error;
  }
}

async function compose(options: VenueOptions, endings: Ending[]): Promise<Venue> {
  const { front, signal = new AbortController().signal } = options;
  const foundation = await openFoundation(options, signal, endings);
  signal.throwIfAborted();
  const exchange = await openExchange(foundation, options, signal, endings);
  const { core } = exchange;
  const ground = groundOf(foundation, exchange, options, endings);
  const offered = await offersOn(ground);
  const http = await openHttp(offered, options);
  const parts: VenueParts = { ...offered, gateway: http.gateway };
  const opened = capabilities.map((capability): OpenCapability => {
    const { login } = capability;
    return { ...capability.open?.(withLogin(capability, parts)), ...(login === undefined ? {} : { login }) };
  });
  const hub = await openSocket(http, parts, options);
  const surroundings = { opened, trustedProxies: options.config.trustedProxies ?? [], hub };
  const stopMetrics = serveMetrics(http.app, {
    background: parts.background,
    core,
    hub,
    securityLog: foundation.securityLog,
    demo: foundation.demo,
    token: options.config.metricsToken ?? null,
  });
  endings.push(() => Promise.resolve(stopMetrics()));

  signal.throwIfAborted();
  await startAll(opened, signal, endings);
  endings.push(() => parts.background.stop());
  if (options.console !== undefined) endings.push(await openConsole(parts, options.console, surroundings));
  parts.background.start();
  await http.app.ready();
  endings.push(async () => {
    await hub.stop();
    await front.close();
    await http.app.close();
  });
  front.open(http.app.server);
  if (!foundation.demo) recordLiveStart(foundation, options);

  return {
    routes: http.policies.routes,
    operate: (command) => core.submit(command),
    onFatal: (listener) => {
      core.onFatal(listener);
    },
    close: () => endAll(endings),
  };
}

/** Records the settings of a live exchange on which its security depends. */
function recordLiveStart({ settings, securityLog }: Foundation, { config }: VenueOptions): void {
  const { metricsToken = null, publicOrigin = null, rateFactor = 1, trustedProxies = [] } = config;
  const { login_code, password_policy, phone_accounts, register_code } = settings;
  const site = { login_code, password_policy, phone_accounts, register_code };
  const started = { publicOrigin, trustedProxies, rateFactor, metrics: metricsToken !== null };
  securityLog.record('live_mode_started', { settings: { ...started, ...site } });
}

async function openFoundation(options: VenueOptions, signal: AbortSignal, endings: Ending[]): Promise<Foundation> {
  const { config, database: settingsOfDatabase, front, log, now = Date.now } = options;
  const demo = config.mode === 'demo';
  await prepareDatabase(settingsOfDatabase, { live: !demo, stored });
  signal.throwIfAborted();
  // The error refers to the whole session with its settings, of which the log needs nothing.
  const onLost = (error: Error): void =>
    log.warn({ reason: error.message, code: codeOf(error) }, 'a database connection was lost');
  const database = openAppPool(settingsOfDatabase, { onLost });
  const db = openAppDatabase(database);
  endings.push(() => db.destroy());
  const custodyDb = openAppDatabase(openCustodyPool(settingsOfDatabase, { onLost }));
  endings.push(() => custodyDb.destroy());
  const identityDb = openAppDatabase(openIdentityPool(settingsOfDatabase, { onLost }));
  endings.push(() => identityDb.destroy());
  // Tests that set `now` control both clocks.
  const elapsed = options.elapsed ?? options.now ?? (() => performance.now());
  const securityLog = new SecurityLog({ log, elapsed });
  endings.push(() => Promise.resolve(securityLog.stop()));
  const dialog = await LiveDialog.open(db);
  const liveSettings = await LiveSettings.open(db, siteDefaultsOf(demo));
  const foundation: Foundation = {
    demo,
    simulatedMarket: config.simulator,
    indexFile: config.indexFile ?? null,
    database,
    db,
    custodyDb,
    identityDb,
    settings: liveSettings.now,
    liveSettings,
    dialog,
    boxFor: boxesOf(options.secret),
    deviceKeys: new DeviceKeys(options.secret),
    chains: new VenueChains(custodyDb),
    now,
    elapsed,
    log,
    securityLog,
    // Requests that are refused during the start get the same explanation as the operator.
    progress: (sentence) => {
      front.explain(sentence);
      options.progress?.(sentence);
    },
  };
  for (const capability of capabilities) {
    const prepared = capability.prepare?.(withLogin(capability, foundation));
    if (prepared !== undefined) await unlessAborted(prepared, signal);
  }
  // After the articles that come with the software.
  await dialog.reload();
  return foundation;
}

function codeOf(error: Error): string | null {
  return 'code' in error && typeof error.code === 'string' ? error.code : null;
}

async function openExchange(
  foundation: Foundation,
  options: VenueOptions,
  signal: AbortSignal,
  endings: Ending[],
): Promise<{ core: Core; upkeep: Upkeep; views: Views }> {
  const { database, demo, log, now, progress } = foundation;
  const { acknowledgedFile = null, config, disk = null, front, stopSnapshotMs = 0 } = options;
  progress('Recovering the exchange …');
  const lock = {
    livingHolderMs: (config.lockWaitSeconds ?? 0) * 1000,
    signal,
    onWait: (holder: string) => progress(`Waiting for ${holder} to release the database …`),
  };
  const { core, exchange, upkeep } = await openCore({
    database: options.database,
    mode: config.mode,
    log,
    disk,
    acknowledgedFile,
    lock,
    schedule: { stopSnapshotMs },
    ...options.time,
  });
  endings.push(() => core.close());
  signal.throwIfAborted();
  const registered = capabilities.flatMap((capability) => capability.views ?? []);
  const views = await openViews(exchange, database, demo ? demoMarkets() : [], now(), registered);
  const setUp = demo ? await demoSetUp(exchange, foundation) : [];
  core.onCommitted((batch) => {
    views.apply(batch.commands);
  });
  core.open();
  await unlessAborted(whenOpen(core, front, progress), signal);
  for (const command of setUp) await core.submit(command);
  return { core, upkeep, views };
}

/**
 * The commands that set up the demo; none if the exchange was set up before and the demo's settings have not changed.
 */
async function demoSetUp(exchange: Exchange, { db }: Foundation): Promise<OperatorCommand[]> {
  const commands: OperatorCommand[] = [];
  for (const capability of capabilities) commands.push(...((await capability.demoSetUp?.({ exchange, db })) ?? []));
  return commands;
}

/** The parts that need the exchange, but none of its capabilities. */
function groundOf(
  foundation: Foundation,
  { core, upkeep, views }: { readonly core: Core; readonly upkeep: Upkeep; readonly views: Views },
  options: VenueOptions,
  endings: Ending[],
): Ground {
  const { elapsed, log } = foundation;
  const { chains = null, config, demoWorld = null, secret } = options;
  const { publicOrigin = null, rateFactor = 1, sms = null, smtp = null } = config;
  const isClockTrusted = (): boolean => core.status().checks.clock;
  const limits = new RateLimits(multipliedRates(rateFactor), elapsed, rateFactor);
  return {
    ...foundation,
    core,
    upkeep,
    views,
    background: new Background({ log, isClockTrusted, elapsed }),
    isClockTrusted,
    limits,
    requests: new Requests(core, limits),
    calls: new SocketCalls(log, limits, () => views.sequence),
    privately: new PrivateMessages(),
    changes: new Changes(),
    depthLevels: socketOptionsOf(options).depthLevels,
    secret,
    publicOrigin,
    smtp,
    sms,
    chainSource: chains,
    demoWorld,
    atStop: (end) => endings.push(end),
  };
}

async function startAll(opened: readonly Opened[], signal: AbortSignal, endings: Ending[]): Promise<void> {
  for (const { start, stop } of opened) {
    if (stop !== undefined) endings.push(stop);
    const ending = await start?.();
    if (ending !== undefined) endings.push(ending);
    signal.throwIfAborted();
  }
}

/** Resolves when the exchange accepts commands; until then it reports why it does not. */
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
    progress(`The exchange is still closed. ${reason}`);
  };
  core.onStatus(look);
  look();
  return promise;
}
