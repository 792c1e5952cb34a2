import type { ConsoleInput, ConsoleOutput, userCalls, UserMessage } from '@bourse/contract/console';
import type { UserId } from '@bourse/engine';
import { isIPv6 } from 'node:net';
import { safeInteger } from '../../ground/database/index.ts';
import { networkOf, siteOf } from '../../ground/gateway/index.ts';
import { nameDevice, shownDeviceId } from '../../people/identity/index.ts';
import { type ListPage, pageOf, readIdPage } from './paging.ts';
import type { UserParts } from './user-parts.ts';
import type { ConsoleRefused } from '../../ground/console-gateway/index.ts';

/** The live sessions and the known devices of a user. */
export async function sessionsOf(
  { identityDb, sessions }: UserParts,
  user: UserId,
): Promise<ConsoleOutput<typeof userCalls.userSessions>> {
  const devices = await identityDb
    .selectFrom('devices')
    .select(['device_key', 'first_used_at', 'last_used_at'])
    .where('user_id', '=', String(user))
    .orderBy('last_used_at', 'desc')
    .execute();
  return {
    sessions: (await sessions.list(user)).map((session) => ({
      id: session.id,
      ...nameDevice(session.userAgent),
      device: shownDeviceId(user, session.deviceKey),
      network: networkText(session.address),
      remembered: session.remembered,
      created_at: session.createdAtMs,
      last_used_at: session.lastUsedAtMs,
      expires_at: session.expiresAtMs,
    })),
    devices: devices.map((row) => ({
      device: shownDeviceId(user, row.device_key),
      first_used_at: safeInteger(row.first_used_at),
      last_used_at: safeInteger(row.last_used_at),
    })),
  };
}

/** The addresses of a user, unmasked; null if there is no such user. */
export async function contactOf(
  { identityDb, sessions }: UserParts,
  user: UserId,
): Promise<ConsoleOutput<typeof userCalls.userContact> | null> {
  const row = await identityDb
    .selectFrom('users')
    .select(['email', 'mobile', 'mobile_key'])
    .where('id', '=', String(user))
    .executeTakeFirst();
  if (row === undefined) return null;
  const addresses = (await sessions.list(user)).map(({ id, address }) => ({ session: id, address }));
  return { email: row.email, mobile: row.mobile_key ?? row.mobile, addresses };
}

/** The messages to a user without their contents, newest first. Messages are deleted after a week. */
export async function messagePage(
  { identityDb }: UserParts,
  user: UserId,
  input: ConsoleInput<typeof userCalls.userMessages>,
): Promise<ListPage<UserMessage> | ConsoleRefused<'invalid_request'>> {
  const page = readIdPage(input);
  if ('ok' in page) return page;
  const person = await identityDb
    .selectFrom('users')
    .select(['email_key', 'mobile_key'])
    .where('id', '=', String(user))
    .executeTakeFirst();
  const keys = [person?.email_key, person?.mobile_key].filter((key) => typeof key === 'string');
  if (keys.length === 0) return { rows: [], next: null };
  const rows = await identityDb
    .selectFrom('messages')
    .select(['id', 'channel', 'template', 'language', 'state', 'attempts', 'created_at'])
    .where('contact_key', 'in', keys)
    .where('id', '<', String(page.before))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
  return pageOf(rows, page.limit, (row) => ({
    ...row,
    id: safeInteger(row.id),
    created_at: safeInteger(row.created_at),
  }));
}

/** The IPv4 /24 or IPv6 /48 of an address. */
function networkText(address: string): string {
  if (isIPv6(address)) return siteOf(networkOf(address));
  const parts = address.split('.');
  return parts.length === 4 ? `${parts.slice(0, 3).join('.')}.0/24` : '';
}
