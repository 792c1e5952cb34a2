import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { ConsoleCall } from '@bourse/contract/console';
import { expect, test } from 'vitest';
import { runCore } from '../../../ground/core/testing/running-core.ts';
import { setUp } from '../../../ground/core/testing/commands.ts';
import { ManualTime } from '../../../ground/core/testing/manual-time.ts';
import { applyGrants } from '../../../ground/database/grants.ts';
import { inTransaction, openAppDatabase, openAppPool } from '../../../ground/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../ground/database/test-database.ts';
import { resolveOpenIntents, verifyAuditLog } from '../audit/index.ts';
import { executorOf, fees, memberOf, openApprovals, pay } from '../testing/approved-commands.ts';
import { hashOfPayload } from './stored-approval.ts';
import { stored } from '../../../venue/stored.ts';

const points = ['before_intent', 'intent', 'submitted', 'outcome'];
const calls = [fees, pay];

/** Runs the requests of a database in a process, and kills it when each has reached its point. */
async function runAndKill(database: TestDatabase, stops: readonly string[]): Promise<void> {
  const program = new URL('../testing/console-process.ts', import.meta.url);
  const child = fork(program, [database.settings.url, ...stops], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const reached: unknown[] = [];
  await new Promise<void>((resolve, reject) => {
    child.on('message', (point) => {
      reached.push(point);
      if (reached.length === stops.length) resolve();
    });
    child.on('exit', () => reject(new Error(`the process ended after ${reached.join(', ')}`)));
  });
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  expect(reached.toSorted(inOrder)).toEqual(stops.toSorted(inOrder));
}

function inOrder(one: unknown, other: unknown): number {
  return String(one) < String(other) ? -1 : 1;
}

test('approved commands are carried out exactly once, and recorded, after kill -9 before, between and after intent, submit and outcome', async () => {
  const database = await createTestDatabase();
  await applyGrants(database.settings, stored.tables);
  const first = await runCore(database.settings, { time: new ManualTime(Date.now()) });
  await setUp(first.core);
  await first.core.close();
  const { approvals, audit, db } = openApprovals(database.settings);
  const asked: { id: number; by: number; call: ConsoleCall; point: string }[] = [];
  for (const call of calls) {
    for (const point of points) {
      const by = asked.length + 1;
      const grounds = { by: memberOf(by), reasonCode: 'incident' as const, reason: 'Losses at a market maker' };
      const effect = { subject: null, before: null, after: null, moneyRequest: null };
      const id = await inTransaction(db, (transaction) =>
        approvals.open(transaction, { call, payload: {}, ...grounds, ...effect }),
      );
      const vote = { approval: id, by: memberOf(99), verdict: 'approve' as const, reason: 'Agreed with the desk' };
      await inTransaction(db, (transaction) =>
        approvals.vote(transaction, { ...vote, payloadHash: hashOfPayload('{}') }),
      );
      asked.push({ id, by, call, point });
    }
  }
  await approvals.carryOutReady();
  await runAndKill(
    database,
    asked.map(({ point }) => point),
  );

  const { core } = await runCore(database.settings, { time: new ManualTime(Date.now()) });
  const app = openAppDatabase(openAppPool(database.settings));
  const settle = approvals.settle.bind(approvals);
  const parts = { identityDb: db, db: app, audit, settle, log: { warn: () => undefined } };
  expect(await resolveOpenIntents(parts)).toBe(4);
  expect(await resolveOpenIntents(parts)).toBe(0);
  for (const { path } of calls) approvals.carryOutBy(path, executorOf(path, { db, core, audit }));
  await approvals.carryOutReady();

  const decisions = await app.selectFrom('settings_log').select('operator').where('operator', '<>', '0').execute();
  expect(decisions.map(({ operator }) => operator).toSorted(inOrder)).toEqual(['1', '2', '3', '4']);
  const transfers = await app.selectFrom('venue_transfers').select(['operator_id', 'n']).orderBy('n').execute();
  expect(transfers).toEqual(asked.slice(4).map(({ by, id }) => ({ operator_id: String(by), n: String(id) })));
  for (const { id, point } of asked) {
    const rows = await db
      .selectFrom('operator_log')
      .select(['kind', 'after', 'sequence'])
      .where('approval_id', '=', String(id))
      .where('kind', 'in', ['intent', 'outcome'])
      .orderBy('id')
      .execute();
    const kinds = point === 'intent' ? ['intent', 'outcome', 'intent', 'outcome'] : ['intent', 'outcome'];
    expect(
      rows.map(({ kind }) => kind),
      point,
    ).toEqual(kinds);
    if (point === 'intent') expect(rows[1]).toMatchObject({ after: { carried_out: false }, sequence: null });
    if (point === 'submitted') expect(rows[1]).toMatchObject({ after: { carried_out: true } });
    expect(rows.at(-1)?.sequence).not.toBeNull();
  }
  const stages = await db.selectFrom('approvals').select('stage').execute();
  expect(stages).toEqual(asked.map(() => ({ stage: 'carried_out' })));
  expect((await verifyAuditLog(db)).firstBroken).toBeNull();
  await core.close();
  await Promise.all([db.destroy(), app.destroy()]);
  await database.drop();
}, 60_000);
