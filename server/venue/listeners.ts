import type { VenueParts } from './capability.ts';
import { capabilities } from './capabilities.ts';
import { defaultSocketOptions, registerSocket, type SocketHub, type SocketOptions } from '../ground/feed/index.ts';
import { createHttp, type Http } from '../ground/gateway/index.ts';
import { standingOf } from '../people/identity/index.ts';
import type { Offered } from './offers.ts';
import type { VenueOptions } from './venue-options.ts';

/** The public calls and pages over HTTP. */
export async function openHttp(
  { core, demo, identityDb, limits, log, sessions, views }: Offered,
  options: VenueOptions,
): Promise<Http> {
  return createHttp({
    log,
    sessions,
    standing: standingOf(identityDb),
    sequence: () => views.sequence,
    readiness: () => core.status(),
    pageFolder: options.pageFolder,
    trustedProxies: options.config.trustedProxies ?? [],
    limits,
    later: options.later ?? setTimeout,
    socket: socketOptionsOf(options),
    secure: !demo,
  });
}

/** The socket, with the channels and messages of all capabilities. */
export async function openSocket(
  { app }: Http,
  { calls, changes, core, elapsed, privately, sessions, views }: VenueParts,
  options: VenueOptions,
): Promise<SocketHub> {
  const channels = capabilities.flatMap((capability) => capability.channels ?? []);
  const notices = capabilities.flatMap((capability) => capability.notices ?? []);
  const messages = { channels, notices, privately, changes };
  const hubParts = { views, sessions, core, calls, ...messages, options: socketOptionsOf(options), now: elapsed };
  return registerSocket(app, hubParts, options.config.publicOrigin ?? null);
}

export function socketOptionsOf({ config, socket }: VenueOptions): SocketOptions {
  const { socketsPerNetwork = null } = config;
  return { ...defaultSocketOptions, ...(socketsPerNetwork !== null && { socketsPerNetwork }), ...socket };
}
