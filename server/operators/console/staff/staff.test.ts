import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../ground/database/index.ts';
import { verifyAuditLog } from '../audit/index.ts';
import { office, StaffedDatabase, staffPassword } from './testing/staffed-database.ts';

const minuteMs = 60_000;
const wrong = 'yellow kettle 9 rivers';

let staff: StaffedDatabase;

beforeAll(async () => {
  staff = await StaffedDatabase.open();
});

beforeEach(() => {
  staff.nowMs += 24 * 60 * minuteMs;
  staff.events.length = 0;
  staff.mails.length = 0;
});

afterAll(async () => {
  await staff.close();
});

describe('an invitation', () => {
  test('has the same app secret whenever it is opened, works once, and its codes are used up', async () => {
    const { token } = await staff.invite('Ina@Example.com', ['support']);
    const appSecret = await staff.appSecretOf(token);
    expect(await staff.appSecretOf(token)).toBe(appSecret);
    expect(await staff.enrolment.look({ token })).toMatchObject({ data: { name: 'Ina', email: 'Ina@Example.com' } });
    const enrolled = await staff.enrol(token, appSecret);
    expect(enrolled.ok && new Set(enrolled.data.recovery_codes).size).toBe(10);
    expect(await staff.enrolment.look({ token })).toMatchObject({ error: 'invitation_invalid' });
    expect(await staff.enrol(token, appSecret)).toMatchObject({ error: 'invitation_invalid' });
    expect(staff.events).toMatchObject([{ event: 'staff_enrolled' }]);

    expect(await staff.logIn({ email: 'ina@example.com', appSecret })).toBeNull();
    staff.nextStep();
    expect(await staff.logIn({ email: ' ina@EXAMPLE.com', appSecret })).not.toBeNull();
  });

  test('enrols once for two requests at the same time', async () => {
    const { token } = await staff.invite('ivo@example.com');
    const appSecret = await staff.appSecretOf(token);
    const both = await Promise.all([staff.enrol(token, appSecret), staff.enrol(token, appSecret)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('expires after 30 minutes', async () => {
    const { token } = await staff.invite('ida@example.com');
    const appSecret = await staff.appSecretOf(token);
    staff.nowMs += 30 * minuteMs;
    expect(await staff.enrolment.look({ token })).toMatchObject({ error: 'invitation_invalid' });
    expect(await staff.enrol(token, appSecret)).toMatchObject({ error: 'invitation_invalid' });
  });

  test('needs two successive codes and a password that is hard to guess, and survives mistakes', async () => {
    const { token } = await staff.invite('ingrid.olsen@example.com');
    const appSecret = await staff.appSecretOf(token);
    const enrol = async (codes: readonly [string, string], password = staffPassword) =>
      staff.enrolment.enrol({ token, password, first_code: codes[0], second_code: codes[1] }, office);
    const codes = [-3, -2, -1, 0].map((steps) => staff.code(appSecret, steps));
    const [older = '', old = '', last = '', current = ''] = codes;
    for (const pair of [
      [current, current],
      [current, last],
      [old, current],
      [older, old],
      ['000000', current],
    ] as const) {
      expect(await enrol(pair)).toMatchObject({ error: 'code_invalid' });
    }
    for (const weak of ['passwordpassword', 'Ingrid.Olsen2026!', 'aaaaaaaaaaaa', 'qwertyuiop123']) {
      expect(await enrol([last, current], weak)).toMatchObject({ error: 'password_weak' });
    }
    expect(await enrol([last, current])).toMatchObject({ ok: true });
  });
});

describe('a login', () => {
  test('accepts a one-time password of one step around now, and each only once', async () => {
    const person = await staff.person('olga@example.com');
    for (const steps of [-2, 2]) {
      expect(await staff.logIn(person, { code: staff.code(person.appSecret, steps) })).toBeNull();
    }
    const late = staff.code(person.appSecret, -1);
    expect(await staff.logIn(person, { code: late })).not.toBeNull();
    expect(await staff.logIn(person, { code: late })).toBeNull();
    const early = staff.code(person.appSecret, 1);
    expect(await staff.logIn(person, { code: early })).not.toBeNull();
    // The current code precedes the one that was used.
    expect(await staff.logIn(person)).toBeNull();
  });

  test('starts one session for two requests with the same code', async () => {
    const person = await staff.person('twin@example.com');
    const both = await Promise.all([staff.logIn(person), staff.logIn(person)]);
    expect(both.filter((token) => token !== null)).toHaveLength(1);
  });

  test('ends the earlier session', async () => {
    const person = await staff.person('one@example.com');
    const first = await staff.logIn(person);
    expect(await staff.member(first)).toMatchObject({ id: person.id, roles: ['admin'], steppedUpAtMs: staff.nowMs });
    staff.nextStep();
    const second = await staff.logIn(person);
    expect(await staff.member(first)).toBeNull();
    expect(await staff.member(second)).toMatchObject({ id: person.id });
  });

  test('with a text that no code can be is no attempt', async () => {
    const person = await staff.person('typo@example.com');
    const input = { email: person.email, password: wrong };
    const rows = (await staff.actions()).length;
    for (const code of ['12345a', '1234567', '      ', 'aaaa-bbbb', 'ungültig']) {
      for (let n = 0; n < 3; n += 1) {
        const answer = await staff.login.logIn({ ...input, code }, office, () => undefined);
        expect(answer).toEqual({ ok: false, error: 'code_malformed', details: {} });
      }
    }
    expect((await staff.actions()).slice(rows)).toEqual([]);
    expect(await staff.logIn(person)).not.toBeNull();
  });

  test('gives one answer for every mistake, after the same steps', async () => {
    const person = await staff.person('same@example.com');
    await staff.invite('invited@example.com');
    const code = staff.code(person.appSecret);
    const attempts = [
      { email: person.email, password: wrong, code, failure: 'password' },
      { email: person.email, password: staffPassword, code: '000000', failure: 'code' },
      { email: person.email, password: staffPassword, code: 'aaaa-bbbb-cccc', failure: 'code' },
      { email: 'no-one@example.com', password: staffPassword, code, failure: 'unknown' },
      { email: 'no-one@example.com', password: staffPassword, code: 'aaaa-bbbb-cccc', failure: 'unknown' },
      { email: 'invited@example.com', password: staffPassword, code, failure: 'inactive' },
    ];
    for (const { failure, ...input } of attempts) {
      const rows = (await staff.actions()).length;
      const compared = staff.compared;
      staff.statements = 0;
      const answer = await staff.login.logIn(input, office, () => undefined);
      expect({ failure, answer }).toEqual({ failure, answer: { ok: false, error: 'login_failed', details: {} } });
      expect({ failure, statements: staff.statements, compared: staff.compared - compared }).toEqual({
        failure,
        statements: 5,
        compared: 1,
      });
      expect((await staff.actions()).slice(rows)).toEqual(['login_failed']);
      expect(staff.events.at(-1)).toMatchObject({ event: 'staff_login_failed', failure, network: office.network });
    }
  });

  test('is refused for 30 minutes after five failures within 15, also after a restart, and administrators know', async () => {
    const person = await staff.person('lock@example.com', ['support']);
    const origins = Array.from({ length: 5 }, (_, n) => ({ ...office, address: `203.0.113.${n}`, network: `${n}` }));
    staff.mails.length = 0;
    for (const origin of origins) expect(await staff.logIn(person, { origin, password: wrong })).toBeNull();
    expect(staff.events.map(({ event }) => event)).toContain('staff_locked');
    expect(new Set(staff.mails.map(({ notice }) => notice.subject))).toEqual(
      new Set(['A member of staff is locked out']),
    );
    expect(staff.mails.map(({ to }) => to)).not.toContain(person.email);
    expect(staff.mails[0]?.notice.lead).toContain(person.email);

    staff.restart();
    staff.nowMs += 29 * minuteMs;
    expect(await staff.logIn(person)).toBeNull();
    expect(staff.events.at(-1)).toMatchObject({ failure: 'locked' });
    staff.nowMs += 2 * minuteMs;
    expect(await staff.logIn(person)).not.toBeNull();
  });

  test('counts failures for 15 minutes only, and forgets them after a success', async () => {
    const person = await staff.person('slow@example.com');
    const fail = async (times: number): Promise<void> => {
      for (let n = 0; n < times; n += 1) expect(await staff.logIn(person, { password: wrong })).toBeNull();
    };
    await fail(4);
    staff.nowMs += 15 * minuteMs;
    await fail(4);
    expect(await staff.logIn(person)).not.toBeNull();
    await fail(4);
    staff.nextStep();
    expect(await staff.logIn(person)).not.toBeNull();
  });

  test('takes many attempts at once for no more than five guesses', async () => {
    const person = await staff.person('rush@example.com');
    const guesses = Array.from({ length: 9 }, (_, n) => String(n).repeat(6));
    const origin = (n: number) => ({ ...office, network: `n${n}` });
    await Promise.all(guesses.map(async (code, n) => staff.logIn(person, { code, origin: origin(n) })));
    const failures = staff.events.filter(({ event }) => event === 'staff_login_failed').map(({ failure }) => failure);
    expect(failures.filter((failure) => failure === 'code')).toHaveLength(5);
    expect(failures.filter((failure) => failure === 'locked')).toHaveLength(4);
  });

  test('accepts each recovery code once, reports it to administrators, and does not count as a one-time password', async () => {
    const person = await staff.person('lost@example.com');
    const code = person.recoveryCodes[0] ?? '';
    const token = await staff.logIn(person, { code: ` ${code.toUpperCase().replaceAll('-', ' ')} ` });
    expect(await staff.member(token)).toMatchObject({ steppedUpAtMs: 0 });
    expect(staff.mails.map(({ notice }) => notice.lead)).toContainEqual(expect.stringContaining('codes left: 9'));
    expect(await staff.logIn(person, { code })).toBeNull();
    const other = await staff.person('other@example.com');
    expect(await staff.logIn(other, { code: person.recoveryCodes[1] ?? '' })).toBeNull();
  });
});

describe('a session', () => {
  test('ends when it is used from another /24 or /48, and stays ended', async () => {
    const person = await staff.person('moved@example.com');
    const token = await staff.logIn(person);
    expect(await staff.member(token, { address: '192.0.2.250' })).not.toBeNull();
    expect(await staff.member(token, { address: '192.0.3.7' })).toBeNull();
    expect(await staff.member(token)).toBeNull();
    expect(staff.events.at(-1)).toEqual({ event: 'staff_session_moved', staff: person.id, network: '192.0.3.7' });
    expect((await staff.actions()).at(-1)).toBe('session_ended');

    staff.nextStep();
    const six = { address: '2001:db8:7:1::1', network: '2001:db8:7:1::/64', requestId: 'r-3' };
    const again = await staff.logIn(person, { origin: six });
    expect(await staff.member(again, { address: '2001:db8:7:ffff::2' })).not.toBeNull();
    expect(await staff.member(again, { address: '2001:db8:8::1' })).toBeNull();
    expect(await staff.member(again, { address: six.address })).toBeNull();
  });

  test('ends after 20 minutes without use by its owner, and after 8 hours in any case', async () => {
    const person = await staff.person('idle@example.com');
    const idle = await staff.logIn(person);
    staff.nowMs += 19 * minuteMs;
    expect(await staff.member(idle)).not.toBeNull();
    staff.nowMs += 19 * minuteMs;
    expect(await staff.member(idle, { background: true })).not.toBeNull();
    staff.nowMs += minuteMs;
    expect(await staff.member(idle, { background: true })).toBeNull();

    const long = await staff.logIn(person);
    for (let n = 0; n < 31; n += 1) {
      staff.nowMs += 15 * minuteMs;
      expect(await staff.member(long)).not.toBeNull();
    }
    staff.nowMs += 15 * minuteMs;
    expect(await staff.member(long)).toBeNull();
  });

  test('has the roles of the moment, and ends with a change of them, a reset and a disabled account', async () => {
    const person = await staff.person('roles@example.com', ['support', 'risk']);
    const token = await staff.logIn(person);
    await staff.database.query('update app.staff set roles = array[$1] where id = $2', ['support', person.id]);
    expect(await staff.member(token)).toMatchObject({ roles: ['support'] });
    for (const end of ['setRoles', 'disable', 'reset'] as const) {
      await staff.database.query(`update app.staff set state = 'active' where id = $1`, [person.id]);
      staff.nextStep();
      const session = await staff.logIn(person);
      expect(await staff.member(session)).not.toBeNull();
      await inTransaction(staff.db, async (transaction) => {
        if (end === 'setRoles') await staff.register.setRoles(transaction, person.id, ['finance']);
        else await staff.register[end](transaction, person.id, staff.nowMs);
      });
      expect(await staff.member(session)).toBeNull();
    }
    staff.nextStep();
    expect(await staff.logIn(person)).toBeNull();
  });

  test('is stepped up by a new one-time password only, and five wrong ones end it and lock the person', async () => {
    const person = await staff.person('step@example.com');
    const code = staff.code(person.appSecret);
    const token = await staff.logIn(person, { code });
    const stepUp = async (shown: string) => {
      const member = await staff.member(token);
      if (member === null) throw new Error('the session has ended');
      return (await staff.login.stepUp(member, shown, office)).kind;
    };
    expect(await stepUp(code)).toBe('wrong');
    staff.nextStep();
    expect(await stepUp(staff.code(person.appSecret))).toBe('right');
    expect(await staff.member(token)).toMatchObject({ steppedUpAtMs: staff.nowMs });
    for (let n = 0; n < 3; n += 1) expect(await stepUp('000000')).toBe('wrong');
    expect(await stepUp('000000')).toBe('ended');
    expect(await staff.member(token)).toBeNull();
    staff.nextStep();
    expect(await staff.logIn(person)).toBeNull();
    expect(staff.events.at(-1)).toMatchObject({ failure: 'locked' });
  });

  test('is stepped up although wrong passwords of others have locked the login', async () => {
    const person = await staff.person('locked@example.com');
    const token = await staff.logIn(person);
    for (let n = 0; n < 5; n += 1) expect(await staff.logIn(person, { password: 'wrong-password' })).toBeNull();
    staff.nextStep();
    const member = await staff.member(token);
    if (member === null) throw new Error('the session has ended');
    for (let n = 0; n < 4; n += 1) expect((await staff.login.stepUp(member, '000000', office)).kind).toBe('wrong');
    expect((await staff.login.stepUp(member, staff.code(person.appSecret), office)).kind).toBe('right');
    expect((await staff.login.stepUp(member, '000000', office)).kind).toBe('ended');
    expect(await staff.member(token)).toBeNull();
  });

  test('of a person whose secret was copied from another row is not opened', async () => {
    const [ann, bob] = [await staff.person('ann@example.com'), await staff.person('bob@example.com')];
    await staff.database.query(
      `update app.staff_factors set sealed_secret = (select sealed_secret from app.staff_factors where staff_id = $1)
       where staff_id = $2`,
      [ann.id, bob.id],
    );
    expect(await staff.logIn({ email: bob.email, appSecret: ann.appSecret })).toBeNull();
  });
});

test('every event of this file is in the audit log, whose chain is intact', async () => {
  const actions = new Set(await staff.actions());
  for (const action of ['enrolled', 'login', 'login_failed', 'step_up', 'step_up_failed', 'session_ended']) {
    expect(actions).toContain(action);
  }
  expect((await verifyAuditLog(staff.db)).firstBroken).toBeNull();
});
