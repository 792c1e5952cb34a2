import { Client } from 'pg';
import { parseTransaction, serializeTransaction } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ChainUnavailable, demoTokenAddress, PaymentReverts } from '../chains/index.ts';
import { SignerUnavailable } from '../signer/index.ts';
import { FaultyWithdrawals } from '../../testing/faulty-withdrawals.ts';
import { withdraw } from '../../testing/withdrawing.ts';

const token = demoTokenAddress('USDT');
const minuteMs = 60_000;
const baseFee = 1_000_000_000n;
const unavailable = (): Promise<never> => Promise.reject(new ChainUnavailable('The test has stopped the node.'));

let faults: FaultyWithdrawals;

beforeAll(async () => {
  faults = await FaultyWithdrawals.open();
});

beforeEach(async () => {
  await faults.register();
});

afterEach(async () => {
  await faults.check();
});

afterAll(async () => {
  await faults.close();
});

describe('a node', () => {
  test('that is down delays a payment', async () => {
    let isAsked = false;
    faults.world.node.head = () => {
      isAsked = true;
      return unavailable();
    };
    const id = await faults.withdraw();
    await faults.until(id, 'approved queued');
    isAsked = false;
    await faults.wait(() => isAsked);
    expect(await faults.stages(id)).toBe('approved queued');
    faults.world.mend();
    await faults.settle(id);
  });

  test('that falls behind settles nothing', async () => {
    const id = await faults.withdraw();
    await faults.until(id, 'broadcast sent');
    const { height } = faults.world.chain.head;
    let asked = 0;
    faults.world.node.head = async () => {
      asked += 1;
      return { height: height + 3, hash: (await faults.world.honest.block(height + 3))?.hash ?? '' };
    };
    faults.world.world.mine(8);
    await faults.wait(() => asked > 4);
    expect(await faults.stages(id)).toBe('broadcast sent');
    faults.world.mend();
    await faults.until(id, 'confirmed paid');
  });

  test('that takes a payment without an answer makes it once, however often it is sent', async () => {
    const sent: string[] = [];
    faults.world.node.broadcast = async (raw) => {
      sent.push(raw);
      await faults.world.honest.broadcast(raw);
      return unavailable();
    };
    const id = await faults.withdraw();
    await faults.wait(() => sent.length > 1);
    expect(new Set(sent).size).toBe(1);
    faults.world.mend();
    await faults.settle(id);
  });

  test('that forgets a payment is sent the same bytes again', async () => {
    const sent: string[] = [];
    faults.world.node.broadcast = async (raw) => {
      sent.push(raw);
      return 'accepted';
    };
    const id = await faults.withdraw();
    await faults.until(id, 'broadcast sent');
    await faults.wait(() => sent.length === 1);
    faults.pass(minuteMs / 2);
    await faults.wait(() => sent.length === 2);
    expect(new Set(sent).size).toBe(1);
    faults.world.mend();
    faults.pass(minuteMs / 2);
    await faults.settle(id);
    expect(await faults.attempts(id)).toHaveLength(1);
  });

  test('that requires higher fees gets another attempt with the same nonce, up to the highest fee', async () => {
    const { chain } = faults.world;
    const id = await faults.withdraw();
    await faults.until(id, 'broadcast sent');
    chain.setBaseFee(baseFee * 5n);
    chain.mine();
    faults.pass(10 * minuteMs);
    await faults.wait(async () => (await faults.attempts(id)).filter(({ hash }) => hash !== null).length === 2);
    const [first, second] = await faults.attempts(id);
    expect(Number(second?.max_fee)).toBeGreaterThanOrEqual(Number(first?.max_fee) * 1.125);
    expect(Number(second?.priority_fee)).toBeGreaterThanOrEqual(Number(first?.priority_fee) * 1.125);
    chain.setBaseFee(10n ** 15n);
    chain.mine();
    faults.pass(10 * minuteMs);
    await faults.wait(async () => (await faults.attempts(id)).filter(({ hash }) => hash !== null).length === 3);
    faults.pass(10 * minuteMs);
    await faults.wait(async () => (await faults.reason(id)) === 'network_busy');
    expect(await faults.attempts(id)).toHaveLength(3);
    chain.setBaseFee(baseFee);
    await faults.settle(id);
  });

  test('that foresees a revert fails the withdrawal, and delays no other', async () => {
    const [refusing, receiver] = [faults.receiver(), faults.receiver()];
    faults.world.node.plan = async (plan) => {
      if (plan.outputs.some(({ to }) => to === refusing)) throw new PaymentReverts('execution reverted');
      return faults.world.honest.plan(plan);
    };
    const id = await faults.withdraw(refusing);
    const other = await faults.withdraw(receiver);
    await faults.until(id, 'failed failed');
    expect(await faults.attempts(id)).toEqual([]);
    await faults.settle(other);
    const { body } = await faults.ann.get<{ row: { reason: string } }>(`wallet/withdrawal?id=${id}`);
    expect(body.data.row.reason).toBe('receiver_refuses');
    await faults.check();
    expect(await faults.balance()).toEqual({ available: '99890', locked: '0' });
  });

  test('that reverts a payment fails the withdrawal when no block can contain it any more', async () => {
    const before = await faults.balance();
    faults.world.node.plan = async (plan) => {
      const { encoded, ...honest } = await faults.world.honest.plan(plan);
      const transaction = parseTransaction(`0x02${encoded.slice(4)}`);
      return { ...honest, encoded: serializeTransaction({ ...transaction, gas: 30_000n }) };
    };
    const receiver = faults.receiver();
    const id = await faults.withdraw(receiver);
    await faults.until(id, 'broadcast sent');
    await faults.wait(() => faults.world.chain.pending.length > 0);
    faults.world.mend();
    faults.world.world.mine(63);
    await faults.wait(async () => (await faults.attempts(id))[0]?.height !== null);
    expect(await faults.stages(id)).toBe('broadcast sent');
    expect((await faults.balance()).locked).toBe('110');
    faults.world.world.mine();
    await faults.untilBooked(id, 'failed failed');
    await faults.check();
    // The fee of a payment that was sent is kept.
    expect(await faults.balance()).toEqual({ ...before, available: String(Number(before.available) - 10) });
    expect(faults.world.chain.balance(token, receiver)).toBe(0n);
  });
});

