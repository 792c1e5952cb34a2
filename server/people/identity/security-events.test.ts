import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { application, type Person, RunningVenue, testPassword } from '../../testing/running-venue.ts';

type Line = Readonly<Record<string, unknown>>;

const newPassword = 'Rv4mxq9s';
const network = '127.0.0.1';
const clock = { ms: Date.now() };
let venue: RunningVenue;
let seen: number;

beforeAll(async () => {
  venue = await RunningVenue.open({ now: () => clock.ms });
});

afterAll(async () => {
  await venue.close();
});

beforeEach(() => {
  // Failures of earlier tests leave the window.
  clock.ms += 16 * 60_000;
  seen = venue.logged.length;
});

/** The security events since the last call, without the fields of every log line. */
function events(): Line[] {
  const lines = venue.logged.slice(seen).map((line) => JSON.parse(line) as Line);
  seen = venue.logged.length;
  return lines
    .filter((line) => line['event'] !== undefined)
    .map(({ level, time: _time, pid: _pid, hostname: _hostname, msg: _msg, ...fields }) => {
      expect(level).toBe(30);
      return fields;
    });
}

async function login(account: string, more: { password?: string; code?: string; device?: string } = {}) {
  const { password = testPassword, code = '', device = 'test-device' } = more;
  return venue.post<{ token: string }>('user/login', { account, password, sms_code: code }, { flag: device });
}

async function codeFor(person: Person, type: number, device: string): Promise<string> {
  await venue.post('notify/send_email', { to: person.account, type }, { flag: device });
  return (await venue.outbox(person.account))[0]?.code ?? '';
}

const failed = (user: number | null, reason: string, attempt = 'login') => ({
  event: 'login_failed',
  user,
  network,
  attempt,
  reason,
});

describe('a line is logged for', () => {
  test('a registration, and a login of a known device', async () => {
    const ann = await venue.person('ann');
    expect(events()).toEqual([
      { event: 'account_registered', user: ann.id, network },
      { event: 'login_succeeded', user: ann.id, network },
    ]);
  });

  test('failed logins, by reason', async () => {
    const ben = await venue.person('ben');
    events();
    await login('nobody@example.com');
    await login('nobody@example.com', { code: '123456' });
    await login(ben.account, { password: 'Wr0ngOne1' });
    await login(ben.account, { device: 'phone' });
    await login(ben.account, { device: 'phone', code: '123456' });
    const code = await codeFor(ben, 5, 'phone');
    await login(ben.account, { device: 'phone', code: code === '000000' ? '000001' : '000000' });
    expect(events()).toEqual([
      failed(null, 'code_missing'),
      failed(null, 'code_expired'),
      failed(ben.id, 'password_wrong'),
      failed(ben.id, 'code_missing'),
      failed(ben.id, 'code_expired'),
      failed(ben.id, 'code_wrong'),
    ]);
  });

  test('a login of a new device', async () => {
    const cleo = await venue.person('cleo');
    const code = await codeFor(cleo, 5, 'phone');
    events();
    expect((await login(cleo.account, { device: 'phone', code })).body.code).toBe(1);
    expect(events()).toEqual([
      { event: 'login_succeeded', user: cleo.id, network },
      { event: 'device_admitted', user: cleo.id, network },
    ]);
  });

  test('the failure that locks an account, and attempts while it is locked', async () => {
    const dora = await venue.person('dora');
    events();
    for (let n = 0; n < 11; n += 1) await login(dora.account, { password: 'Wr0ngOne1' });
    expect(events().slice(9)).toEqual([
      failed(dora.id, 'password_wrong'),
      { event: 'account_locked', user: dora.id, network, cause: 'failures' },
      failed(null, 'locked'),
    ]);
  });

  test('a code whose attempts are used up', async () => {
    const emil = await venue.person('emil');
    const code = await codeFor(emil, 5, 'phone');
    events();
    const wrong = code === '000000' ? '000001' : '000000';
    for (let n = 0; n < 5; n += 1) await login(emil.account, { device: 'phone', code: wrong });
    expect(events()).toContainEqual({ event: 'code_attempts_used_up', user: emil.id, purpose: 'login' });
  });

  test('a changed password, with the sessions and devices that it ends, and a wrong current password', async () => {
    const fay = await venue.person('fay');
    const code = await codeFor(fay, 5, 'phone');
    await login(fay.account, { device: 'phone', code });
    events();
    const change = { old_password: 'Wr0ngOld4', new_password: newPassword, secondary_password: newPassword };
    await fay.post('user/amend_password', change);
    expect((await fay.post('user/amend_password', { ...change, old_password: testPassword })).body.code).toBe(1);
    expect(events()).toEqual([
      failed(fay.id, 'password_wrong', 'password_change'),
      { event: 'password_changed', user: fay.id, network, sessions: 1 },
      { event: 'devices_forgotten', user: fay.id, network, devices: 1 },
    ]);
  });

  test('a recovered password, with its new device, and a recovery with a wrong code', async () => {
    const gil = await venue.person('gil');
    const code = await codeFor(gil, 6, 'phone');
    events();
    const recovery = { account: gil.account, new_password: newPassword, secondary_password: newPassword };
    const recover = async (auth_code: string) =>
      venue.post('user/forget_password', { ...recovery, auth_code }, { flag: 'phone' });
    await recover(code === '000000' ? '000001' : '000000');
    expect((await recover(code)).body.code).toBe(1);
    expect(events()).toEqual([
      failed(gil.id, 'code_wrong', 'recovery'),
      { event: 'password_recovered', user: gil.id, network, sessions: 1 },
      { event: 'devices_forgotten', user: gil.id, network, devices: 1 },
      { event: 'device_admitted', user: gil.id, network },
    ]);
  });

  test('revoked sessions', async () => {
    const hana = await venue.person('hana');
    for (let n = 0; n < 3; n += 1) await login(hana.account);
    const sessions = await hana.get<{ id: number; current: number }[]>('user/sessions');
    const other = sessions.body.data.find(({ current }) => current === 0);
    events();
    expect((await hana.post('user/revoke_session', { id: other?.id })).body.code).toBe(1);
    expect((await hana.post('user/revoke_other_sessions', {})).body.code).toBe(1);
    expect(events()).toEqual([
      { event: 'session_revoked', user: hana.id, network },
      { event: 'other_sessions_revoked', user: hana.id, network, sessions: 2 },
    ]);
  });
});

test('the lines contain no password, code or address of mail, and the metrics count the events', async () => {
  const lines = venue.logged.filter((line) => line.includes('"event":'));
  expect(lines.length).toBeGreaterThan(30);
  for (const secret of [testPassword, newPassword, '@', 'phone', 'test-device']) {
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  }
  await venue.post('user/register', application({ account: 'ida@example.com' }));
  const text = await (await fetch(`${venue.url}/metrics`)).text();
  const registered = venue.logged.filter((line) => line.includes('"event":"account_registered"')).length;
  expect(text).toContain(`bourse_security_events_total{event="account_registered"} ${registered}\n`);
});
