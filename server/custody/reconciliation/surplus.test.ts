import {
  approvalCalls,
  type CustodyRow,
  homeCalls,
  reconciliationCalls,
  venueMoneyCalls,
} from '@bourse/contract/console';
import { accountType, amount, currencyId, userId, venue as theVenue } from '@bourse/engine';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { demoTokenAddress } from '../chains/index.ts';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';
import { FaultyWorld } from '../../testing/faulty-world.ts';
import type { TestWorld } from '../../testing/test-world.ts';
import { submitDocuments, withdraw } from '../../testing/withdrawing.ts';
import type { StoredComparison } from './comparisons.ts';
import { surplusOf } from './surplus.ts';

const usdt = 3;
const token = demoTokenAddress('USDT');
const outside = '0x00000000000000000000000000000000000000C1';
const hourMs = 3_600_000;

describe('the part of a surplus that can be booked', () => {
  const minute = 60_000;
  const now = 10 * hourMs;

  /** Results that began this many minutes ago, newest first, with their differences. */
  function results(...runs: readonly (readonly [minutesAgo: number, difference: bigint])[]): StoredComparison[] {
    return runs.map(([minutesAgo, difference], at) => ({
      id: runs.length - at,
      chain: 1,
      asset: '',
      height: 1,
      balance: 100n + difference,
      expected: 100n,
      rounds: 2,
      sinceMs: now - minutesAgo * minute,
      lastMs: now - minute,
    }));
  }

  test.each([
    ['nothing without a comparison', [], null],
    ['nothing of a shortage', [[90, -1n]], null],
    ['all of one that is an hour old', [[60, 7n]], 7n],
    ['nothing of a younger one', [[59, 7n]], 0n],
    [
      'nothing of one that had gone within the hour',
      [
        [10, 7n],
        [20, 0n],
        [90, 7n],
      ],
      0n,
    ],
    [
      'what was there all the time, if more came',
      [
        [1, 9n],
        [2, 8n],
        [90, 7n],
      ],
      7n,
    ],
    [
      'what is left, if a part went',
      [
        [1, 3n],
        [90, 7n],
      ],
      3n,
    ],
    [
      'the least within the hour',
      [
        [1, 9n],
        [5, 2n],
        [90, 7n],
      ],
      2n,
    ],
  ] as const)('is %s', (_, runs, bookable) => {
    expect(surplusOf(results(...runs), now)?.bookable ?? null).toBe(bookable);
  });

  test('is nothing if balances were not compared for minutes, or only once', () => {
    const [row] = results([90, 7n]);
    if (row === undefined) throw new Error('There is no result.');
    expect(surplusOf([{ ...row, lastMs: now - 6 * minute }], now)?.bookable).toBe(0n);
    expect(surplusOf([{ ...row, rounds: 1 }], now)).toBeNull();
  });
});

