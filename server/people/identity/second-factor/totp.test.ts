import { userId } from '@bourse/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RunningVenue, testPassword } from '../../../testing/running-venue.ts';
import type { GivenFactor } from '../proofs/ports.ts';
import { FactorPerson, type TestClock } from './testing/factor-person.ts';
import { withSecondFactors } from './testing/second-factors-of.ts';

let venue: RunningVenue;
const clock: TestClock = { ms: Date.UTC(2026, 0, 1) };

beforeAll(async () => {
  venue = await RunningVenue.open({ now: () => clock.ms });
});

afterAll(async () => {
  await venue.close();
});

const person = async (name: string) => new FactorPerson(venue, await venue.person(name), clock);

async function securedPerson(name: string): Promise<{ ann: FactorPerson; codes: string[] }> {
  const ann = await person(name);
  return { ann, codes: await ann.turnOnTotp() };
}

/** The refusals of parallel checks of a second factor, sorted. */
async function checkAll(ann: FactorPerson, given: readonly GivenFactor[]): Promise<string[]> {
  const user = userId(ann.person.id);
  const address = '192.0.2.1';
  const checked = await withSecondFactors(venue, clock, ({ factors }) =>
    Promise.all(given.map((one) => factors.check(user, one, { address }))),
  );
  return checked.map((refusal) => refusal?.error ?? 'none').toSorted();
}

const subjects = async (account: string) => (await venue.outbox(account)).map(({ text }) => text);

describe('the authenticator app', () => {
  test('is turned on with its code, the password and a verification code, and answers ten recovery codes', async () => {
    const ann = await person('turns-on');
    expect((await ann.person.get('user/second_factor')).body.data).toMatchObject({ totp: 0, recovery_codes: 0 });
    const codes = await ann.turnOnTotp();
    expect(codes).toHaveLength(10);
    expect((await ann.person.get('user/second_factor')).body.data).toMatchObject({ totp: 1, recovery_codes: 10 });
    expect((await ann.person.post('user/totp_begin', {})).body.error).toBe('totp_on_already');
    expect((await subjects(ann.person.account))[0]).toContain('authenticator app turned on');
    expect(venue.logged.join('')).toContain('"change":"totp_on"');
  });

  test('is not turned on with a wrong app code, password or verification code', async () => {
    const ann = await person('stays-off');
    const auth_code = await ann.authCode();
    const fields = { password: testPassword, auth_code };
    const before = await ann.person.post('user/totp_on', { totp_code: '123456', ...fields });
    expect(before.body.error).toBe('totp_not_begun');
    const begun = await ann.person.post<{ secret: string; uri: string }>('user/totp_begin', {});
    expect(begun.body.data.uri).toContain('issuer=Bourse');
    ann.secret = begun.body.data.secret;
    const totp_code = ann.currentCode();
    const wrong = totp_code === '000000' ? '000001' : '000000';
    const errors = [
      await ann.person.post('user/totp_on', { ...fields, totp_code: wrong }),
      await ann.person.post('user/totp_on', { ...fields, totp_code, password: 'Wrong12345' }),
      await ann.person.post('user/totp_on', {
        ...fields,
        totp_code,
        auth_code: auth_code === '000000' ? '1' : '000000',
      }),
    ].map(({ body }) => body.error);
    expect(errors).toEqual(['totp_code_wrong', 'old_password_wrong', 'verification_code_wrong']);
    expect((await ann.person.get('user/second_factor')).body.data).toMatchObject({ totp: 0 });
  });

  test('stores neither its secret nor the recovery codes in plain', async () => {
    const { ann, codes } = await securedPerson('sealed');
    const rows = await venue.database.query('select * from app.second_factors');
    const stored = JSON.stringify([rows, await venue.database.query('select * from app.recovery_codes')]);
    expect(stored).not.toContain(ann.secret);
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''));
  });

  test('is turned off with a verification code and the second factor, which deletes the recovery codes', async () => {
    const { ann } = await securedPerson('turns-off');
    const auth_code = await ann.authCode();
    expect((await ann.person.post('user/totp_off', { auth_code })).body).toMatchObject({
      error: 'second_factor_required',
      details: { methods: 'totp' },
    });
    expect((await ann.person.post('user/totp_off', { auth_code, totp_code: ann.nextCode() })).body.code).toBe(1);
    expect((await ann.person.get('user/second_factor')).body.data).toMatchObject({ totp: 0, recovery_codes: 0 });
    expect((await ann.logIn()).body.code).toBe(1);
  });

  test('keeps its one-time password when the verification code is wrong', async () => {
    const { ann } = await securedPerson('keeps-code');
    const auth_code = await ann.authCode();
    const totp_code = ann.nextCode();
    const wrong = auth_code === '000000' ? '000001' : '000000';
    const first = await ann.person.post('user/recovery_codes', { auth_code: wrong, totp_code });
    const second = await ann.person.post<{ recovery_codes: string[] }>('user/recovery_codes', { auth_code, totp_code });
    expect(first.body.error).toBe('verification_code_wrong');
    expect(second.body.data.recovery_codes).toHaveLength(10);
  });
});

