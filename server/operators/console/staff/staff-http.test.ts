import { auditCalls, settingsCalls, sessionCalls, staffCalls } from '@bourse/contract/console';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { multipliedRates } from '../../../ground/gateway/index.ts';
import { ConsoleVenue, StaffClient } from '../../../testing/console-client.ts';

const password = 'violet kettle 9 rivers';

let venue: ConsoleVenue;
let admin: StaffClient;
let nowMs = 1_800_000_000_000;

beforeAll(async () => {
  venue = await ConsoleVenue.open({ now: () => nowMs });
  admin = await venue.staff(51, ['admin'], nowMs);
  await venue.venue.database.query('update app.staff_sessions set started_at = $1, last_seen_at = $1', [nowMs]);
});

afterAll(async () => {
  await venue.close();
});

async function rowOf(id: number) {
  const { data } = await admin.call(staffCalls.staff, {});
  const row = data.rows.find((one) => one.id === id);
  if (row === undefined) throw new Error(`no member of staff ${id}`);
  return row;
}

/** The token in the newest mail with an invitation to an address. */
async function tokenFor(email: string): Promise<string> {
  const [mail] = await venue.venue.outbox(email);
  return /enrol#([A-Za-z0-9_-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
}

function code(secret: string, steps = 0): string {
  return generateSync({ secret, epoch: Math.floor(nowMs / 1_000) + steps * 30 });
}

test('an invited person enrols with the mailed link, logs in, and sees their own session', async () => {
  const stranger = new StaffClient(venue.url, 0, '');
  const invited = await admin.call(staffCalls.inviteStaff, {
    email: 'Ina@Example.com',
    name: 'Ina',
    roles: ['support', 'risk'],
    user_id: null,
  });
  expect(invited).toMatchObject({ data: { approval: null, result: { staff: 52 } } });
  expect(
    await admin.call(staffCalls.inviteStaff, { email: 'ina@example.com', name: 'Ina', roles: [], user_id: null }),
  ).toMatchObject({
    error: 'staff_exists',
  });
  const unstated = { email: 'ivo@example.com', name: 'Ivo', roles: ['support'] };
  expect(await admin.call(staffCalls.inviteStaff, unstated)).toMatchObject({ error: 'invalid_request' });
  expect(await rowOf(52)).toMatchObject({ user_id: null, user_declared: true });
  const token = await tokenFor('ina@example.com');
  const { data: shown } = await stranger.call(sessionCalls.enrolment, { token });
  const secret = new URL(shown.uri).searchParams.get('secret') ?? '';
  const pair = { first_code: code(secret, -1), second_code: code(secret) };
  expect(await stranger.call(sessionCalls.enrol, { token, password: 'too short', ...pair })).toMatchObject({
    error: 'invalid_request',
  });
  const enrolled = await stranger.call(sessionCalls.enrol, { token, password, ...pair });
  expect(enrolled.data.recovery_codes).toHaveLength(10);

  nowMs += 60_000;
  const headers = { origin: venue.url, 'x-console': '1', 'content-type': 'application/json' };
  const login = async (body: object) =>
    fetch(`${venue.url}/console/api/login`, { method: 'POST', headers, body: JSON.stringify(body) });
  const right = { email: 'ina@example.com', password, code: code(secret) };
  for (const wrong of [{ password: `${password}!` }, { email: 'no-one@example.com' }, { code: '000000' }]) {
    const refused = await login({ ...right, ...wrong });
    expect([refused.headers.get('set-cookie'), await refused.json()]).toMatchObject([null, { error: 'login_failed' }]);
  }
  const cookie = (await login(right)).headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^console=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict$/);
  const ina = new StaffClient(venue.url, 52, /=([^;]+)/.exec(cookie)?.[1] ?? '');
  const own = (await ina.call(sessionCalls.session, {})).data;
  expect(own).toMatchObject({ id: 52, name: 'Ina', roles: ['risk', 'support'], mode: 'demo', waiting: 0 });
  expect([own.idle_until - nowMs, own.ends_at - nowMs, (own.step_up_until ?? 0) - nowMs]).toEqual([
    20 * 60_000,
    8 * 3_600_000,
    5 * 60_000,
  ]);
  expect(await ina.call(staffCalls.staff, {})).toMatchObject({ error: 'forbidden' });
  expect(await ina.call(sessionCalls.stepUp, { code: right.code })).toMatchObject({ error: 'code_invalid' });
  expect(await rowOf(52)).toMatchObject({
    state: 'active',
    recovery_codes: 10,
    factors: [{ kind: 'totp' }],
    session: { network: '127.0.0.0/24' },
  });

  const { version } = await rowOf(52);
  const change = { staff: 52, roles: ['content'], version };
  expect(await admin.call(staffCalls.setStaffRoles, { ...change, version: version + 1 })).toMatchObject({
    error: 'changed_meanwhile',
  });
  expect(await admin.call(staffCalls.setStaffRoles, change)).toMatchObject({ data: { result: { staff: 52 } } });
  expect(await ina.call(sessionCalls.session, {})).toMatchObject({ error: 'session_ended' });
  expect(await admin.call(staffCalls.resetStaff, { staff: 52, version: version + 1 })).toMatchObject({ code: 1 });
  expect(await tokenFor('ina@example.com')).not.toBe(token);
  expect(await rowOf(52)).toMatchObject({ state: 'invited', factors: [], recovery_codes: 0, roles: ['content'] });
  expect(await admin.call(staffCalls.disableStaff, { staff: 52, version: version + 2 })).toMatchObject({ code: 1 });
  const again = await tokenFor('ina@example.com');
  expect(await stranger.call(sessionCalls.enrolment, { token: again })).toMatchObject({ error: 'invitation_invalid' });

  const { rows } = (await admin.call(auditCalls.audit, { action: 'staff/', kind: 'change' })).data;
  expect(rows.map(({ action }) => action)).toEqual(['staff/disable', 'staff/reset', 'staff/roles', 'staff/invite']);
});

