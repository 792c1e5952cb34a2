import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoTokenAddress, QuestionRefused } from '../chains/index.ts';
import { SignerRefused } from '../signer/index.ts';
import { FaultyWithdrawals } from '../../testing/faulty-withdrawals.ts';
import { reportPrices } from '../../testing/index-prices.ts';

const token = demoTokenAddress('USDT').slice(2).toLowerCase();
const minuteMs = 60_000;
const gwei = 1_000_000_000n;

let faults: FaultyWithdrawals;

beforeAll(async () => {
  faults = await FaultyWithdrawals.open();
});

beforeEach(async () => {
  await faults.register();
});

afterEach(async () => {
  faults.world.chain.setBaseFee(gwei);
  await faults.check();
});

afterAll(async () => {
  await faults.close();
});

function pays(encoded: string, receiver: string): boolean {
  return encoded.includes(receiver.slice(2).toLowerCase());
}

async function reasonShown(id: number): Promise<string | null> {
  const { body } = await faults.ann.get<{ row: { reason: string | null } }>(`wallet/withdrawal?id=${id}`);
  return body.data.row.reason;
}

async function nonceOf(id: number): Promise<string | null> {
  const [row] = await faults.venue.database.query<{ nonce: string | null }>(
    `select nonce from app.outgoing where reference = 'withdrawal/' || $1::text`,
    [id],
  );
  return row?.nonce ?? null;
}

describe('a receiver that decides how much gas its payment uses', () => {
  test.each([
    ['at the ceiling is paid', 150_000n, 'confirmed paid', 1],
    ['above the ceiling ends the withdrawal before anything is signed', 150_001n, 'failed failed', 0],
  ])('%s', async (_title, gas, stages, attempts) => {
    const before = await faults.balance();
    const receiver = faults.receiver();
    faults.world.node.plan = async (plan) => {
      const honest = await faults.world.honest.plan(plan);
      return plan.outputs.some(({ to }) => to === receiver) ? { ...honest, gas } : honest;
    };
    const id = await faults.withdraw(receiver);
    if (attempts === 1) await faults.settle(id);
    await faults.untilBooked(id, stages);
    expect(await faults.attempts(id)).toHaveLength(attempts);
    if (attempts === 1) return;
    expect(await nonceOf(id)).toBeNull();
    expect(await reasonShown(id)).toBe('receiver_expensive');
    expect(await faults.balance()).toEqual(before);
  });
});

test('a receiver about which the node refuses to answer delays its own payment alone', async () => {
  const odd = faults.receiver();
  faults.world.node.plan = async (plan) => {
    if (plan.outputs.some(({ to }) => to === odd)) throw new QuestionRefused('The node refused eth_estimateGas.');
    return faults.world.honest.plan(plan);
  };
  const waiting = await faults.withdraw(odd);
  await faults.wait(async () => (await faults.reason(waiting)) === 'node_refuses');
  await faults.settle(await faults.withdraw());
  expect(await faults.stages(waiting)).toBe('approved queued');
  faults.world.mend();
  faults.pass(minuteMs / 2);
  await faults.settle(waiting);
});

test('a payment that the node refuses to take, in whatever words, keeps no other from being sent', async () => {
  const odd = faults.receiver();
  const { chain, honest } = faults.world;
  faults.world.node.broadcast = async (raw) => {
    if (pays(raw, odd)) throw new QuestionRefused('The node refused a transaction: blocked by policy');
    return honest.broadcast(raw);
  };
  const refused = await faults.withdraw(odd);
  await faults.wait(async () => (await faults.reason(refused)) === 'node_refuses');
  const other = await faults.withdraw();
  await faults.until(other, 'broadcast sent');
  await faults.wait(() => chain.pending.length > 0);
  expect(await faults.stages(refused)).toBe('broadcast sent');
  faults.world.mend();
  faults.pass(minuteMs / 2);
  await faults.wait(() => chain.pending.length === 2);
  faults.world.world.mine(6);
  for (const id of [refused, other]) await faults.until(id, 'confirmed paid');
});

