import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BundledPostgres, openIdentityPool, startBundledPostgres } from '../../ground/database/index.ts';
import { application, RunningVenue, testPassword } from '../../testing/running-venue.ts';
import { codeIn, MailServer } from '../notify/testing/mail-server.ts';

const clock = { ms: Date.now() };
let venue: RunningVenue;

beforeAll(async () => {
  venue = await RunningVenue.open({ now: () => clock.ms });
});

afterAll(async () => {
  await venue.close();
});

const from = (device: string) => ({ flag: device });
const send = (to: string, type: number, headers: Record<string, string> = {}) =>
  venue.post<{ resend_after: number; expires_in: number } | null>('notify/send_email', { to, type }, headers);
const login = (account: string, device: string, more: object = {}) =>
  venue.post<{ token: string } | null>('user/login', { account, password: testPassword, ...more }, from(device));
const takesCode = async (account: string, device: string) =>
  (await venue.get<number>(`default/setting?key=login_use_sms&account=${account}&device_id=${venue.deviceId(device)}`))
    .body.data;

async function newestCode(to: string): Promise<string> {
  const code = (await venue.outbox(to)).find((message) => message.code !== '')?.code;
  if (code === undefined) throw new Error(`no code was sent to ${to}`);
  return code;
}

async function forgetDevices(account: string): Promise<void> {
  await venue.database.query('delete from app.devices using app.users where users.id = user_id and email_key = $1', [
    account,
  ]);
}

function wrong(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

describe('a login', () => {
  test('on the device that registered needs no code and sends no notice', async () => {
    const ann = await venue.person('ann');
    expect(await takesCode(ann.account, 'test-device')).toBe(0);
    expect(await venue.outbox(ann.account)).toEqual([]);
  });

  test('from a new device needs a code and notifies the owner; the device is then known', async () => {
    const { account } = await venue.person('ben');
    expect(await takesCode(account, 'new')).toBe(1);
    expect((await login(account, 'new')).body.error).toBe('verification_code_required');
    expect((await login(account, 'new', { sms_code: '123456' })).body.error).toBe('verification_code_expired');
    const sent = await send(account, 5, from('new'));
    expect(sent.body).toMatchObject({ code: 1, data: { resend_after: 60, expires_in: 600 } });
    const code = await newestCode(account);
    expect((await login(account, 'new', { sms_code: wrong(code) })).body.error).toBe('verification_code_wrong');
    expect((await login(account, 'other', { sms_code: code })).body.error).toBe('verification_code_expired');
    expect((await login(account, 'new', { sms_code: code, password: 'Wrong12345' })).body.error).toBe(
      'credentials_wrong',
    );
    expect((await login(account, 'new', { sms_code: code })).body.code).toBe(1);
    expect((await login(account, 'new')).body.code).toBe(1);
    expect(await takesCode(account, 'new')).toBe(0);
    const notices = (await venue.outbox(account)).filter((message) => message.code === '');
    expect(notices).toHaveLength(1);
    expect(notices[0]?.text).toContain('127.0.0.1');
    expect(notices[0]?.subject).toBe('Bourse: Login from a new device');
  });

  test('uses up its code, also when two arrive at once', async () => {
    const { account } = await venue.person('carl');
    await send(account, 5, from('twice'));
    const code = await newestCode(account);
    await forgetDevices(account);
    const both = await Promise.all([1, 2].map(() => login(account, 'twice', { sms_code: code })));
    expect(both.some(({ body }) => body.code === 1)).toBe(true);
    await forgetDevices(account);
    expect((await login(account, 'twice', { sms_code: code })).body.error).toBe('verification_code_expired');
  });

  test('without a device id counts as a new device', async () => {
    const { account } = await venue.person('dora');
    expect((await login(account, '')).body.error).toBe('verification_code_required');
    expect(await takesCode(account, '')).toBe(1);
  });

  test('from a new device never reveals whether the password is right or the account exists', async () => {
    const { account } = await venue.person('emil');
    const unknown = 'nobody@example.com';
    const answers = [];
    for (const name of [account, unknown]) {
      const setting = await takesCode(name, 'strange');
      const sent = await send(name, 5, from('strange'));
      const again = await send(name, 5, from('strange'));
      const tries = [];
      for (let n = 0; n < 6; n += 1) {
        const code = name === account ? wrong(await newestCode(account)) : '000000';
        tries.push((await login(name, 'strange', { sms_code: code })).body);
      }
      const none = await login(name, 'strange');
      answers.push({
        setting,
        bodies: [sent.body, again.body, ...tries, none.body].map((body) => ({ ...body, sequence: 0 })),
      });
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]?.bodies.map((body) => body.error)).toEqual([
      undefined,
      'code_sent_already',
      ...Array.from({ length: 5 }, () => 'verification_code_wrong'),
      'verification_code_expired',
      'verification_code_required',
    ]);
    expect(await venue.outbox(unknown)).toEqual([]);
  });
});