test('the last active administrator keeps the role and the access, and cannot give themselves roles', async () => {
  const { version } = await rowOf(51);
  const self = { staff: 51, version };
  const all = { ...self, roles: ['admin', 'finance'] };
  expect(await admin.call(staffCalls.setStaffRoles, { ...self, roles: ['finance'] })).toMatchObject({
    error: 'last_admin',
  });
  expect(await admin.call(staffCalls.resetStaff, self)).toMatchObject({ error: 'last_admin' });
  expect(await admin.call(staffCalls.disableStaff, self)).toMatchObject({ error: 'last_admin' });
  expect(await admin.call(staffCalls.setStaffRoles, all)).toMatchObject({ error: 'own_roles' });

  // With four eyes, one administrator still invites the second alone, and from then on each needs the other.
  await admin.call(settingsCalls.changeSetting, { name: 'console_four_eyes', value: 'on', version: 0 });
  expect(await admin.call(staffCalls.setStaffRoles, all)).toMatchObject({ error: 'own_roles' });
  const second = { email: 'ben@example.com', name: 'Ben', roles: ['admin'], user_id: null };
  const invited = await admin.call(staffCalls.inviteStaff, second);
  expect(invited.data).toMatchObject({ approval: null });
  await venue.staff(60, ['admin'], nowMs);
  const asked = await admin.call(staffCalls.setStaffRoles, all);
  expect(asked.data).toMatchObject({ result: null, approval: expect.any(Number) as number });
  expect(await rowOf(51)).toMatchObject({ roles: ['admin'], version });

  // Who disables the other administrators does not decide alone.
  const ben = await rowOf(60);
  expect(await admin.call(staffCalls.disableStaff, { staff: 60, version: ben.version })).toMatchObject({ code: 1 });
  const helper = { email: 'eve@example.com', name: 'Eve', roles: ['finance'], user_id: null };
  expect((await admin.call(staffCalls.inviteStaff, helper)).data).toMatchObject({
    approval: expect.any(Number) as number,
  });
});

test('two administrators who disable each other at the same time leave one', async () => {
  const other = await venue.staff(60, ['admin'], nowMs);
  await venue.venue.database.query('update app.staff_sessions set started_at = $1, last_seen_at = $1', [nowMs]);
  const [mine, theirs] = [await rowOf(51), await rowOf(60)];
  const answers = await Promise.all([
    admin.call(staffCalls.disableStaff, { staff: 60, version: theirs.version }),
    other.call(staffCalls.disableStaff, { staff: 51, version: mine.version }),
  ]);
  // The loser is refused as the last administrator, or its session has ended before its call is read.
  const [done, lost] = answers.map(({ error = 'done' }) => error).toSorted();
  expect(done).toBe('done');
  expect(['last_admin', 'session_ended']).toContain(lost);
  const rows = await venue.venue.database.query<{ id: number }>(
    "select id from app.staff where id = any($1) and state = 'active' and 'admin' = any(roles)",
    [[51, 60]],
  );
  expect(rows).toHaveLength(1);
});

test('staff log in although users of their network have used up what logins may cost', async () => {
  const limited = await ConsoleVenue.open({ config: { mode: 'demo', simulator: false, rateFactor: 1 } });
  const { burst } = multipliedRates(1).password.network;
  // More than the burst, because the rate gives some back meanwhile.
  const tries = Array.from({ length: 2 * burst }, () => limited.venue.post('user/login', {}));
  expect((await Promise.all(tries)).map(({ body }) => body.error)).toContain('too_many_requests');
  const stranger = new StaffClient(limited.url, 0, '');
  const form = { email: 'no@example.com', password, code: '000000' };
  expect(await stranger.call(sessionCalls.login, form)).toMatchObject({ error: 'login_failed' });
  await limited.close();
});
