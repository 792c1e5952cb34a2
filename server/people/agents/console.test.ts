import { randomUUID } from 'node:crypto';
import { agentCalls, approvalCalls, auditCalls, venueMoneyCalls } from '@bourse/contract/console';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Person } from '../../testing/running-venue.ts';
import type { StaffClient } from '../../testing/console-client.ts';
import { AgentVenue, joinBy, openAgent, termsOf, trade, verify } from './testing/agent-client.ts';

let at: AgentVenue;
let finance: StaffClient;
let people = 0;

beforeAll(async () => {
  at = await AgentVenue.open({ demo_review_seconds: 0, console_four_eyes: 'on' });
  finance = await at.finance(33);
});

afterAll(async () => {
  await at.console.close();
});

async function person(isVerified = true): Promise<Person> {
  people += 1;
  const found = await at.venue.person(`user-${people}`);
  if (isVerified) await verify(at.venue, found);
  return found;
}

describe('an agent', () => {
  test('is made by finance out of a verified user without an agent, and changed in the version that was seen', async () => {
    const ann = await person();
    const limits = [{ currency_code: 'USDT', amount: '1000' }];
    expect((await finance.call(agentCalls.setAgent, termsOf(ann, { limits }))).data).toEqual({
      approval: null,
      result: { version: 1 },
    });
    const { data } = await finance.call(agentCalls.agents, { user: ann.id });
    expect(data.rows).toMatchObject([
      {
        user_id: ann.id,
        state: 'active',
        share_ppm: 200_000,
        limits: [{ currency_code: 'USDT', amount: '1000' }],
        version: 1,
        users: 0,
        paid_usd: '0',
        unpaid_days: 0,
      },
    ]);
    const same = { version: 1, limits };
    expect((await finance.call(agentCalls.setAgent, termsOf(ann, same))).error).toBe('setting_unchanged');
    expect((await finance.call(agentCalls.setAgent, termsOf(ann, { version: 2 }))).error).toBe('changed_meanwhile');
    expect((await finance.call(agentCalls.setAgent, termsOf(ann, { version: 1 }))).data.result).toEqual({ version: 2 });
  });

  test('is refused with the reason', async () => {
    const agent = await openAgent(at, 'refusing');
    const friend = await joinBy(at.venue, 'refused', agent);
    await verify(at.venue, friend);
    const ann = await person();
    const set = async (who: Person, more = {}) => (await finance.call(agentCalls.setAgent, termsOf(who, more))).error;
    expect(await set(await person(false))).toBe('agent_unverified');
    expect(await set(friend)).toBe('agent_attached');
    expect(await set(ann, { state: 'removed' })).toBe('agent_unknown');
    expect(await set(ann, { user_id: 999_999 })).toBe('user_unknown');
    expect(await set(ann, { limits: [{ currency_code: 'XYZ', amount: '1' }] })).toBe('currency_unknown');
    const twice = { currency_code: 'USDT', amount: '1' };
    expect(await set(ann, { limits: [twice, twice] })).toBe('currency_unknown');
    for (const amount of ['0', '-1', '1.0000001', '1e3'])
      expect(await set(ann, { limits: [{ currency_code: 'USDT', amount }] })).toMatch(
        /decimal_invalid|invalid_request/,
      );
    for (const share_ppm of [0, -1, 500_001, 0.5, '200000'])
      expect(await set(ann, { share_ppm })).toBe('invalid_request');
  });

  test('with more than 30 % waits for a second person, and is made when that one agrees', async () => {
    const ann = await person();
    const { data } = await finance.call(agentCalls.setAgent, termsOf(ann, { share_ppm: 300_001 }));
    expect(data.result).toBeNull();
    expect(data.approval).toBeGreaterThan(0);
    expect((await finance.call(agentCalls.agents, { user: ann.id })).data.rows).toEqual([]);
    const second = await at.console.staff(34, ['finance'], at.time.wallMs());
    const { payload_hash } = (await second.call(approvalCalls.approval, { id: data.approval })).data;
    const vote = { id: data.approval, verdict: 'approve', payload_hash };
    expect((await finance.call(approvalCalls.voteOnApproval, vote)).error).toBe('own_approval');
    expect((await second.call(approvalCalls.voteOnApproval, vote)).error).toBeUndefined();
    const rowsOf = async () => (await finance.call(agentCalls.agents, { user: ann.id })).data.rows;
    await vi.waitUntil(async () => (await rowsOf()).length === 1, { interval: 20, timeout: 20_000 });
    expect(await rowsOf()).toMatchObject([{ share_ppm: 300_001, state: 'active' }]);
    expect((await ann.get('agent/info')).body.data).toMatchObject({ share: '0.300001' });
  });

  test('has at most the share that the site settings allow', async () => {
    const ann = await person();
    await at.venue.database.query(
      `insert into app.site_settings (name, value) values ('agent_share_maximum_ppm', '250000')
       on conflict (name) do update set value = excluded.value`,
    );
    await at.downFor(0);
    const later = await at.finance(35);
    const set = async (share_ppm: number) => later.call(agentCalls.setAgent, { ...termsOf(ann, { share_ppm }) });
    expect(await set(250_001)).toMatchObject({ error: 'agent_share_maximum', details: { maximum: 250_000 } });
    expect((await set(250_000)).data.result).toEqual({ version: 1 });
    finance = await at.finance(33);
  });

  test('is changed with a row in the audit log that has both states', async () => {
    const ann = await person();
    await finance.call(agentCalls.setAgent, termsOf(ann));
    const limits = [{ currency_code: 'USDT', amount: '7' }];
    await finance.call(agentCalls.setAgent, termsOf(ann, { version: 1, share_ppm: 100_000, limits }));
    const admin = await at.console.staff(44, ['admin'], at.time.wallMs());
    const { rows } = (await admin.call(auditCalls.audit, { action: 'agents/set' })).data;
    const record = (await admin.call(auditCalls.auditRecord, { id: rows[0]?.id })).data;
    expect(record).toMatchObject({
      before: { state: 'active', share_ppm: 200_000, limits: [] },
      after: {
        share_ppm: 100_000,
        limits: [{ currency_code: 'USDT', amount: '7' }],
        limits_from: new Date(at.time.wallMs() + 86_400_000).toISOString().slice(0, 10),
      },
      intact: true,
    });
  });

  test('is neither seen nor changed by other roles', async () => {
    const ann = await person();
    const support = await at.console.staff(41, ['support'], at.time.wallMs());
    const risk = await at.console.staff(42, ['risk'], at.time.wallMs());
    expect((await support.call(agentCalls.agents, {})).error).toBe('forbidden');
    expect((await risk.call(agentCalls.agents, {})).code).toBe(1);
    expect((await risk.call(agentCalls.setAgent, termsOf(ann))).error).toBe('forbidden');
    const late = await at.console.staff(43, ['finance'], at.time.wallMs() - 3_600_000);
    expect((await late.call(agentCalls.setAgent, termsOf(ann))).error).toBe('step_up_needed');
  });

  test('and its users are listed with the devices that both use', async () => {
    const agent = await openAgent(at, 'listed');
    const friend = await joinBy(at.venue, 'listed-friend', agent);
    await at.venue.database.query(
      `insert into app.logins (user_id, at, address, user_agent, device_key)
       values ($1, 0, '', '', 'shared'), ($2, 0, '', '', 'shared')`,
      [agent.id, friend.id],
    );
    const { data } = await finance.call(agentCalls.agentUsers, { agent: agent.id });
    expect(data.rows).toMatchObject([
      { user_id: friend.id, agent_id: agent.id, by: 'registration', until: null, ended: null, same_device: true },
    ]);
    expect((await finance.call(agentCalls.agentUsers, { user: friend.id, limit: 1 })).data.next).toBeNull();
    expect((await finance.call(agentCalls.agentUsers, { cursor: 'x' })).error).toBe('invalid_request');
  });
});

test('fees that are owed to agents cannot be taken', async () => {
  const agent = await openAgent(at, 'owed');
  const friend = await joinBy(at.venue, 'owed-friend', agent);
  await trade(friend, await person(), '0.1');
  const balance = async () =>
    (await finance.call(venueMoneyCalls.venueAccounts, {})).data.rows.find((row) => row.currency_code === 'BTC');
  const { currency_id, fees = '' } = (await balance()) ?? {};
  const move = async (amount: string) =>
    finance.call(
      venueMoneyCalls.moveVenueMoney,
      { currency_id, from: 'fees', to: 'treasury', amount },
      { 'idempotency-key': randomUUID() },
    );
  const refused = await move(fees);
  expect(refused.error).toBe('fees_owed');
  const { available } = refused.details ?? {};
  expect(Number(available)).toBeLessThan(Number(fees));
  expect((await move(String(available))).error).toBeUndefined();
});