const issued = expect.stringMatching(/^[\w-]{43}$/) as string;

describe('a forgotten password', () => {
  const forget = (account: string, auth_code: string, more: object = {}) =>
    venue.post('user/forget_password', {
      account,
      auth_code,
      new_password: 'Nz7qkw3x',
      secondary_password: 'Nz7qkw3x',
      type: 'email',
      ...more,
    });

  test('is reset with a code, which ends all sessions, notifies the owner and removes other devices', async () => {
    const ann = await venue.person('gone');
    await send(ann.account, 6);
    const code = await newestCode(ann.account);
    expect((await forget(ann.account, '')).body.error).toBe('verification_code_required');
    expect((await forget(ann.account, code, { secondary_password: 'x' })).body.error).toBe('passwords_differ');
    expect((await forget(ann.account, code, { new_password: 'short', secondary_password: 'short' })).body.error).toBe(
      'password_shape',
    );
    expect((await forget(ann.account, wrong(code))).body.error).toBe('verification_code_wrong');
    expect((await forget(ann.account.toUpperCase(), code)).body).toMatchObject({
      code: 1,
      data: { device_id: issued },
    });
    expect((await forget(ann.account, code)).body.error).toBe('verification_code_expired');
    expect((await ann.get('user/info')).body.code).toBe(999);
    expect((await login(ann.account, 'test-device')).body.error).toBe('credentials_wrong');
    expect((await login(ann.account, 'test-device', { password: 'Nz7qkw3x' })).body.code).toBe(1);
    const [notice] = await venue.outbox(ann.account);
    expect(notice?.subject).toBe('Bourse: Your password was changed');
  });

  test('can also be reset with a code that was requested as type 2 (bind) without a session', async () => {
    const { account } = await venue.person('second');
    expect((await send(account, 2)).body.code).toBe(1);
    expect((await forget(account, await newestCode(account))).body.code).toBe(1);
  });

  test('cannot be reset with a login code or the code of another account', async () => {
    const { account } = await venue.person('mine');
    const other = await venue.person('other');
    await send(account, 5);
    expect((await forget(account, await newestCode(account))).body.error).toBe('verification_code_expired');
    await send(other.account, 6);
    expect((await forget(account, await newestCode(other.account))).body.error).toBe('verification_code_expired');
  });

  test('is answered alike for unknown accounts; wrong codes lock the login', async () => {
    const unregistered = 'nowhere@example.com';
    const { account } = await venue.person('locked');
    for (const name of [account, unregistered]) {
      expect((await send(name, 6)).body).toMatchObject({ code: 1, data: { resend_after: 60 } });
      for (let round = 0; round < 2; round += 1) {
        for (let n = 0; n < 5; n += 1) {
          const code = name === account ? wrong(await newestCode(account)) : '000000';
          expect((await forget(name, code)).body.error).toBe('verification_code_wrong');
        }
        clock.ms += 60_000;
        if (round === 0) await send(name, 6);
      }
      expect((await forget(name, '000000')).body).toMatchObject({ error: 'login_locked' });
      expect((await login(name, 'test-device')).body).toMatchObject({ error: 'login_locked' });
    }
    expect(await venue.outbox(unregistered)).toEqual([]);
  });
});

describe('a code for the user’s own account', () => {
  test('needs a session and is sent to the account’s address, whatever is requested', async () => {
    const ann = await venue.person('owner');
    expect((await send('', 3)).body).toMatchObject({ code: 999, error: 'session_ended' });
    const sent = await ann.post('notify/send_email', { to: 'thief@example.com', type: 3 });
    expect(sent.body).toMatchObject({ code: 1, data: { resend_after: 60 } });
    expect((await ann.post('notify/send_email', { type: '4' })).body).toMatchObject({ data: { resend_after: 59 } });
    expect(await venue.outbox('thief@example.com')).toEqual([]);
    expect(await venue.outbox(ann.account)).toHaveLength(2);
    expect((await ann.post('notify/send_sms', { type: 3 })).body.error).toBe('contact_unbound');
  });

  test('that would bind another account’s address is replaced by a notice to that account’s owner', async () => {
    const [ann, ben] = [await venue.person('binder'), await venue.person('bound')];
    expect((await ann.post('notify/send_email', { to: ben.account, type: 2 })).body.code).toBe(1);
    const [notice] = await venue.outbox(ben.account);
    expect(notice).toMatchObject({ code: '', subject: 'Bourse: Your address was entered for another account' });
    expect((await ann.post('notify/send_email', { to: 'free@example.com', type: 2 })).body.code).toBe(1);
    expect(await newestCode('free@example.com')).toMatch(/^\d{6}$/);
  });

  test.each([0, 7, 12])('of type %i is refused', async (type) => {
    expect((await send('ann@example.com', type)).body.error).toBe('code_type_unknown');
  });
});

