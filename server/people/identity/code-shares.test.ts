import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RunningVenue, testPassword } from '../../testing/running-venue.ts';

const clock = { ms: Date.now() };
let venue: RunningVenue;

beforeAll(async () => {
  venue = await RunningVenue.open({ now: () => clock.ms, settings: { codes_per_hour: 12 } });
});

afterAll(async () => {
  await venue.close();
});

const hourMs = 3_600_000;
const ask = async (to: string, type: number, device: string, password?: string) =>
  venue.post<unknown>(
    'notify/send_email',
    { to, type, ...(password === undefined ? {} : { password }) },
    { flag: device },
  );
const forget = async (account: string, auth_code: string, device: string) =>
  venue.post(
    'user/forget_password',
    { account, auth_code, new_password: 'Nz7qkw3x', secondary_password: 'Nz7qkw3x' },
    { flag: device },
  );
const codesOf = async (to: string) => (await venue.outbox(to)).filter(({ code }) => code !== '');

/** Uses up the day's codes of an address, as strangers in many networks could. */
async function useUp(to: string, type: number): Promise<void> {
  await venue.database.query(
    `insert into app.verification_codes (purpose, contact_key, user_id, scope, code_hash, created_at, expires_at)
     select $1, $2, null, 'stranger ' || n, '\\x00', $3, $3 from generate_series(1, 20) n`,
    [type, to, clock.ms - hourMs],
  );
}

describe('one network', () => {
  test('can request ten codes per purpose and address within a day', async () => {
    const to = 'pair@example.com';
    for (let n = 0; n < 10; n += 1) expect((await ask(to, 5, `d${n}`)).body.code).toBe(1);
    clock.ms += 2 * hourMs;
    expect((await ask(to, 5, 'd10')).body).toMatchObject({ error: 'codes_used_up', details: { hours: 22 } });
    expect((await ask(to, 6, 'd10')).body.code).toBe(1);
    clock.ms += 22 * hourMs;
    expect((await ask(to, 5, 'd10')).body.code).toBe(1);
  });

  test('is limited to the site’s number of codes; a refusal says when the next is possible', async () => {
    clock.ms += 2 * hourMs;
    for (let n = 0; n < 12; n += 1) expect((await ask(`b${n}@example.com`, 5, 'd')).body.code).toBe(1);
    const late = await ask('c@example.com', 5, 'd');
    expect(late).toMatchObject({ status: 429, body: { error: 'too_many_requests', details: { retry_after: 3_600 } } });
  });
});

