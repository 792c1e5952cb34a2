import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { declaredCalls } from '../../../testing/attack/declared.ts';
import { Person, RunningVenue, testPassword } from '../../../testing/running-venue.ts';
import { sendingCode, verifiedPerson, verify } from '../../../testing/sending.ts';
import { TestWorld } from '../../../testing/test-world.ts';
import { submitDocuments, tradePassword, withdrawalCode } from '../../../testing/withdrawing.ts';
import { FactorPerson, type TestClock } from './testing/factor-person.ts';
import { SoftAuthenticator } from './testing/soft-authenticator.ts';

const origin = 'https://bourse.example';
const newPassword = 'Another12345';
const clock: TestClock = { ms: Date.UTC(2026, 0, 1) };
let world: TestWorld;
let venue: RunningVenue;

beforeAll(async () => {
  world = TestWorld.open();
  venue = await RunningVenue.open({
    ...world.options,
    now: () => clock.ms,
    elapsed: () => clock.ms,
    settings: { registrations_per_hour: 1_000, codes_per_hour: 1_000, demo_review_seconds: 0 },
    config: { mode: 'demo', simulator: false, rateFactor: 10_000, publicOrigin: origin },
  });
});

afterAll(async () => {
  await venue.close();
  world.close();
});

/** A code of purpose `bind` to another address, or to the own one of a person who forgot the password. */
async function mailedCode(ann: FactorPerson, to: string): Promise<string> {
  const request = { to, type: 2 };
  const isOwn = to === ann.person.account;
  const sent = await (isOwn ? venue.post('notify/send_email', request) : ann.person.post('notify/send_email', request));
  if (sent.body.code !== 1) throw new Error(sent.body.message);
  return (await venue.outbox(to)).find(({ code }) => code !== '')?.code ?? '';
}

/** The same person in another session, after the first one was ended. */
async function returned(ann: FactorPerson): Promise<FactorPerson> {
  const { body } = await ann.logIn({ totp_code: ann.nextCode() });
  const { account, id } = ann.person;
  const back = new FactorPerson(venue, new Person(venue, account, id, body.data?.token ?? ''), clock);
  back.secret = ann.secret;
  return back;
}

/** A call with all proofs except the second factor. */
interface Prepared {
  readonly ann: FactorPerson;
  readonly input: Readonly<Record<string, unknown>>;
}

const prepare: Readonly<Record<string, (ann: FactorPerson) => Promise<Prepared>>> = {
  'account/draw': async (ann) => {
    await submitDocuments(venue, ann.person);
    const terms = { number: '50', address: '0x00000000000000000000000000000000000000c1' };
    const code = await withdrawalCode(venue, ann.person, terms);
    const input = { currency_id: 3, currency_protocol_id: 3, ...terms, code, pay_password: tradePassword };
    return { ann, input };
  },
  'transfer/send': async (changed) => {
    // Coins can be sent again a day after the second factor was changed.
    clock.ms += 25 * 3_600_000;
    const ann = await returned(changed);
    await verify(venue, ann.person);
    const bob = await verifiedPerson(venue, 'bob');
    const coins = { to_uid: bob.id, number: '5' };
    const code = await sendingCode(venue, ann.person, coins);
    return { ann, input: { currency_id: 3, ...coins, code, pay_password: tradePassword } };
  },
  'user/login': (ann) => Promise.resolve({ ann, input: { account: ann.person.account, password: testPassword } }),
  'user/amend_password': (ann) => {
    const wanted = { new_password: newPassword, secondary_password: newPassword };
    return Promise.resolve({ ann, input: { old_password: testPassword, ...wanted } });
  },
  'user/forget_password': async (ann) => {
    const { account } = ann.person;
    const wanted = { new_password: newPassword, secondary_password: newPassword };
    return { ann, input: { account, ...wanted, auth_code: await mailedCode(ann, account) } };
  },
  'user/amend_pay_password': async (ann) => {
    await venue.database.query(
      `insert into app.pay_passwords (user_id, hash, created_at)
       select id, password_hash, 0 from app.users where id = $1`,
      [ann.person.id],
    );
    return { ann, input: { password: 'Hv3mxd9r', auth_code: await ann.authCode() } };
  },
  'user/bind': async (ann) => {
    const old_code = await ann.authCode();
    const account = `new-${ann.person.account}`;
    return { ann, input: { type: 'email', account, auth_code: await mailedCode(ann, account), old_code } };
  },
  'safe/email': async (ann) => {
    const old_code = await ann.authCode();
    const email = `new-${ann.person.account}`;
    return { ann, input: { email, code: await mailedCode(ann, email), old_code } };
  },
  'user/unfreeze': async (frozen) => {
    await frozen.person.post('user/freeze', {});
    const ann = await returned(frozen);
    return { ann, input: { auth_code: await ann.authCode() } };
  },
  'draw_address/save': async (ann) => {
    const fields = { currency_protocol_id: 3, address: `0x${'ab'.repeat(20)}` };
    return { ann, input: { ...fields, code: await ann.authCode() } };
  },
  'walletMiddle/BindDrawAddress': async (ann) => {
    const verificationcode = await ann.authCode();
    const own = { user_id: ann.person.id, coin_name: 'USDT', address: `0x${'ac'.repeat(20)}` };
    return { ann, input: { ...own, verificationcode, timestamp: clock.ms } };
  },
  'draw_address/only': async (ann) => ({ ann, input: { on: 0, code: await ann.authCode() } }),
  'user_real/edit_address': async (ann) => ({
    ann,
    input: { address: `0x${'ab'.repeat(20)}`, code: await ann.authCode() },
  }),
  'user/totp_off': async (ann) => ({ ann, input: { auth_code: await ann.authCode() } }),
  'user/recovery_codes': async (ann) => ({ ann, input: { auth_code: await ann.authCode() } }),
  'user/passkey_add': async (ann) => {
    const auth_code = await ann.authCode();
    const response = new SoftAuthenticator(origin).create(await ann.options('add'));
    return { ann, input: { response, name: 'Laptop', auth_code } };
  },
  'user/passkey_remove': async (ann) => {
    const [row] = await venue.database.query<{ id: string }>(
      `insert into app.passkeys (user_id, credential_id, public_key, counter, name, transports, created_at)
       values ($1, '\\x0a', '\\x01', 0, 'phone', '{}', 0) returning id`,
      [ann.person.id],
    );
    return { ann, input: { id: Number(row?.id), auth_code: await ann.authCode() } };
  },
};

const requiring = declaredCalls
  .filter(({ input }) => Type.IsObject(input) && 'totp_code' in input.properties && 'passkey' in input.properties)
  .map(({ path }) => path)
  // It turns the first factor on, with the code of the new app.
  .filter((path) => path !== 'user/totp_on');

test('every call with fields for a second factor is in this matrix', () => {
  expect(Object.keys(prepare).toSorted()).toEqual(requiring.toSorted());
});

test.each(Object.entries(prepare))('%s requires the second factor of an account that has one', async (path, make) => {
  const account = path.replaceAll(/\W|_/g, '');
  const first = new FactorPerson(venue, await venue.person(account), clock);
  await first.turnOnTotp();
  const { ann, input } = await make(first);
  const without = await ann.person.post(path, input);
  expect(without.body).toMatchObject({ error: 'second_factor_required' });
  const right = ann.nextCode();
  const wrong = right === '000000' ? '000001' : '000000';
  expect((await ann.person.post(path, { ...input, totp_code: wrong })).body.error).toBe('second_factor_wrong');
  expect((await ann.person.post(path, { ...input, totp_code: right })).body).toMatchObject({ code: 1 });
});