describe('a login', () => {
  test('requires the second factor after a right password only', async () => {
    const { ann } = await securedPerson('matrix');
    const wrong = await ann.logIn({ password: 'Wrong12345' });
    const wrongWithCode = await ann.logIn({ password: 'Wrong12345', totp_code: ann.nextCode() });
    const right = await ann.logIn();
    const rightWithWrong = await ann.logIn({ totp_code: ann.currentCode() === '000000' ? '000001' : '000000' });
    const rightWithCode = await ann.logIn({ totp_code: ann.currentCode() });
    expect(wrongWithCode.body).toEqual({ ...wrong.body, sequence: wrongWithCode.body.sequence });
    expect([wrong, wrongWithCode, right, rightWithWrong, rightWithCode].map(({ body }) => body.error ?? 'in')).toEqual([
      'credentials_wrong',
      'credentials_wrong',
      'second_factor_required',
      'second_factor_wrong',
      'in',
    ]);
    expect(right.body.details).toEqual({ methods: 'totp' });
    const rows = await venue.database.query<{ second_factor: string }>(
      'select second_factor from app.sessions where user_id = $1 order by id',
      [ann.person.id],
    );
    expect(rows.map((row) => row.second_factor)).toEqual(['none', 'totp']);
  });

  test('keeps the mailed code of a new device until the second factor is right', async () => {
    const { ann } = await securedPerson('new-device');
    const device = { device_id: 'another-device' };
    await venue.post('notify/send_email', { type: 5, to: ann.person.account, ...device });
    const [message] = await venue.outbox(ann.person.account);
    const coded = { ...device, sms_code: message?.code };
    expect((await ann.logIn(device)).body.error).toBe('verification_code_required');
    expect((await ann.logIn(coded)).body.error).toBe('second_factor_required');
    expect((await ann.logIn({ ...coded, totp_code: ann.nextCode() })).body.code).toBe(1);
  });

  test('accepts a one-time password once', async () => {
    const { ann } = await securedPerson('replay');
    const totp_code = ann.nextCode();
    expect((await ann.logIn({ totp_code })).body.code).toBe(1);
    expect((await ann.logIn({ totp_code })).body.error).toBe('second_factor_used');
    clock.ms += 30_000;
    expect((await ann.logIn({ totp_code })).body.error).toBe('second_factor_used');
  });

  test('accepts a one-time password once in 20 parallel checks', async () => {
    const { ann } = await securedPerson('parallel');
    const given = { totp_code: ann.nextCode() };
    const errors = await checkAll(
      ann,
      Array.from({ length: 20 }, () => given),
    );
    expect(errors).toEqual(['none', ...Array.from({ length: 19 }, () => 'second_factor_used')]);
  });

  test('accepts each recovery code once, in any spelling, and notifies the owner', async () => {
    const { ann, codes } = await securedPerson('recovery');
    const [first = '', second = ''] = codes;
    const spelled = ` ${first.toUpperCase().replaceAll('-', ' ')} `;
    expect((await ann.logIn({ totp_code: spelled })).body.code).toBe(1);
    expect((await ann.logIn({ totp_code: first })).body.error).toBe('second_factor_wrong');
    const twice = await Promise.all([ann.logIn({ totp_code: second }), ann.logIn({ totp_code: second })]);
    expect(twice.map(({ body }) => body.error ?? 'in').toSorted()).toEqual(['in', 'second_factor_wrong']);
    expect((await ann.person.get('user/second_factor')).body.data).toMatchObject({ recovery_codes: 8 });
    expect((await subjects(ann.person.account))[0]).toContain('recovery code used');
  });

  test('accepts no recovery code of another user', async () => {
    const { ann } = await securedPerson('own-codes');
    const { codes } = await securedPerson('other-codes');
    expect((await ann.logIn({ totp_code: codes[0] })).body.error).toBe('second_factor_wrong');
  });
});

