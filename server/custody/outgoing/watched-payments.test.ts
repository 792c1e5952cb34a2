import { afterAll, beforeAll, expect, test } from 'vitest';
import { FaultyWithdrawals } from '../../testing/faulty-withdrawals.ts';

let faults: FaultyWithdrawals;

beforeAll(async () => {
  faults = await FaultyWithdrawals.open();
});

afterAll(async () => {
  await faults.close();
});

async function isFinal(id: number): Promise<boolean> {
  const [row] = await faults.venue.database.query<{ is_final: boolean }>(
    `select is_final from app.outgoing where reference = 'withdrawal/' || $1::text`,
    [id],
  );
  return row?.is_final === true;
}

test('a settled payment is watched for 64 blocks, and again when staff accept a deeper reorganization', async () => {
  const { chain, honest, world } = faults.world;
  const asked = new Set<string>();
  faults.world.node.status = async (hashes) => {
    for (const hash of hashes) asked.add(hash);
    return honest.status(hashes);
  };
  world.mine(10);
  const id = await faults.withdraw();
  await faults.settle(id);
  const hash = (await faults.attempts(id))[0]?.hash ?? '';
  asked.clear();
  world.mine(58);
  await faults.wait(() => asked.has(hash));
  expect(await isFinal(id)).toBe(false);
  world.mine();
  await faults.wait(async () => isFinal(id));
  asked.clear();

  const other = await faults.withdraw();
  await faults.settle(other);
  expect(asked.has((await faults.attempts(other))[0]?.hash ?? '')).toBe(true);
  expect(asked.has(hash)).toBe(false);

  const { database } = faults.venue;
  const isRead = async () =>
    (await database.query(`select from app.scan_cursors where hash = $1`, [chain.head.hash])).length === 1;
  // How deep the reorganization is for the scanner is counted from the last block that it has read.
  await faults.wait(isRead);
  chain.reorg(75, { drop: true, added: 76 });
  const halted = `select from app.scan_cursors where halted = 'reorganization_too_deep'`;
  await faults.wait(async () => (await database.query(halted)).length === 1);
  await database.query('update app.scan_cursors set halted = null');
  await faults.wait(isRead);
  world.mine();
  await faults.wait(async () => (await faults.attempts(id))[0]?.height === null);
  expect(await isFinal(id)).toBe(false);
  faults.pass(30_000);
  await faults.wait(() => chain.pending.length === 2);
  world.mine(6);
  await faults.wait(async () => (await faults.attempts(id))[0]?.height !== null);
  await faults.check();
});
