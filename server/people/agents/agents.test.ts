import type { AgentInfo, AgentRequest, AgentUser, OwnAgent } from '@bourse/contract/agents';
import type { UserInfo } from '@bourse/contract/identity';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { documentsOf } from '../../testing/submitted-documents.ts';
import { application, type Person } from '../../testing/running-venue.ts';
import { beAgent } from '../../testing/agent-account.ts';
import { AgentVenue, codeOf, inviteCodeOf, joinBy, openAgent, setAgent, verify } from './testing/agent-client.ts';
import { noticesOf, shareDocument } from './testing/cast.ts';

const dayMs = 86_400_000;
let at: AgentVenue;
let agent: Person;
let people = 0;

beforeAll(async () => {
  at = await AgentVenue.open({ demo_review_seconds: 0 });
  agent = await openAgent(at, 'agent');
});

afterAll(async () => {
  await at.console.close();
});

function name(): string {
  people += 1;
  return `person-${people}`;
}

const infoOf = async (person: Person) => (await person.get<UserInfo>('user/info')).body.data;
const requestsOf = async (person: Person) => (await person.get<AgentRequest[]>('user/agent_requests')).body.data;
const ownAgentOf = async (person: Person) => (await person.get<OwnAgent>('user/agent')).body.data;
const answer = async (person: Person, id: number, accept: 0 | 1) =>
  (await person.post('user/agent_answer', { id, accept })).body;
const attach = async (by: Person, code: string) =>
  (await by.post<{ id: number; account: string; share: string; expires_at: number }>('agent/attach', { code })).body;

/** A person whom an agent has requested to take in, and the id of the request. */
async function requested(by: Person): Promise<{ readonly person: Person; readonly id: number }> {
  const person = await at.venue.person(name());
  const { data, error } = await attach(by, await codeOf(person));
  if (error !== undefined) throw new Error(error);
  return { person, id: data.id };
}

describe('an invitation code', () => {
  test('is for agents and their users, an authorization code for all others', async () => {
    const outsider = await at.venue.person(name());
    const friend = await joinBy(at.venue, name(), agent);
    expect(await infoOf(agent)).toMatchObject({ is_agent: true, agent_id: 0 });
    expect((await infoOf(agent)).invite_code).toBe(await inviteCodeOf(at.venue, agent));
    expect(await infoOf(friend)).toMatchObject({ is_agent: false, agent_id: agent.id });
    expect((await infoOf(friend)).invite_code).toBe(await inviteCodeOf(at.venue, friend));
    expect(await infoOf(outsider)).toMatchObject({ is_agent: false, agent_id: 0, invite_code: '' });

    expect((await agent.get('user/authorization_code')).body.error).toBe('agent_self');
    expect((await friend.get('user/authorization_code')).body.error).toBe('agent_attached');
    expect(await codeOf(outsider)).toMatch(/^[A-Z2-9]{12}$/);
    expect((await agent.get('user/invitation')).body.code).toBe(1);
    expect((await friend.get('user/invitation')).body.code).toBe(1);
    expect((await outsider.get('user/invitation')).body.error).toBe('agent_missing');
  });

  test('of a user leads to its agent, and that of an outsider to none', async () => {
    const friend = await joinBy(at.venue, name(), agent);
    const further = await joinBy(at.venue, name(), friend);
    expect((await infoOf(further)).agent_id).toBe(agent.id);
    const outsider = await at.venue.person(name());
    expect((await infoOf(await joinBy(at.venue, name(), outsider))).agent_id).toBe(0);
  });

  test('leads to no agent when that was removed, and an authorization code is none', async () => {
    const removed = await openAgent(at, name());
    await setAgent(at, removed, { version: 1, state: 'removed' });
    expect((await infoOf(await joinBy(at.venue, name(), removed))).agent_id).toBe(0);
    const outsider = await at.venue.person(name());
    const input = application({ account: `${name()}@example.com`, invite_code: await codeOf(outsider) });
    expect((await at.venue.post('user/register', input)).body.error).toBe('invite_code_unknown');
  });

  test('that leads to an agent is announced to both', async () => {
    const other = await openAgent(at, name());
    const friend = await joinBy(at.venue, name(), other);
    expect((await noticesOf(other))[0]).toEqual({
      template: 'agent_registered',
      figures: { account: 'pe***@example.com' },
    });
    expect(await noticesOf(friend)).toEqual([
      { template: 'agent_given', figures: { agent: 'pe***@example.com', share: '20' } },
    ]);
  });
});