describe('a reorganization', () => {
  test('to a block of the same height with another fee corrects the recorded fee', async () => {
    const id = await faults.withdraw();
    await faults.until(id, 'broadcast sent');
    await faults.wait(() => faults.world.chain.pending.length > 0);
    faults.world.world.mine();
    await faults.wait(async () => (await faults.attempts(id))[0]?.height !== null);
    faults.world.chain.setBaseFee(baseFee * 2n);
    faults.world.chain.reorg(1);
    await faults.check();
    expect(await faults.stages(id)).toBe('broadcast sent');
    faults.world.chain.setBaseFee(baseFee);
    faults.world.world.mine(6);
    await faults.until(id, 'confirmed paid');
  });

  test.each([1, 3, 7])('of %i blocks has a payment sent again, settled or not', async (depth) => {
    const id = await faults.withdraw();
    await faults.until(id, 'broadcast sent');
    await faults.wait(() => faults.world.chain.pending.length > 0);
    faults.world.world.mine(depth);
    const [{ hash } = { hash: null }] = await faults.attempts(id);
    if (depth >= 6) await faults.until(id, 'confirmed paid');
    else await faults.wait(async () => (await faults.attempts(id))[0]?.height !== null);
    faults.world.chain.reorg(depth, { drop: true, added: depth + 1 });
    await faults.wait(async () => (await faults.attempts(id))[0]?.height === null);
    faults.pass(minuteMs / 2);
    await faults.settle(id);
    expect(faults.world.chain.find(hash ?? '')?.block).not.toBeNull();
  });

  test('that halts the chain halts its payments', async () => {
    await faults.venue.database.query(`update app.scan_cursors set halted = 'reorganization_too_deep'`);
    const id = await faults.withdraw();
    await faults.until(id, 'approved queued');
    let asked = 0;
    faults.world.node.head = async () => {
      asked += 1;
      return faults.world.honest.head();
    };
    await faults.wait(() => asked > 4);
    expect(await faults.stages(id)).toBe('approved queued');
    await faults.venue.database.query('update app.scan_cursors set halted = null');
    await faults.settle(id);
  });
});

describe('a cancellation', () => {
  test('that loses against the payment never takes its place, even after a reorganization', async () => {
    const receiver = faults.receiver();
    const id = await faults.withdraw(receiver);
    await faults.until(id, 'broadcast sent');
    await faults.wait(() => faults.world.chain.pending.length > 0);
    faults.world.node.broadcast = async () => 'accepted';
    await faults.cancel(id);
    await faults.wait(async () => (await faults.attempts(id)).at(-1)?.kind === 'cancel');
    faults.world.world.mine(6);
    await faults.until(id, 'confirmed paid');
    faults.world.mend();
    faults.world.chain.reorg(7, { drop: true, added: 8 });
    await faults.wait(async () => (await faults.attempts(id)).every(({ height }) => height === null));
    faults.pass(minuteMs / 2);
    await faults.settle(id);
    expect(faults.world.chain.balance(token, receiver)).toBe(100_000_000n);
  });

  test('that is requested before the signature leaves no payment', async () => {
    const receiver = faults.receiver();
    let isCancelled = false;
    faults.world.sign = (_honest, { encoded }) => {
      isCancelled = !encoded.includes(token.slice(2).toLowerCase());
      return unavailable();
    };
    const id = await faults.withdraw(receiver);
    await faults.until(id, 'approved assigned');
    await faults.cancel(id);
    await faults.wait(() => isCancelled);
    faults.world.mend();
    await faults.wait(() => faults.world.chain.pending.length > 0);
    faults.world.world.mine(64);
    await faults.untilBooked(id, 'cancelled cancelled');
    expect(faults.world.chain.balance(token, receiver)).toBe(0n);
  });

  test('at the moment of the approval leaves a payment or a returned amount', async () => {
    const before = await faults.balance();
    const ids: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const id = await faults.withdraw();
      ids.push(id);
      await faults.cancel(id);
    }
    const isOver = async (): Promise<boolean> => {
      const stages = await Promise.all(ids.map(async (id) => faults.stages(id)));
      if (faults.world.chain.pending.length > 0) faults.world.world.mine(64);
      return stages.every((stage) => stage.startsWith('cancelled'));
    };
    await faults.wait(isOver);
    await faults.check();
    expect(await faults.balance()).toEqual(before);
  });
});

