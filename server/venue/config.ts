import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { type ChainsConfig, chainSchema, chainsConfig } from './chain-settings.ts';
import { addressName, addressNames, type Login, logins as allLogins } from '../ground/database/index.ts';
import { isNetwork } from '../ground/gateway/index.ts';
import { isLoopback } from '../ground/loopback.ts';

/** The configuration, parsed once from the environment. */
export interface Config {
  /** Address to listen on. */
  readonly host: string;
  /** Port to listen on; 0 lets the system choose. */
  readonly port: number;
  /** Absolute path of the folder for all data on this machine. */
  readonly dataFolder: string;
  readonly database:
    | { readonly kind: 'bundled' }
    | { readonly kind: 'server'; readonly url: string; readonly logins?: DatabaseLogins };
  /** How long a start waits for another process to release the database, in seconds. */
  readonly lockWaitSeconds: number;
  /** The time limit of a stop, in seconds. */
  readonly stopTimeoutSeconds: number;
  readonly mode: Mode;
  /** The real chains of a live exchange; null if it follows none. */
  readonly chains: ChainsConfig;
  /** Whether demo traders make the market. */
  readonly simulator: boolean;
  /** The file with the index prices of a scripted demo; null without one. */
  readonly indexFile: string | null;
  /** The mail server and sender address; null without a mail server, which only a demo allows. */
  readonly smtp: { readonly url: string; readonly from: string } | null;
  /** The provider of text messages; null if there is none. */
  readonly sms: { readonly url: string; readonly token: string | null } | null;
  /** The address of the daily reference rates of fiat currencies; null if staff enter all rates. */
  readonly fiatRatesUrl: string | null;
  /** The account with the provider of card payments; null without one. */
  readonly moonPay: { readonly publishable: string; readonly secret: string; readonly webhook: string } | null;
  /** The secrets from which keys are derived: the first seals, all open; null to use a file in the data folder. */
  readonly secretKeys: readonly string[] | null;
  /** Addresses and networks of the proxies in front of the exchange, whose forwarding headers are trusted. */
  readonly trustedProxies: readonly string[];
  /** Multiplies the default rate limits of networks and users. */
  readonly rateFactor: number;
  /** Max sockets per network; null for the default. */
  readonly socketsPerNetwork: number | null;
  /**
   * The public origin of the venue, the only one whose pages may open the socket. Null to accept the address of each
   * request.
   */
  readonly publicOrigin: string | null;
  /** The token that protects `/metrics`; null if there is none. */
  readonly metricsToken: string | null;
  /** The operators' console. */
  readonly console: ConsoleConfig;
  /** The minimum log level; null for warnings at a terminal and `info` elsewhere. */
  readonly logLevel: LogLevel | null;
}

export interface ConsoleConfig {
  /** Where the console listens; null if it is off. With port 0 the system chooses one. */
  readonly listen: { readonly host: string; readonly port: number } | null;
  /** The networks that may use the console. */
  readonly allow: readonly string[];
  /** The origin at which staff reach the console. */
  readonly origin: string;
}

/** The addresses of all logins; without them they are derived from `DATABASE_URL`. */
type DatabaseLogins = Readonly<Record<Login, string>>;

export type LogLevel = Static<typeof schema.LOG_LEVEL>;

export type Mode = Static<typeof schema.MODE>;

/** Thrown for invalid settings. The message has one sentence per setting and can be printed as it is. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const loginAddress = Type.String({
  pattern: '^postgres(ql)?://',
  description: 'an address like postgresql://user:password@host:5432/database',
});

const networks = Type.Array(Type.Refine(Type.String(), isNetwork), {
  description: 'a list of addresses and networks like 10.0.0.7, 192.168.0.0/16',
});

/** Long enough for the snapshot of a stop and for the requests in progress. */
export const defaultStopTimeoutSeconds = 40;

/** Where the console listens by default: beside the default port of the exchange. */
const defaultConsole = '127.0.0.1:8081';

/** The networks that may use the console of a demo, unless `CONSOLE_ALLOW` names others: this machine. */
const thisMachine: readonly string[] = Object.freeze(['127.0.0.0/8', '::1']);

