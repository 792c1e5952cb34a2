import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { application, type Person, RunningVenue, testPassword } from '../../testing/running-venue.ts';

const issued = /^[\w-]{43}$/;
const clock = { ms: Date.now() };
let venue: RunningVenue;

beforeAll(async () => {
  venue = await RunningVenue.open({ now: () => clock.ms });
});

afterAll(async () => {
  await venue.close();
});

interface Login {
  readonly token: string;
  readonly device_id: string;
}

/** Logs in with exactly this device id, which the tests' client does not replace in a body. */
const login = async (account: string, device_id: string, more: object = {}) =>
  (await venue.post<Login | null>('user/login', { account, password: testPassword, device_id, ...more })).body;

/** Logs in with a code from the outbox. */
async function logInWithCode(device_id: string, { account }: Person, more: object = {}): Promise<Login> {
  await venue.post('notify/send_email', { to: account, type: 5, device_id });
  const sms_code = (await venue.outbox(account)).find(({ code }) => code !== '')?.code;
  const { data } = await login(account, device_id, { sms_code, ...more });
  if (data === null) throw new Error(`no login of ${account}`);
  clock.ms += 60_000;
  return data;
}

const takesCode = async (account: string, device: string) =>
  (await venue.get<number>(`default/setting?key=login_use_sms&account=${account}&device_id=${device}`)).body.data;

describe('a known device', () => {
  test('has an id that the server issued, never one that the client chose', async () => {
    const account = 'own-text@example.com';
    const { body } = await venue.post<Login>('user/register', application({ account, device_id: 'my-laptop' }));
    expect(body.data.device_id).toMatch(issued);
    expect(await takesCode(account, 'my-laptop')).toBe(1);
    expect((await login(account, 'my-laptop')).error).toBe('verification_code_required');
    expect(await takesCode(account, body.data.device_id)).toBe(0);
    expect((await login(account, body.data.device_id)).data?.device_id).toBe(body.data.device_id);
  });

  test('gets its id at the login with a code', async () => {
    const ann = await venue.person('ann');
    const { device_id: id } = await logInWithCode('laptop', ann);
    expect(id).toMatch(issued);
    expect((await login(ann.account, 'laptop')).error).toBe('verification_code_required');
    expect((await login(ann.account, id)).code).toBe(1);
  });

  test('is known to one account; another one of the same browser shares its id after a code of its own', async () => {
    const [ben, carl] = [await venue.person('ben'), await venue.person('carl')];
    const { device_id: id } = await logInWithCode('shared', ben);
    expect(await takesCode(carl.account, id)).toBe(1);
    expect((await login(carl.account, id)).error).toBe('verification_code_required');
    expect((await logInWithCode(id, carl)).device_id).toBe(id);
    expect((await login(carl.account, id)).code).toBe(1);
  });

  test('is forgotten for all accounts that share its id, which is then worth nothing', async () => {
    const [dora, emil] = [await venue.person('dora'), await venue.person('emil')];
    const { device_id: id, token } = await logInWithCode('family', dora);
    await logInWithCode(id, emil);
    const authorization = token;
    const { body } = await venue.get<{ id: string; current: number }[]>('user/devices', { authorization, flag: id });
    const own = body.data.find(({ current }) => current === 1);
    expect((await venue.post('user/forget_device', { id: own?.id }, { authorization })).body.code).toBe(1);
    expect((await login(emil.account, id)).error).toBe('verification_code_required');
    expect((await logInWithCode(id, dora)).device_id).not.toBe(id);
  });

  test('is forgotten 90 days after its last use', async () => {
    const fred = await venue.person('fred');
    const { device_id: id } = await logInWithCode('tablet', fred);
    clock.ms += 89 * 86_400_000;
    expect((await login(fred.account, id)).code).toBe(1);
    clock.ms += 90 * 86_400_000;
    expect(await takesCode(fred.account, id)).toBe(1);
    expect((await login(fred.account, id)).error).toBe('verification_code_required');
    expect((await logInWithCode(id, fred)).device_id).not.toBe(id);
  });

  test('has an id that is in no row of the database and in no list of sessions', async () => {
    const gina = await venue.person('gina');
    const { device_id: id, token } = await logInWithCode('phone', gina);
    const { body } = await venue.get<{ device_id: string }[]>('user/sessions', { authorization: token });
    expect(body.data.map(({ device_id }) => device_id)).toEqual([
      expect.stringMatching(/^[\da-f]{16}$/),
      expect.stringMatching(/^[\da-f]{16}$/),
    ]);
    for (const table of ['devices', 'sessions', 'logins', 'users', 'verification_codes']) {
      expect(JSON.stringify(await venue.database.query(`select * from app.${table}`))).not.toContain(id);
    }
    for (const { device_id } of body.data) {
      expect((await login(gina.account, device_id)).error).toBe('verification_code_required');
    }
  });

  test('is one of at most 50 of an account', async () => {
    const hans = await venue.person('hans');
    await venue.database.query(
      `insert into app.devices (user_id, device_key, first_used_at, last_used_at)
       select $1::bigint, 'key ' || n, 0, 0 from generate_series(1, 60) n`,
      [hans.id],
    );
    const { device_id: id } = await logInWithCode('newest', hans);
    const rows = await venue.database.query('select from app.devices where user_id = $1', [hans.id]);
    expect(rows).toHaveLength(50);
    expect((await login(hans.account, id)).code).toBe(1);
  });
});

describe('a changed password', () => {
  const change = { old_password: testPassword, new_password: 'Rv4mxq9s', secondary_password: 'Rv4mxq9s' };
  const password = change.new_password;

  test('forgets all devices but the one that changed it', async () => {
    const ann = await venue.person('changing');
    const { device_id: id } = await logInWithCode('other', ann);
    expect((await ann.post('user/amend_password', change)).body.code).toBe(1);
    expect((await login(ann.account, id, { password })).error).toBe('verification_code_required');
    expect((await login(ann.account, venue.deviceId('test-device'), { password })).code).toBe(1);
  });

  test('does not make a device known that was not', async () => {
    const ann = await venue.person('elsewhere');
    expect((await ann.post('user/amend_password', change, { flag: 'unknown' })).body.code).toBe(1);
    expect((await login(ann.account, 'unknown', { password })).error).toBe('verification_code_required');
  });
});

test('whether a login needs a code is limited like a password, other settings are not', async () => {
  const strict = await RunningVenue.open({ config: { mode: 'demo', simulator: false, rateFactor: 1 } });
  try {
    const path = 'default/setting?key=login_use_sms&account=ann@example.com&device_id=guess-';
    const guesses = await Promise.all(Array.from({ length: 90 }, async (_, n) => strict.get(`${path}${n}`)));
    expect(guesses.filter(({ status }) => status === 200).length).toBeLessThan(70);
    expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThan(20);
    expect((await strict.get('default/setting?key=contact_email')).status).toBe(200);
  } finally {
    await strict.close();
  }
});
