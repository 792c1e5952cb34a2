import type { SessionInfo } from '@bourse/contract/identity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, RunningVenue, testPassword } from '../../testing/running-venue.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0';
const newPassword = 'Rv4mxq9s';
const clock = { ms: Date.now() };
let venue: RunningVenue;

beforeAll(async () => {
  venue = await RunningVenue.open({ now: () => clock.ms, settings: { login_code: 'never' } });
});

afterAll(async () => {
  await venue.close();
});

async function login(
  account: string,
  more: { password?: string; headers?: Record<string, string>; remember?: boolean } = {},
) {
  const { password = testPassword, headers = {}, remember = false } = more;
  return venue.post<{ token: string } | null>('user/login', { account, password, remember }, headers);
}

/** Starts another session of the same user and returns its token. */
async function another(person: Person, more: Parameters<typeof login>[1] = {}): Promise<string> {
  const token = (await login(person.account, more)).body.data?.token;
  if (token === undefined) throw new Error('no session was started');
  return token;
}

async function listed(token: string): Promise<SessionInfo[]> {
  return (await venue.get<SessionInfo[]>('user/sessions', { authorization: token })).body.data;
}

async function isAlive(token: string): Promise<boolean> {
  return (await venue.get('user/info', { authorization: token })).body.code === 1;
}

describe('the list of sessions', () => {
  test('has device, login address and last use of each, the current session first', async () => {
    const ann = await venue.person('listing');
    clock.ms += 1_000;
    const other = await another(ann, { headers: { 'user-agent': firefox, flag: 'laptop-1' }, remember: true });
    clock.ms += 60_000;
    await venue.get('user/info', { authorization: other });
    const sessions = await listed(ann.token);
    expect(sessions).toHaveLength(2);
    expect(sessions[0]).toMatchObject({
      current: 1,
      remembered: 0,
      last_used_at: clock.ms,
      kind: 'program',
      browser: 'node',
    });
    expect(sessions[1]).toEqual({
      id: sessions[1]?.id,
      current: 0,
      remembered: 1,
      browser: 'Firefox',
      system: 'Windows',
      kind: 'computer',
      device_id: sessions[1]?.device_id,
      address: '127.0.0.1',
      created_at: clock.ms - 60_000,
      last_used_at: clock.ms,
      expires_at: clock.ms - 60_000 + 30 * 86_400_000,
    });
    expect(JSON.stringify(sessions)).not.toContain(other);
    expect(sessions[1]?.device_id).toMatch(/^[\da-f]{16}$/);
  });

  test('excludes other users’ and expired sessions', async () => {
    const ben = await venue.person('alone');
    const old = await another(ben);
    clock.ms += 86_400_000 - 1;
    expect(await isAlive(ben.token)).toBe(true);
    clock.ms += 1;
    expect(await isAlive(old)).toBe(false);
    expect((await listed(ben.token)).map(({ current }) => current)).toEqual([1]);
  });

  test('is the same after a restart', async () => {
    const ann = await venue.person('restarting');
    clock.ms += 3_600_000;
    await another(ann, { headers: { 'user-agent': firefox } });
    clock.ms += 3_600_000;
    expect(await isAlive(ann.token)).toBe(true);
    const before = await listed(ann.token);
    await venue.stop();
    venue = await RunningVenue.openOn(venue.database, { now: () => clock.ms });
    expect(await listed(ann.token)).toEqual(before);
  });
});

