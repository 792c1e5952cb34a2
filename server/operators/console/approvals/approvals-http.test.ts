import { approvalCalls, auditCalls, settingsCalls } from '@bourse/contract/console';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../../testing/console-client.ts';

let venue: ConsoleVenue;
let admin: StaffClient;
let finance: StaffClient;
let support: StaffClient;

beforeAll(async () => {
  venue = await ConsoleVenue.open();
  admin = await venue.staff(51, ['admin']);
  finance = await venue.staff(52, ['finance']);
  support = await venue.staff(53, ['support']);
  await admin.call(settingsCalls.changeSetting, {
    name: 'console_four_eyes',
    value: 'on',
    version: 0,
  });
});

afterAll(async () => {
  await venue.close();
});

/** Requests a change of the networks of staff, which needs a second person; returns its number and hash. */
async function ask(value: number) {
  const rows = (await admin.call(settingsCalls.settings, {})).data.rows;
  const version = rows.find(({ name }) => name === setting)?.version;
  const { data } = await admin.call(settingsCalls.changeSetting, { name: setting, value: networks(value), version });
  expect(data.result).toBeNull();
  const one = await approval(data.approval);
  return { id: one.id, payload_hash: one.payload_hash };
}

const setting = 'console_allow';

/** Networks from which staff may come, this machine among them. */
function networks(n: number): string {
  return `127.0.0.1,10.0.0.${n}`;
}

async function approval(id: number | null, by = admin) {
  return (await by.call(approvalCalls.approval, { id })).data;
}

/** The request once it is not ready any more. */
async function carriedOut(id: number) {
  for (;;) {
    const found = await approval(id);
    if (found.stage !== 'ready') return found;
  }
}

async function valueNow() {
  const { rows } = (await admin.call(settingsCalls.settings, {})).data;
  return rows.find(({ name }) => name === setting)?.value;
}

test('a marked change waits for a second person, who sees it before and after, and is then carried out', async () => {
  const before = await valueNow();
  const asked = await ask(77);
  expect(await valueNow()).toBe(before);
  const vote = { ...asked, verdict: 'approve' };
  expect(await admin.call(approvalCalls.voteOnApproval, vote)).toMatchObject({ error: 'own_approval' });
  expect(await support.call(approvalCalls.voteOnApproval, vote)).toMatchObject({ error: 'forbidden' });
  const unproven = await venue.staff(54, ['risk'], 0);
  expect(await unproven.call(approvalCalls.voteOnApproval, vote)).toMatchObject({ error: 'step_up_needed' });

  const { data } = await finance.call(approvalCalls.approvals, {});
  expect(data.rows).toMatchObject([{ id: asked.id, call: 'settings/change', asked_by: { name: 'Staff 51' } }]);
  const shown = await approval(asked.id, finance);
  expect(shown).toMatchObject({ may_vote: true, before, after: networks(77), payload: { name: setting } });
  expect(await finance.call(approvalCalls.voteOnApproval, vote)).toMatchObject({ data: { stage: 'ready' } });
  expect(await carriedOut(asked.id)).toMatchObject({ stage: 'carried_out', votes: [{ by: { name: 'Staff 52' } }] });
  expect(await valueNow()).toBe(networks(77));

  const { rows } = (await admin.call(auditCalls.audit, { approval: asked.id })).data;
  expect(rows.map(({ action, by, kind }) => [action, by?.id, kind])).toEqual([
    ['settings/change', 51, 'change'],
    ['approvals/vote', 52, 'change'],
    ['approvals/ask', 51, 'change'],
  ]);
  const refusals = (await admin.call(auditCalls.audit, { action: 'approvals/vote', kind: 'refusal' })).data;
  expect(refusals.rows.map(({ by }) => by?.id)).toEqual([53, 51]);
});

test('a request is withdrawn by the person who asked only', async () => {
  const { id } = await ask(78);
  expect(await finance.call(approvalCalls.withdrawApproval, { id })).toMatchObject({ error: 'not_found' });
  expect(await admin.call(approvalCalls.withdrawApproval, { id })).toMatchObject({ data: { stage: 'withdrawn' } });
  expect(await valueNow()).toBe(networks(77));
});

test('a change that is out of date when it is approved fails and is seen in the audit log', async () => {
  const [first, second] = [await ask(79), await ask(80)];
  for (const asked of [first, second]) {
    await finance.call(approvalCalls.voteOnApproval, { ...asked, verdict: 'approve' });
    await carriedOut(asked.id);
  }
  expect(await valueNow()).toBe(networks(79));
  expect(await approval(second.id)).toMatchObject({ stage: 'failed', result: { error: 'changed_meanwhile' } });
  const { rows } = (await admin.call(auditCalls.audit, { approval: second.id, kind: 'refusal' })).data;
  expect(rows).toMatchObject([{ action: 'settings/change', approval: second.id }]);
});

test('the audit log is verified, and exported with its own export as a row', async () => {
  expect((await admin.call(auditCalls.verifyAudit, {})).data).toMatchObject({ broken: null });
  const { data } = await admin.call(auditCalls.exportAudit, { action: 'settings/' });
  const lines = data.trimEnd().split('\r\n');
  expect(lines[0]).toContain('id,time,kind,staff_id');
  expect(lines.slice(1).every((line) => line.includes('settings/change'))).toBe(true);
  const { rows } = (await admin.call(auditCalls.audit, { kind: 'export' })).data;
  const record = await admin.call(auditCalls.auditRecord, { id: rows.at(-1)?.id });
  expect(record.data).toMatchObject({ after: { filter: { action: 'settings/' }, state: 'started' }, intact: true });
});
