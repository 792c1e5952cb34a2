import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAppDatabase, openCustodyPool } from '../../ground/database/index.ts';
import { FaultyWithdrawals } from '../../testing/faulty-withdrawals.ts';
import { findStandstills } from './standstill.ts';

const minuteMs = 60_000;

let faults: FaultyWithdrawals;
let db: ReturnType<typeof openAppDatabase>;

beforeAll(async () => {
  faults = await FaultyWithdrawals.open();
  db = openAppDatabase(openCustodyPool(faults.venue.database.settings, { onLost: () => undefined }));
});

afterAll(async () => {
  await db.destroy();
  await faults.close();
});

/** The wallets that are at a standstill after some minutes, with the number of their payments. */
async function after(minutes: number): Promise<readonly (readonly [string, number])[]> {
  const found = await findStandstills(db, [{ id: 1, blockMs: 3_000 }], Date.now() + minutes * minuteMs);
  return found.map(({ payments, wallet }) => [wallet, payments] as const);
}

test('a wallet whose payments only wait is at a standstill after five minutes, whatever is ordered meanwhile', async () => {
  faults.world.check = async () => 'over_day_cap';
  const first = await faults.withdraw();
  await faults.wait(async () => (await faults.reason(first)) === 'over_day_cap');
  expect(await after(4)).toEqual([]);
  expect(await after(5)).toEqual([['hot', 1]]);
  const second = await faults.withdraw();
  await faults.until(second, 'approved queued');
  expect(await after(5)).toEqual([['hot', 2]]);
  faults.world.mend();
  await faults.until(first, 'broadcast sent');
  await faults.until(second, 'broadcast sent');
  expect(await after(4)).toEqual([]);
  await faults.wait(() => faults.world.chain.pending.length === 2);
  faults.world.world.mine(6);
  await faults.until(first, 'confirmed paid');
  await faults.until(second, 'confirmed paid');
  expect(await after(60)).toEqual([]);
});
