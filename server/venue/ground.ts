import type { Foundation, Ground } from './capability.ts';
import type { Core, Upkeep } from '../ground/core/index.ts';
import type { Ending } from '../ground/endings.ts';
import { Background } from '../ground/background/index.ts';
import { Changes, PrivateMessages, type Views } from '../ground/feed/index.ts';
import { multipliedRates, RateLimits, Requests, SocketCalls } from '../ground/gateway/index.ts';
import { socketOptionsOf } from './listeners.ts';
import type { VenueOptions } from './venue-options.ts';

/** The parts that need the exchange, but none of its capabilities. */
export function groundOf(
  foundation: Foundation,
  { core, upkeep, views }: { readonly core: Core; readonly upkeep: Upkeep; readonly views: Views },
  options: VenueOptions,
  endings: Ending[],
): Ground {
  const { elapsed, log } = foundation;
  const { chains = null, config, demoWorld = null } = options;
  const { fiatRatesUrl = null, moonPay = null, publicOrigin = null, rateFactor = 1, sms = null, smtp = null } = config;
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
    publicOrigin,
    smtp,
    sms,
    chainSource: chains,
    demoWorld,
    fiatRatesUrl,
    moonPay,
    atStop: (end) => endings.push(end),
  };
}