describe('a stranger who uses up an account’s codes', () => {
  test('cannot keep the owner from logging in on a new device, nor learn whether a password is right', async () => {
    clock.ms += 2 * hourMs;
    const { account } = await venue.person('owner');
    const unregistered = 'nobody@example.com';
    for (const to of [account, unregistered]) await useUp(to, 5);
    expect((await ask(account, 5, 'new')).body).toMatchObject({ error: 'codes_used_up', details: { hours: 23 } });
    const answers = [];
    for (const [to, password, device] of [
      [account, 'Wrong12345', 'guess'],
      [unregistered, testPassword, 'new'],
      [account, testPassword, 'new'],
    ] as const) {
      expect(await codesOf(account)).toEqual([]);
      const { status, body } = await ask(to, 5, device, password);
      answers.push({ status, body: { ...body, sequence: 0 } });
    }
    expect(answers[0]).toEqual(answers[2]);
    expect(answers[1]).toEqual(answers[2]);
    expect(answers[2]?.body).toMatchObject({ code: 1, data: { resend_after: 60 } });
    expect(await codesOf(unregistered)).toEqual([]);
    const [sent] = await codesOf(account);
    const login = await venue.post(
      'user/login',
      { account, password: testPassword, sms_code: sent?.code },
      { flag: 'new' },
    );
    expect(login.body.code).toBe(1);
  });

  test('can try five passwords per account and network a day, right or wrong', async () => {
    clock.ms += 2 * hourMs;
    const { account } = await venue.person('tried');
    await useUp(account, 5);
    for (let n = 0; n < 5; n += 1) {
      expect((await ask(account, 5, `d${n}`, n === 2 ? testPassword : 'Wrong12345')).body.code).toBe(1);
    }
    expect(await codesOf(account)).toHaveLength(1);
    expect((await ask(account, 5, 'd5', testPassword)).body).toMatchObject({ error: 'codes_used_up' });
  });

  test('cannot keep the owner from resetting the password on a known device', async () => {
    clock.ms += 2 * hourMs;
    const { account } = await venue.person('forgetful');
    await useUp(account, 6);
    expect((await ask(account, 6, 'test-device')).body).toMatchObject({ code: 1, data: { resend_after: 60 } });
    const [sent] = await codesOf(account);
    expect(sent?.code).toMatch(/^\d{6}$/);
    expect((await forget(account, sent?.code ?? '', 'test-device')).body.code).toBe(1);
  });

  test('cannot keep the owner from resetting the password on a new device: a long code is sent', async () => {
    clock.ms += 2 * hourMs;
    const { account } = await venue.person('unknown');
    const unregistered = 'unheard-of@example.com';
    for (const to of [account, unregistered]) await useUp(to, 6);
    const asked = [];
    for (const to of [account, unregistered]) {
      const { status, body } = await ask(to, 6, 'stranger');
      asked.push({ status, body: { ...body, sequence: 0 } });
    }
    expect(asked[0]).toEqual(asked[1]);
    expect(asked[0]?.body).toMatchObject({ code: 1, data: { resend_after: 3_600, expires_in: 7_200 } });
    // Half an hour later the owner learns that a long code was sent; wrong attempts by strangers do not void it.
    clock.ms += 30 * 60_000;
    const [sent, ...more] = await codesOf(account);
    expect(more).toEqual([]);
    const code = sent?.code ?? '';
    expect(code).toMatch(/^\d{16}$/);
    for (const to of [account, unregistered]) {
      expect((await ask(to, 6, 'new')).body).toMatchObject({
        error: 'long_code_sent',
        details: { ago: 30, minutes: 30 },
      });
      for (let n = 0; n < 7; n += 1) {
        expect((await forget(to, '1234567890123456', 'stranger')).body.error).toBe('verification_code_wrong');
      }
    }
    expect((await forget(account, code.replaceAll(/.{4}(?=.)/g, '$& '), 'new')).body.code).toBe(1);
    expect((await forget(account, code, 'new')).body.error).toBe('verification_code_expired');
    expect(await codesOf(unregistered)).toEqual([]);
  });

  test('causes at most one long code an hour, and the previous one stays valid', async () => {
    clock.ms += 2 * hourMs;
    const { account } = await venue.person('written');
    await useUp(account, 6);
    for (let n = 0; n < 5; n += 1) {
      await ask(account, 6, `stranger ${n}`);
      clock.ms += 15 * 60_000;
    }
    const sent = await codesOf(account);
    expect(sent).toHaveLength(2);
    expect((await forget(account, sent[1]?.code ?? '', 'new')).body.code).toBe(1);
    expect((await forget(account, sent[0]?.code ?? '', 'new')).body.error).toBe('verification_code_expired');
  });

  test('does not void codes that others requested on their devices', async () => {
    clock.ms += 2 * hourMs;
    const { account } = await venue.person('tries');
    await ask(account, 6, 'mine');
    const [sent] = await codesOf(account);
    await ask(account, 6, 'stranger');
    for (let n = 0; n < 5; n += 1) await forget(account, '000000', 'stranger');
    expect((await forget(account, '000000', 'stranger')).body.error).toBe('verification_code_expired');
    expect((await forget(account, sent?.code ?? '', 'mine')).body.code).toBe(1);
  });
});