/** The accepted values of each setting. The description ends the sentence that rejects another value. */
const schema = {
  HOST: Type.String({ pattern: '^[A-Za-z0-9.:_-]{1,253}$', description: 'an IP address or a host name' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, description: 'a whole number from 0 to 65535' }),
  DATA_DIR: Type.String({ pattern: '^[^\\u0000-\\u001f]+$', description: 'the path of a folder' }),
  DATABASE_URL: Type.Union([Type.Literal('bundled'), Type.String({ pattern: '^postgres(ql)?://' })], {
    description: 'an address like postgresql://user:password@host:5432/database, or the word "bundled"',
  }),
  DATABASE_CORE_URL: loginAddress,
  DATABASE_IDENTITY_URL: loginAddress,
  DATABASE_CUSTODY_URL: loginAddress,
  DATABASE_APP_URL: loginAddress,
  LOCK_WAIT: Type.Integer({ minimum: 0, maximum: 86_400, description: 'a whole number of seconds from 0 to 86400' }),
  STOP_TIMEOUT: Type.Integer({ minimum: 1, maximum: 3_600, description: 'a whole number of seconds from 1 to 3600' }),
  MODE: Type.Union([Type.Literal('demo'), Type.Literal('live')], { description: '"demo" or "live"' }),
  SIMULATOR: Type.Union([Type.Literal('on'), Type.Literal('off')], { description: '"on" or "off"' }),
  INDEX_FILE: Type.String({ pattern: '^[^\\u0000-\\u001f]+$', description: 'the path of a file' }),
  ...chainSchema,
  SMTP_URL: Type.String({
    pattern: '^smtps?://[^\\s/]+',
    description: 'an address like smtps://user:password@host:465',
  }),
  MAIL_FROM: Type.String({
    pattern: '^(?:[^<>\\u0000-\\u001f"]{1,80} <[^\\s@<>]+@[^\\s@<>]+>|[^\\s@<>]+@[^\\s@<>]+)$',
    description: 'an address like no-reply@example.com or Bourse <no-reply@example.com>',
  }),
  SMS_URL: Type.String({
    pattern: '^https?://[^\\s/]+',
    description: 'an address like https://sms.example.com/messages',
  }),
  SMS_TOKEN: Type.String({ pattern: '^[\\x21-\\x7e]{1,1000}$', description: 'a token without spaces' }),
  FIAT_RATES_URL: Type.String({
    pattern: '^https?://[^\\s/@]+/[^\\s]*$',
    description: 'an address like https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
  }),
  MOONPAY_API_KEY: Type.String({
    pattern: '^pk_(?:test|live)_[A-Za-z0-9]{8,200}$',
    description: 'a publishable key like pk_test_123',
  }),
  MOONPAY_SECRET_KEY: Type.String({
    pattern: '^sk_(?:test|live)_[A-Za-z0-9]{8,200}$',
    description: 'a secret key like sk_test_123',
  }),
  MOONPAY_WEBHOOK_KEY: Type.String({
    pattern: '^[\\x21-\\x7e]{16,200}$',
    description: 'at least 16 characters without spaces',
  }),
  SECRET_KEY: Type.String({
    pattern: '^[\\x21-\\x2b\\x2d-\\x7e]{32,1000}(?:,[\\x21-\\x2b\\x2d-\\x7e]{32,1000}){0,9}$',
    description: 'one key, or several with commas between, of at least 32 characters without spaces and commas each',
  }),
  PUBLIC_URL: Type.String({
    pattern: '^https?://(?:[A-Za-z0-9-]+\\.)*[A-Za-z0-9-]+(?::[0-9]{1,5})?/?$',
    description: 'an address like https://exchange.example.com, without a path',
  }),
  CONSOLE_LISTEN: Type.String({
    pattern:
      '^(?:off|(?:\\[[0-9A-Fa-f:.]{2,45}\\]|[A-Za-z0-9._-]{1,253}):(?:[0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]))$',
    description: 'an address with a port like 127.0.0.1:8081 or [::1]:8081, or the word "off"',
  }),
  CONSOLE_ALLOW: networks,
  CONSOLE_URL: Type.String({
    pattern: '^https?://(?:[A-Za-z0-9-]+\\.)*[A-Za-z0-9-]+(?::[0-9]{1,5})?/?$',
    description: 'an address like https://console.example.com, without a path',
  }),
  METRICS_TOKEN: Type.String({
    pattern: '^[\\x21-\\x7e]{16,1000}$',
    description: 'at least 16 characters without spaces',
  }),
  LOG_LEVEL: Type.Union([Type.Literal('debug'), Type.Literal('info'), Type.Literal('warn'), Type.Literal('error')], {
    description: '"debug", "info", "warn" or "error"',
  }),
  TRUSTED_PROXIES: networks,
  RATE_LIMITS: Type.Integer({ minimum: 1, maximum: 100_000, description: 'a whole number from 1 to 100000' }),
  SOCKETS_PER_NETWORK: Type.Integer({ minimum: 1, maximum: 15_000, description: 'a whole number from 1 to 15000' }),
};

