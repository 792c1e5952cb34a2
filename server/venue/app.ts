import type { Command } from '@bourse/engine';
import { capabilities } from './capabilities.ts';
import { type Foundation, type OpenCapability, type Opened, type VenueParts, withLogin } from './capability.ts';
import type { Committed, CoreFailure } from '../ground/core/index.ts';
import { endAll, type Ending } from '../ground/endings.ts';
import type { DeclaredRoute } from '../ground/gateway/index.ts';
import { serveMetrics } from '../ground/metrics/index.ts';
import { openHttp, openSocket } from './listeners.ts';
import { offersOn } from './offers.ts';
import { openConsole } from './open-console.ts';
import type { VenueOptions } from './venue-options.ts';
import { openFoundation } from './foundation.ts';
import { openExchange } from './exchange.ts';
import { groundOf } from './ground.ts';

/** A complete, running exchange. */
export interface Venue {
  /** Every route that it serves, with its access policy. */
  readonly routes: readonly DeclaredRoute[];
  /** Submits a command of an operator, whom the caller has authorized, or of a program, which can be for a user. */
  operate(command: Command): Promise<Committed>;
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
    views: parts.views,
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

async function startAll(opened: readonly Opened[], signal: AbortSignal, endings: Ending[]): Promise<void> {
  for (const { start, stop } of opened) {
    if (stop !== undefined) endings.push(stop);
    const ending = await start?.();
    if (ending !== undefined) endings.push(ending);
    signal.throwIfAborted();
  }
}
