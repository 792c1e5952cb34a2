import { createHmac } from 'node:crypto';
import type { DatabaseSettings } from './settings.ts';

/**
 * The logins of the exchange. `core` owns and writes the journal and its projections; `identity` writes users,
 * sessions, devices, codes, messages, staff and what people decide; `custody` writes deposits, withdrawals and payments
 * on chains; `app` writes the remaining tables and reads the projections.
 */
export type Login = 'core' | 'identity' | 'custody' | 'app';

/** The PostgreSQL role of each login. */
export const LOGIN_ROLES: Readonly<Record<Login, string>> = {
  core: 'bourse_core',
  identity: 'bourse_identity',
  custody: 'bourse_custody',
  app: 'bourse_app',
};

export const logins: readonly Login[] = ['core', 'identity', 'custody', 'app'];

/** The name of the setting with the address of a login. */
export function addressName(login: Login): string {
  return `DATABASE_${login.toUpperCase()}_URL`;
}

/** The names of the settings of all logins, as a part of a sentence. */
export const addressNames = `${logins.slice(0, -1).map(addressName).join(', ')} and ${addressName('app')}`;

/**
 * The settings for sessions of a login, without the owner's user and password: its own address if there is one, else
 * the owner's address with the login's role and password.
 */
export function loginSettings(settings: DatabaseSettings, login: Login): DatabaseSettings {
  const own = settings.logins?.[login];
  if (own !== undefined) return { url: own };
  const url = new URL(settings.url);
  if (url.hostname !== '') {
    url.username = '';
    url.password = '';
  }
  // The driver reads parameters before user and password of the address.
  url.searchParams.set('user', LOGIN_ROLES[login]);
  const password = loginPassword(settings, login);
  if (password === null) url.searchParams.delete('password');
  else url.searchParams.set('password', password);
  return { url: url.href };
}

/**
 * The password of a login, derived from that of the owner, so that all processes with the owner's address agree on it
 * and no further secret is stored. It does not reveal the owner's password. Null if the owner has no password.
 */
export function loginPassword(settings: DatabaseSettings, login: Login): string | null {
  const url = new URL(settings.url);
  const owner = url.searchParams.get('password') ?? decodeURIComponent(url.password);
  if (owner === '') return null;
  return createHmac('sha256', owner).update(`bourse login ${LOGIN_ROLES[login]}`).digest('base64url');
}
