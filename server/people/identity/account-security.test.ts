import type { KnownDevice, LoginRecord, UserInfo } from '@bourse/contract/identity';
import { type OperatorCommand, userId } from '@bourse/engine';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { beAgent } from '../../testing/agent-account.ts';
import { Person, RunningVenue, testPassword } from '../../testing/running-venue.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const clock = { ms: Date.UTC(2026, 0, 1) };

let venue: RunningVenue;
let ann: Person;
let people = 0;

beforeAll(async () => {
  const settings = { registrations_per_hour: 1_000, codes_per_hour: 1_000, texts_per_hour: 1_000 };
  venue = await RunningVenue.open({ now: () => clock.ms, elapsed: () => clock.ms, settings });
});

beforeEach(async () => {
  people += 1;
  clock.ms += 5 * minuteMs;
  ann = await venue.person(`ann${people}`);
});

afterAll(async () => {
  await venue.close();
});

const infoOf = async (person: Person) => (await person.get<UserInfo>('user/info')).body.data;
const noticesTo = async (to: string) => (await venue.outbox(to)).filter(({ code }) => code === '');

async function newestCode(to: string): Promise<string> {
  const code = (await venue.outbox(to)).find((message) => message.code !== '')?.code;
  if (code === undefined) throw new Error(`no code was sent to ${to}`);
  return code;
}

/** A code of purpose 3 to the own e-mail address. */
async function securityCode(person: Person): Promise<string> {
  clock.ms += minuteMs;
  const sent = await person.post('notify/send_email', { type: 3 });
  expect(sent.body.code).toBe(1);
  return newestCode(person.account);
}

/** A code of purpose 2 to an e-mail address. */
async function bindCode(person: Person, to: string): Promise<string> {
  const sent = await person.post('sms_mail', { to });
  expect(sent.body.code).toBe(1);
  return newestCode(to);
}