describe('a surplus', () => {
  let faulty: FaultyWorld;
  let world: TestWorld;
  let console: ConsoleVenue;
  let fay: StaffClient;
  let rob: StaffClient;
  let sue: StaffClient;
  let keys = 0;

  beforeEach(async () => {
    faulty = FaultyWorld.open();
    ({ world } = faulty);
    const settings = { console_four_eyes: 'on', demo_review_seconds: 0, draw_day_usd_1: 50_000 } as const;
    console = await ConsoleVenue.open({ ...faulty.options, settings });
    await enter();
    world.mine(4);
    const { height } = world.chain.head;
    await vi.waitUntil(async () => (await readHeight()) === height, { interval: 10, timeout: 60_000 });
  });

  afterEach(async () => {
    await console.close();
    faulty.close();
  });

  async function enter(): Promise<void> {
    fay = await console.staff(1, ['finance']);
    rob = await console.staff(2, ['risk']);
    sue = await console.staff(3, ['support']);
  }

  async function readHeight(): Promise<number> {
    const [cursor] = await query<{ height: string }>('select height from app.scan_cursors where chain_id = 1');
    return Number(cursor?.height);
  }

  async function query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return console.venue.database.query<Row>(text, values);
  }

  /** Lets the hot wallet have this much of an asset that no record explains; a negative amount takes it away. */
  async function receiveUnseen(asset: string, units: bigint): Promise<void> {
    await query(
      `update app.chain_inflows set amount = amount - $2 where (tx, ordinal) in (
         select tx, ordinal from app.chain_inflows where asset = $1 order by amount desc limit 1)`,
      [asset, String(units)],
    );
  }

  async function compare() {
    expect((await fay.call(reconciliationCalls.compareNow, {})).code).toBe(1);
    return (await fay.call(reconciliationCalls.reconciliation, {})).data.rows;
  }

  /** Lets what was found so far be an hour old. */
  async function anHourLater(): Promise<void> {
    await compare();
    await query(`update app.reconciliations set since = since - ${hourMs}`);
    await compare();
  }

  async function surpluses(by = fay) {
    return (await by.call(reconciliationCalls.surpluses, {})).data.rows;
  }

  async function bookings() {
    return (await fay.call(reconciliationCalls.surplusBookings, {})).data.rows;
  }

  async function custody(code: string): Promise<CustodyRow | undefined> {
    return (await fay.call(reconciliationCalls.custody, {})).data.rows.find((row) => row.code === code);
  }

  async function treasury(currency = usdt): Promise<number> {
    const { rows } = (await fay.call(venueMoneyCalls.venueAccounts, {})).data;
    return Number(rows.find(({ currency_id: id }) => id === currency)?.treasury);
  }

  async function alarms(): Promise<readonly string[]> {
    return (await fay.call(homeCalls.home, {})).data.alarms.map(({ name }) => name);
  }

  async function book(input: Readonly<Record<string, unknown>> = {}, key?: string) {
    keys += 1;
    const whole = { chain_id: 1, asset: token, amount: '50', ...input };
    return fay.call(reconciliationCalls.bookSurplus, whole, { 'idempotency-key': key ?? `surplus-${keys}` });
  }

  /** Approves a request, and waits until it is carried out. */
  async function approve(id: number | null) {
    const { payload_hash } = (await rob.call(approvalCalls.approval, { id })).data;
    await rob.call(approvalCalls.voteOnApproval, { id, verdict: 'approve', payload_hash });
    return ended(id);
  }

  async function ended(id: number | null) {
    const read = async () => {
      const [row] = await query<{ stage: string; result: unknown }>(
        'select stage, result from app.approvals where id = $1',
        [id],
      );
      if (row === undefined) throw new Error(`There is no request ${id}.`);
      return row;
    };
    await expect.poll(async () => (await read()).stage).toMatch(/^(?:carried_out|failed)$/);
    return read();
  }

  test('is booked as money of the exchange once a second person approves, and stays so', async () => {
    await receiveUnseen(token, 50_000_000n);
    await anHourLater();
    const about = { id: '1/USDT', chain_id: 1, asset: token, code: 'USDT', decimals: 6 };
    expect(await surpluses()).toMatchObject([
      { ...about, surplus: '50', bookable: '50', settled: true, request: null },
    ]);
    await expect.poll(alarms).toEqual(['funds_unseen']);
    const before = await treasury();

    const { data } = await book();
    expect(data.result).toBeNull();
    const id = data.approval ?? 0;
    expect(id).toBeGreaterThan(0);
    const request = { id, asked_by: { id: 1, name: 'Staff 1' }, amount: '50', reason: 'Requested in ticket 4711' };
    expect(await surpluses()).toMatchObject([{ request: { ...request, may_vote: false, may_withdraw: true } }]);
    expect(await surpluses(rob)).toMatchObject([{ request: { ...request, may_vote: true, may_withdraw: false } }]);
    expect((await sue.call(reconciliationCalls.surpluses, {})).error).toBe('forbidden');
    const { payload_hash } = (await fay.call(approvalCalls.approval, { id })).data;
    expect((await fay.call(approvalCalls.voteOnApproval, { id, verdict: 'approve', payload_hash })).error).toBe(
      'own_approval',
    );
    expect(await treasury()).toBe(before);

    expect(await approve(id)).toMatchObject({ stage: 'carried_out' });
    await expect.poll(bookings).toMatchObject([
      {
        chain: 'Demo chain',
        code: 'USDT',
        amount: '50',
        treasury: '50',
        by: request.asked_by,
        approval: id,
        settled: true,
      },
    ]);
    expect(await treasury()).toBe(before + 50);
    expect((await compare()).filter(({ finding }) => finding !== 'balanced')).toEqual([]);
    expect(await custody('USDT')).toMatchObject({ finding: 'balanced', capital: '50', difference: '0' });
    expect(await surpluses()).toEqual([]);
    await expect.poll(alarms).toEqual([]);
    const [transfer] = (await fay.call(venueMoneyCalls.venueTransfers, { limit: 1 })).data.rows;
    expect(transfer).toMatchObject({ from: 'external', to: 'treasury', source: 'surplus', n: 1, by: 'Staff 1' });
    const logged = await query<{ kind: string; after: { booked: string } }>(
      `select kind, after from app.operator_log where action = 'reconciliation/book' and approval_id = $1`,
      [id],
    );
    expect(logged).toMatchObject([{ kind: 'change', after: { surplus: '0', booked: '50', treasury: '50' } }]);

    // A stop before the booking was marked as settled: the ledger has the transfer already.
    const { database } = console.venue;
    await console.venue.stop();
    await database.query('update app.surplus_bookings set settled_at = null');
    console = await ConsoleVenue.openOn(database, faulty.options);
    await enter();
    await expect.poll(bookings).toMatchObject([{ settled: true }]);
    expect(await treasury()).toBe(before + 50);
    expect((await compare()).filter(({ finding }) => finding !== 'balanced')).toEqual([]);
    expect(await custody('USDT')).toMatchObject({ finding: 'balanced', capital: '50', difference: '0' });
  });

  test('of one wei, which the ledger cannot express, ends its alarm without a transfer', async () => {
    await compare();
    const before = [await treasury(2), (await custody('ETH'))?.unbooked];
    await receiveUnseen('', 1n);
    await anHourLater();
    expect(await surpluses()).toMatchObject([{ id: '1/ETH', asset: '', surplus: '0.000000000000000001' }]);
    const { data } = await book({ asset: '', amount: '0.000000000000000001' });
    expect(await approve(data.approval)).toMatchObject({ stage: 'carried_out' });
    await expect.poll(bookings).toMatchObject([{ code: 'ETH', treasury: '0', settled: true }]);
    expect((await compare()).filter(({ finding }) => finding !== 'balanced')).toEqual([]);
    await expect.poll(alarms).toEqual([]);
    expect([await treasury(2), (await custody('ETH'))?.unbooked]).toEqual(before);
  });

  test('of less than a dollar is an alarm of a lower grade', async () => {
    await receiveUnseen(token, 999_999n);
    await anHourLater();
    await expect.poll(alarms).toEqual(['dust_unseen']);
    await receiveUnseen(token, 1n);
    await compare();
    await expect.poll(alarms).toEqual(['funds_unseen']);
  });

  test('is requested by finance only, and only as far as it is there', async () => {
    await receiveUnseen(token, 50_000_000n);
    await anHourLater();
    const input = { chain_id: 1, asset: token, amount: '50' };
    for (const other of [rob, sue]) {
      const key = { 'idempotency-key': `other-${other.id}` };
      expect((await other.call(reconciliationCalls.bookSurplus, input, key)).error).toBe('forbidden');
    }
    expect((await fay.call(reconciliationCalls.bookSurplus, input)).error).toBe('idempotency_key_required');
    const stale = await console.staff(4, ['finance'], 0);
    expect((await stale.call(reconciliationCalls.bookSurplus, input)).error).toBe('step_up_needed');
    const refused = [
      [{ amount: '50.000001' }, 'surplus_exceeded', { available: '50' }],
      [{ amount: '9'.repeat(40) }, 'surplus_exceeded', { available: '50' }],
      [{ amount: '-50' }, 'decimal_invalid', { field: 'amount', problem: 'malformed' }],
      [{ amount: '0' }, 'decimal_invalid', { field: 'amount', problem: 'zero' }],
      [{ amount: '0.0000001' }, 'decimal_invalid', { field: 'amount', problem: 'too_precise' }],
      [{ amount: '1e1' }, 'invalid_request', {}],
      [{ amount: 50 }, 'invalid_request', {}],
      [{ amount: null }, 'invalid_request', {}],
      [{ amount: '' }, 'invalid_request', {}],
      [{ amount: '9'.repeat(41) }, 'invalid_request', {}],
      [{ chain_id: '1' }, 'invalid_request', {}],
      [{ chain_id: -1 }, 'invalid_request', {}],
      [{ chain_id: 2 }, 'surplus_absent', {}],
      [{ asset: '' }, 'surplus_absent', {}],
      [{ asset: "' or true" }, 'invalid_request', {}],
      [{ chain_id: 0, asset: 'USDT' }, 'surplus_absent', {}],
    ] as const;
    for (const [change, error, details] of refused) expect(await book(change)).toMatchObject({ error, details });
    expect(await query('select from app.approvals')).toEqual([]);
    expect(await bookings()).toEqual([]);
  });

  test('is not booked within its first hour', async () => {
    await receiveUnseen(token, 50_000_000n);
    await compare();
    await query('update app.reconciliations set since = since - 30000');
    await compare();
    expect(await surpluses()).toMatchObject([{ surplus: '50', bookable: '0' }]);
    expect(await book()).toMatchObject({ error: 'surplus_exceeded', details: { available: '0' } });
  });

  test('that is explained or has shrunk before the approval is not booked, and a shortage never is', async () => {
    await receiveUnseen(token, 50_000_000n);
    await anHourLater();
    const first = (await book()).data.approval;
    const second = (await book()).data.approval;
    await receiveUnseen(token, -10_000_000n);
    await compare();
    expect(await approve(first)).toMatchObject({ stage: 'failed', result: { error: 'surplus_exceeded' } });
    await receiveUnseen(token, -50_000_000n);
    await anHourLater();
    expect(await approve(second)).toMatchObject({ stage: 'failed', result: { error: 'surplus_absent' } });
    expect((await book()).error).toBe('surplus_absent');
    expect(await bookings()).toEqual([]);
  });

  test('is booked once by twenty requests at a time, and each request once', async () => {
    await receiveUnseen(token, 50_000_000n);
    await anHourLater();
    const before = await treasury();
    const same = await Promise.all(Array.from({ length: 20 }, async () => book({}, 'the-same')));
    expect(new Set(same.map(({ data, error }) => error ?? data.approval)).size).toBe(1);
    const others = await Promise.all(Array.from({ length: 19 }, async () => book()));
    const asked = [same[0], ...others].map((reply) => reply?.data.approval ?? 0);
    expect(new Set(asked).size).toBe(20);
    const ends = await Promise.all(asked.map(async (id) => approve(id)));
    expect(ends.filter(({ stage }) => stage === 'carried_out')).toHaveLength(1);
    expect(ends.filter(({ stage }) => stage === 'failed')).toHaveLength(19);
    await expect.poll(bookings).toMatchObject([{ amount: '50', settled: true }]);
    expect(await treasury()).toBe(before + 50);
    expect((await compare()).filter(({ finding }) => finding !== 'balanced')).toEqual([]);
  });

  test('is booked in parts, each after the comparison that contains the one before', async () => {
    await receiveUnseen(token, 50_000_000n);
    await anHourLater();
    expect(await approve((await book({ amount: '20' })).data.approval)).toMatchObject({ stage: 'carried_out' });
    await expect.poll(bookings).toMatchObject([{ settled: true }]);
    expect(await surpluses()).toMatchObject([{ surplus: '50', settled: false }]);
    expect((await book({ amount: '20' })).error).toBe('surplus_unsettled');
    await compare();
    expect(await surpluses()).toMatchObject([{ surplus: '30', bookable: '30', settled: true }]);
    expect(await approve((await book({ amount: '30' })).data.approval)).toMatchObject({ stage: 'carried_out' });
    expect((await compare()).filter(({ finding }) => finding !== 'balanced')).toEqual([]);
  });

  test('that brings capital which was booked before is not owed twice', async () => {
    await compare();
    const float = Number((await custody('USDT'))?.unbooked);
    await console.venue.operate({
      type: 'venue_transfer',
      from: accountType.external,
      toUser: theVenue,
      to: accountType.treasury,
      currency: currencyId(usdt),
      amount: amount(float * 1_000_000),
      source: 'console',
      n: 1,
      operator: userId(7),
      cause: 'capital',
    });
    await receiveUnseen(token, 50_000_000n);
    await anHourLater();
    expect(await custody('USDT')).toMatchObject({ finding: 'short', difference: '-50' });
    const before = await treasury();
    expect(await approve((await book()).data.approval)).toMatchObject({ stage: 'carried_out' });
    await expect.poll(bookings).toMatchObject([{ amount: '50', treasury: '0', settled: true }]);
    await compare();
    expect(await custody('USDT')).toMatchObject({ finding: 'balanced', difference: '0', unbooked: '0' });
    expect(await treasury()).toBe(before);
  });

  test('of a payment that a later branch cancelled after its settlement is booked and paid back', async () => {
    const ann = await console.venue.person('ann');
    await submitDocuments(console.venue, ann);
    const { body } = await withdraw(console.venue, ann, { number: '110', address: outside });
    const { id } = body.data;
    const state = async (): Promise<string> => {
      const [row] = await query<{ state: string }>(
        `select concat_ws(' ', w.stage, o.stage, o.reason) as state from app.withdrawals w
          join app.outgoing o on o.reference = 'withdrawal/' || w.id where w.id = $1`,
        [id],
      );
      return row?.state ?? '';
    };
    await expect.poll(state).toBe('broadcast sent');
    await expect.poll(() => world.chain.pending.length).toBe(1);
    // Its cancellation is signed, but does not reach the network before the payment is final.
    faulty.node.broadcast = async () => 'accepted';
    expect((await ann.post('account/draw_cancel', { id })).body.code).toBe(1);
    const cancellation = async () =>
      (await query<{ raw: string }>(`select raw from app.attempts where kind = 'cancel' and raw is not null`))[0]?.raw;
    await expect.poll(cancellation).toBeTruthy();
    world.mine(6);
    await expect.poll(state).toBe('confirmed paid');
    const balance = await ann.balance(usdt);
    world.chain.reorg(7, { drop: true, added: 8 });
    await world.chain.send((await cancellation()) ?? '');
    world.mine(65);
    await expect.poll(state).toBe('confirmed paid vanished');
    await expect.poll(readHeight).toBe(world.chain.head.height);

    await anHourLater();
    const about = { id: '0/USDT', chain: 'Ledger', chain_id: 0, asset: 'USDT', decimals: 6 };
    expect(await surpluses()).toMatchObject([{ ...about, surplus: '100', bookable: '100' }]);
    const before = await treasury();
    const { data } = await book({ chain_id: 0, asset: 'USDT', amount: '100' });
    expect(await approve(data.approval)).toMatchObject({ stage: 'carried_out' });
    await expect.poll(bookings).toMatchObject([{ chain: 'Ledger', amount: '100', treasury: '100', settled: true }]);
    expect((await compare()).filter(({ finding }) => finding !== 'balanced')).toEqual([]);
    expect(await custody('USDT')).toMatchObject({ finding: 'balanced', difference: '0', capital: '0' });
    expect(await treasury()).toBe(before + 100);
    expect(await surpluses()).toEqual([]);
    await expect.poll(alarms).toEqual([]);

    const payment = { currency_id: usdt, from: 'treasury', user_id: ann.id, amount: '100' };
    const asked = await fay.call(venueMoneyCalls.payUser, payment, { 'idempotency-key': 'back' });
    expect(await approve(asked.data.approval)).toMatchObject({ stage: 'carried_out' });
    const { available } = await ann.balance(usdt);
    expect(Number(available)).toBe(Number(balance.available) + 100);
    await compare();
    expect(await custody('USDT')).toMatchObject({ finding: 'balanced', difference: '0' });
  });
});
