import { afterAll, beforeAll, expect, test } from 'vitest';
import { FaultyWithdrawals } from '../../testing/faulty-withdrawals.ts';

let faults: FaultyWithdrawals;

beforeAll(async () => {
  faults = await FaultyWithdrawals.open({});
});

afterAll(async () => {
  await faults.close();
});

test('money returns only when a second node knows that the payment did not take place', async () => {
  const { chain } = faults.world;
  const before = await faults.balance();
  const id = await faults.withdraw();
  await faults.until(id, 'broadcast sent');
  await faults.wait(() => chain.pending.length > 0);
  await faults.cancel(id);
  await faults.wait(async () =>
    (await faults.attempts(id)).some(({ hash, kind }) => kind === 'cancel' && hash !== null),
  );
  let asked = 0;
  faults.world.second = {
    status: async (hashes) => {
      asked += 1;
      return new Map(hashes.map((hash) => [hash, { state: 'absent' }]));
    },
  };
  faults.world.world.mine(64);
  await faults.wait(() => asked > 3);
  expect(await faults.stages(id)).toBe('broadcast sent');
  faults.world.second = {};
  await faults.untilBooked(id, 'cancelled cancelled');
  // The fee of a payment that was sent is kept.
  const after = await faults.balance();
  expect([Number(before.available) - Number(after.available), after.locked]).toEqual([10, '0']);
});
