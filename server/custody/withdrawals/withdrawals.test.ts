import type { WithdrawalQuote, WithdrawalDetail } from '@bourse/contract/withdrawals';
import type { WalletMovement } from '@bourse/contract/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { demoTokenAddress } from '../chains/index.ts';
import { interrupt } from '../../testing/interrupted-writes.ts';
import { withdrawalAddressOf } from '../../testing/own-things.ts';
import { type Person, RunningVenue, type SocketClient } from '../../testing/running-venue.ts';
import { TestWorld } from '../../testing/test-world.ts';
import { submitDocuments, tradePassword, withdraw, withdrawalCode, withdrawalStep } from '../../testing/withdrawing.ts';

const usdt = 3;
const token = demoTokenAddress('USDT');
const outside = '0x00000000000000000000000000000000000000C1';
const other = '0x00000000000000000000000000000000000000c2';

let world: TestWorld;
let venue: RunningVenue;
let ann: Person;
let socket: SocketClient;
let people = 0;

beforeAll(async () => {
  world = TestWorld.open();
  venue = await RunningVenue.open({
    ...world.options,
    settings: { demo_review_seconds: 0, draw_day_usd_1: 50_000, draw_auto_usd: 1_000 },
  });
});

beforeEach(async () => {
  people += 1;
  ann = await venue.person(`ann-${people}`);
  await submitDocuments(venue, ann);
  socket = await venue.socket();
  socket.say('login', ann.token);
  await socket.message(({ type }) => type === 'login');
});

afterAll(async () => {
  await venue.close();
  world.close();
});

async function step(id: number, status: string, confirmations?: number): Promise<WalletMovement> {
  return withdrawalStep(socket, id, status, confirmations);
}

/** Resolves when the end of a withdrawal is in the balance; it is shown with the step first. */
async function settled(id: number, status: string): Promise<void> {
  await socket.message((heard) => {
    const row = heard['row'] as WalletMovement | undefined;
    const account = heard['account'] as { lock_balance: string } | undefined;
    return heard.type === 'WALLET' && row?.id === id && row.status === status && account?.lock_balance === '0';
  });
}

async function detail(id: number): Promise<WithdrawalDetail> {
  return (await ann.get<WithdrawalDetail>(`wallet/withdrawal?id=${id}`)).body.data;
}

