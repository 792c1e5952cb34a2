/**
 * Where a PostgreSQL database is and how to log in, as one `postgresql://` address that a child process can be given.
 */
export interface DatabaseSettings {
  readonly url: string;
}

/** The same server and user, another database. */
export function withDatabase(settings: DatabaseSettings, database: string): DatabaseSettings {
  const url = new URL(settings.url);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { url: url.href };
}

/** The name of the database that the settings point at; empty when the address leaves it to the server. */
export function databaseName(settings: DatabaseSettings): string {
  return decodeURIComponent(new URL(settings.url).pathname.slice(1));
}

/** The address without its password, for messages. */
export function describeDatabase(settings: DatabaseSettings): string {
  const url = new URL(settings.url);
  if (url.password !== '') url.password = '***';
  if (url.searchParams.has('password')) url.searchParams.set('password', '***');
  return url.href;
}

/**
 * Adds a session's name and settings that hold from its first statement and come back after a `reset`, which a `set`
 * sent later would not. What the address itself asks for stays, ours come last and win.
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