describe('a live exchange', () => {
  let folder: string;
  let postgres: BundledPostgres;
  let strict: RunningVenue;
  let mail: MailServer;

  beforeAll(async () => {
    mail = await MailServer.start();
    // The shared test server may lose data in a crash, which live mode rejects.
    folder = await mkdtemp(join(tmpdir(), 'bourse-test-live-'));
    postgres = await startBundledPostgres({ dataFolder: folder });
    const drop = async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    };
    const unused = () => Promise.reject(new Error('not needed'));
    const database = { settings: postgres.settings, query: unused, copy: unused, drop };
    strict = await RunningVenue.openOn(database, {
      now: () => clock.ms,
      config: { mode: 'live', simulator: false, smtp: { url: mail.url, from: 'no-reply@bourse.example' } },
    });
  });

  afterAll(async () => {
    await strict.close();
    await mail.stop();
  });

  const open = async (account: string, sms_code: string) =>
    strict.post<{ id: number } | null>('user/register', application({ account, sms_code }));
  const ask = async (to: string, lang = 'en') => strict.post('notify/send_email', { to, type: 1 }, { lang });

  test('registers with the code sent by mail; an existing account’s owner gets a notice instead', async () => {
    const account = 'new@example.com';
    expect((await open(account, '')).body.error).toBe('verification_code_required');
    expect((await open(account, '123456')).body.error).toBe('verification_code_expired');
    expect((await ask(account, 'tr')).body).toMatchObject({ code: 1, message: 'Doğrulama kodu gönderildi.' });
    const code = codeIn((await mail.mail(0)).raw);
    expect((await open(account, wrong(code))).body.error).toBe('verification_code_wrong');
    expect((await open('other@example.com', code)).body.error).toBe('verification_code_expired');
    expect((await open(account, code)).body.code).toBe(1);
    // The address is taken now: the answers stay the same, but the mail differs.
    expect((await open(account, code)).body.error).toBe('verification_code_expired');
    clock.ms += 60_000;
    expect((await ask(account)).body).toMatchObject({ code: 1, data: { resend_after: 60 } });
    expect((await mail.mail(1)).raw).toMatch(/^Subject: Bourse: You already have an account/m);
    expect((await open(account, '000000')).body.error).toBe('verification_code_wrong');
  });

  test('registers with a long code when strangers have used up the short ones; their attempts do not void it', async () => {
    const account = 'blocked@example.com';
    const pool = openIdentityPool(postgres.settings);
    await pool.query(
      `insert into verification_codes (purpose, contact_key, user_id, scope, code_hash, created_at, expires_at)
       select 1, $1, null, 'stranger', '\\x00', $2, $2 from generate_series(1, 20) n`,
      [account, clock.ms - 60_000],
    );
    await pool.end();
    expect((await ask(account)).body).toMatchObject({ code: 1, data: { resend_after: 3_600 } });
    const [long = ''] = /\d{4} \d{4} \d{4} \d{4}/.exec((await mail.mail(2)).raw) ?? [];
    for (let n = 0; n < 6; n += 1) {
      expect((await open(account, '1234567890123456')).body.error).toBe('verification_code_wrong');
    }
    expect((await open(account, long)).body.code).toBe(1);
  });

  test('logs its security settings when it opens', () => {
    const started = strict.logged.find((line) => line.includes('"event":"live_mode_started"')) ?? '{}';
    expect(JSON.parse(started)).toMatchObject({
      level: 30,
      settings: {
        publicOrigin: null,
        trustedProxies: [],
        rateFactor: 1,
        metrics: false,
        login_code: 'new_device',
        password_policy: 'strong',
        phone_accounts: 0,
        register_code: 1,
      },
    });
  });

  test('has no outbox, and no text messages without a provider', async () => {
    expect((await strict.get('demo/outbox?to=new@example.com')).body.error).toBe('not_found');
    expect((await strict.post('notify/send_sms', { to: '123456', type: 1, area_id: 276 })).body.error).toBe(
      'sms_unavailable',
    );
    const { body } = await strict.get<Record<string, unknown>>('default/config');
    expect(body.data).toMatchObject({ register_code: 1, demo_outbox: 0, phone_accounts: 0, password_policy: 'strong' });
  });
});

