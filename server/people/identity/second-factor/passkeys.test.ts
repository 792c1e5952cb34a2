import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RunningVenue } from '../../../testing/running-venue.ts';
import { passkeySiteOf } from './passkey-site.ts';
import { FactorPerson, type TestClock } from './testing/factor-person.ts';
import { type Forged, SoftAuthenticator } from './testing/soft-authenticator.ts';

const origin = 'https://bourse.example';
let venue: RunningVenue;
const clock: TestClock = { ms: Date.UTC(2026, 0, 1) };

beforeAll(async () => {
  venue = await RunningVenue.open({
    config: { mode: 'demo', simulator: false, rateFactor: 10_000, publicOrigin: origin },
    now: () => clock.ms,
  });
});

afterAll(async () => {
  await venue.close();
});

const person = async (name: string) => new FactorPerson(venue, await venue.person(name), clock);

async function personWithPasskey(name: string) {
  const ann = await person(name);
  const key = new SoftAuthenticator(origin);
  return { ann, key, ...(await ann.addPasskey(key)) };
}

const proofOptions = async () =>
  (await venue.post<{ options: string }>('user/passkey_options', { use: 'proof' })).body.data.options;

const logIn = (response: string) => venue.post<{ token: string } | null>('user/passkey_login', { response });

describe('a passkey', () => {
  test('as the first second factor comes with recovery codes, and logs in without password or codes', async () => {
    const { ann, codes, id, key } = await personWithPasskey('first');
    expect(codes).toHaveLength(10);
    const opened = await logIn(key.get(await proofOptions()));
    expect(opened.body.code).toBe(1);
    const listed = await ann.person.get<object[]>('user/passkey_list');
    expect(listed.body.data).toEqual([{ id, name: 'Laptop', created_at: clock.ms, last_used_at: clock.ms }]);
    const rows = await venue.database.query('select second_factor from app.sessions where user_id = $1 order by id', [
      ann.person.id,
    ]);
    expect(rows).toEqual([{ second_factor: 'none' }, { second_factor: 'passkey' }]);
  });

  test('proves the second factor of a password login', async () => {
    const { ann, codes, key } = await personWithPasskey('second-step');
    expect((await ann.logIn()).body).toMatchObject({
      error: 'second_factor_required',
      details: { methods: 'passkey' },
    });
    expect((await ann.logIn({ passkey: key.get(await proofOptions()) })).body.code).toBe(1);
    expect((await ann.logIn({ totp_code: codes[0] })).body.code).toBe(1);
  });

  test('is removed with a verification code and a second factor, by its owner only', async () => {
    const { ann, id, key } = await personWithPasskey('remover');
    const { ann: bob, key: bobs } = await personWithPasskey('stranger');
    const bobsCode = await bob.authCode();
    const stolen = { id, auth_code: bobsCode, passkey: bobs.get(await bob.options('proof')) };
    expect((await bob.person.post('user/passkey_remove', stolen)).body.error).toBe('passkey_unknown');
    const auth_code = await ann.authCode();
    expect((await ann.person.post('user/passkey_remove', { id, auth_code })).body.error).toBe('second_factor_required');
    const passkey = key.get(await ann.options('proof'));
    expect((await ann.person.post('user/passkey_remove', { id, auth_code, passkey })).body.code).toBe(1);
    expect((await logIn(key.get(await proofOptions()))).body.error).toBe('passkey_refused');
    expect((await ann.logIn()).body.code).toBe(1);
  });

  test('is added to an account with an authenticator app with its one-time password, without new recovery codes', async () => {
    const ann = await person('both');
    await ann.turnOnTotp();
    const key = new SoftAuthenticator(origin);
    const auth_code = await ann.authCode();
    const response = key.create(await ann.options('add'));
    const fields = { response, name: 'Phone', auth_code };
    expect((await ann.person.post('user/passkey_add', fields)).body.error).toBe('second_factor_required');
    const added = await ann.person.post('user/passkey_add', { ...fields, totp_code: ann.nextCode() });
    expect(added.body.data).toMatchObject({ recovery_codes: [] });
    expect((await ann.logIn()).body.details).toEqual({ methods: 'totp,passkey' });
  });

  test('is limited to ten of an account', async () => {
    const { ann, key } = await personWithPasskey('collector');
    await venue.database.query(
      `insert into app.passkeys (user_id, credential_id, public_key, counter, name, transports, created_at)
       select user_id, sha256(n::text::bytea), public_key, 0, 'copy', transports, created_at
       from app.passkeys, generate_series(1, 9) n where user_id = $1`,
      [ann.person.id],
    );
    const eleventh = await ann.person.post('user/passkey_options', { use: 'add' });
    expect(eleventh.body).toMatchObject({ error: 'passkeys_full', details: { maximum: 10 } });
    expect((await logIn(key.get(await proofOptions()))).body.code).toBe(1);
  });
});