describe('revoking a session', () => {
  test('ends its calls and closes its socket at once', async () => {
    const ann = await venue.person('revoking');
    const stolen = await another(ann, { headers: { 'user-agent': firefox } });
    const socket = await venue.socket();
    socket.say('login', stolen);
    await socket.message(({ type }) => type === 'login');
    const id = (await listed(ann.token)).find(({ current }) => current === 0)?.id;
    const reply = await ann.post('user/revoke_session', { id });
    expect(reply.body).toMatchObject({ code: 1, data: null, message: 'The session was ended.' });
    expect(await socket.closing()).toEqual({ code: 1008, reason: 'session_ended' });
    expect(socket.heard.at(-1)).toEqual({ type: 'error', error: 'session_ended' });
    expect(await isAlive(stolen)).toBe(false);
    expect(await isAlive(ann.token)).toBe(true);
    expect((await ann.post('user/revoke_session', { id })).body.error).toBe('session_unknown');
  });

  test('of another user is refused', async () => {
    const [ann, ben] = [await venue.person('owner'), await venue.person('stranger')];
    const id = (await listed(ann.token))[0]?.id;
    expect((await ben.post('user/revoke_session', { id })).body.error).toBe('session_unknown');
    expect(await isAlive(ann.token)).toBe(true);
  });

  test('can end the current session, like a logout', async () => {
    const ann = await venue.person('leaving');
    const id = (await listed(ann.token))[0]?.id;
    expect((await ann.post('user/revoke_session', { id })).body.code).toBe(1);
    expect(await isAlive(ann.token)).toBe(false);
  });

  test('can end all sessions but the current one', async () => {
    const ann = await venue.person('clearing');
    const others = [await another(ann), await another(ann, { remember: true })];
    expect((await ann.post('user/revoke_other_sessions', {})).body).toMatchObject({ code: 1, data: { ended: 2 } });
    expect(await Promise.all([ann.token, ...others].map(isAlive))).toEqual([true, false, false]);
    expect((await ann.post('user/revoke_other_sessions', {})).body.data).toEqual({ ended: 0 });
  });
});

describe('changing the password', () => {
  const change = (person: Person, old_password: string, new_password: string, secondary_password = new_password) =>
    person.post('user/amend_password', { old_password, new_password, secondary_password });

  test('ends the other sessions, keeps the current one and invalidates the old password', async () => {
    const ann = await venue.person('changing');
    const other = await another(ann, { remember: true });
    const socket = await venue.socket();
    socket.say('login', other);
    await socket.message(({ type }) => type === 'login');
    expect((await change(ann, testPassword, newPassword)).body).toMatchObject({ code: 1, data: null });
    expect((await socket.closing()).reason).toBe('session_ended');
    expect(await Promise.all([ann.token, other].map(isAlive))).toEqual([true, false]);
    expect((await login(ann.account)).body.error).toBe('credentials_wrong');
    expect((await login(ann.account, { password: newPassword })).body.code).toBe(1);
    const rows = await venue.database.query('select password_changed_at from app.users where id = $1', [ann.id]);
    expect(rows).toEqual([{ password_changed_at: String(clock.ms) }]);
  });

  test.each([
    ['without the current one', '', newPassword, newPassword, 'password_required'],
    ['without a new one', testPassword, '', '', 'password_required'],
    ['to five characters', testPassword, 'Ab3de', 'Ab3de', 'password_shape'],
    ['to a common one', testPassword, 'password1', 'password1', 'password_common'],
    ['to two different ones', testPassword, newPassword, 'Rv4mxq9t', 'passwords_differ'],
    ['with a wrong current one', 'Wrong12345', newPassword, newPassword, 'old_password_wrong'],
    ['to the same', testPassword, testPassword, testPassword, 'password_unchanged'],
    ['with a wrong current one to the same', 'Wrong12345', 'Wrong12345', 'Wrong12345', 'old_password_wrong'],
  ])('%s is refused without any effect', async (what, old, wanted, repeated, error) => {
    const ann = await venue.person(`refused-${what.replaceAll(' ', '-')}`);
    const other = await another(ann);
    expect((await change(ann, old, wanted, repeated)).body).toMatchObject({ code: 0, error, data: null });
    expect(await isAlive(other)).toBe(true);
    expect((await login(ann.account)).body.code).toBe(1);
  });

  test('shares its limit of attempts with the login, so that a stolen session allows no extra ones', async () => {
    const ann = await venue.person('guessed');
    for (let failure = 0; failure < 5; failure += 1) {
      expect((await login(ann.account, { password: 'Wrong12345' })).body.error).toBe('credentials_wrong');
      expect((await change(ann, 'Wrong12345', newPassword)).body.error).toBe('old_password_wrong');
    }
    const locked = { error: 'login_locked', details: { minutes: 15 } };
    expect((await change(ann, testPassword, newPassword)).body).toMatchObject(locked);
    expect((await login(ann.account)).body).toMatchObject(locked);
    clock.ms += 15 * 60_000;
    expect((await change(ann, testPassword, newPassword)).body.code).toBe(1);
  });

  test('twice at the same moment succeeds once', async () => {
    const ann = await venue.person('twice');
    const replies = await Promise.all([change(ann, testPassword, newPassword), change(ann, testPassword, 'Kw7ztp3x')]);
    expect(replies.map(({ body }) => body.error ?? 'done').toSorted()).toEqual(['done', 'old_password_wrong']);
  });
});