describe('with phone accounts enabled', () => {
  let phones: RunningVenue;

  beforeAll(async () => {
    phones = await RunningVenue.open({
      now: () => clock.ms,
      settings: { phone_accounts: 1, register_code: 1, texts_per_hour: 6 },
    });
  });

  afterAll(async () => {
    await phones.close();
  });

  test('a user registers, logs in and resets the password by text message', async () => {
    const sms = async (type: number, headers = {}) =>
      phones.post('notify/send_sms', { to: '030 1234567'.replace(' ', ''), type, area_id: 276 }, headers);
    const latest = async () => (await phones.outbox('+49301234567'))[0]?.code ?? '';
    expect((await sms(1)).body.code).toBe(1);
    const form = application({ account: '0301234567', type: 'mobile', area_id: 276, sms_code: await latest() });
    expect((await phones.post('user/register', form)).body.code).toBe(1);
    const named = { account: '301234567', login_type: 'mobile', country_code: '+49', password: testPassword };
    expect((await phones.post('user/login', named)).body.code).toBe(1);
    expect((await phones.post('user/login', named, from('new'))).body.error).toBe('verification_code_required');
    await sms(5, from('new'));
    const coded = { ...named, sms_code: await latest() };
    expect((await phones.post('user/login', coded, from('new'))).body.code).toBe(1);
    await sms(6);
    const forgotten = {
      account: '0301234567',
      type: 'mobile',
      area_id: '276',
      auth_code: await latest(),
      new_password: 'Nz7qkw3x',
      secondary_password: 'Nz7qkw3x',
    };
    expect((await phones.post('user/forget_password', forgotten)).body.code).toBe(1);
    const [notice] = await phones.outbox('0301234567');
    expect(notice).toMatchObject({ channel: 'sms', to: '+49301234567', subject: '', code: '' });
  });

  test.each([
    ['without a country', { to: '0301234567', type: 1 }, 'area_unknown'],
    ['of an unknown country', { to: '0301234567', type: 1, area_id: 999 }, 'area_unknown'],
    ['with letters', { to: '030x', type: 1, area_id: 276 }, 'phone_invalid'],
  ])('a number %s is refused', async (_what, body, error) => {
    expect((await phones.post('notify/send_sms', body)).body.error).toBe(error);
  });

  test('visitors together are limited to a number of text messages per hour; e-mail is not affected', async () => {
    clock.ms += 7_200_000;
    const texts = [];
    for (let n = 0; n < 8; n += 1) {
      const { body } = await phones.post('notify/send_sms', { to: `03012345${n}0`, type: 1, area_id: 276 });
      texts.push(body.error ?? 'sent');
    }
    expect(texts).toEqual([...Array<string>(6).fill('sent'), 'too_many_requests', 'too_many_requests']);
    expect((await phones.post('notify/send_email', { to: 'other@example.com', type: 1 })).body.code).toBe(1);
  });

  test('other sites still refuse phone numbers', async () => {
    const form = application({ account: '0301234567', type: 'mobile', area_id: 276 });
    expect((await venue.post('user/register', form)).body.error).toBe('login_type_unsupported');
    expect((await venue.post('notify/send_sms', { to: '0301234567', type: 1, area_id: 276 })).body.error).toBe(
      'login_type_unsupported',
    );
  });
});

describe('the outbox of a demo', () => {
  test('returns the newest twenty messages of one address', async () => {
    expect((await venue.get('demo/outbox')).body.error).toBe('invalid_request');
    const ann = await venue.person('reader');
    for (let n = 0; n < 21; n += 1) {
      await ann.post('notify/send_email', { type: 3 + (n % 2) });
      clock.ms += 60_000;
      if (n % 5 === 4) clock.ms += 3_600_000;
    }
    const kept = await venue.outbox(' READER@example.com ');
    expect(kept).toHaveLength(20);
    expect(kept.map(({ id }) => id)).toEqual(kept.map(({ id }) => id).toSorted((a, b) => b - a));
    expect(kept[0]).toMatchObject({ channel: 'email', to: ann.account });
    expect(kept[0]?.text).toContain(kept[0]?.code ?? '');
  });
});