describe('an answer of an authenticator is refused', () => {
  const forged: [string, Forged][] = [
    ['of another origin', { origin: 'https://bourse.example.evil.test' }],
    ['of another port', { origin: 'https://bourse.example:8443' }],
    ['for another site', { rpId: 'evil.test' }],
    ['that did not verify its user', { verified: false }],
    ['with the handle of another user', { userHandle: 'AAAA' }],
  ];
  test.each(forged)('%s', async (what, forgery) => {
    const name = `forged-${what.replaceAll(' ', '-')}`;
    const { key } = await personWithPasskey(name);
    expect((await logIn(key.get(await proofOptions(), forgery))).body.error).toBe('passkey_refused');
    expect((await logIn(key.get(await proofOptions()))).body.code).toBe(1);
  });

  test('for a challenge that was used, also in parallel and over a restart', async () => {
    const { ann, key } = await personWithPasskey('used-challenge');
    const options = await proofOptions();
    const answers = [key.get(options, { counter: 0 }), key.get(options, { counter: 0 })];
    await venue.database.query('update app.passkeys set counter = 0 where user_id = $1', [ann.person.id]);
    const replies = await Promise.all(answers.map((answer) => logIn(answer)));
    expect(replies.map(({ body }) => body.error ?? 'in').toSorted()).toEqual(['in', 'passkey_refused']);
    const { database } = venue;
    await venue.stop();
    venue = await RunningVenue.openOn(database, {
      config: { mode: 'demo', simulator: false, rateFactor: 10_000, publicOrigin: origin },
      now: () => clock.ms,
    });
    expect((await logIn(key.get(options, { counter: 0 }))).body.error).toBe('passkey_refused');
  });

  test('for a challenge that has expired, was changed, or belongs to another use', async () => {
    const { ann, key } = await personWithPasskey('expired');
    const options = await proofOptions();
    clock.ms += 300_000;
    expect((await logIn(key.get(options))).body.error).toBe('passkey_refused');
    const { challenge } = JSON.parse(await ann.options('add')) as { challenge: string };
    const moved = JSON.stringify({ challenge, rpId: 'bourse.example' });
    expect((await logIn(key.get(moved))).body.error).toBe('passkey_refused');
    const random = JSON.stringify({ challenge: Buffer.alloc(54, 7).toString('base64url'), rpId: 'bourse.example' });
    expect((await logIn(key.get(random))).body.error).toBe('passkey_refused');
  });

  test('with a counter that does not increase', async () => {
    const { key } = await personWithPasskey('cloned');
    expect((await logIn(key.get(await proofOptions(), { counter: 9 }))).body.code).toBe(1);
    expect((await logIn(key.get(await proofOptions(), { counter: 9 }))).body.error).toBe('passkey_refused');
  });

  test('with a passkey of another user', async () => {
    const { ann } = await personWithPasskey('target');
    const { key: bobs } = await personWithPasskey('attacker');
    const passkey = bobs.get(await proofOptions());
    expect((await ann.logIn({ passkey })).body.error).toBe('second_factor_wrong');
  });

  test('for a new passkey with the challenge of another user', async () => {
    const ann = await person('challenge-owner');
    const bob = await person('challenge-thief');
    const response = new SoftAuthenticator(origin).create(await ann.options('add'));
    const added = await bob.person.post('user/passkey_add', { response, name: 'x', auth_code: await bob.authCode() });
    expect(added.body.error).toBe('passkey_refused');
  });

  test('with a certificate, before any address in it is fetched', async () => {
    const ann = await person('attested');
    const statement = new Map([['x5c', new Map<string, string>()]]);
    const key = new SoftAuthenticator(origin);
    for (const format of ['packed', 'fido-u2f', 'tpm']) {
      const response = key.create(await ann.options('add'), { attestation: [format, statement] });
      const added = await ann.person.post('user/passkey_add', { response, name: 'x', auth_code: '123456' });
      expect({ format, error: added.body.error }).toEqual({ format, error: 'passkey_refused' });
    }
  });

  test.each(['', '{', '[]', 'null', '{"id":"a"}', '{"id":"a","rawId":"a","type":"public-key","response":{}}'])(
    'that is no answer: %s',
    async (response) => {
      const { body } = await logIn(response);
      expect(body.error).toBe(response === '' ? 'invalid_request' : 'passkey_refused');
    },
  );
});

test('options are the same for every visitor and name no passkey', async () => {
  await personWithPasskey('hidden');
  const { allowCredentials, rpId, userVerification } = JSON.parse(await proofOptions()) as Record<string, unknown>;
  expect({ allowCredentials, rpId, userVerification }).toEqual({
    allowCredentials: [],
    rpId: 'bourse.example',
    userVerification: 'required',
  });
  expect((await venue.post('user/passkey_options', { use: 'add' })).body.error).toBe('session_ended');
});

test.each([
  ['https://bourse.example', 'bourse.example'],
  ['https://bourse.example:8443', 'bourse.example'],
  ['http://localhost:8080', 'localhost'],
  [null, 'localhost'],
  ['http://127.0.0.1:8080', null],
  ['https://192.0.2.7', null],
  ['http://[::1]:8080', null],
  ['http://bourse.example', null],
])('the site of an exchange at %s is %s', (address, rpId) => {
  expect(passkeySiteOf(address)?.rpId ?? null).toBe(rpId);
});