/** The names of all settings, which docs/reference/configuration.md lists. */
export const settingNames: readonly string[] = Object.keys(schema);

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration. Absent and empty settings have their defaults.
 *
 * @throws ConfigError naming every invalid setting, and every requirement of live mode that is not met
 */
export function readConfig(environment: Environment): Config {
  const refusals: string[] = [];
  const read = <S extends TSchema>(name: string, accepts: S, value: unknown): Static<S> | null => {
    if (value === undefined) return null;
    if (Value.Check(accepts, value)) return value;
    refusals.push(refusal(name, accepts, environment[name] ?? ''));
    return null;
  };
  const text = (name: string): string | undefined => {
    const value = environment[name]?.trim();
    return value === '' ? undefined : value;
  };
  const mode = read('MODE', schema.MODE, text('MODE')) ?? 'demo';
  const simulator = read('SIMULATOR', schema.SIMULATOR, text('SIMULATOR')) ?? (mode === 'demo' ? 'on' : 'off');
  const databaseUrl = read('DATABASE_URL', schema.DATABASE_URL, parsable(text('DATABASE_URL')));
  const logins = loginsOf({
    core: read('DATABASE_CORE_URL', schema.DATABASE_CORE_URL, parsable(text('DATABASE_CORE_URL'))),
    identity: read('DATABASE_IDENTITY_URL', schema.DATABASE_IDENTITY_URL, parsable(text('DATABASE_IDENTITY_URL'))),
    custody: read('DATABASE_CUSTODY_URL', schema.DATABASE_CUSTODY_URL, parsable(text('DATABASE_CUSTODY_URL'))),
    app: read('DATABASE_APP_URL', schema.DATABASE_APP_URL, parsable(text('DATABASE_APP_URL'))),
  });
  if (logins === 'incomplete') {
    refusals.push(`${addressNames} have to be set together.`);
  }
  const smtpUrl = read('SMTP_URL', schema.SMTP_URL, parsable(text('SMTP_URL')));
  const mailFrom = read('MAIL_FROM', schema.MAIL_FROM, text('MAIL_FROM'));
  const smsUrl = read('SMS_URL', schema.SMS_URL, parsable(text('SMS_URL')));
  const publicUrl = read('PUBLIC_URL', schema.PUBLIC_URL, parsable(text('PUBLIC_URL')));
  const consoleListen = read('CONSOLE_LISTEN', schema.CONSOLE_LISTEN, text('CONSOLE_LISTEN')) ?? defaultConsole;
  const consoleAllow = read('CONSOLE_ALLOW', schema.CONSOLE_ALLOW, listed(text('CONSOLE_ALLOW')));
  const consoleUrl = read('CONSOLE_URL', schema.CONSOLE_URL, parsable(text('CONSOLE_URL')));
  const before = refusals.length;
  const given = {
    CHAIN_NODES: read('CHAIN_NODES', schema.CHAIN_NODES, spaced(text('CHAIN_NODES'))),
    CHAIN_SECOND_NODES: read('CHAIN_SECOND_NODES', schema.CHAIN_SECOND_NODES, spaced(text('CHAIN_SECOND_NODES'))),
    CHAIN_XPUBS: read('CHAIN_XPUBS', schema.CHAIN_XPUBS, spaced(text('CHAIN_XPUBS'))),
    SIGNER_SOCKET: read('SIGNER_SOCKET', schema.SIGNER_SOCKET, text('SIGNER_SOCKET')),
  };
  const chains = refusals.length > before ? null : chainsConfig(given, mode, (sentence) => refusals.push(sentence));
  const smsToken = read('SMS_TOKEN', schema.SMS_TOKEN, text('SMS_TOKEN'));
  const moonPay = moonPayOf(
    {
      publishable: read('MOONPAY_API_KEY', schema.MOONPAY_API_KEY, text('MOONPAY_API_KEY')),
      secret: read('MOONPAY_SECRET_KEY', schema.MOONPAY_SECRET_KEY, text('MOONPAY_SECRET_KEY')),
      webhook: read('MOONPAY_WEBHOOK_KEY', schema.MOONPAY_WEBHOOK_KEY, text('MOONPAY_WEBHOOK_KEY')),
    },
    (sentence) => refusals.push(sentence),
  );
  const config: Config = {
    host: read('HOST', schema.HOST, text('HOST')) ?? '127.0.0.1',
    port: read('PORT', schema.PORT, wholeNumber(text('PORT'))) ?? 8080,
    dataFolder: resolve(read('DATA_DIR', schema.DATA_DIR, text('DATA_DIR')) ?? 'data'),
    database:
      databaseUrl === null || databaseUrl === 'bundled'
        ? Object.freeze({ kind: 'bundled' })
        : Object.freeze({
            kind: 'server',
            url: databaseUrl,
            ...(logins === null || logins === 'incomplete' ? {} : { logins }),
          }),
    lockWaitSeconds: read('LOCK_WAIT', schema.LOCK_WAIT, wholeNumber(text('LOCK_WAIT'))) ?? 0,
    stopTimeoutSeconds:
      read('STOP_TIMEOUT', schema.STOP_TIMEOUT, wholeNumber(text('STOP_TIMEOUT'))) ?? defaultStopTimeoutSeconds,
    mode,
    chains,
    simulator: simulator === 'on',
    indexFile: read('INDEX_FILE', schema.INDEX_FILE, text('INDEX_FILE')),
    smtp: smtpUrl === null ? null : Object.freeze({ url: smtpUrl, from: mailFrom ?? senderOf(smtpUrl) }),
    sms: smsUrl === null ? null : Object.freeze({ url: smsUrl, token: smsToken }),
    fiatRatesUrl: read('FIAT_RATES_URL', schema.FIAT_RATES_URL, parsable(text('FIAT_RATES_URL'))),
    moonPay,
    secretKeys: read('SECRET_KEY', schema.SECRET_KEY, text('SECRET_KEY'))?.split(',') ?? null,
    trustedProxies: Object.freeze(
      read('TRUSTED_PROXIES', schema.TRUSTED_PROXIES, listed(text('TRUSTED_PROXIES'))) ?? [],
    ),
    rateFactor: read('RATE_LIMITS', schema.RATE_LIMITS, wholeNumber(text('RATE_LIMITS'))) ?? 1,
    socketsPerNetwork: read(
      'SOCKETS_PER_NETWORK',
      schema.SOCKETS_PER_NETWORK,
      wholeNumber(text('SOCKETS_PER_NETWORK')),
    ),
    publicOrigin: publicUrl === null ? null : new URL(publicUrl).origin,
    metricsToken: read('METRICS_TOKEN', schema.METRICS_TOKEN, text('METRICS_TOKEN')),
    console: consoleConfig(consoleListen, consoleAllow ?? (mode === 'demo' ? thisMachine : []), consoleUrl),
    logLevel: read('LOG_LEVEL', schema.LOG_LEVEL, text('LOG_LEVEL')),
  };
  if (mode === 'demo' && config.fiatRatesUrl !== null)
    refusals.push('FIAT_RATES_URL needs MODE=live: the rates of a demo are fixed.');
  if (mode === 'demo' && config.moonPay !== null)
    refusals.push('MOONPAY_API_KEY needs MODE=live: the cards of a demo are not charged.');
  if (mode === 'live' && refusals.length === 0)
    refusals.push(...liveRefusals(config, { databaseUrl, mailFrom, consoleUrl }));
  if (refusals.length > 0) throw new ConfigError(refusals.join('\n'));
  return Object.freeze(config);
}

