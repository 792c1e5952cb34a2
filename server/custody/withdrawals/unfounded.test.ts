import { parseTransaction, serializeTransaction } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openCustodyPool } from '../../ground/database/index.ts';
import { ChainUnavailable } from '../chains/index.ts';
import { SignerUnavailable } from '../signer/index.ts';
import { FaultyWithdrawals } from '../../testing/faulty-withdrawals.ts';

const thief = '0x00000000000000000000000000000000000Bad01';
const unavailable = (): Promise<never> => Promise.reject(new ChainUnavailable('The test has stopped the node.'));

let faults: FaultyWithdrawals;

beforeAll(async () => {
  faults = await FaultyWithdrawals.open();
});

beforeEach(async () => {
  await faults.register();
});

afterEach(async () => {
  await run(`delete from app.payment_halts`);
  await faults.check();
});

afterAll(async () => {
  await faults.close();
});

describe('a withdrawal of which something other than the exchange', () => {
  test.each([
    ['has changed the address', `update app.withdrawals set address = '${thief}' where id = $1`],
    ['has changed the memo', `update app.withdrawals set memo = '7' where id = $1`],
    ['has changed the amount', `update app.withdrawals set chain_amount = chain_amount + 1 where id = $1`],
    ['has changed the network', `update app.withdrawals set protocol_id = 1 where id = $1`],
    ['has changed the account', `update app.withdrawals set account_type = 2 where id = $1`],
    ['has changed the fee', `update app.withdrawals set fee = fee - 1 where id = $1`],
    ['has withdrawn the approval', `update app.withdrawals set stage = 'reviewing' where id = $1`],
    [
      'has changed the receiver of the payment',
      `update app.outgoing set to_address = '${thief}' where reference = 'withdrawal/' || $1::text`,
    ],
    [
      'has changed the amount of the payment',
      `update app.outgoing set amount = amount * 2 where reference = 'withdrawal/' || $1::text`,
    ],
  ])('%s is not paid, and payments halt', async (_what, statement) => {
    const before = await faults.balance();
    const id = await queued();
    const restore = await kept(id);
    await run(statement, id);
    faults.world.mend();
    await faults.wait(async () => (await faults.reason(id)) === 'unfounded');
    expect(await halts()).toEqual(['unfounded_payment']);
    expect(await faults.attempts(id)).toEqual([]);
    expect(faults.world.chain.pending).toEqual([]);
    await restore();
    await faults.untilBooked(id, 'failed cancelled');
    expect((await faults.balance()).available).toBe(before.available);
  });

  test('has raised every amount of is not paid more than the ledger holds', async () => {
    const id = await queued();
    const restore = await kept(id);
    await run(`update app.withdrawals set chain_amount = chain_amount * 10, amount = amount * 10 where id = $1`, id);
    await run(`update app.outgoing set amount = amount * 10 where reference = 'withdrawal/' || $1::text`, id);
    faults.world.mend();
    await faults.until(id, 'failed cancelled');
    expect(await faults.attempts(id)).toEqual([]);
    expect(await halts()).toEqual(['unfounded_payment']);
    await restore();
  });

  test('has changed the amount after the payment was signed is not paid with higher fees, but replaced', async () => {
    const id = await faults.withdraw();
    await faults.until(id, 'broadcast sent');
    const restore = await kept(id);
    await run(`update app.withdrawals set chain_amount = chain_amount + 1 where id = $1`, id);
    faults.world.chain.setBaseFee(5_000_000_000n);
    faults.world.chain.mine();
    faults.pass(11 * 60_000);
    const isSent = (hash?: string | null): boolean => faults.world.chain.pending.some((sent) => sent.hash === hash);
    await faults.wait(async () => isSent((await faults.attempts(id))[1]?.hash));
    expect((await faults.attempts(id)).map(({ kind }) => kind)).toEqual(['payment', 'cancel']);
    expect(await halts()).toEqual(['unfounded_payment']);
    await restore();
    faults.world.chain.setBaseFee(1_000_000_000n);
    faults.world.world.mine(70);
    await faults.until(id, 'failed cancelled');
  });
});

test('a withdrawal that its owner cancels while the payer makes another one halts nothing', async () => {
  faults.world.node.head = unavailable;
  const [first, second] = [await faults.withdraw(), await faults.withdraw()];
  await faults.until(first, 'approved queued');
  await faults.until(second, 'approved queued');
  const { promise, resolve } = Promise.withResolvers<void>();
  let isBusy = false;
  faults.world.mend();
  faults.world.node.minedNonce = async (address) => {
    isBusy = true;
    await promise;
    return faults.world.honest.minedNonce(address);
  };
  await faults.wait(() => isBusy);
  await faults.cancel(second);
  await faults.until(second, 'cancelled cancelled');
  resolve();
  faults.world.mend();
  await faults.settle(first);
  expect(await halts()).toEqual([]);
});