function wrong(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

async function logIn(person: Person, device = 'test-device'): Promise<Person> {
  const { account } = person;
  const { body } = await venue.post<{ token: string }>(
    'user/login',
    { account, password: testPassword },
    { flag: device },
  );
  expect(body.code).toBe(1);
  return new Person(venue, account, person.id, body.data.token);
}

async function givePayPassword(person: Person): Promise<void> {
  await venue.database.query(
    `insert into app.pay_passwords (user_id, hash, created_at)
     select id, password_hash, 0 from app.users where id = $1`,
    [person.id],
  );
}

/** The proofs that an action requires; each is left out or wrong once. */
const proofCases: readonly {
  readonly action: string;
  readonly path: string;
  readonly input: (codes: { security: string; bind: string }) => Record<string, unknown>;
  readonly proofs: readonly string[];
}[] = [
  {
    action: 'changing the trade password',
    path: 'user/amend_pay_password',
    input: ({ security }) => ({ password: 'Hv3mxd9r', auth_code: security }),
    proofs: ['auth_code'],
  },
  {
    action: 'linking another e-mail address',
    path: 'user/bind',
    input: ({ bind, security }) => ({ type: 'email', account: newAddress(), auth_code: bind, old_code: security }),
    proofs: ['auth_code', 'old_code'],
  },
  {
    action: 'linking it as earlier clients do',
    path: 'safe/email',
    input: ({ bind, security }) => ({ email: newAddress(), code: bind, old_code: security }),
    proofs: ['code', 'old_code'],
  },
  {
    action: 'unfreezing',
    path: 'user/unfreeze',
    input: ({ security }) => ({ auth_code: security }),
    proofs: ['auth_code'],
  },
];

const newAddress = () => `new${people}@example.com`;

describe('the proofs of an action', () => {
  test.each(proofCases)('$action needs each of them', async ({ path, input, proofs }) => {
    await givePayPassword(ann);
    if (path === 'user/unfreeze') {
      await ann.post('user/freeze', {});
      ann = await logIn(ann);
    }
    const codes = { security: await securityCode(ann), bind: await bindCode(ann, newAddress()) };
    const right = input(codes);
    for (const proof of proofs) {
      const wrongOne = wrong(String(right[proof]));
      expect((await ann.post(path, { ...right, [proof]: wrongOne })).body.error).toBe('verification_code_wrong');
      expect((await ann.post(path, { ...right, [proof]: '' })).body.error).toBe('verification_code_required');
    }
    expect((await ann.post(path, right)).body).toMatchObject({ code: 1 });
    expect((await ann.post(path, right)).body.code).toBe(0);
  });

  test('are notified to the owner, who can freeze the account with the link', async () => {
    await givePayPassword(ann);
    await ann.post('user/amend_pay_password', { password: 'Hv3mxd9r', auth_code: await securityCode(ann) });
    const [notice] = await noticesTo(ann.account);
    expect(notice?.subject).toBe('Bourse: Your trade password was changed');
    const token = /\/freeze#([\w-]{43}) /.exec(notice?.text ?? '')?.[1] ?? '';
    expect((await venue.post('user/freeze_by_link', { token: `${token}x` })).body.error).toBe('freeze_link_invalid');
    expect((await venue.post('user/freeze_by_link', { token })).body.code).toBe(1);
    expect((await ann.get('user/info')).body.error).toBe('session_ended');
    expect((await infoOf(await logIn(ann))).frozen).toBe(true);
    clock.ms += 7 * dayMs;
    expect((await venue.post('user/freeze_by_link', { token })).body.error).toBe('freeze_link_invalid');
  });
});

describe('the trade password', () => {
  test('must exist, follow the rule and differ from the login password', async () => {
    const change = (password: string, code: string) =>
      ann.post('user/amend_pay_password', { password, auth_code: code });
    expect((await change('Hv3mxd9r', '123456')).body.error).toBe('pay_password_missing');
    await givePayPassword(ann);
    expect((await infoOf(ann)).has_pay_password).toBe(true);
    const code = await securityCode(ann);
    expect((await change('short', code)).body.error).toBe('password_shape');
    expect((await change(testPassword, code)).body.error).toBe('pay_password_same');
    expect((await change('Hv3mxd9r', code)).body.code).toBe(1);
  });
});

describe('linking an address', () => {
  test('raises the security level, and both addresses log in or receive codes', async () => {
    expect(await infoOf(ann)).toMatchObject({ mobile_bound: false, security_level: 75 });
    const old = await securityCode(ann);
    await ann.post('notify/send_sms', { type: 2, to: `1555${1000 + people}`, area_id: 276 });
    const code = await newestCode(`1555${1000 + people}`);
    const phone = { type: 'mobile', account: `1555${1000 + people}`, area_id: 276, auth_code: code, old_code: old };
    expect((await ann.post('user/bind', phone)).body.code).toBe(1);
    expect(await infoOf(ann)).toMatchObject({
      mobile_bound: true,
      mobile: `1555${1000 + people}`,
      security_level: 100,
    });
    expect((await noticesTo(ann.account))[0]?.text).toContain('/freeze#');
  });

  test('replaces the old one, which receives the notice with the freeze link', async () => {
    const old = await securityCode(ann);
    const to = newAddress();
    const code = await bindCode(ann, to);
    await ann.post('user/bind', { type: 'email', account: to, auth_code: code, old_code: old });
    expect((await infoOf(ann)).email).toBe(to);
    expect((await noticesTo(ann.account))[0]?.text).toContain('/freeze#');
    expect(await noticesTo(to)).toEqual([]);
    const login = { account: ann.account, password: testPassword };
    expect((await venue.post('user/login', login)).body.error).toBe('verification_code_required');
  });

  test('refuses codes of another address, of another user and of another purpose', async () => {
    const ben = await venue.person(`ben${people}`);
    const to = newAddress();
    const [old, bensOld] = [await securityCode(ann), await securityCode(ben)];
    const bens = await bindCode(ben, to);
    const others = await bindCode(ann, `other${people}@example.com`);
    const given = { type: 'email', account: to };
    const codes = [
      { auth_code: bens, old_code: old },
      { auth_code: others, old_code: old },
      { auth_code: old, old_code: old },
    ];
    for (const pair of codes) expect((await ann.post('user/bind', { ...given, ...pair })).body.code).toBe(0);
    clock.ms += minuteMs;
    const code = await bindCode(ann, to);
    expect((await ann.post('user/bind', { ...given, auth_code: code, old_code: bensOld })).body.code).toBe(0);
    expect((await infoOf(ann)).email).toBe(ann.account);
  });

  test('of another user sends that user a notice and no code', async () => {
    const ben = await venue.person(`bea${people}`);
    const old = await securityCode(ann);
    expect((await ann.post('sms_mail', { to: ben.account })).body.code).toBe(1);
    expect((await venue.outbox(ben.account)).map(({ code }) => code)).toEqual(['']);
    const given = { type: 'email', account: ben.account, auth_code: '123456', old_code: old };
    expect((await ann.post('user/bind', given)).body.error).toBe('verification_code_wrong');
    const unchanged = { type: 'email', account: ann.account, auth_code: '123456', old_code: old };
    expect((await ann.post('user/bind', unchanged)).body.error).toBe('address_unchanged');
  });
});

describe('a frozen account', () => {
  const operate = (before: 'none' | 'outflow' | 'trading', scope: 'none' | 'outflow' | 'trading') => {
    const command: OperatorCommand = {
      type: 'restrict_user',
      user: userId(ann.id),
      before,
      scope,
      operator: userId(7),
      cause: 'incident',
    };
    return venue.operate(command);
  };

  test('has no sessions and no orders, cannot trade, and is unfrozen after a fresh login', async () => {
    await ann.buy(1, '0.01', '20000');
    expect((await ann.post('user/unfreeze', { auth_code: '123456' })).body.error).toBe('not_frozen');
    expect((await ann.post('user/freeze', {})).body.code).toBe(1);
    expect((await ann.get('user/info')).body.error).toBe('session_ended');
    ann = await logIn(ann);
    expect(await infoOf(ann)).toMatchObject({ frozen: true, restriction: 'trading' });
    expect((await ann.buy(1, '0.01', '20000')).body.error).toBe('trading_stopped');
    clock.ms += 16 * minuteMs;
    const late = { auth_code: await securityCode(ann) };
    expect((await ann.post('user/unfreeze', late)).body.error).toBe('fresh_login_required');
    ann = await logIn(ann);
    expect((await ann.post('user/unfreeze', late)).body.code).toBe(1);
    expect(await infoOf(ann)).toMatchObject({ frozen: false, restriction: 'none' });
    expect((await ann.buy(1, '0.01', '20000')).body.code).toBe(1);
    await ann.post('tx_in/cancel_all', {});
    const subjects = (await noticesTo(ann.account)).map(({ subject }) => subject);
    expect(subjects).toEqual(['Bourse: Your account is no longer frozen', 'Bourse: Your account is frozen']);
  });

  test('keeps the restriction that an operator imposed before', async () => {
    await operate('none', 'outflow');
    await ann.post('user/freeze', {});
    ann = await logIn(ann);
    expect(await infoOf(ann)).toMatchObject({ frozen: true, restriction: 'trading' });
    expect((await ann.post('user/unfreeze', { auth_code: await securityCode(ann) })).body.code).toBe(1);
    expect(await infoOf(ann)).toMatchObject({ frozen: false, restriction: 'outflow' });
  });

  test('is not unfrozen by its owner if an operator has stopped its trading', async () => {
    await operate('none', 'trading');
    await ann.post('user/freeze', {});
    ann = await logIn(ann);
    expect(await infoOf(ann)).toMatchObject({ frozen: false, restriction: 'trading' });
    const code = await securityCode(ann);
    expect((await ann.post('user/unfreeze', { auth_code: code })).body.error).toBe('frozen_by_operator');
  });

  test('is not unfrozen by its owner after an operator has decided about it', async () => {
    await ann.post('user/freeze', {});
    await operate('trading', 'outflow');
    const { sequence } = await operate('outflow', 'trading');
    await venue.database.query(
      `with intent as (
         insert into app.operator_log (at_ms, kind, action, operator_id, role, subject_kind, subject_id)
         values ($1, 'intent', 'user/stop-trading', 7, 'risk', 'user', $2) returning id
       )
       insert into app.operator_log (at_ms, kind, action, operator_id, role, subject_kind, subject_id, sequence, intent_id)
       select $1, 'outcome', 'user/stop-trading', 7, 'risk', 'user', $2, $3, id from intent`,
      [clock.ms, String(ann.id), sequence],
    );
    ann = await logIn(ann);
    expect((await infoOf(ann)).frozen).toBe(false);
    const code = await securityCode(ann);
    expect((await ann.post('user/unfreeze', { auth_code: code })).body.error).toBe('frozen_by_operator');
  });
});

describe('devices and logins', () => {
  test('are listed, and a forgotten device needs a code again and loses its sessions', async () => {
    const other = await logIn(ann);
    const [device] = (await ann.get<KnownDevice[]>('user/devices')).body.data;
    expect(device).toMatchObject({ current: 1 });
    expect((await ann.post('user/forget_device', { id: device?.id })).body.code).toBe(1);
    expect((await other.get('user/info')).body.error).toBe('session_ended');
    expect((await ann.get('user/info')).body.code).toBe(1);
    const login = { account: ann.account, password: testPassword };
    expect((await venue.post('user/login', login)).body.error).toBe('verification_code_required');
    expect((await ann.get<KnownDevice[]>('user/devices')).body.data).toEqual([]);
  });

  test('of other users are unknown', async () => {
    const ben = await venue.person(`bob${people}`);
    const [device] = (await ben.get<KnownDevice[]>('user/devices')).body.data;
    expect((await ann.post('user/forget_device', { id: device?.id })).body.error).toBe('device_unknown');
  });

  test('of the last 90 days are the history, without failures', async () => {
    await venue.post('user/login', { account: ann.account, password: 'Wrong12345' });
    await logIn(ann);
    const history = async () =>
      (await ann.get<{ total: number; data: LoginRecord[] }>('user/login_history?limit=1')).body.data;
    expect(await history()).toMatchObject({ total: 2, data: [{ at: clock.ms, address: '127.0.0.1' }] });
    await venue.database.query('update app.logins set at = at - $1::bigint where user_id = $2', [90 * dayMs, ann.id]);
    expect(await history()).toMatchObject({ total: 0, data: [] });
  });
});

test('the anti-phishing word heads every mail to its user, and is stored encrypted', async () => {
  for (const word of ['abc', 'two words', 'a'.repeat(21), '<b>bold</b>']) {
    expect((await ann.post('user/phishing_code', { word })).body.error).toBe('phishing_word_shape');
  }
  expect((await ann.post('user/phishing_code', { word: 'Möwe2026' })).body.code).toBe(1);
  expect((await infoOf(ann)).phishing_code).toBe(true);
  await securityCode(ann);
  const [mail, notice] = await venue.outbox(ann.account);
  expect(mail?.text.split('\n')[0]).toBe('Your anti-phishing word: Möwe2026');
  // It was sent before the word was changed.
  expect(notice?.text).not.toContain('Möwe2026');
  const rows = await venue.database.query('select * from app.users where id = $1', [ann.id]);
  expect(JSON.stringify(rows)).not.toContain('2026');
  expect((await ann.post('user/phishing_code', { word: '' })).body.code).toBe(1);
  expect((await infoOf(ann)).phishing_code).toBe(false);
});

test('users without an agent have an authorization code for seven days, users with one an invitation code', async () => {
  const codeOf = async () => (await ann.get<{ code: string; expires_at: number }>('user/authorization_code')).body.data;
  const first = await codeOf();
  expect(first.code).toMatch(/^[A-Z2-9]{12}$/);
  expect(first.expires_at).toBe(clock.ms + 7 * dayMs);
  expect(await codeOf()).toEqual(first);
  clock.ms += 7 * dayMs;
  const renewed = await logIn(ann);
  const second = (await renewed.get<{ code: string }>('user/authorization_code')).body.data;
  expect(second.code).not.toBe(first.code);
  expect((await infoOf(renewed)).invite_code).toBe('');
  const agent = await venue.person(`agent${people}`);
  await beAgent(venue.database, agent.id);
  await venue.database.query(
    `insert into app.attachments (user_id, agent_id, share_ppm, via, stage, opened_at)
     values ($1, $2, 200000, 'request', 'attaching', 0)`,
    [ann.id, agent.id],
  );
  await venue.database.query('update app.users set agent_id = $1 where id = $2', [agent.id, ann.id]);
  expect((await infoOf(renewed)).agent_id).toBe(agent.id);
  expect((await infoOf(renewed)).invite_code).toMatch(/^[A-Z2-9]{8}$/);
  expect((await renewed.get('user/authorization_code')).body.error).toBe('agent_attached');
});
