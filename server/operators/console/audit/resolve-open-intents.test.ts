import { userId } from '@bourse/engine';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bob, fund, setUp, usdt } from '../../../ground/core/testing/commands.ts';
import { indexRule } from '../../../ground/core/testing/index-commands.ts';
import { ManualTime } from '../../../ground/core/testing/manual-time.ts';
import { runCore, type RunningCore } from '../../../ground/core/testing/running-core.ts';
import { buyContracts } from '../../../ground/core/testing/seconds-commands.ts';
import { applyGrants } from '../../../ground/database/grants.ts';
import { openAppDatabase, openAppPool } from '../../../ground/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../ground/database/test-database.ts';
import { memberOf, openApprovals } from '../testing/approved-commands.ts';
import { resolveOpenIntents } from './resolve-open-intents.ts';
import { Actions, type Decision, prepared } from '../../../ground/console-gateway/index.ts';
import { stored } from '../../../venue/stored.ts';

let database: TestDatabase;
let running: RunningCore;

beforeEach(async () => {
  database = await createTestDatabase();
  await applyGrants(database.settings, stored.tables);
  running = await runCore(database.settings, { time: new ManualTime(Date.now()) });
  await setUp(running.core);
  await running.core.submit(indexRule());
  await running.core.submit(fund(901, bob, usdt, 1_000_000));
});

afterEach(async () => {
  await running.core.close();
  await database.drop();
});

const path = 'indices/configure';

/** A rule of the index of BTC as an operator decides it. */
function ruleOf(stalenessMs: number): Decision {
  const { operator: _operator, cause: _cause, ...rule } = indexRule({ stalenessMs });
  return rule;
}

/** Submits a decision of this person as a server that ends before it has recorded the outcome. */
async function decideAndEnd(person: number, decision: Decision): Promise<void> {
  await intend(person, decision, async (submit) => void (await submit()));
}

/** Records the intent of a decision as a server that ends before it has submitted it. */
async function intendOnly(person: number, decision: Decision): Promise<void> {
  await intend(person, decision, () => Promise.resolve());
}

async function intend(
  person: number,
  decision: Decision,
  reach: (submit: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const { core } = running;
  const { audit, db } = openApprovals(database.settings);
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const ending = {
    sequence: core.sequence,
    submit: async (...command: Parameters<typeof core.submit>) => {
      await reach(() => core.submit(...command)).then(() => resolve(undefined), reject);
      return new Promise<never>(() => undefined);
    },
  };
  const actions = new Actions({ db, audit, core: ending });
  const context = { by: memberOf(person), approval: null, movement: { source: 'console', n: 0 }, now: 0 };
  const admit = () => Promise.resolve(null);
  const grounds = { path, context, admit, reasonCode: 'incident', reason: 'A source is late', asked: null } as const;
  const effect = { subject: { kind: 'index', id: 'BTC' }, before: null, after: null };
  void actions.command(grounds, () => prepared(decision, effect, () => null), { settle: () => Promise.resolve() });
  await promise;
  await db.destroy();
}

/** The outcomes that the next start records, in the order of their intents. */
async function outcomes() {
  const { approvals, audit, db } = openApprovals(database.settings);
  const app = openAppDatabase(openAppPool(database.settings));
  const settle = approvals.settle.bind(approvals);
  await resolveOpenIntents({ identityDb: db, db: app, audit, settle, log: { warn: () => undefined } });
  const rows = await db
    .selectFrom('operator_log')
    .select(['operator_id', 'after', 'sequence'])
    .where('kind', '=', 'outcome')
    .orderBy('intent_id')
    .execute();
  await Promise.all([db.destroy(), app.destroy()]);
  return rows.map(({ operator_id: person, after, sequence }) => {
    const { carried_out: isCarriedOut } = after as { readonly carried_out: boolean };
    return { person: Number(person), isCarriedOut, sequence: sequence === null ? null : Number(sequence) };
  });
}

/** The sequence of the last event of this type. */
function sequenceOf(type: string): number {
  const commands = running.batches.flatMap(({ commands: all }) => all);
  const found = commands.findLast(({ events }) => events.some((event) => event.type === type));
  if (found === undefined) throw new Error(`no event ${type}`);
  return found.sequence;
}

describe('a decision about an index whose outcome was not recorded', () => {
  test('is carried out by the command that put its rule into force', async () => {
    await decideAndEnd(1, ruleOf(4000));
    const sequence = sequenceOf('index_configured');
    expect(await outcomes()).toEqual([{ person: 1, isCarriedOut: true, sequence }]);
  });

  test('is carried out by the command that let its rule wait for open contracts', async () => {
    await buyContracts(running);
    await decideAndEnd(1, ruleOf(4000));
    const sequence = sequenceOf('index_change_waiting');
    expect(await outcomes()).toEqual([{ person: 1, isCarriedOut: true, sequence }]);
  });

  test('is carried out by the command that withdrew a waiting rule', async () => {
    await buyContracts(running);
    await decideAndEnd(1, ruleOf(4000));
    const waiting = sequenceOf('index_change_waiting');
    await decideAndEnd(2, ruleOf(3000));
    const withdrawn = sequenceOf('index_change_withdrawn');
    expect(await outcomes()).toEqual([
      { person: 1, isCarriedOut: true, sequence: waiting },
      { person: 2, isCarriedOut: true, sequence: withdrawn },
    ]);
  });

  test('is not carried out when only an earlier rule of the same person came into force since', async () => {
    await buyContracts(running);
    await running.core.submit(indexRule({ stalenessMs: 4000, operator: userId(1), cause: 'incident' }));
    await intendOnly(1, ruleOf(5000));
    running.time.pass(6000);
    await running.core.submit({ type: 'clock' });
    expect(sequenceOf('index_configured')).toBe(running.core.sequence);
    expect(await outcomes()).toEqual([{ person: 1, isCarriedOut: false, sequence: null }]);
  });
});