/** The account with the provider of card payments; its keys are set together, and all of one kind. */
function moonPayOf(
  { publishable, secret, webhook }: Readonly<Record<'publishable' | 'secret' | 'webhook', string | null>>,
  refuse: (sentence: string) => void,
): Config['moonPay'] {
  if (publishable === null && secret === null && webhook === null) return null;
  if (publishable === null || secret === null || webhook === null) {
    refuse('MOONPAY_API_KEY, MOONPAY_SECRET_KEY and MOONPAY_WEBHOOK_KEY have to be set together.');
    return null;
  }
  if (publishable.startsWith('pk_test_') !== secret.startsWith('sk_test_'))
    refuse('MOONPAY_API_KEY and MOONPAY_SECRET_KEY have to be both of the sandbox, or both of the live account.');
  return Object.freeze({ publishable, secret, webhook });
}

/** The addresses of the logins; null if there are none. */
function loginsOf(given: Readonly<Record<Login, string | null>>): DatabaseLogins | 'incomplete' | null {
  const { app, core, custody, identity } = given;
  if (core !== null && identity !== null && custody !== null && app !== null)
    return Object.freeze({ core, identity, custody, app });
  return allLogins.every((login) => given[login] === null) ? null : 'incomplete';
}

function consoleConfig(listen: string, allow: readonly string[], url: string | null): ConsoleConfig {
  const address = listen === 'off' ? defaultConsole : listen;
  const colon = address.lastIndexOf(':');
  const host = address.slice(0, colon).replace(/^\[(.*)\]$/, '$1');
  const port = Number(address.slice(colon + 1));
  return Object.freeze({
    listen: listen === 'off' ? null : Object.freeze({ host, port }),
    allow: Object.freeze(allow),
    origin: url === null ? pageAddress(host, port) : new URL(url).origin,
  });
}