describe('codes as people type them', () => {
  test('are read with spaces, hyphens and digits of other keyboards', async () => {
    const { ann } = await securedPerson('typed');
    const typed: ((code: string) => string)[] = [
      (code) => `${code.slice(0, 3)} ${code.slice(3)}`,
      (code) => ` ${code.slice(0, 3)}-${code.slice(3)} `,
      (code) => `${code.slice(0, 3)}\u00a0${code.slice(3)}`,
      (code) => code.replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
      (code) => code.replaceAll(/\d/g, (digit) => String.fromCharCode(0x0966 + Number(digit))),
    ];
    for (const form of typed) {
      expect((await ann.logIn({ totp_code: form(ann.nextCode()) })).body.error).toBeUndefined();
      clock.ms += 60_000;
    }
  });

  test('are no attempts when they have another length', async () => {
    const { ann, codes } = await securedPerson('malformed');
    const [recovery = ''] = codes;
    for (const totp_code of ['12345', '1234567', '12 34', recovery.slice(1), `${recovery}0`, 'my code is 123']) {
      expect((await ann.logIn({ totp_code })).body.error).toBe('second_factor_malformed');
    }
    expect((await ann.logIn({ totp_code: ' - ' })).body.error).toBe('second_factor_required');
    expect((await ann.logIn({ totp_code: ann.nextCode() })).body.code).toBe(1);
  });
});

describe('wrong codes', () => {
  test('lock the codes of an account after exactly five of 20 parallel ones, for 15 minutes, also over a restart', async () => {
    const { ann } = await securedPerson('locked');
    const right = ann.nextCode();
    const wrong = right === '000000' ? '000001' : '000000';
    const errors = await checkAll(
      ann,
      Array.from({ length: 20 }, () => ({ totp_code: wrong })),
    );
    expect(errors.filter((error) => error === 'second_factor_wrong')).toHaveLength(5);
    expect(errors.filter((error) => error === 'second_factor_locked')).toHaveLength(15);
    const { database } = venue;
    await venue.stop();
    venue = await RunningVenue.openOn(database, { now: () => clock.ms });
    const again = ann.on(venue);
    expect((await again.logIn({ totp_code: right })).body).toMatchObject({
      error: 'second_factor_locked',
      details: { minutes: 15 },
    });
    clock.ms += 900_000;
    expect((await again.logIn({ totp_code: again.nextCode() })).body.code).toBe(1);
  });

  test('are forgotten after a right one', async () => {
    const { ann } = await securedPerson('forgiven');
    for (let round = 0; round < 2; round += 1) {
      const right = ann.nextCode();
      const wrong = right === '000000' ? '000001' : '000000';
      for (let time = 0; time < 4; time += 1) await ann.logIn({ totp_code: wrong });
      expect((await ann.logIn({ totp_code: right })).body.code).toBe(1);
    }
  });
});