describe('a request of an agent', () => {
  test('names both sides masked, uses up the code, and attaches the user who accepts', async () => {
    const person = await at.venue.person(name());
    const code = await codeOf(person);
    const masked = `pe***@example.com`;
    expect((await agent.get(`agent/check?code=${code.toLowerCase()}`)).body.data).toEqual({ account: masked });
    const { data } = await attach(agent, code);
    expect(data).toMatchObject({ account: masked, share: '0.2', expires_at: at.time.wallMs() + 3 * dayMs });
    // The first answer may have been lost.
    expect((await attach(agent, code)).data.id).toBe(data.id);
    expect((await agent.get(`agent/check?code=${code}`)).body.error).toBe('authorization_code_unknown');
    expect(await codeOf(person)).not.toBe(code);

    expect(await requestsOf(person)).toMatchObject([{ id: data.id, agent: 'ag***@example.com', share: '0.2' }]);
    expect((await answer(person, data.id, 1)).code).toBe(1);
    expect(await infoOf(person)).toMatchObject({ agent_id: agent.id });
    expect(await ownAgentOf(person)).toMatchObject({ agent: 'ag***@example.com', share: '0.2', available_at: null });
    expect(await requestsOf(person)).toEqual([]);
    expect((await answer(person, data.id, 0)).error).toBe('agent_request_unknown');
    const users = (await agent.get<{ data: AgentUser[] }>('agent/users')).body.data.data;
    expect(users[0]).toMatchObject({ account: masked, share: '0.2', until: null, sums: [], commission_usd: '0' });
  });

  test('is of its user alone, and of agents alone', async () => {
    const { id } = await requested(agent);
    const eve = await at.venue.person(name());
    for (const accept of [0, 1] as const) expect((await answer(eve, id, accept)).error).toBe('agent_request_unknown');
    for (const path of ['agent/info', 'agent/users', 'agent/payouts', 'agent/check?code=A', 'agent/export?from=&to='])
      expect((await eve.get(path)).body.error).toBe('forbidden');
    expect((await attach(eve, await codeOf(eve))).error).toBe('forbidden');
  });

  test.each([
    ['', 'invalid_request'],
    ['A'.repeat(33), 'invalid_request'],
    ['AAAAAAAAAAAA', 'authorization_code_unknown'],
    ['%_', 'authorization_code_unknown'],
    [' ', 'authorization_code_unknown'],
  ])('is refused for the code %j', async (code, error) => {
    expect((await attach(agent, code)).error).toBe(error);
  });

  test.each([
    [{ id: 1, accept: 2 }],
    [{ id: -1, accept: 1 }],
    [{ id: 1.5, accept: 1 }],
    [{ id: '1;', accept: 1 }],
    [{ accept: 1 }],
    [{ id: 1, accept: true }],
  ])('is not answered by %j', async (input) => {
    expect((await agent.post('user/agent_answer', input)).body.error).toBe('invalid_request');
  });

  test('that is declined bars its agent for 30 days, and no other one', async () => {
    const { id, person } = await requested(agent);
    expect((await answer(person, id, 0)).code).toBe(1);
    const refused = await attach(agent, await codeOf(person));
    expect(refused.error).toBe('agent_declined');
    expect(refused.details).toEqual({ from: minuteIn30Days() });
    const other = await openAgent(at, name());
    expect((await attach(other, await codeOf(person))).code).toBe(1);
  });

  test('ends after 72 hours, when another one is accepted, and with its agent', async () => {
    const first = await requested(agent);
    const other = await openAgent(at, name(), { share_ppm: 100_000 });
    const second = (await attach(other, await codeOf(first.person))).data;
    expect((await requestsOf(first.person)).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await answer(first.person, second.id, 1)).code).toBe(1);
    expect((await answer(first.person, first.id, 1)).error).toBe('agent_request_unknown');

    const late = await requested(agent);
    await at.downFor(3 * dayMs);
    agent = agent.on(at.venue);
    const person = late.person.on(at.venue);
    expect(await requestsOf(person)).toEqual([]);
    expect((await answer(person, late.id, 1)).error).toBe('agent_request_unknown');

    const left = await requested(other.on(at.venue));
    await setAgent(at, other, { version: 1, state: 'removed', share_ppm: 100_000 });
    expect((await answer(left.person, left.id, 1)).error).toBe('agent_request_unknown');
  });

  test('keeps the share that it showed, and is answered again when that has changed', async () => {
    const other = await openAgent(at, name());
    const { id, person } = await requested(other);
    await setAgent(at, other, { version: 1, share_ppm: 125_000 });
    expect(await answer(person, id, 1)).toMatchObject({ error: 'agent_share_changed', details: { share: '12.5' } });
    expect(await infoOf(person)).toMatchObject({ agent_id: 0 });
    expect(await requestsOf(person)).toMatchObject([{ id, share: '0.125' }]);
    expect((await answer(person, id, 1)).code).toBe(1);
    expect(await ownAgentOf(person)).toMatchObject({ share: '0.125' });
  });

  test('spends its code once: of two agents at the same time, one has it', async () => {
    const other = await openAgent(at, name());
    const person = await at.venue.person(name());
    const code = await codeOf(person);
    const answers = await Promise.all([attach(agent, code), attach(other, code)]);
    expect(answers.filter(({ code: one }) => one === 1)).toHaveLength(1);
    expect(answers.find(({ code: one }) => one !== 1)?.error).toBe('authorization_code_unknown');
    expect(await requestsOf(person)).toHaveLength(1);
  });

  test('ends when its user becomes an agent, who has none', async () => {
    const { id, person } = await requested(agent);
    await verify(at.venue, person);
    await setAgent(at, person);
    expect(await requestsOf(person)).toEqual([]);
    expect((await answer(person, id, 1)).error).toBe('agent_request_unknown');
    const second = await requested(agent);
    await beAgent(at.venue.database, second.person.id);
    expect((await answer(second.person, second.id, 1)).error).toBe('agent_self');
  });

  test('is refused between accounts with the same document', async () => {
    const twin = await at.venue.person(name());
    await verify(at.venue, twin);
    await shareDocument(at, twin, agent);
    expect((await attach(agent, await codeOf(twin))).error).toBe('agent_same_document');
    // A document that staff have not accepted says nothing: anyone can submit it.
    const thief = await at.venue.person(name());
    await documentsOf(at.venue, thief, Date.now());
    await shareDocument(at, thief, agent);
    expect((await attach(agent, await codeOf(thief))).code).toBe(1);
  });

  test('sent many times at once is one request, and accepting twice at once attaches once', async () => {
    const person = await at.venue.person(name());
    const code = await codeOf(person);
    const answers = await Promise.all(Array.from({ length: 20 }, () => attach(agent, code)));
    expect(answers.map((one) => one.code)).toEqual(Array.from({ length: 20 }, () => 1));
    const ids = new Set(answers.map(({ data }) => data.id));
    expect(ids.size).toBe(1);
    const [id = 0] = ids;
    const accepted = await Promise.all([answer(person, id, 1), answer(person, id, 1), answer(person, id, 1)]);
    expect(accepted.filter(({ code: one }) => one === 1)).toHaveLength(1);
    const rows = 'select 1 from app.attachments where user_id = $1';
    expect(await at.venue.database.query(rows, [person.id])).toHaveLength(1);
  });
});

