import type { Login } from './logins.ts';

/** Addresses and credentials of a PostgreSQL database, which can be passed to a child process. */
export interface DatabaseSettings {
  /** `postgresql://` URL of the owner, who creates roles and tables. Sessions of the exchange do not use it. */
  readonly url: string;
  /** URLs of the logins; without them they are derived from the owner's URL. */
  readonly logins?: Readonly<Record<Login, string>> | undefined;
}

/** The settings of another database on the same server, with the same users. */
export function withDatabase({ url, logins }: DatabaseSettings, database: string): DatabaseSettings {
  const of = (address: string): string => {
    const changed = new URL(address);
    changed.pathname = `/${encodeURIComponent(database)}`;
    return changed.href;
  };
  if (logins === undefined) return { url: of(url) };
  const { app, core, custody, identity } = logins;
  return { url: of(url), logins: { core: of(core), identity: of(identity), custody: of(custody), app: of(app) } };
}

/** The database name in the settings; empty if the URL has none. */
export function databaseName(settings: DatabaseSettings): string {
  return decodeURIComponent(new URL(settings.url).pathname.slice(1));
}

/** The URL without its password, for messages. */
export function describeDatabase(settings: DatabaseSettings): string {
  const url = new URL(settings.url);
  if (url.password !== '') url.password = '***';
  if (url.searchParams.has('password')) url.searchParams.set('password', '***');
  return url.href;
}

/**
 * Adds an application name and settings that apply from the first statement and survive a `reset`, unlike a later
 * `set`. Options in the URL are kept; ours come last and take precedence.
 */
export function withSessionSettings(
  settings: DatabaseSettings,
  name: string,
  session: Readonly<Record<string, string>>,
): DatabaseSettings {
  const url = new URL(settings.url);
  const ours = Object.entries(session).map(([key, value]) => `-c ${key}=${value.replaceAll(/[\\ ]/g, '\\$&')}`);
  const theirs = url.searchParams.get('options');
  url.searchParams.set('options', [...(theirs === null ? [] : [theirs]), ...ours].join(' '));
  url.searchParams.set('application_name', name);
  return { url: url.href };
}
