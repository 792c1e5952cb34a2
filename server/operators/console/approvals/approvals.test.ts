import type { OperatorRole } from '@bourse/contract';
import { type ConsoleCall, consoleFourEyes } from '@bourse/contract/console';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyGrants } from '../../../ground/database/grants.ts';
import { inTransaction, openAppDatabase, openIdentityPool, type Schema } from '../../../ground/database/index.ts';
import type { Verdict } from '../tables/approvals.ts';
import { createTestDatabase, type TestDatabase } from '../../../ground/database/test-database.ts';
import { AuditLog, verifyAuditLog } from '../audit/index.ts';
import { ApprovalLists } from './approval-lists.ts';
import { approvalLifetimeMs, Approvals } from './approvals.ts';
import { readApproval } from './stored-approval.ts';
import { idleBackground } from '../../../ground/background/testing/idle-background.ts';
import type { EnrolledStaff, StaffMember } from '../../../ground/console-gateway/index.ts';
import { stored } from '../../../venue/stored.ts';

const call: ConsoleCall = consoleFourEyes({
  audience: ['finance'],
  path: 'money/pay',
  input: { amount: Type.String() },
  output: Type.Object({ paid: Type.String() }),
});

let database: TestDatabase;
let db: Kysely<Schema>;
let audit: AuditLog;
let approvals: Approvals;
let now: number;
let staff: Map<number, EnrolledStaff>;
/** The inputs that were carried out. */
let paid: unknown[];
/** Called when the staff are kept as they are. */
let lock: () => unknown;