describe('leaving an agent', () => {
  test('is possible at any time; another agent is possible after 30 days', async () => {
    const friend = await joinBy(at.venue, name(), agent);
    expect((await friend.post('user/leave_agent', {})).body.code).toBe(1);
    expect((await friend.post('user/leave_agent', {})).body.error).toBe('agent_absent');
    const untilMs = at.time.wallMs() + 30 * dayMs;
    const without = { agent: '', share: null, since: null, was_agent: false };
    expect(await ownAgentOf(friend)).toEqual({ ...without, available_at: untilMs });
    expect((await friend.get('user/authorization_code')).body).toMatchObject({
      error: 'agent_left_recently',
      details: { from: minuteIn30Days() },
    });
    expect((await friend.get('user/invitation')).body.error).toBe('agent_missing');
    await at.downFor(30 * dayMs + 1000);
    const again = friend.on(at.venue);
    agent = agent.on(at.venue);
    expect((await attach(agent, await codeOf(again))).code).toBe(1);
  });

  test('also happens when the agent is removed, without the 30 days', async () => {
    const other = await openAgent(at, name());
    const friend = await joinBy(at.venue, name(), other);
    await setAgent(at, other, { version: 1, state: 'removed' });
    await vi.waitUntil(async () => (await infoOf(friend)).agent_id === 0, { interval: 20, timeout: 20_000 });
    expect(await codeOf(friend)).toMatch(/^[A-Z2-9]{12}$/);
    // An agent of the past still reads its figures.
    const info = (await other.get<AgentInfo>('agent/info')).body.data;
    expect(info).toMatchObject({ state: 'removed', users: 0 });
    expect((await other.get('agent/users')).body.code).toBe(1);
    expect((await other.get('agent/check?code=AAAAAAAAAAAA')).body.error).toBe('forbidden');
    expect(await infoOf(other)).toMatchObject({ is_agent: false, invite_code: '' });
    expect(await ownAgentOf(other)).toMatchObject({ agent: '', was_agent: true });
    expect(await ownAgentOf(friend)).toMatchObject({ agent: '', was_agent: false });
  });
});

