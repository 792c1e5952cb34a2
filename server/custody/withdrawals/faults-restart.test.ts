import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ChainUnavailable, demoTokenAddress } from '../chains/index.ts';
import { SignerUnavailable } from '../signer/index.ts';
import { FaultyWithdrawals } from '../../testing/faulty-withdrawals.ts';
import { interrupt } from '../../testing/interrupted-writes.ts';

const token = demoTokenAddress('USDT');
const paid = 100_000_000n;

let faults: FaultyWithdrawals;

beforeAll(async () => {
  faults = await FaultyWithdrawals.open();
});

afterAll(async () => {
  await faults.close();
});

describe('a server that ends', () => {
  beforeEach(async () => {
    await faults.register();
  });

  afterEach(async () => {
    await faults.check();
  });

  /** After a restart the withdrawal is paid and settled once. */
  async function paidOnce(id: number, receiver: string): Promise<void> {
    await faults.wait(async () => {
      if (faults.world.chain.pending.length > 0) faults.world.world.mine(6);
      return (await faults.stages(id)) === 'confirmed paid';
    });
    await faults.check();
    expect(faults.world.chain.balance(token, receiver)).toBe(paid);
    expect(await faults.balance()).toEqual({ available: '99890', locked: '0' });
  }

  test('before it has held the money holds it later', async () => {
    const receiver = faults.receiver();
    // The row that such an end leaves: it has no hold, and its request was never answered.
    const [row] = await faults.venue.database.query<{ id: string }>(
      `insert into app.withdrawals (user_id, protocol_id, account_type, currency_id, amount, fee, chain_amount, address,
          worth, request_key, stage, flagged, created_at, changed_at)
        values ($1, 3, 1, 3, 110000000, 10000000, $2, $3, 11000000000, 'ended', 'creating', false, $4, $4)
        returning id`,
      [faults.ann.id, String(paid), receiver, Date.now()],
    );
    const id = Number(row?.id);
    await faults.restart();
    expect(await faults.balance()).toEqual({ available: '100000', locked: '0' });
    faults.pass(20_000);
    await paidOnce(id, receiver);
  });

  test.each([
    ['the hold', 'withdrawals', 'update', `new.stage = 'requested'`],
    ['the approval', 'outgoing', 'insert', 'true'],
    ['the nonce', 'attempts', 'insert', 'true'],
    ['the signature in the journal of the signer', 'attempts', 'update', 'old.raw is null and new.raw is not null'],
    ['the broadcast', 'attempts', 'update', 'old.sent_at is null and new.sent_at is not null'],
    ['its block', 'attempts', 'update', 'old.height is null and new.height is not null'],
    ['its last confirmation', 'withdrawals', 'update', `new.stage = 'confirmed' and not new.booked`],
    ['the settlement in the ledger', 'withdrawals', 'update', `new.stage = 'confirmed' and new.booked`],
  ] as const)('after %s continues from there', async (_after, table, event, when) => {
    const receiver = faults.receiver();
    const interruption = await interrupt(faults.venue.database, table, event, when);
    await faults.request(receiver).catch(() => undefined);
    const isLate = event === 'update' && (when.includes('height') || when.includes('confirmed'));
    if (isLate) {
      await faults.wait(() => faults.world.chain.pending.length > 0);
      faults.world.world.mine(6);
    }
    await interruption.reached();
    await faults.stop();
    await interruption.end();
    await faults.open(faults.venue.database);
    // A request that was not answered is decided after this time.
    faults.pass(30_000);
    const [row] = await faults.venue.database.query<{ id: string }>(
      'select id from app.withdrawals where address = $1',
      [receiver],
    );
    await paidOnce(Number(row?.id), receiver);
  });

  test.each(['before', 'after'])('while the signer ends %s its entry continues from there', async (when) => {
    let calls = 0;
    faults.world.sign = async (honest, request) => {
      calls += 1;
      if (when === 'after') await honest.sign(request);
      throw new SignerUnavailable('The test has stopped the signer.');
    };
    const receiver = faults.receiver();
    const id = await faults.withdraw(receiver);
    await faults.wait(() => calls > 0);
    expect(await faults.stages(id)).toBe('approved assigned');
    await faults.restart();
    await paidOnce(id, receiver);
  });

  test('before the node has the bytes sends the same bytes', async () => {
    const sent: string[] = [];
    faults.world.node.broadcast = async (raw) => {
      sent.push(raw);
      throw new ChainUnavailable('The test has stopped the node.');
    };
    const receiver = faults.receiver();
    const id = await faults.withdraw(receiver);
    await faults.wait(() => sent.length > 0);
    await faults.restart();
    await paidOnce(id, receiver);
    const [attempt, another] = await faults.attempts(id);
    expect(another).toBeUndefined();
    expect(attempt?.hash).toBe(faults.world.honest.hashOf(sent[0] ?? ''));
  });
});

describe('a restored backup', () => {
  test('pays nothing twice', async () => {
    await faults.register();
    faults.world.node.minedNonce = () => Promise.reject(new ChainUnavailable('The test has stopped the node.'));
    const [known, unsigned, lost] = [faults.receiver(), faults.receiver(), faults.receiver()];
    const id = await faults.withdraw(known);
    await faults.until(id, 'approved queued');
    const { database } = faults.venue;
    await faults.stop();
    const backup = await database.copy();
    await faults.open(database);
    // After the backup it is paid, and another one is signed that no node has heard of.
    await faults.settle(id);
    faults.world.node.broadcast = async () => 'accepted';
    await faults.until(await faults.withdraw(lost), 'broadcast sent');
    await faults.stop();

    await faults.open(backup);
    await faults.until(id, 'approved refused');
    expect(await faults.reason(id)).toBe('reference_has_other_slot');
    // The number of the lost withdrawal would be given again.
    await backup.query('alter table app.withdrawals alter column id restart with 1000');
    const later = await faults.withdraw(unsigned);
    const halts = async () => backup.query<{ reason: string }>('select reason from app.payment_halts');
    await faults.wait(async () => (await halts()).length > 0);
    expect(await halts()).toEqual([{ reason: 'foreign_transaction' }]);
    expect(await faults.stages(later)).toBe('approved queued');
    faults.world.world.mine(6);
    const received = (address: string): bigint => faults.world.chain.balance(token, address);
    expect([received(known), received(unsigned), received(lost)]).toEqual([paid, 0n, 0n]);
    // Nothing was released: people decide.
    expect(await faults.balance()).toMatchObject({ locked: '220' });
    await faults.venue.stop();
    await backup.drop();
    await faults.open(database);
  });
});