test('a payment about which the signer refuses to answer delays no other', async () => {
  const odd = faults.receiver();
  faults.world.check = async (honest, request) => {
    if (pays(request.encoded, odd)) throw new SignerRefused('The signer refused the request: the request is malformed');
    return honest.check(request);
  };
  const waiting = await faults.withdraw(odd);
  await faults.wait(async () => (await faults.reason(waiting)) === 'signer_refuses');
  await faults.settle(await faults.withdraw());
  expect(await faults.stages(waiting)).toBe('approved queued');
  faults.world.mend();
  faults.pass(minuteMs / 2);
  await faults.settle(waiting);
});

test('a receiver that becomes expensive after the first signature is not offered a higher fee', async () => {
  const receiver = faults.receiver();
  const { chain, honest } = faults.world;
  const id = await faults.withdraw(receiver);
  await faults.until(id, 'broadcast sent');
  await faults.wait(() => chain.pending.length > 0);
  let asked = 0;
  faults.world.node.plan = async (plan) => {
    asked += 1;
    return { ...(await honest.plan(plan)), gas: 150_001n };
  };
  chain.setBaseFee(5n * gwei);
  chain.mine();
  faults.pass(10 * minuteMs);
  await faults.wait(() => asked > 1);
  expect(await faults.attempts(id)).toHaveLength(1);
  chain.setBaseFee(gwei);
  await faults.settle(id);
});

test('a fee is returned if only the cancellation was ever sent', async () => {
  const before = await faults.balance();
  faults.world.sign = async (honest, request) =>
    request.encoded.toLowerCase().includes(token) ? { refused: 'over_hour_cap' } : honest.sign(request);
  const id = await faults.withdraw();
  await faults.until(id, 'approved assigned');
  await faults.cancel(id);
  await faults.wait(() => faults.world.chain.pending.length > 0);
  await faults.cancel(id);
  faults.world.world.mine(64);
  await faults.untilBooked(id, 'cancelled cancelled');
  expect(await faults.balance()).toEqual(before);
});

describe('a payment that the signer refuses for now', () => {
  test('because of its fee leaves the nonce to the next one, and is paid when it may be', async () => {
    const [dear, cheap] = [faults.receiver(), faults.receiver()];
    faults.world.check = async (honest, request) =>
      pays(request.encoded, dear) ? 'fee_too_high' : honest.check(request);
    const waiting = await faults.withdraw(dear);
    await faults.wait(async () => (await faults.reason(waiting)) === 'fee_too_high');
    const paid = await faults.withdraw(cheap);
    await faults.settle(paid);
    expect(await faults.stages(waiting)).toBe('approved queued');
    expect(await nonceOf(waiting)).toBeNull();
    faults.world.mend();
    faults.pass(minuteMs / 2);
    await faults.settle(waiting);
    expect(await faults.reason(waiting)).toBeNull();
  });

  test('because of the cap of its asset lets another asset pass', async () => {
    faults.world.check = async (honest, request) =>
      request.encoded.toLowerCase().includes(token) ? 'over_day_cap' : honest.check(request);
    const capped = await faults.withdraw();
    await faults.wait(async () => (await faults.reason(capped)) === 'over_day_cap');
    await reportPrices(faults.venue, { 2: 3_000 });
    const coin = await faults.withdrawCoin();
    await faults.settle(coin);
    expect(await faults.stages(capped)).toBe('approved queued');
    expect(await reasonShown(capped)).toBe('payment_capped');
    faults.world.mend();
    await faults.settle(capped);
  });

  test('only when it has its nonce loses it to an empty transaction after two minutes', async () => {
    const stuck = faults.receiver();
    faults.world.sign = async (honest, request) =>
      pays(request.encoded, stuck) ? { refused: 'over_hour_cap' } : honest.sign(request);
    const waiting = await faults.withdraw(stuck);
    await faults.until(waiting, 'approved assigned');
    const nonce = await nonceOf(waiting);
    const behind = await faults.withdraw();
    await faults.until(behind, 'broadcast sent');
    faults.world.world.mine(6);
    expect(await faults.stages(behind)).toBe('broadcast sent');
    faults.world.check = async (honest, request) =>
      pays(request.encoded, stuck) ? 'over_hour_cap' : honest.check(request);
    faults.pass(2 * minuteMs);
    await faults.until(waiting, 'approved queued');
    await faults.wait(() => faults.world.chain.pending.length > 1);
    faults.world.world.mine(6);
    await faults.until(behind, 'confirmed paid');
    faults.world.mend();
    faults.pass(10 * minuteMs);
    await faults.settle(waiting);
    expect(Number(await nonceOf(waiting))).toBeGreaterThan(Number(nonce));
  });
});