/** The address to open in a browser on this machine. */
export function pageAddress(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? 'localhost' : host;
  return `http://${isIP(name) === 6 ? `[${name}]` : name}:${port}`;
}

/**
 * Whether a connection stays on this machine, or is encrypted to a server whose certificate is verified. A repeated
 * parameter, or one that changes the meaning of `sslmode`, counts as neither: the driver may read another value.
 */
function isProtected(database: URL): boolean {
  const names = [...database.searchParams.keys()];
  if (new Set(names).size < names.length || names.includes('uselibpqcompat')) return false;
  const host = (database.searchParams.get('host') ?? '') || decodeURIComponent(database.hostname);
  return isLoopback(host) || host.startsWith('/') || database.searchParams.get('sslmode') === 'verify-full';
}

/** Requirements of real money that a demo need not meet. */
function liveRefusals(
  config: Config,
  given: { databaseUrl: string | null; mailFrom: string | null; consoleUrl: string | null },
): string[] {
  const refusals: string[] = [];
  if (given.databaseUrl === null) {
    refusals.push(
      'MODE=live needs DATABASE_URL: the address of a PostgreSQL server that is backed up and replicated, or the word "bundled" to use the PostgreSQL on this machine.',
    );
  }
  for (const [name, address] of databaseAddresses(config)) {
    if (hasDemoPassword(address)) {
      refusals.push(`MODE=live refuses the password in ${name}, because examples use it; choose another one.`);
    }
    if (!isProtected(new URL(address))) {
      refusals.push(
        `MODE=live refuses a remote ${name} without sslmode=verify-full: others on the network could read or change its traffic.`,
      );
    }
  }
  if (config.publicOrigin === null || !config.publicOrigin.startsWith('https:')) {
    refusals.push('MODE=live needs PUBLIC_URL, the https address at which users reach the exchange.');
  }
  if (config.smtp === null) {
    refusals.push('MODE=live needs SMTP_URL, the server that sends its mail.');
  } else if (hasDemoPassword(config.smtp.url)) {
    refusals.push('MODE=live refuses the password in SMTP_URL, because examples use it; choose another one.');
  }
  if (given.mailFrom === null) {
    refusals.push('MODE=live needs MAIL_FROM, the sender address of its mail.');
  }
  if (config.sms !== null && new URL(config.sms.url).protocol !== 'https:') {
    refusals.push('MODE=live refuses an SMS_URL without TLS: codes would be sent unencrypted.');
  }
  if (config.fiatRatesUrl !== null && new URL(config.fiatRatesUrl).protocol !== 'https:') {
    refusals.push('MODE=live refuses a FIAT_RATES_URL without TLS: others on the network could set the rates.');
  }
  if (config.console.listen !== null && config.console.allow.length === 0) {
    refusals.push('MODE=live needs CONSOLE_ALLOW, the networks that may use the console, or CONSOLE_LISTEN=off.');
  }
  if (config.console.listen !== null && given.consoleUrl?.startsWith('https:') !== true) {
    refusals.push(
      'MODE=live needs CONSOLE_URL, the https address at which staff reach the console, or CONSOLE_LISTEN=off.',
    );
  }
  if (config.simulator) {
    refusals.push('MODE=live refuses SIMULATOR=on: simulated traders must not trade with real money.');
  }
  if (config.indexFile !== null) {
    refusals.push('MODE=live refuses INDEX_FILE: index prices must come from markets.');
  }
  return refusals;
}