test('a user has its agent since it joined, whatever the share was', async () => {
  const other = await openAgent(at, name());
  const friend = await joinBy(at.venue, name(), other);
  const { since } = await ownAgentOf(friend);
  at.time.pass(60_000);
  await setAgent(at, other, { version: 1, share_ppm: 100_000 });
  await vi.waitUntil(async () => (await ownAgentOf(friend)).share === '0.1', { interval: 20, timeout: 20_000 });
  expect((await ownAgentOf(friend)).since).toBe(since);
});

test('a command that the exchange refuses at present changes no answer, and holds back no other user', async () => {
  const { id, person } = await requested(agent);
  const left = await joinBy(at.venue, name(), agent);
  const suspend = `insert into core.suspended_commands (user_id, command_type, incident_id, since_ms)
    values ($1, 'attach_agent', 1, 0)`;
  await at.venue.database.query(suspend, [person.id]);
  await at.downFor(1000);
  agent = agent.on(at.venue);
  const user = person.on(at.venue);
  expect((await answer(user, id, 1)).code).toBe(1);
  expect(await infoOf(user)).toMatchObject({ agent_id: agent.id });
  const stageOf = async ({ id: of }: Person) => {
    const rows = await at.venue.database.query<{ stage: string }>(
      'select stage from app.attachments where user_id = $1 order by id desc limit 1',
      [of],
    );
    return rows[0]?.stage;
  };
  expect(await stageOf(user)).toBe('attaching');
  // As after a crash: the work carries it out although the other user comes first.
  await at.venue.database.query(
    `update app.attachments set stage = 'detaching', closed_at = 0, ended = 'left' where user_id = $1`,
    [left.id],
  );
  await at.downFor(1000);
  agent = agent.on(at.venue);
  await vi.waitUntil(async () => (await stageOf(left)) === 'ended', { interval: 20, timeout: 20_000 });
  expect(await stageOf(user)).toBe('attaching');
  await at.venue.database.query('delete from core.suspended_commands');
  await at.downFor(1000);
  agent = agent.on(at.venue);
  await vi.waitUntil(async () => (await stageOf(user)) === 'open', { interval: 20, timeout: 20_000 });
});

test('a file has at most 366 days, and one at a time', async () => {
  const path = (to: string) => `agent/export?from=2024-01-01&to=${to}`;
  expect((await agent.get<string>(path('2024-12-31'))).body.data).toMatch(/^n,day,/);
  const tooLong = (await agent.get(path('2025-01-01'))).body;
  expect(tooLong).toMatchObject({ error: 'agent_period', details: { days: 366 } });
  for (const to of ['2023-12-31', '2024-13-01', '2024-02-30'])
    expect((await agent.get(path(to))).body.error).toMatch(/agent_period|invalid_request/);
  const reader = new Client({ connectionString: at.venue.database.settings.url });
  await reader.connect();
  await reader.query('begin; lock table core.commissions in access exclusive mode');
  // The first one begins to answer and waits for its rows.
  const first = await fetch(`${at.venue.url}/api/${path('2024-12-31')}`, { headers: { authorization: agent.token } });
  expect(first.headers.get('content-type')).toMatch(/^text\/csv/);
  expect((await agent.get(path('2024-12-31'))).body.error).toBe('export_running');
  await reader.query('rollback');
  await reader.end();
  expect(await first.text()).toMatch(/^n,day,/);
  expect((await agent.get<string>(path('2024-12-31'))).body.data).toMatch(/^n,day,/);
});

/** The minute in 30 days, as refusals name it. */
function minuteIn30Days(): string {
  const text = new Date(Math.ceil((at.time.wallMs() + 30 * dayMs) / 60_000) * 60_000).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 16)} UTC`;
}

test('a user who is being made an agent cannot be taken in at the same time', async () => {
  const { id, person } = await requested(agent);
  await verify(at.venue, person);
  const [made, accepted] = await Promise.allSettled([setAgent(at, person), answer(person, id, 1)]);
  const info = await infoOf(person);
  expect([info.is_agent, info.agent_id !== 0].filter(Boolean)).toHaveLength(1);
  expect([made.status === 'fulfilled', accepted.status === 'fulfilled' && accepted.value.code === 1]).toContain(true);
});
