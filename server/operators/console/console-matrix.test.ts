import { type OperatorRole, operatorRoles } from '@bourse/contract';
import { type ConsoleCall, consoleCalls, consolePrefix, sessionCalls } from '@bourse/contract/console';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';
import type { Person } from '../../testing/running-venue.ts';

const calls: readonly ConsoleCall[] = Object.values(consoleCalls);
const others = calls.filter(({ audience }) => audience !== 'anyone');

let venue: ConsoleVenue;
let customer: Person;
const staff = new Map<OperatorRole, StaffClient>();
const unproven = new Map<OperatorRole, StaffClient>();

beforeAll(async () => {
  venue = await ConsoleVenue.open();
  customer = await venue.venue.person('ann');
  for (const [n, role] of operatorRoles.entries()) {
    staff.set(role, await venue.staff(11 + n, [role]));
    unproven.set(role, await venue.staff(21 + n, [role], 0));
  }
});

afterAll(async () => {
  await venue.close();
});

function mayCall({ audience }: ConsoleCall, role: OperatorRole): boolean {
  return typeof audience === 'string' || audience.includes(role);
}

/** Sends a request as it is given, without what a page of the console adds. */
async function send(url: string, call: ConsoleCall, headers: Readonly<Record<string, string>>) {
  const isRead = call.method === 'GET';
  const response = await fetch(`${url}${consolePrefix}${call.path}`, {
    method: call.method,
    headers: isRead ? headers : { 'content-type': 'application/json', ...headers },
    ...(isRead ? {} : { body: '{}' }),
  });
  const text = await response.text();
  const body = text.startsWith('{') ? (JSON.parse(text) as { code?: number; error?: string }) : { error: text };
  return { status: response.status, error: body.error, cookies: response.headers.getSetCookie() };
}

describe.each(operatorRoles)('a member of staff with the role %s', (role) => {
  test('may make exactly the calls that name it', async () => {
    // The session must outlive the calls that would end it.
    const ending = new Set<ConsoleCall>([sessionCalls.logout]);
    const wrong: string[] = [];
    for (const call of others.filter((one) => !ending.has(one))) {
      const { error } = (await staff.get(role)?.call(call, { reason: 'short' })) ?? {};
      const isForbidden = error === 'forbidden';
      if (isForbidden === mayCall(call, role)) wrong.push(`${call.path}: ${error ?? 'done'}`);
    }
    expect(wrong).toEqual([]);
  });

  test('needs a recent one-time password for the marked calls', async () => {
    const marked = calls.filter((call) => call.stepUp && mayCall(call, role));
    const wrong: string[] = [];
    for (const call of marked) {
      const { error } = (await unproven.get(role)?.call(call, {})) ?? {};
      if (error !== 'step_up_needed') wrong.push(`${call.path}: ${error ?? 'done'}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('the calls of the console', () => {
  test('are refused without a session, and with that of a customer', async () => {
    const own = { origin: venue.url, 'x-console': '1' };
    // One group after the other, because a network has a limited number of connections.
    for (const headers of [
      own,
      { ...own, authorization: customer.token },
      { ...own, cookie: `console=${customer.token}` },
    ]) {
      const answers = await Promise.all(others.map(async (call) => send(venue.url, call, headers)));
      expect(new Set(answers.map(({ error }) => error))).toEqual(new Set(['session_ended']));
    }
  });

  test('are refused from another origin, and without the header that only the page sends', async () => {
    for (const call of calls) {
      expect(await send(venue.url, call, { origin: 'https://evil.example', 'x-console': '1' })).toMatchObject({
        error: 'foreign_origin',
      });
      expect(await send(venue.url, call, { origin: venue.url })).toMatchObject({ error: 'foreign_origin' });
      expect(await send(venue.url, call, { 'x-console': '1', 'sec-fetch-site': 'cross-site' })).toMatchObject({
        error: 'foreign_origin',
      });
    }
  });

  test('do not exist on the public listener, which ignores the cookie of staff', async () => {
    for (const call of calls) {
      const { error, cookies } = await send(venue.venue.url, call, { origin: venue.venue.url, 'x-console': '1' });
      expect([
        'not_found',
        'method_not_allowed',
        'This address does not exist.',
        'The page has not been built.',
      ]).toContain(error);
      expect(cookies).toEqual([]);
    }
    const answer = await fetch(`${venue.venue.url}/api/user/info`, { headers: { cookie: 'console=anything' } });
    expect(await answer.json()).toMatchObject({ code: 999 });
  });

  test('have different paths, and roles only where there is a session', () => {
    const paths = calls.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    const openCalls = calls.filter(({ audience }) => audience === 'anyone');
    expect(openCalls.every(({ kind }) => kind === 'entry')).toBe(true);
  });
});