describe('a withdrawal', () => {
  test('is held, sent, and settled with the sixth confirmation', async () => {
    const { body } = await withdraw(venue, ann, { number: '110', address: outside.toLowerCase() });
    expect(body).toMatchObject({ code: 1, data: { number: '110', fee: '10', net: '100', address: outside } });
    const { id } = body.data;
    expect(await ann.balance(usdt)).toEqual({ available: '99890', locked: '110' });
    const sent = await step(id, 'broadcast');
    expect(sent.tx_hash).toMatch(/^0x/);
    world.mine(6);
    await step(id, 'confirmed');
    expect(world.chain.balance(token, outside)).toBe(100_000_000n);
    const { row, steps } = await detail(id);
    expect(row).toMatchObject({ status: 'confirmed', confirmations: 6, needed: 6 });
    expect(steps.map(({ status }) => status)).toEqual(['requested', 'approved', 'broadcast', 'confirmed']);
    await settled(id, 'confirmed');
    expect(await ann.balance(usdt)).toEqual({ available: '99890', locked: '0' });
  });

  test('on which the program fails does not hold back the next one', async () => {
    const first = await withdraw(venue, ann, { number: '20', address: outside });
    await step(first.body.data.id, 'broadcast');
    const broken = first.body.data.id + 1;
    const fault = await interrupt(
      venue.database,
      'withdrawals',
      'update',
      `old.id = ${broken} and new.stage = 'approved'`,
    );
    try {
      const second = await withdraw(venue, ann, { number: '21', address: outside });
      expect(second.body.data.id).toBe(broken);
      await fault.reached();
      const third = await withdraw(venue, ann, { number: '22', address: outside });
      await step(third.body.data.id, 'broadcast');
    } finally {
      await fault.end();
    }
    await step(broken, 'broadcast');
  });

  test('is requested once for an idempotency key, and its terms cannot change', async () => {
    const key = { 'idempotency-key': `draw-${people}` };
    const terms = { number: '20', address: outside };
    const first = await withdraw(venue, ann, terms, key);
    const again = await ann.post<WalletMovement>(
      'account/draw',
      { currency_id: 3, currency_protocol_id: 3, ...terms, pay_password: tradePassword, code: '000000' },
      key,
    );
    expect(again.body.data.id).toBe(first.body.data.id);
    const changed = await ann.post<WalletMovement>(
      'account/draw',
      { currency_id: 3, currency_protocol_id: 3, ...terms, number: '21', pay_password: tradePassword, code: '0' },
      key,
    );
    expect(changed.body.error).toBe('idempotency_key_reused');
    expect(await ann.balance(usdt)).toMatchObject({ available: '99980' });
  });

  test('is requested once, however many requests with its key arrive at a time', async () => {
    const key = { 'idempotency-key': `parallel-${people}` };
    const terms = { currency_id: usdt, currency_protocol_id: 3, number: '110', address: outside };
    const body = { ...terms, pay_password: tradePassword, code: await withdrawalCode(venue, ann, terms) };
    const bodies = [...Array.from({ length: 10 }, () => body), { ...body, number: '111' }];
    const answers = await Promise.all(bodies.map(async (sent) => ann.post<WalletMovement>('account/draw', sent, key)));
    const last = answers.pop();
    expect(last?.body.code).toBe(0);
    const ids = answers.map((answer) => (answer.body.code === 1 ? answer.body.data.id : answer.body.error));
    expect(new Set(ids.filter((id) => typeof id === 'number')).size).toBe(1);
    expect(await ann.balance(usdt)).toEqual({ available: '99890', locked: '110' });
    const again = await ann.post<WalletMovement>('account/draw', body, key);
    expect(again.body).toMatchObject({ code: 1, data: { number: '110' } });
    expect((await ann.post('account/draw', { ...body, number: '111' }, key)).body.error).toBe('idempotency_key_reused');
  });

  test('needs the code for its terms, the trade password, a foreign address and an amount within the limits', async () => {
    const right = { number: '50', address: outside };
    const code = await withdrawalCode(venue, ann, right);
    const own = await ann.get<{ wallets: { address: string }[] }>('wallet/wallet?currency_id=3');
    const draw = async (fields: object) =>
      (
        await ann.post('account/draw', {
          currency_id: 3,
          currency_protocol_id: 3,
          ...right,
          pay_password: tradePassword,
          code,
          ...fields,
        })
      ).body.error;
    expect(await draw({ number: '51' })).toBe('verification_code_expired');
    expect(await draw({ pay_password: '' })).toBe('pay_password_required');
    expect(await draw({ pay_password: 'Wrong777' })).toBe('pay_password_wrong');
    expect(await draw({ address: own.body.data.wallets[0]?.address })).toBe('draw_own_address');
    expect(await draw({ address: '0x123' })).toBe('draw_address_invalid');
    expect(await draw({ address: `0x${'0'.repeat(40)}` })).toBe('address_keyless');
    expect(await draw({ address: token })).toBe('address_keyless');
    expect(await draw({ address: world.world.wallets.cold.address })).toBe('draw_own_address');
    expect(await draw({ memo: '7' })).toBe('draw_memo_invalid');
    expect(await draw({ number: '19.99' })).toBe('draw_below_minimum');
    expect(await draw({ number: '500000.01' })).toBe('draw_above_maximum');
    expect(await draw({ number: '-5' })).toBe('invalid_request');
    expect(await draw({ number: '1e3' })).toBe('invalid_request');
    expect(await draw({ number: '20.0000001' })).toBe('quantity_precision');
    expect(await draw({ currency_id: 1 })).toBe('protocol_unknown');
    expect(await draw({ currency_protocol_id: 15 })).toBe('draw_closed');
    expect(await draw({ account_type_id: 4 })).toBe('account_unknown');
    expect(await draw({ account_type_id: 2 })).toBe('draw_address_unsaved');
    expect(await ann.balance(usdt)).toEqual({ available: '100000', locked: '0' });
    expect(await draw({})).toBeUndefined();
    expect(await draw({})).toBe('verification_code_expired');
  });

  test('of more than the balance is answered alike each time, and holds nothing', async () => {
    const away = { currency_id: usdt, balance: '99950', from: 'change_account', to: 'legal_account' };
    await ann.post('account/transfer', away);
    const key = { 'idempotency-key': `poor-${people}` };
    const terms = { number: '60', address: outside };
    const first = await withdraw(venue, ann, terms, key);
    expect(first.body).toMatchObject({ error: 'insufficient_balance', details: { available: '50', needed: '60' } });
    await ann.post('account/transfer', { ...away, from: 'legal_account', to: 'change_account' });
    const body = { currency_id: 3, currency_protocol_id: 3, ...terms, pay_password: tradePassword, code: '000000' };
    const again = await ann.post('account/draw', body, key);
    expect(again.body).toMatchObject({ error: 'insufficient_balance', details: { available: '50', needed: '60' } });
    expect(await ann.balance(usdt)).toEqual({ available: '100000', locked: '0' });
  });

  test('counts against the limit of a day from the moment of its request', async () => {
    await withdraw(venue, ann, { number: '30000', address: outside });
    const beyond = await withdraw(venue, ann, { number: '20001', address: outside });
    expect(beyond.body).toMatchObject({ error: 'draw_limit_exceeded', details: { left: '20000' } });
    const requests = [];
    for (const number of ['11000', '12000']) {
      const code = await withdrawalCode(venue, ann, { number, address: outside });
      requests.push({ currency_id: 3, currency_protocol_id: 3, number, address: outside, code });
    }
    const both = await Promise.all(
      requests.map(async (fields) => ann.post('account/draw', { ...fields, pay_password: tradePassword })),
    );
    expect(both.map(({ body }) => body.error ?? 'done').toSorted((a, b) => a.localeCompare(b))).toEqual([
      'done',
      'draw_limit_exceeded',
    ]);
    const { body } = await ann.get<WithdrawalQuote>('wallet/draw_quote?currency_protocol_id=3&number=10000');
    expect(body.data).toMatchObject({ fee: '10', net: '9990', day_limit: '50000', reasons: ['draw_limit_exceeded'] });
  });

  test('to a saved address records its first use, unless it is refused', async () => {
    const id = await withdrawalAddressOf(venue, ann);
    const usedAt = async () => {
      const query = 'select used_at, address from app.draw_addresses where id = $1';
      const [row] = await venue.database.query<{ used_at: string | null; address: string }>(query, [id]);
      return row;
    };
    const address = (await usedAt())?.address ?? '';
    const refusedWithdrawal = await withdraw(venue, ann, { number: '50001', address });
    expect([refusedWithdrawal.body.error, (await usedAt())?.used_at]).toEqual(['draw_limit_exceeded', null]);
    await withdraw(venue, ann, { number: '30', address: outside });
    expect((await usedAt())?.used_at).toBeNull();
    const first = await withdraw(venue, ann, { number: '30', address: address.toLowerCase() });
    const used = await usedAt();
    expect(Number(used?.used_at)).toBe(first.body.data.created_at);
    await withdraw(venue, ann, { number: '31', address });
    expect(await usedAt()).toEqual(used);
  });

  test('above the automatic limit waits for people, and its owner can cancel it', async () => {
    const { body } = await withdraw(venue, ann, { number: '1500', address: outside });
    await step(body.data.id, 'reviewing');
    const ben = await venue.person(`ben-${people}`);
    expect((await ben.post('account/draw_cancel', { id: body.data.id })).body.error).toBe('draw_unknown');
    expect((await ann.post('account/draw_cancel', { id: body.data.id })).body.code).toBe(1);
    expect((await ann.post('account/draw_cancel', { id: body.data.id })).body.error).toBe('draw_not_cancellable');
    await settled(body.data.id, 'cancelled');
    expect(await ann.balance(usdt)).toEqual({ available: '100000', locked: '0' });
  });

  test('waits for people once those that a program has approved within a day reach its limit together', async () => {
    const first = await withdraw(venue, ann, { number: '600', address: outside });
    await step(first.body.data.id, 'broadcast');
    const second = await withdraw(venue, ann, { number: '401', address: outside });
    await step(second.body.data.id, 'reviewing');
    const third = await withdraw(venue, ann, { number: '400', address: outside });
    await step(third.body.data.id, 'broadcast');
    const { tx_hash: hash } = (await detail(third.body.data.id)).row;
    await vi.waitUntil(() => world.chain.pending.some((sent) => sent.hash === hash), { interval: 5, timeout: 60_000 });
    world.mine(6);
    await step(third.body.data.id, 'confirmed');
    // The ledger books the payment after the step.
    await expect.poll(async () => ann.balance(usdt)).toEqual({ available: '98599', locked: '401' });
  });

  test('that is sent is cancelled by an empty transaction, and returned without its fee when no block can contain it', async () => {
    const { body } = await withdraw(venue, ann, { number: '40', address: other });
    const { id } = body.data;
    expect((await step(id, 'broadcast')).keeps_fee).toBe(true);
    expect((await ann.post<WalletMovement>('account/draw_cancel', { id })).body.data.reason).toBe('cancelling');
    const isEmpty = (): boolean => world.chain.pending.some(({ value, data }) => value === 0n && data === '0x');
    await vi.waitUntil(isEmpty, { interval: 5, timeout: 60_000 });
    world.mine(10);
    expect((await detail(id)).row.status).toBe('broadcast');
    expect(await ann.balance(usdt)).toEqual({ available: '99960', locked: '40' });
    world.mine(55);
    await step(id, 'cancelled');
    await settled(id, 'cancelled');
    expect(world.chain.balance(token, other)).toBe(0n);
    expect(await ann.balance(usdt)).toEqual({ available: '99990', locked: '0' });
    expect((await detail(id)).row.reason).toBe('fee_kept');
  });

  test('is paid although any number of earlier ones wait for people, for their time or for the chain', async () => {
    const { database } = venue;
    const { body } = await withdraw(venue, ann, { number: '1500', address: outside });
    await step(body.data.id, 'reviewing');
    const copies = `insert into app.withdrawals (user_id, protocol_id, account_type, currency_id, amount, fee,
        chain_amount, address, memo, worth, request_key, stage, flagged, earliest_at, created_at, changed_at)
      select user_id, protocol_id, account_type, currency_id, amount, fee, chain_amount, address, memo, worth,
        'copy-' || $2 || '-' || n, $2, flagged, $3, created_at, changed_at
      from app.withdrawals, generate_series(1, 501) n where id = $1`;
    await database.query(copies, [body.data.id, 'reviewing', null]);
    await database.query(copies, [body.data.id, 'requested', Date.now() + 3_600_000]);
    await database.query(copies, [body.data.id, 'creating', null]);
    await database.query(`update app.withdrawals set created_at = $1 where request_key like 'copy-creating-%'`, [
      Date.now() + 3_600_000,
    ]);
    const later = await venue.person(`late-${people}`);
    await submitDocuments(venue, later);
    const drawn = await withdraw(venue, later, { number: '30', address: outside });
    await expect
      .poll(
        async () =>
          (await later.get<WithdrawalDetail>(`wallet/withdrawal?id=${drawn.body.data.id}`)).body.data.row.status,
      )
      .toBe('broadcast');
    await database.query(`delete from app.withdrawals where request_key like 'copy-%'`);
  });
});
