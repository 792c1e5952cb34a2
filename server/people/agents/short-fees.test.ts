import { type AgentsState, attachments, dayOf } from '@bourse/engine/agents';
import { amount } from '@bourse/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attachedUser } from '../../ground/core/testing/agent-commands.ts';
import { alice, bob, place, setUp } from '../../ground/core/testing/commands.ts';
import { runCore } from '../../ground/core/testing/running-core.ts';
import { openAppDatabase, openAppPool, openIdentityPool } from '../../ground/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../ground/database/test-database.ts';
import { Views } from '../../ground/feed/index.ts';
import { Commissions } from './commissions.ts';
import { commissionView } from './commission-view.ts';
import { Payouts } from './payouts.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

test('a commission that the fees do not cover waits with its number, and is paid once they do', async () => {
  const { core, exchange, time } = await runCore(database.settings);
  const pool = openIdentityPool(database.settings);
  const [db, identityDb] = [openAppDatabase(openAppPool(database.settings)), openAppDatabase(pool)];
  const views = new Views(exchange, new Map(), new Map());
  await commissionView.open({ exchange, database: pool, views });
  core.onCommitted(({ commands }) => {
    views.apply(commands);
  });
  await setUp(core);
  await database.query(
    `insert into app.users (id, email, email_key, mobile, password_hash, invite_code, created_at)
     values ($1, 'a', 'a', '', '', 'a', 0), ($2, 'b', 'b', '', '', 'b', 0)`,
    [alice, bob],
  );
  await database.query(
    `insert into app.agents (user_id, state, share_ppm, created_at, changed_at) values ($1, 'active', 500000, 0, 0)`,
    [alice],
  );
  await database.query(
    `insert into app.attachments (user_id, agent_id, share_ppm, via, stage, opened_at)
     values ($1, $2, 500000, 'request', 'open', 0)`,
    [bob, alice],
  );
  await core.submit(attachedUser);
  await core.submit(place(alice, 'sell', 100_00, 3));
  await core.submit(place(bob, 'buy', 100_00, 3));
  const day = dayOf(time.wallMs());
  time.pass(2 * 86_400_000);
  await core.submit({ type: 'clock' }, { priority: 'system' });

  // The exchange owes more than it has taken, which only a fault can bring about.
  const state = exchange.read(({ agents }) => agents) as AgentsState;
  const [own] = exchange.read(attachments);
  const [earnings] = own?.earnings ?? [];
  if (own === undefined || earnings === undefined) throw new Error('Bob has paid no fee.');
  state.load({ ...own, earnings: [{ ...earnings, days: [{ day, fees: amount(10 ** 12) }] }] });

  const notices = { write: async () => Promise.resolve(() => undefined) };
  const commissions = new Commissions(db, identityDb);
  const payouts = new Payouts({ core, identityDb, notices, now: () => time.wallMs(), views, commissions });
  const rows = () => database.query('select n, paid is not null as paid, void from app.commission_payouts order by n');
  const { signal } = new AbortController();
  for (const _attempt of ['first', 'second']) {
    await payouts.payDue(signal);
    expect(await rows()).toEqual([{ n: '1', paid: false, void: false }]);
  }
  expect(await commissions.find(1)).toBeNull();

  state.load(own);
  await payouts.payDue(signal);
  expect(await rows()).toEqual([{ n: '1', paid: true, void: false }]);
  expect((await commissions.find(1))?.amount).toBeGreaterThan(0);
  expect(exchange.read(attachments).flatMap(({ earnings: left }) => left.flatMap(({ days }) => days))).toEqual([]);
  await core.close();
  await Promise.all([db.destroy(), identityDb.destroy()]);
});
