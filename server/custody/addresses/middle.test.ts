import type { OwnWithdrawalAddresses } from '@bourse/contract/addresses';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoTokenAddress } from '../chains/index.ts';
import { FactorPerson } from '../../people/identity/second-factor/testing/factor-person.ts';
import { type Person, RunningVenue } from '../../testing/running-venue.ts';
import { TestWorld } from '../../testing/test-world.ts';

const address = `0x${'cd'.repeat(20)}`;
const contract = demoTokenAddress('USDT');
const service = '/walletMiddle/';

let world: TestWorld;
let venue: RunningVenue;
let ann: Person;
let people = 0;
let nowMs = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  world = TestWorld.open();
  venue = await RunningVenue.open({ ...world.options, now: () => nowMs, elapsed: () => nowMs });
});

beforeEach(async () => {
  people += 1;
  ann = await venue.person(`middle-${people}`);
});

afterAll(async () => {
  await venue.close();
  world.close();
});

interface Sent {
  readonly method?: string;
  readonly body?: string | FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Envelope {
  readonly code: number;
  readonly error?: string;
  readonly data: { readonly address?: string } | null;
}

async function send(path: string, init: Sent = {}, token: string | null = ann.token): Promise<Envelope> {
  const headers = { ...(token === null ? {} : { authorization: token }), flag: 'test-device', ...init.headers };
  return (await (await fetch(`${venue.url}${service}${path}`, { ...init, headers })).json()) as Envelope;
}

async function sendJson(path: string, body: object): Promise<Envelope> {
  return send(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
}

type Fields = Readonly<Record<string, unknown>>;

function bindData(code: string, fields: Fields = {}): Fields {
  const coin = { coin_name: 'USDT', contract_address: contract };
  const times = { timestamp: Math.floor(nowMs / 1_000), verificationcode: code };
  return { user_id: ann.id, address, ...coin, ...times, ...fields };
}

/** Sends the form of the service, with a signature. */
async function bind(data: Fields | string, parts: Readonly<Record<string, string | Blob>> = { sign: 'f00' }) {
  const form = new FormData();
  form.set('data', typeof data === 'string' ? data : JSON.stringify(data));
  for (const [name, value] of Object.entries(parts)) form.set(name, value);
  return send('BindDrawAddress', { method: 'POST', body: form });
}

async function newCode(): Promise<string> {
  nowMs += 60_000;
  expect(await send(`SendVerificationcode?user_id=${ann.id}&sign=x`)).toMatchObject({ code: 1 });
  const [newest] = await venue.outbox(ann.account);
  return newest?.code ?? '';
}

async function saved(): Promise<readonly string[]> {
  const { body } = await ann.get<OwnWithdrawalAddresses>('draw_address/list');
  return body.data.addresses.map((one) => one.address.toLowerCase());
}

const asked = () => `GetDrawAddress?user_id=${ann.id}&coin_name=usdt&contract_address=${contract}`;

describe('the service for withdrawal addresses', () => {
  test('sends a code, binds an address by a form, and returns it by GET and POST', async () => {
    expect(await send(asked())).toMatchObject({ code: 1, data: { address: '' } });
    const bound = await bind(bindData(await newCode()));
    expect(bound).toMatchObject({ code: 1 });
    expect(bound.data?.address?.toLowerCase()).toBe(address);
    expect(await send(asked())).toMatchObject({ data: bound.data });
    const byPost = await sendJson('GetDrawAddress', { user_id: String(ann.id), coin_name: 'USDT', sign: 7 });
    expect(byPost).toMatchObject({ data: bound.data });
    const [mail] = await venue.outbox(ann.account);
    expect(mail?.text).toMatch(/\/stopAddress#\S+/);
  });

  test('takes a signature in any form, or none, and proves nothing by it', async () => {
    const code = await newCode();
    expect(await bind(bindData('000000'), { sign: 'the right hash' })).toMatchObject({ code: 0 });
    expect(await saved()).toEqual([]);
    expect(await bind(bindData(code), { sign: new Blob(['f00']) })).toMatchObject({ code: 1 });
    expect(await bind(bindData(code, { address: `0x${'ce'.repeat(20)}` }), {})).toMatchObject({ code: 0 });
    expect(await saved()).toEqual([address]);
    expect(
      await sendJson('BindDrawAddress', bindData(await newCode(), { address: `0x${'cf'.repeat(20)}` })),
    ).toMatchObject({
      code: 1,
    });
  });

  test('serves its own user only, by GET and POST', async () => {
    const other = (await venue.person(`middle-other-${people}`)).id;
    expect(await sendJson('SendVerificationcode', { user_id: other })).toMatchObject({ error: 'user_unknown' });
    const wanted = { user_id: other, coin_name: 'USDT' };
    expect(await sendJson('GetDrawAddress', wanted)).toMatchObject({ error: 'user_unknown' });
    expect(await send(`SendVerificationcode?user_id=${other}`)).toMatchObject({ error: 'user_unknown' });
    expect(await send(`GetDrawAddress?user_id=${other}&coin_name=USDT`)).toMatchObject({ error: 'user_unknown' });
    expect(await bind(bindData(await newCode(), { user_id: other }))).toMatchObject({ error: 'user_unknown' });
    expect(await send(asked(), {}, null)).toMatchObject({ code: 999 });
    expect(await send(`SendVerificationcode?user_id=${ann.id}`, {}, 'x'.repeat(32))).toMatchObject({ code: 999 });
  });

  test.each<readonly [string, Fields]>([
    ['timestamp_off', { timestamp: 0 }],
    ['timestamp_off', { timestamp: Date.UTC(2040, 0, 1) }],
    ['protocol_unknown', { coin_name: 'NIX' }],
    ['protocol_unknown', { contract_address: address }],
    ['address_malformed', { address: 'x' }],
    ['invalid_request', { address: 'x'.repeat(201) }],
    ['invalid_request', { timestamp: 'soon' }],
  ])('refuses with %s: %o', async (error, fields) => {
    expect(await bind(bindData('000000', fields))).toMatchObject({ code: 0, error });
    expect(await saved()).toEqual([]);
  });

  test('accepts a time within five minutes, in seconds or milliseconds', async () => {
    const off = bindData('000000', { timestamp: nowMs - 300_001 });
    expect(await bind(off)).toMatchObject({ error: 'timestamp_off' });
    const code = await newCode();
    expect(await bind(bindData(code, { timestamp: nowMs + 300_000 }))).toMatchObject({ code: 1 });
  });

  test.each(['', '{', 'null', '[]', '{"user_id":1e999}', '['.repeat(10_000), 'x'.repeat(1_000_000)])(
    'refuses a form without valid data: %.12s',
    async (text) => {
      expect(await bind(text)).toMatchObject({ code: 0 });
    },
  );

  test('accepts a code once, and neither a wrong one nor one of another purpose', async () => {
    const code = await newCode();
    const other = { address: `0x${'ce'.repeat(20)}` };
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await bind(bindData(wrong))).toMatchObject({ error: 'verification_code_wrong' });
    expect(await bind(bindData(''))).toMatchObject({ error: 'verification_code_required' });
    expect(await bind(bindData(code))).toMatchObject({ code: 1 });
    expect(await bind(bindData(code))).toMatchObject({ error: 'address_taken' });
    expect(await bind(bindData(code, other))).toMatchObject({ error: 'verification_code_expired' });
    await ann.post('notify/send_email', { type: 4 });
    const [withdrawal] = await venue.outbox(ann.account);
    expect(withdrawal?.code).not.toBe(code);
    expect(await bind(bindData(withdrawal?.code ?? '', other))).toMatchObject({ error: 'verification_code_expired' });
    expect(await saved()).toEqual([address]);
  });

  test('sends codes within the limits of notify/send_email', async () => {
    await newCode();
    const again = { error: 'code_sent_already' };
    expect(await send(`SendVerificationcode?user_id=${ann.id}`)).toMatchObject(again);
    expect(await sendJson('SendVerificationcode', { user_id: ann.id })).toMatchObject(again);
    expect((await ann.post('notify/send_email', { type: 3 })).body).toMatchObject(again);
    expect(await venue.outbox(ann.account)).toHaveLength(1);
  });

  test('needs a one-time password of an account with a second factor', async () => {
    const clock = {
      get ms() {
        return nowMs;
      },
      set ms(ms: number) {
        nowMs = ms;
      },
    };
    const owner = new FactorPerson(venue, ann, clock);
    await owner.turnOnTotp();
    const code = await newCode();
    const totp = owner.nextCode();
    const wrong = totp === '000000' ? '000001' : '000000';
    expect(await bind(bindData(code))).toMatchObject({ error: 'second_factor_required' });
    expect(await bind(bindData(code, { totp: wrong }))).toMatchObject({ error: 'second_factor_wrong' });
    expect(await saved()).toEqual([]);
    expect(await bind(bindData(code, { totp }))).toMatchObject({ code: 1 });
    expect(await saved()).toEqual([address]);
  });

  test('never logs a signature', async () => {
    const secret = 'f00dface'.repeat(4);
    await send(`${asked()}&sign=${secret}&sign[a]=${secret}&sign=%00${secret}`);
    await send(`GetDrawAddress?user_id=x&sign=${secret}`);
    for (const path of ['Unknown', '%']) await fetch(`${venue.url}${service}${path}?sign=${secret}`);
    await sendJson('GetDrawAddress', { user_id: ann.id, coin_name: 'USDT', sign: { secret } });
    await bind(bindData('000000', { sign: secret }), { sign: secret });
    await bind('{', { sign: new Blob([secret]), more: secret });
    await bind(secret, { sign: secret });
    expect(venue.logged.filter((line) => line.includes(secret))).toEqual([]);
  });

  test('refuses other methods with an envelope', async () => {
    expect(await send('BindDrawAddress')).toMatchObject({ error: 'method_not_allowed' });
    expect(await send('GetDrawAddress', { method: 'PUT' })).toMatchObject({ error: 'method_not_allowed' });
    expect(await send('Unknown', { method: 'POST' })).toMatchObject({ error: 'not_found' });
  });

  test('allows no other origin to read it', async () => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const { headers } = await fetch(`${venue.url}${service}${asked()}`, {
        method,
        headers: { origin: 'https://elsewhere.example', authorization: ann.token },
      });
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });
});