beforeAll(async () => {
  database = await createTestDatabase();
  await applyGrants(database.settings, stored.tables);
  db = openAppDatabase(openIdentityPool(database.settings));
  audit = new AuditLog(db, () => now);
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

beforeEach(async () => {
  await database.query('truncate app.approvals, app.approval_votes');
  now = 1_800_000_000_000;
  staff = new Map();
  hold(1, 'finance');
  hold(2, 'risk');
  hold(3, 'admin', 'content');
  hold(4, 'support');
  paid = [];
  lock = () => undefined;
  approvals = open();
  approvals.carryOutBy(call.path, async ({ admit, id, payload }, settle) => {
    const refused = await inTransaction(db, async (transaction) => {
      const found = await admit(transaction);
      await audit.write(transaction, entry(id));
      await settle(transaction, found ?? { ok: true, result: { paid: 'yes' } });
      return found;
    });
    if (refused === null) paid.push(payload);
  });
});

const roll = {
  of: (id: number) => Promise.resolve(staff.get(id) ?? null),
  all: () => Promise.resolve([...staff.values()]),
  keep: () => {
    lock();
    return Promise.resolve();
  },
  names: () => Promise.resolve(new Map([...staff].map(([id, { name }]) => [id, name]))),
};

function open(): Approvals {
  const silent = { warn: () => undefined, error: () => undefined };
  return new Approvals({
    background: idleBackground(),
    db,
    audit,
    staff: roll,
    calls: { call },
    fourEyes: () => true,
    now: () => now,
    log: silent,
  });
}

function hold(id: number, ...roles: readonly OperatorRole[]): void {
  staff.set(id, { id, name: `Person ${id}`, email: `p${id}@example.com`, roles });
}

function member(id: number): StaffMember {
  const found = staff.get(id);
  if (found === undefined) throw new Error(`no member ${id}`);
  return { ...found, session: 1, steppedUpAtMs: now, address: '192.0.2.1', requestId: 'r' };
}

function entry(approval: number | null) {
  return {
    kind: 'change' as const,
    staff: 1,
    roles: [],
    action: call.path,
    subject: null,
    before: null,
    after: null,
    reasonCode: null,
    reason: null,
    sequence: null,
    approval,
    intent: null,
    network: null,
    requestId: null,
  };
}

async function ask(by = 1): Promise<number> {
  const asked = {
    call,
    payload: { amount: '5' },
    by: member(by),
    reasonCode: 'capital' as const,
    reason: 'Needed now',
  };
  const effect = {
    subject: { kind: 'account', id: 'fees' },
    before: { fees: '9' },
    after: { fees: '4' },
    moneyRequest: null,
  };
  return inTransaction(db, (transaction) => approvals.open(transaction, { ...asked, ...effect }));
}

async function vote(approval: number, by: number, verdict: Verdict = 'approve') {
  const payloadHash = (await readApproval(db, approval))?.payloadHash ?? Buffer.alloc(32);
  return inTransaction(db, (transaction) =>
    approvals.vote(transaction, { approval, by: member(by), verdict, payloadHash, reason: 'Checked the papers' }),
  );
}

async function stageOf(approval: number): Promise<[stage: string | undefined, result: unknown]> {
  const found = await readApproval(db, approval);
  return [found?.stage, found?.result];
}

describe('a request', () => {
  test('is carried out after the vote of another person, once', async () => {
    const id = await ask();
    await approvals.carryOutReady();
    expect([await stageOf(id), paid]).toEqual([['open', null], []]);
    expect(await vote(id, 2)).toMatchObject({ ok: true, stage: 'ready' });
    await approvals.carryOutReady();
    await approvals.carryOutReady();
    expect(await stageOf(id)).toEqual(['carried_out', { result: { paid: 'yes' } }]);
    expect(paid).toEqual([{ amount: '5' }]);
    expect((await verifyAuditLog(db)).firstBroken).toBeNull();
  });

  test('cannot be voted on by the person who asked, or by a person who saw another payload', async () => {
    hold(1, 'finance', 'admin');
    const id = await ask();
    expect(await vote(id, 1)).toMatchObject({ error: 'own_approval' });
    const forged = { approval: id, by: member(2), verdict: 'approve' as const, payloadHash: Buffer.alloc(32) };
    const shown = inTransaction(db, (transaction) => approvals.vote(transaction, { ...forged, reason: 'Looks good' }));
    expect(await shown).toMatchObject({ error: 'changed_meanwhile' });
    expect(await vote(999_999, 2)).toMatchObject({ error: 'not_found' });
    expect(await stageOf(id)).toEqual(['open', null]);
  });

  test('that needs several votes counts one of each person', async () => {
    const id = await ask();
    await asOwner(`update app.approvals set needs = 2 where id = ${id}`);
    expect(await vote(id, 2)).toMatchObject({ stage: 'open' });
    expect(await vote(id, 2)).toMatchObject({ error: 'already_voted' });
    await approvals.carryOutReady();
    expect(paid).toEqual([]);
    expect(await vote(id, 3)).toMatchObject({ stage: 'ready' });
    await approvals.carryOutReady();
    expect(paid).toHaveLength(1);
  });

  test('with two last votes at once is carried out once', async () => {
    const id = await ask();
    const votes = await Promise.all([vote(id, 2), vote(id, 3)]);
    expect(votes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(votes.find(({ ok }) => !ok)).toMatchObject({ error: 'approval_closed' });
    await Promise.all([approvals.carryOutReady(), approvals.carryOutReady()]);
    expect(paid).toHaveLength(1);
  });

  test('ends when one person refuses it, or the person who asked withdraws it', async () => {
    const refused = await ask();
    expect(await vote(refused, 2, 'refuse')).toMatchObject({ stage: 'refused' });
    expect(await vote(refused, 3)).toMatchObject({ error: 'approval_closed', details: { stage: 'refused' } });
    const own = await ask();
    const withdraw = (by: number) =>
      inTransaction(db, (transaction) => approvals.withdraw(transaction, own, member(by)));
    expect(await withdraw(2)).toMatchObject({ error: 'not_found' });
    expect(await withdraw(1)).toMatchObject({ stage: 'withdrawn' });
    expect(await withdraw(1)).toMatchObject({ error: 'approval_closed' });
    expect(await vote(own, 2)).toMatchObject({ error: 'approval_closed', details: { stage: 'withdrawn' } });
    expect(paid).toEqual([]);
  });

  test('expires after a day, also if it was approved but not carried out', async () => {
    const late = await ask();
    const waiting = await ask();
    await inTransaction(db, async (transaction) => {
      await transaction.updateTable('approvals').set({ stage: 'ready' }).where('id', '=', String(waiting)).execute();
    });
    now += approvalLifetimeMs;
    expect(await vote(late, 2)).toMatchObject({ error: 'approval_closed', details: { stage: 'expired' } });
    await approvals.expire();
    await approvals.carryOutReady();
    expect(await stageOf(late)).toEqual(['expired', null]);
    expect(await stageOf(waiting)).toEqual(['expired', { error: 'approval_expired', details: {} }]);
    expect(paid).toEqual([]);
  });

  const losses: readonly (readonly [string, string, () => unknown])[] = [
    ['a voter who lost the role', 'voter_lost_role', () => hold(2, 'content')],
    ['a voter who was disabled', 'voter_lost_role', () => staff.delete(2)],
    ['an asker who lost the role', 'asker_lost_role', () => hold(1, 'risk')],
    ['an asker who was disabled', 'asker_lost_role', () => staff.delete(1)],
  ];

  test.each(losses)('of %s is not carried out', async (_who, error, lose) => {
    const id = await ask();
    await vote(id, 2);
    lose();
    await approvals.carryOutReady();
    expect(await stageOf(id)).toEqual(['failed', { error, details: {} }]);
    expect(paid).toEqual([]);
    const row = await lastRow(id);
    expect(row).toMatchObject({ kind: 'refusal', action: call.path, after: { refused: error } });
  });

  test.each(losses)('of %s at the last moment is not carried out', async (_who, error, lose) => {
    const id = await ask();
    await vote(id, 2);
    lock = lose;
    await approvals.carryOutReady();
    expect(await stageOf(id)).toEqual(['failed', { error, details: {} }]);
    expect(paid).toEqual([]);
  });

  test('stays ready while the exchange refuses commands for a time, and fails when it refuses this one', async () => {
    const id = await ask();
    const answers = ['exchange_busy', 'outcome_pending', 'command_rejected'];
    approvals = open();
    approvals.carryOutBy(call.path, async (_approved, settle) => {
      const error = answers.shift() ?? '';
      await inTransaction(db, (transaction) => settle(transaction, { ok: false, error, details: { reason: 'x' } }));
    });
    await vote(id, 2);
    for (const stage of ['ready', 'ready', 'failed', 'failed']) {
      await approvals.carryOutReady();
      expect((await stageOf(id))[0]).toBe(stage);
    }
    expect(await stageOf(id)).toEqual(['failed', { error: 'command_rejected', details: { reason: 'x' } }]);
  });

  test('whose effect is undone stays ready, and one whose command has no known outcome is left alone', async () => {
    const id = await ask();
    let runs = 0;
    approvals = open();
    approvals.carryOutBy(call.path, async (_approved, settle) => {
      runs += 1;
      await inTransaction(db, async (transaction) => {
        await settle(transaction, { ok: true, result: null });
        throw new Error('the connection was lost');
      });
    });
    await vote(id, 2);
    await approvals.carryOutReady();
    expect([await stageOf(id), runs]).toEqual([['ready', null], 1]);
    const intent = await audit.record({ ...entry(id), kind: 'intent', after: { command: { type: 'x' } } });
    await approvals.carryOutReady();
    expect(runs).toBe(1);
    await audit.record({ ...entry(id), kind: 'outcome', intent });
    await approvals.carryOutReady();
    expect(runs).toBe(2);
  });
});

describe('a request that was altered in the database', () => {
  const altered = `payload = '{"amount":"500"}'`;

  test('is refused by the database, also as going back to an earlier stage', async () => {
    const id = await ask();
    for (const change of [altered, `reason = ''`, 'asked_by = 2', 'needs = 2', `expires_at = 0`]) {
      await expect(database.query(`update app.approvals set ${change} where id = ${id}`), change).rejects.toThrow(
        /cannot (change|become)/,
      );
    }
    await vote(id, 2, 'refuse');
    await expect(database.query(`update app.approvals set stage = 'ready' where id = ${id}`)).rejects.toThrow(
      `cannot become ready after refused`,
    );
  });

  test.each([
    ['its payload', altered],
    ['its payload and hash', `${altered}, payload_hash = sha256('{"amount":"500"}')`],
    ['the person who asked', 'asked_by = 5'],
  ])('is not carried out: %s', async (_what, change) => {
    hold(5, 'finance');
    const id = await ask();
    await vote(id, 2);
    await asOwner(`update app.approvals set ${change} where id = ${id}`);
    await approvals.carryOutReady();
    expect(await stageOf(id)).toEqual(['failed', { error: 'approval_altered', details: {} }]);
    expect(paid).toEqual([]);
  });

  test('is not carried out: its payload, its hash and those of the votes', async () => {
    const id = await ask();
    await vote(id, 2);
    await asOwner(
      `update app.approvals set ${altered}, payload_hash = sha256('{"amount":"500"}') where id = ${id};
       update app.approval_votes set payload_hash = sha256('{"amount":"500"}') where approval_id = ${id}`,
    );
    await approvals.carryOutReady();
    expect(await stageOf(id)).toEqual(['failed', { error: 'approval_altered', details: {} }]);
    expect(paid).toEqual([]);
  });

  test('cannot be approved after its payload was changed', async () => {
    const id = await ask();
    await asOwner(`update app.approvals set ${altered} where id = ${id}`);
    expect(await vote(id, 2)).toMatchObject({ error: 'changed_meanwhile' });
  });
});

describe('the lists', () => {
  const ids = async (view: 'waiting' | 'mine' | 'history', by: number, cursor?: string) => {
    const lists = new ApprovalLists({ identityDb: db, roll, now: () => now });
    const { next, rows } = await lists.page({ view, limit: 2, ...(cursor !== undefined && { cursor }) }, member(by));
    return [rows.map(({ id }) => id), next];
  };

  test('show each person the requests to vote on, their own, and all', async () => {
    const lists = new ApprovalLists({ identityDb: db, roll, now: () => now });
    const [first, second, third] = [await ask(1), await ask(1), await ask(2)];
    expect(await ids('waiting', 3)).toEqual([[first, second], String(second)]);
    expect(await ids('waiting', 3, String(second))).toEqual([[third], null]);
    expect(await ids('waiting', 1)).toEqual([[third], null]);
    expect(await ids('waiting', 4)).toEqual([[], null]);
    expect(await ids('mine', 1)).toEqual([[second, first], null]);
    expect(await ids('history', 4)).toEqual([[third, second], String(second)]);
    expect(await lists.waiting(member(3))).toEqual({ count: 3, oldestMs: now });
    await vote(first, 2, 'refuse');
    expect(await ids('waiting', 3)).toEqual([[second, third], null]);
    now += approvalLifetimeMs;
    expect(await ids('waiting', 3)).toEqual([[], null]);
    expect(await lists.waiting(member(3))).toEqual({ count: 0, oldestMs: null });
  });

  test('show a request with its payload, effect and votes, and what the reader may do', async () => {
    const lists = new ApprovalLists({ identityDb: db, roll, now: () => now });
    const id = await ask(1);
    expect(await lists.one(id, member(1))).toMatchObject({ may_vote: false, may_withdraw: true, approved: 0 });
    expect(await lists.one(id, member(3))).toMatchObject({ may_vote: true, may_withdraw: false });
    expect(await lists.one(id, member(4))).toMatchObject({ may_vote: false, may_withdraw: false });
    await vote(id, 2, 'refuse');
    expect(await lists.one(id, member(2))).toMatchObject({
      id,
      call: call.path,
      subject_kind: 'account',
      asked_by: { id: 1, name: 'Person 1' },
      stage: 'refused',
      payload: { amount: '5' },
      before: { fees: '9' },
      after: { fees: '4' },
      may_vote: false,
      result: null,
      votes: [{ by: { id: 2, name: 'Person 2' }, verdict: 'refuse', reason: 'Checked the papers' }],
    });
    expect(await lists.one(999_999, member(1))).toBeNull();
  });
});

/** Changes rows as the owner, without triggers. */
async function asOwner(statement: string): Promise<void> {
  await database.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
}

async function lastRow(approval: number) {
  return db
    .selectFrom('operator_log')
    .selectAll()
    .where('approval_id', '=', String(approval))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}
