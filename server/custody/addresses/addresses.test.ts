import type { WithdrawalAddress, OnlySaved, OwnWithdrawalAddresses } from '@bourse/contract/addresses';
import type { DepositWallet } from '@bourse/contract/deposits';
import { userId } from '@bourse/engine';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openAppDatabase, openIdentityPool } from '../../ground/database/index.ts';
import { type Person, RunningVenue } from '../../testing/running-venue.ts';
import { TestWorld } from '../../testing/test-world.ts';
import { WithdrawalAddresses } from './withdrawal-addresses.ts';

const usdt = 3;
const xrp = 6;
const usdtOnTron = 15;
const address = `0x${'ab'.repeat(20)}`;
const hourMs = 3_600_000;

let world: TestWorld;
let venue: RunningVenue;
let ann: Person;
let people = 0;
let db: ReturnType<typeof openAppDatabase>;
let nowMs = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  world = TestWorld.open();
  venue = await RunningVenue.open({ ...world.options, now: () => nowMs, elapsed: () => nowMs });
  db = openAppDatabase(openIdentityPool(venue.database.settings, { onLost: () => undefined }));
});

beforeEach(async () => {
  people += 1;
  ann = await venue.person(`address-${people}`);
});

afterAll(async () => {
  await db.destroy();
  await venue.close();
  world.close();
});

/** The addresses as withdrawals read them. */
function storedAddresses(): WithdrawalAddresses {
  return new WithdrawalAddresses({ db, settings: { draw_address_hours: 24 }, now: () => nowMs });
}

type Fields = Readonly<Record<string, unknown>>;

/** A new verification code of purpose 3. */
async function codeOf(person: Person): Promise<string> {
  nowMs += 60_000;
  const sent = await person.post('notify/send_email', { type: 3 });
  if (sent.body.code !== 1) throw new Error(sent.body.message);
  const [newest] = await venue.outbox(person.account);
  return newest?.code ?? '';
}

async function save(person: Person, fields: Fields = {}) {
  const code = fields['code'] ?? (await codeOf(person));
  const input = { currency_protocol_id: usdt, address, label: 'Cold wallet', ...fields, code };
  return (await person.post<WithdrawalAddress>('draw_address/save', input)).body;
}

async function own(person: Person): Promise<OwnWithdrawalAddresses> {
  return (await person.get<OwnWithdrawalAddresses>('draw_address/list')).body.data;
}

/** The token of the stop link in the newest mail. */
async function stopToken(person: Person): Promise<string> {
  const [newest] = await venue.outbox(person.account);
  return /\/stopAddress#(\S+)/.exec(newest?.text ?? '')?.[1] ?? '';
}

test('an address is saved in its canonical form and listed', async () => {
  const { data } = await save(ann, { address: ` ${address} ` });
  expect(data).toMatchObject({ currency_protocol_id: usdt, currency_code: 'USDT', memo: null, label: 'Cold wallet' });
  expect(data.address).not.toBe(address);
  expect(data.address.toLowerCase()).toBe(address);
  // The demo has no wait.
  expect(data.usable_from).toBe(data.created_at);
  expect(await own(ann)).toEqual({ only: 0, ends_at: null, addresses: [data] });
});

test.each<readonly [string, Fields]>([
  ['address_malformed', { address: 'x' }],
  ['address_malformed', { address: 'x'.repeat(200) }],
  ['address_malformed', { address: '0x8617E340B3D01FA5F11F306F4090FD50E238070d' }],
  ['invalid_request', { address: 'x'.repeat(201) }],
  ['invalid_request', { label: 'x'.repeat(65) }],
  ['address_memo_required', { currency_protocol_id: xrp }],
  ['address_memo_required', { currency_protocol_id: xrp, memo: ' ' }],
  ['address_memo_unused', { memo: '7' }],
  ['protocol_unknown', { currency_protocol_id: '999999999999999' }],
  ['chain_unavailable', { currency_protocol_id: usdtOnTron }],
  ['verification_code_required', { code: '' }],
  ['verification_code_expired', { code: '000000' }],
])('%s refuses %j', async (error, fields) => {
  expect((await save(ann, { code: '123456', ...fields })).error).toBe(error);
  expect((await own(ann)).addresses).toEqual([]);
});

test('a wrong code and one that was used save nothing, and no code is used up by a refusal', async () => {
  const code = await codeOf(ann);
  expect((await save(ann, { code: code === '000000' ? '000001' : '000000' })).error).toBe('verification_code_wrong');
  expect((await save(ann, { code, address: 'x' })).error).toBe('address_malformed');
  expect((await save(ann, { code })).error).toBeUndefined();
  expect((await save(ann, { code, address: `0x${'cd'.repeat(20)}` })).error).toBe('verification_code_expired');
  expect((await save(ann)).error).toBe('address_taken');
  expect((await own(ann)).addresses).toHaveLength(1);
});

