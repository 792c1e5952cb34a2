import type { AgentInfo, AgentRequest, AgentUser, OwnAgent } from '@bourse/contract/agents';
import type { UserInfo } from '@bourse/contract/identity';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { documentsOf } from '../../testing/submitted-documents.ts';
import type { Person } from '../../testing/running-venue.ts';
import { AgentVenue, codeOf, inviteCodeOf, joinBy, openAgent, setAgent, verify } from './testing/agent-client.ts';

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
    const from = new Date(at.time.wallMs() + 30 * dayMs).toISOString().slice(0, 10);
    expect(refused.details).toEqual({ from });
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

  test('is refused between accounts with the same document', async () => {
    const twin = await at.venue.person(name());
    await documentsOf(at.venue, twin, Date.now());
    await at.venue.database.query(
      `update app.verifications set card_key = (select card_key from app.verifications where user_id = $1)
        where user_id = $2`,
      [agent.id, twin.id],
    );
    expect((await attach(agent, await codeOf(twin))).error).toBe('agent_same_document');
  });

  test('sent many times at once is one request, and accepting twice at once attaches once', async () => {
    const person = await at.venue.person(name());
    const code = await codeOf(person);
    const answers = await Promise.all(Array.from({ length: 6 }, () => attach(agent, code)));
    const ids = new Set(answers.filter((one) => one.code === 1).map(({ data }) => data.id));
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
    const code = await at.venue.person(name()).then(codeOf);
    expect((await friend.post('user/leave_agent', {})).body.code).toBe(1);
    expect((await friend.post('user/leave_agent', {})).body.error).toBe('agent_absent');
    const untilMs = at.time.wallMs() + 30 * dayMs;
    const from = new Date(untilMs).toISOString().slice(0, 10);
    expect(await ownAgentOf(friend)).toEqual({ agent: '', share: null, since: null, available_at: untilMs });
    expect((await friend.get('user/authorization_code')).body).toMatchObject({
      error: 'agent_left_recently',
      details: { from },
    });
    expect((await friend.get('user/invitation')).body.error).toBe('agent_missing');
    expect(code).not.toBe('');
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
  });
});

test('a user who is being made an agent cannot be taken in at the same time', async () => {
  const { id, person } = await requested(agent);
  await verify(at.venue, person);
  const [made, accepted] = await Promise.allSettled([setAgent(at, person), answer(person, id, 1)]);
  const info = await infoOf(person);
  expect([info.is_agent, info.agent_id !== 0].filter(Boolean)).toHaveLength(1);
  expect([made.status === 'fulfilled', accepted.status === 'fulfilled' && accepted.value.code === 1]).toContain(true);
});