describe('at the highest fee', () => {
  test('a payment is sent again every half minute, and mined when the network is cheap again', async () => {
    const { chain, honest } = faults.world;
    const id = await faults.withdraw();
    await faults.until(id, 'broadcast sent');
    await faults.wait(() => chain.pending.length > 0);
    chain.setBaseFee(2_000n * gwei);
    chain.mine();
    const sent: string[] = [];
    faults.world.node.broadcast = async (raw) => {
      sent.push(raw);
      return honest.broadcast(raw);
    };
    faults.pass(10 * minuteMs);
    await faults.wait(async () => (await faults.attempts(id)).length === 2);
    expect((await faults.attempts(id))[1]?.max_fee).toBe(String(1_000n * gwei));
    faults.pass(10 * minuteMs);
    await faults.wait(async () => (await faults.reason(id)) === 'network_busy');
    for (let half = 0; half < 4; half += 1) {
      const { length } = sent;
      faults.pass(minuteMs / 2);
      await faults.wait(() => sent.length > length);
    }
    expect(new Set(sent.slice(1)).size).toBe(1);
    expect(await faults.attempts(id)).toHaveLength(2);
    chain.setBaseFee(gwei);
    await faults.settle(id);
  });

  test('a payment can still be cancelled, one step above it', async () => {
    const { chain } = faults.world;
    const before = await faults.balance();
    const id = await faults.withdraw();
    await faults.until(id, 'broadcast sent');
    await faults.wait(() => chain.pending.length > 0);
    chain.setBaseFee(2_000n * gwei);
    chain.mine();
    faults.pass(10 * minuteMs);
    await faults.wait(async () => (await faults.attempts(id)).length === 2);
    faults.pass(10 * minuteMs);
    await faults.wait(async () => (await faults.reason(id)) === 'network_busy');
    await faults.cancel(id);
    const isSigned = async (): Promise<boolean> => {
      const last = (await faults.attempts(id)).at(-1);
      return last?.kind === 'cancel' && last.hash !== null;
    };
    await faults.wait(isSigned);
    chain.setBaseFee(gwei);
    faults.pass(minuteMs);
    const cancellation = (await faults.attempts(id)).at(-1);
    expect(BigInt(cancellation?.max_fee ?? 0)).toBeGreaterThan(1_000n * gwei);
    await faults.wait(() => chain.pending.some(({ hash }) => hash === cancellation?.hash));
    faults.world.world.mine(64);
    await faults.untilBooked(id, 'cancelled cancelled');
    expect((await faults.balance()).available).toBe(String(Number(before.available) - 10));
    expect(await reasonShown(id)).toBe('fee_kept');
  });

  test('a payment that only waits behind another one is not raised', async () => {
    const { chain, honest } = faults.world;
    const first = faults.receiver();
    let hidden = '';
    faults.world.node.broadcast = async (raw) => {
      if (hidden === '' || raw === hidden) {
        hidden = raw;
        return 'accepted';
      }
      return honest.broadcast(raw);
    };
    const lost = await faults.withdraw(first);
    await faults.until(lost, 'broadcast sent');
    const behind = await faults.withdraw();
    await faults.until(behind, 'broadcast sent');
    chain.setBaseFee(5n * gwei);
    chain.mine();
    faults.pass(10 * minuteMs);
    await faults.wait(async () => (await faults.attempts(lost)).length === 2);
    await faults.wait(() => chain.pending.length === 2);
    expect(await faults.attempts(behind)).toHaveLength(1);
    chain.setBaseFee(gwei);
    await faults.settle(lost);
    await faults.until(behind, 'confirmed paid');
  });
});