function databaseAddresses({ database }: Config): [string, string][] {
  if (database.kind === 'bundled') return [];
  const { url, logins } = database;
  const ofLogins: [string, string][] =
    logins === undefined ? [] : allLogins.map((login) => [addressName(login), logins[login]]);
  return [['DATABASE_URL', url], ...ofLogins];
}

const DEMO_PASSWORDS = new Set([
  'admin',
  'bourse',
  'changeme',
  'demo',
  'example',
  'password',
  'postgres',
  'secret',
  'test',
]);

function hasDemoPassword(address: string): boolean {
  const url = new URL(address);
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password);
  return DEMO_PASSWORDS.has(password.toLowerCase());
}

/** A default for a demo: the user of the mail server if that is an address, or else `no-reply` at its host. */
function senderOf(smtpUrl: string): string {
  const { hostname, username } = new URL(smtpUrl);
  const user = decodeURIComponent(username);
  return /^[^\s@<>]+@[^\s@<>]+$/.test(user) ? user : `no-reply@${hostname}`;
}

function refusal(name: string, accepts: TSchema, value: string): string {
  const { description } = Value.Parse(Described, accepts);
  if (secretSettings.has(name)) return `${name} is not ${description}.`;
  return `${name} is ${JSON.stringify(withoutPassword(value))}, but only ${description} is accepted.`;
}

/** Settings that are secret as a whole; error messages must not contain them. */
const secretSettings = new Set([
  'SMS_TOKEN',
  'SECRET_KEY',
  'METRICS_TOKEN',
  'MOONPAY_SECRET_KEY',
  'MOONPAY_WEBHOOK_KEY',
  // Providers of nodes put their keys in every part of an address.
  'CHAIN_NODES',
  'CHAIN_SECOND_NODES',
  'CHAIN_XPUBS',
]);

const Described = Type.Object({ description: Type.String() });

function withoutPassword(value: string): string {
  return value.replace(/:[^:@/]*@/, ':***@');
}

/** Makes an address that cannot be parsed fail its pattern. */
function parsable(address: string | undefined): string | undefined {
  if (address === undefined || address === 'bundled' || URL.canParse(address)) return address;
  return `unusable ${address}`;
}

function listed(text: string | undefined): string[] | undefined {
  return text?.split(',').map((entry) => entry.trim());
}

function spaced(text: string | undefined): string[] | undefined {
  return text?.split(/[\s,]+/).filter((entry) => entry !== '');
}

function wholeNumber(text: string | undefined): number | string | undefined {
  return text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : text;
}