describe('the database', () => {
  test('that is lost after a request was stored leaves its outcome pending, and the repetition finds it', async () => {
    const other = new Client({ connectionString: faults.venue.database.settings.url });
    await other.connect();
    const headers = { 'idempotency-key': 'lost' };
    const terms = { currency_id: 3, currency_protocol_id: 3, number: '110', address: faults.receiver() };
    // The step of the withdrawal waits for the table until its session ends.
    await other.query('begin; lock table app.withdrawal_steps in share mode');
    const answer = withdraw(faults.venue, faults.ann, terms, headers);
    const waiting = 'select pg_terminate_backend(pid) from pg_locks where not granted';
    await expect.poll(async () => (await other.query(waiting)).rowCount).toBeGreaterThan(0);
    expect((await answer).body).toMatchObject({ code: 0, error: 'outcome_pending' });
    await other.query('commit');
    await other.end();
    const again = await faults.ann.post<{ id: number }>(
      'account/draw',
      { ...terms, pay_password: '', code: '' },
      headers,
    );
    expect(again.body).toMatchObject({ code: 1, data: { number: '110' } });
    await faults.settle(again.body.data.id);
  });
});

describe('the signer', () => {
  test('that refuses a payment for good fails the withdrawal', async () => {
    faults.world.sign = async (honest, request) =>
      faults.world.chain.pending.length === 0 && request.encoded.includes(token.slice(2).toLowerCase())
        ? { refused: 'over_transaction_cap' }
        : honest.sign(request);
    const id = await faults.withdraw();
    await faults.wait(() => faults.world.chain.pending.length > 0);
    faults.world.world.mine(64);
    await faults.until(id, 'failed cancelled');
    const { body } = await faults.ann.get<{ row: { reason: string } }>(`wallet/withdrawal?id=${id}`);
    expect(body.data.row.reason).toBe('payment_refused');
  });

  test('that has reached a cap makes the payment wait', async () => {
    faults.world.sign = async () => ({ refused: 'over_hour_cap' });
    const id = await faults.withdraw();
    await faults.wait(async () => (await faults.reason(id)) === 'over_hour_cap');
    expect(await faults.stages(id)).toBe('approved assigned');
    faults.world.mend();
    await faults.settle(id);
    expect(await faults.reason(id)).toBeNull();
  });

  test('that is down for a moment keeps no code back', async () => {
    await faults.register();
    faults.world.coldAddress = async () => Promise.reject(new SignerUnavailable('down'));
    const terms = { currency_protocol_id: 3, number: '110', address: faults.receiver() };
    expect((await faults.ann.post('notify/send_email', { type: 4, ...terms })).body.code).toBe(1);
    faults.world.mend();
  });

  test('that is down lets no one request, and the quote says so', async () => {
    faults.world.coldAddress = async () => Promise.reject(new SignerUnavailable('down'));
    const terms = { currency_protocol_id: 3, number: '110', address: faults.receiver() };
    const draw = await faults.ann.post('account/draw', { currency_id: 3, ...terms, pay_password: '', code: '' });
    expect(draw.body.error).toBe('draw_closed');
    const receiver = `currency_protocol_id=3&number=110&address=${faults.receiver()}`;
    const { body } = await faults.ann.get<{ reasons: string[] }>(`wallet/draw_quote?${receiver}`);
    expect(body.data.reasons).toEqual(['draw_closed']);
    faults.world.mend();
    expect((await faults.request()).body.code).toBe(1);
  });

  test('that is down does not keep a repeated request from its first answer', async () => {
    const [address, headers] = [faults.receiver(), { 'idempotency-key': 'once' }];
    const terms = { currency_id: 3, currency_protocol_id: 3, number: '110', address };
    const { body } = await withdraw(faults.venue, faults.ann, terms, headers);
    faults.world.coldAddress = async () => Promise.reject(new SignerUnavailable('down'));
    const again = await faults.ann.post('account/draw', { ...terms, pay_password: '', code: '' }, headers);
    expect(again.body).toMatchObject({ code: 1, data: { id: body.data.id } });
    const other = await faults.ann.post(
      'account/draw',
      { ...terms, number: '111', pay_password: '', code: '' },
      headers,
    );
    expect(other.body.error).toBe('idempotency_key_reused');
  });
});