test('a transaction that something else has stored for a payment is not signed, and the payment is made', async () => {
  faults.world.sign = () => Promise.reject(new SignerUnavailable('The test has stopped the signer.'));
  const receiver = faults.receiver();
  const id = await faults.withdraw(receiver);
  await faults.wait(async () => (await faults.attempts(id)).length === 1);
  const [stored] = await faults.venue.database.query<{ encoded: string }>(
    `select encoded from app.attempts a join app.outgoing o on o.id = outgoing_id
     where reference = 'withdrawal/' || $1::text`,
    [id],
  );
  const honest = parseTransaction(`0x02${stored?.encoded.slice(4) ?? ''}`);
  const toThief = honest.data?.replace(receiver.slice(2).toLowerCase(), thief.slice(2).toLowerCase());
  expect(toThief).not.toBe(honest.data);
  const stolen = serializeTransaction({ ...honest, data: `0x${toThief?.slice(2) ?? ''}` });
  await custody(`update attempts set encoded = $1 where outgoing_id = (select id from outgoing where reference = $2)`, [
    stolen,
    `withdrawal/${id}`,
  ]);
  faults.world.mend();
  await faults.wait(async () => (await halts()).length > 0);
  expect(await halts()).toEqual(['unfounded_payment']);
  await faults.settle(id);
  const [paid] = await faults.venue.database.query<{ encoded: string }>(
    'select encoded from app.attempts where height is not null order by id desc limit 1',
  );
  expect(paid?.encoded).toContain(receiver.slice(2).toLowerCase());
});

describe('a payment that the login of custody has invented', () => {
  test.each([
    ['a withdrawal', 'withdrawal', 'withdrawal/900000001', 'hot'],
    ['a withdrawal in the name of a sweep', 'withdrawal', 'sweep/900000001', 'hot'],
    ['a move to the cold wallet', 'cold', 'cold/900000001', 'hot'],
    ['a sweep', 'sweep', 'sweep/900000002', 'hot'],
  ])('as %s is not made', async (_what, purpose, reference, wallet) => {
    await custody(
      `insert into outgoing (reference, chain_id, wallet, purpose, asset, to_address, amount, stage, created_at, changed_at)
       select $1, chain_id, $2, $3, '', $4, 1000, 'queued', 0, 0 from currency_protocols where id = 3`,
      [reference, wallet, purpose, thief],
    );
    await faults.wait(async () => (await stageOf(reference)) === 'cancelled unfounded');
    expect(await halts()).toEqual(['unfounded_payment']);
    expect(faults.world.chain.pending).toEqual([]);
  });
});

/** A withdrawal whose payment is queued, and waits for a node that is down. */
async function queued(): Promise<number> {
  faults.world.node.head = unavailable;
  const id = await faults.withdraw();
  await faults.until(id, 'approved queued');
  return id;
}

/** Restores what a withdrawal and its payment were, as people would once they have found out what happened. */
async function kept(id: number): Promise<() => Promise<void>> {
  const { database } = faults.venue;
  const [row] = await database.query<{ withdrawal: object; payment: object }>(
    `select to_json(w) as withdrawal, to_json(o) as payment from app.withdrawals w
     join app.outgoing o on o.reference = 'withdrawal/' || w.id where w.id = $1`,
    [id],
  );
  return async () => {
    await database.query(
      `update app.withdrawals w set address = k.address, memo = k.memo, amount = k.amount, fee = k.fee,
         chain_amount = k.chain_amount, protocol_id = k.protocol_id, account_type = k.account_type,
         stage = case w.stage when 'reviewing' then k.stage else w.stage end
       from json_populate_record(null::app.withdrawals, $1) k where w.id = k.id`,
      [JSON.stringify(row?.withdrawal)],
    );
    await database.query(
      `update app.outgoing o set to_address = k.to_address, amount = k.amount
       from json_populate_record(null::app.outgoing, $1) k where o.id = k.id`,
      [JSON.stringify(row?.payment)],
    );
  };
}

/** A statement injected into a session of the login of custody. */
async function custody(statement: string, values: readonly string[]): Promise<void> {
  const pool = openCustodyPool(faults.venue.database.settings, { max: 1 });
  try {
    await pool.query(statement, [...values]);
  } finally {
    await pool.end();
  }
}

async function run(statement: string, id?: number): Promise<void> {
  await faults.venue.database.query(statement, id === undefined ? [] : [id]);
}

async function halts(): Promise<readonly string[]> {
  const rows = await faults.venue.database.query<{ reason: string }>('select reason from app.payment_halts');
  return rows.map(({ reason }) => reason);
}

async function stageOf(reference: string): Promise<string | undefined> {
  const [row] = await faults.venue.database.query<{ state: string }>(
    `select concat_ws(' ', stage, reason) as state from app.outgoing where reference = $1`,
    [reference],
  );
  return row?.state;
}