test('two parallel requests with one code save one address', async () => {
  const code = await codeOf(ann);
  const both = await Promise.all([save(ann, { code }), save(ann, { code, address: `0x${'cd'.repeat(20)}` })]);
  expect(both.filter(({ error }) => error === undefined)).toHaveLength(1);
  expect((await own(ann)).addresses).toHaveLength(1);
});

test("own and others' deposit addresses and the hot wallet are refused", async () => {
  const bob = await venue.person(`address-bob-${people}`);
  for (const person of [ann, bob]) {
    const { body } = await person.get<DepositWallet>(`wallet/wallet?currency_id=${usdt}`);
    expect((await save(ann, { address: body.data.wallets[0]?.address, code: '1' })).error).toBe('address_own');
  }
});

test('at most 50 addresses are saved', async () => {
  await venue.database.query(
    `insert into app.draw_addresses (user_id, protocol_id, address, created_at, matured_at, stop_until)
     select $1, 3, 'address ' || n, 0, 0, 0 from generate_series(1, 50) n`,
    [ann.id],
  );
  expect(await save(ann)).toMatchObject({ error: 'addresses_full', details: { maximum: 50 } });
});

test('a removed address is neither listed nor found, and can be saved again', async () => {
  const { data } = await save(ann);
  const stranger = await venue.person(`address-stranger-${people}`);
  expect((await stranger.post('draw_address/remove', { id: data.id })).body.error).toBe('address_unknown');
  expect((await ann.post('draw_address/remove', { id: data.id })).body.error).toBeUndefined();
  expect((await ann.post('draw_address/remove', { id: data.id })).body.error).toBe('address_unknown');
  expect((await own(ann)).addresses).toEqual([]);
  expect((await save(ann)).error).toBeUndefined();
});

test('the link of the mail removes the address once, without a login', async () => {
  await save(ann);
  const [mail] = await venue.outbox(ann.account);
  expect(mail?.text).toContain('USDT ERC20');
  const token = await stopToken(ann);
  const stop = async (given: string) => (await venue.post('draw_address/stop', { token: given })).body.error;
  expect(await stop(`${token}x`)).toBe('address_link_invalid');
  expect(await stop(token)).toBeUndefined();
  expect(await stop(token)).toBe('address_link_invalid');
  expect((await own(ann)).addresses).toEqual([]);
});

test('the link of the mail ends after 7 days', async () => {
  await save(ann);
  const token = await stopToken(ann);
  nowMs += 7 * 24 * hourMs;
  expect((await venue.post('draw_address/stop', { token })).body.error).toBe('address_link_invalid');
});

test('saved addresses only is switched on at once, and off with proofs after 24 hours', async () => {
  const only = async (fields: Fields) => (await ann.post<OnlySaved>('draw_address/only', fields)).body;
  expect((await only({ on: 1 })).data).toEqual({ only: 1, ends_at: null });
  expect((await only({ on: 0 })).error).toBe('verification_code_required');
  expect((await only({ on: 0, code: '000000' })).error).toBe('verification_code_expired');
  const code = await codeOf(ann);
  const endsAt = nowMs + 24 * hourMs;
  expect((await only({ on: 0, code })).data).toEqual({ only: 1, ends_at: endsAt });
  // A second request does not change the end, and switching it on cancels the end.
  expect((await only({ on: 0, code: await codeOf(ann) })).data.ends_at).toBe(endsAt);
  expect((await only({ on: 1 })).data).toEqual({ only: 1, ends_at: null });
  await only({ on: 0, code: await codeOf(ann) });
  nowMs += 24 * hourMs;
  const stored = storedAddresses();
  expect(await stored.onlySaved(userId(ann.id))).toBe(false);
});

test('edit_address saves for the first two networks of USDT', async () => {
  const edit = async (fields: Fields) => (await ann.post<WithdrawalAddress>('user_real/edit_address', fields)).body;
  expect((await edit({ code: '1', address2: address })).error).toBe('chain_unavailable');
  expect((await edit({ code: '1', address, address2: address })).error).toBe('address_malformed');
  expect((await edit({ code: '1', address: '', address2: '' })).error).toBe('address_malformed');
  expect((await edit({ code: '', address })).error).toBe('verification_code_required');
  expect((await edit({ code: await codeOf(ann), address, address2: '' })).data).toMatchObject({
    currency_protocol_id: usdt,
    label: '',
  });
});

test('an address with a memo is found by both', async () => {
  const { data } = await save(ann, { currency_protocol_id: xrp, memo: '4711' });
  const stored = storedAddresses();
  const user = userId(ann.id);
  expect(await stored.find(user, xrp, data.address, '4711')).toMatchObject({ id: data.id });
  expect(await stored.find(user, xrp, data.address, null)).toBeNull();
  expect(await stored.find(user, usdt, data.address, '4711')).toBeNull();
});
