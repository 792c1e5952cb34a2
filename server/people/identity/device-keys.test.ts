import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, RunningVenue, testPassword } from '../../testing/running-venue.ts';

const laptop = 'laptop-of-ann';
let venue: RunningVenue;

beforeAll(async () => {
  venue = await RunningVenue.open({});
});

afterAll(async () => {
  await venue.close();
});

const login = async (account: string, flag: string, more: object = {}) =>
  venue.post<{ token: string } | null>('user/login', { account, password: testPassword, ...more }, { flag });

/** Makes a device known with a code from the outbox. */
async function logInOn(device: string, { account }: Person): Promise<string> {
  await venue.post('notify/send_email', { to: account, type: 5 }, { flag: device });
  const sms_code = (await venue.outbox(account)).find(({ code }) => code !== '')?.code;
  const { body } = await login(account, device, { sms_code });
  return body.data?.token ?? '';
}

describe('the id of a device', () => {
  test('is in no row of the database and in no list of sessions', async () => {
    const ann = await venue.person('ann');
    const authorization = await logInOn(laptop, ann);
    const { body } = await venue.get<{ device_id: string }[]>('user/sessions', { authorization });
    expect(body.data.map(({ device_id }) => device_id)).toEqual([
      expect.stringMatching(/^[\da-f]{16}$/),
      expect.stringMatching(/^[\da-f]{16}$/),
    ]);
    const tables = ['devices', 'sessions', 'users', 'verification_codes', 'plain_devices'];
    for (const table of tables) {
      expect(JSON.stringify(await venue.database.query(`select * from app.${table}`))).not.toContain(laptop);
    }
    for (const { device_id } of body.data) {
      expect((await login(ann.account, device_id)).body.error).toBe('verification_code_required');
    }
  });

  test('of an older version is hashed at the next start and stays known', async () => {
    const ben = await venue.person('ben');
    await venue.database.query('update app.sessions set device_key = $2 where user_id = $1', [ben.id, 'old-phone']);
    await venue.database.query('insert into app.plain_devices values ($1, $2, 1, 2)', [ben.id, 'old-phone']);
    expect((await login(ben.account, 'old-phone')).body.error).toBe('verification_code_required');
    await venue.stop();
    venue = await RunningVenue.openOn(venue.database);
    const rows = await venue.database.query<{ device_key: string }>(
      `select device_key from app.sessions where user_id = $1
       union select device_id from app.plain_devices`,
      [ben.id],
    );
    expect(rows.map((row) => row.device_key)).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
    expect((await login(ben.account, 'old-phone')).body.code).toBe(1);
  });
});

describe('a changed password', () => {
  test('forgets all devices but the one that changed it', async () => {
    const ann = await venue.person('changing');
    await logInOn(laptop, ann);
    const change = { old_password: testPassword, new_password: 'Rv4mxq9s', secondary_password: 'Rv4mxq9s' };
    expect((await ann.post('user/amend_password', change)).body.code).toBe(1);
    const password = change.new_password;
    expect((await login(ann.account, laptop, { password })).body.error).toBe('verification_code_required');
    expect((await login(ann.account, 'test-device', { password })).body.code).toBe(1);
  });

  test('does not make a device known that was not', async () => {
    const ann = await venue.person('elsewhere');
    const change = { old_password: testPassword, new_password: 'Rv4mxq9s', secondary_password: 'Rv4mxq9s' };
    expect((await ann.post('user/amend_password', change, { flag: 'unknown' })).body.code).toBe(1);
    const password = change.new_password;
    expect((await login(ann.account, 'unknown', { password })).body.error).toBe('verification_code_required');
  });
});
