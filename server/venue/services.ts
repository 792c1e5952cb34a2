import { DrawAddresses } from '../custody/addresses/index.ts';
import { StoredNotices } from '../people/alerts/index.ts';
import { Announcer } from '../people/announcements/index.ts';
import { Background } from '../ground/background/index.ts';
import type { Foundation, VenueParts } from './capability.ts';
import type { Ending } from '../ground/endings.ts';
import type { Core, Upkeep } from '../ground/core/index.ts';
import {
  Changes,
  defaultSocketOptions,
  PrivateMessages,
  type SocketOptions,
  type Views,
} from '../ground/feed/index.ts';
import { createHttp, type Http, multipliedRates, RateLimits, Requests, SocketCalls } from '../ground/gateway/index.ts';
import {
  addressBook,
  Devices,
  LoginCodes,
  openProofs,
  openSecondFactors,
  Passwords,
  Sessions,
  standingOf,
} from '../people/identity/index.ts';
import { Images } from '../people/images/index.ts';
import { leverageFee } from '../trading/leverage/index.ts';
import { offersSeconds } from '../trading/seconds/index.ts';
import { type Notify, type NotifySettings, openNotify } from '../people/notify/index.ts';
import { PaymentMethods } from '../people/payments/index.ts';
import { Verified } from '../people/verification/index.ts';
import type { VenueOptions } from './venue-options.ts';
import { cancelWithdrawalsOf } from '../custody/withdrawals/index.ts';

/** The foundation of the capabilities and the socket, once the exchange is open. */
export interface Services {
  readonly parts: VenueParts;
  readonly http: Http;
  readonly socketOptions: SocketOptions;
  readonly limits: RateLimits;
}

export async function openServices(
  foundation: Foundation,
  { core, upkeep, views }: { readonly core: Core; readonly upkeep: Upkeep; readonly views: Views },
  options: VenueOptions,
  endings: Ending[],
): Promise<Services> {
  const { elapsed, identityDb, log, now } = foundation;
  const isClockTrusted = (): boolean => core.status().checks.clock;
  const background = new Background({ log: foundation.log, isClockTrusted, elapsed: foundation.elapsed });
  const notify = openMessages(foundation, background, options);
  endings.push(() => notify.stop());
  // Phone numbers can only be verified by text message.
  const settings = notify.offers('sms')
    ? foundation.settings
    : foundation.liveSettings.withFixed({ phone_accounts: 0 });
  const sessions = new Sessions(identityDb, now);
  const { rateFactor = 1 } = options.config;
  const limits = new RateLimits(multipliedRates(rateFactor), elapsed, rateFactor);
  const socketOptions = socketOptionsOf(options);
  const http = await openHttp({ foundation, core, views, sessions, limits, socketOptions, options });
  const passwords = new Passwords();
  const devices = new Devices(identityDb, foundation.deviceKeys);
  const secondFactors = openSecondFactors({
    db: identityDb,
    boxFor: foundation.boxFor,
    notify,
    securityLog: foundation.securityLog,
    now,
    publicOrigin: options.config.publicOrigin ?? null,
    siteName: () => settings.app_name,
  });
  const phoneAccounts = (): boolean => settings.phone_accounts === 1;
  const people = addressBook({ db: identityDb, devices, passwords, phoneAccounts });
  const images = new Images({ db: identityDb, box: foundation.boxFor('images'), settings, now });
  const privately = new PrivateMessages();
  const changes = new Changes();
  foundation.liveSettings.onChange(() => changes.report('site'));
  const notices = new StoredNotices({ identityDb, notify, say: privately.say, changes, now });
  const signer = await openChains(foundation, options, endings);
  const parts: VenueParts = {
    ...foundation,
    settings,
    core,
    upkeep,
    requests: new Requests(core, limits),
    views,
    leverageFee: (market) => leverageFee(views, market),
    offersSeconds: (market) => offersSeconds(views, market),
    gateway: http.gateway,
    calls: new SocketCalls(log, limits, () => views.sequence),
    sessions,
    passwords,
    devices,
    loginCodes: new LoginCodes({ db: identityDb, codes: notify.codes, devices, settings }),
    proofs: openProofs({
      db: identityDb,
      notify,
      passwords,
      settings,
      securityLog: foundation.securityLog,
      now,
      factors: secondFactors.factors,
    }),
    secondFactors,
    notify,
    paymentMethods: new PaymentMethods({
      db: identityDb,
      box: foundation.boxFor('payment methods'),
      images,
      settings,
      now,
    }),
    cancelWithdrawals: (user) => cancelWithdrawalsOf({ db: foundation.custodyDb, now }, user),
    savedAddresses: new DrawAddresses({ db: identityDb, settings, now }),
    privately,
    changes,
    notices,
    announcer: new Announcer({ background, identityDb, notify, views, now, log }),
    people,
    images,
    verified: new Verified({ ...foundation, background, db: identityDb, images, notices, changes, settings }),
    keepsMessages: notify.keeps('email') || (notify.keeps('sms') && settings.phone_accounts === 1),
    signer,
    demoWorld: options.demoWorld ?? null,
    depthLevels: socketOptions.depthLevels,
    background,
    isClockTrusted,
  };
  return { parts, http, socketOptions, limits };
}

async function openChains(
  { chains, log }: Foundation,
  options: VenueOptions,
  endings: Ending[],
): Promise<VenueParts['signer']> {
  if (options.chains === undefined) return null;
  const opened = await options.chains({
    protocols: () => chains.protocols,
    isListed: (chain, contract) => chains.isListed(chain, contract),
    log,
  });
  endings.push(opened.close);
  chains.follow(opened.chains);
  return opened.signer;
}

function openMessages(
  { identityDb, settings, now, log, securityLog }: Foundation,
  background: Background,
  options: VenueOptions,
): Notify {
  const origin = options.config.publicOrigin ?? '';
  const letterhead = () => ({ site: settings.app_name, timeZone: settings.timezone, origin });
  return openNotify(deliveryOf(options), { db: identityDb, letterhead, now, background, log, securityLog });
}

/**
 * A demo keeps messages that it cannot send. A live exchange sends all messages, over encrypted connections unless the
 * mail server is on this machine.
 */
function deliveryOf({ config, secret }: VenueOptions): NotifySettings {
  const { mode, sms = null, smtp = null } = config;
  const demo = mode === 'demo';
  const here = smtp !== null && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(smtp.url).hostname);
  return { secret, sms, smtp: smtp === null ? null : { ...smtp, encrypted: !demo && !here }, keep: demo };
}

function socketOptionsOf({ config, socket }: VenueOptions): SocketOptions {
  const { socketsPerNetwork = null } = config;
  return { ...defaultSocketOptions, ...(socketsPerNetwork !== null && { socketsPerNetwork }), ...socket };
}

interface HttpSources {
  readonly foundation: Foundation;
  readonly core: Core;
  readonly views: Views;
  readonly sessions: Sessions;
  readonly limits: RateLimits;
  readonly socketOptions: SocketOptions;
  readonly options: VenueOptions;
}

async function openHttp({
  foundation,
  core,
  views,
  sessions,
  limits,
  socketOptions,
  options,
}: HttpSources): Promise<Http> {
  const { identityDb, demo, log } = foundation;
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
    socket: socketOptions,
    secure: !demo,
  });
}
