import type { AgentInfo } from '@bourse/contract/agents';
import { agentCalls } from '@bourse/contract/console';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/running-venue.ts';
import { AgentVenue, joinBy, setAgent, trade } from './testing/agent-client.ts';
import { again, btc, cast, dayMs, nameOfTrader, noticesOf, paidTo, payoutsOf, untilPaid } from './testing/cast.ts';

let at: AgentVenue;

beforeAll(async () => {
  at = await AgentVenue.open({ demo_review_seconds: 0 });
});

afterAll(async () => {
  await at.console.close();
});

const limitOf = (amount: string) => [{ currency_code: 'BTC', amount }];
const dayText = (days: number) => new Date(at.time.wallMs() + days * dayMs).toISOString().slice(0, 10);

async function infoOf(agent: Person) {
  const { limits, next_limits: next } = (await agent.get<AgentInfo>('agent/info')).body.data;
  return { limits: limits.map(({ amount }) => amount), next: next?.map(({ amount }) => amount) ?? null };
}

describe('the limit of an agent', () => {
  test('that is lowered after the fees leaves their day as it was, and counts from the next day on', async () => {
    let own = await cast(at);
    await trade(own.friend, own.other, '0.1');
    await setAgent(at, own.agent, { version: 1, limits: limitOf('0.00000001') });
    expect(await infoOf(own.agent)).toEqual({ limits: [], next: ['0.00000001'] });
    await at.nextDay();
    own = again(at, own);
    await untilPaid(at, own.agent, 1);
    // A fifth of 0.0001.
    expect(await paidTo(at, own.agent)).toEqual({ [btc]: 2000 });

    expect(await infoOf(own.agent)).toEqual({ limits: ['0.00000001'], next: null });
    await trade(own.friend, own.other, '0.1');
    await at.nextDay();
    own = again(at, own);
    await untilPaid(at, own.agent, 2);
    expect(await paidTo(at, own.agent)).toEqual({ [btc]: 2001 });
  });

  test('that is removed after the fees still limits their day', async () => {
    let own = await cast(at, { limits: limitOf('0.00001') });
    expect(await infoOf(own.agent)).toEqual({ limits: ['0.00001'], next: null });
    await trade(own.friend, own.other, '0.1');
    await setAgent(at, own.agent, { version: 1 });
    expect(await infoOf(own.agent)).toEqual({ limits: ['0.00001'], next: [] });
    await at.nextDay();
    own = again(at, own);
    await untilPaid(at, own.agent, 1);
    expect(await paidTo(at, own.agent)).toEqual({ [btc]: 1000 });
    expect(await infoOf(own.agent)).toEqual({ limits: [], next: null });
  });

  test('is used up in the order of the attachments; a day without a rest is listed with what it earned', async () => {
    let own = await cast(at, { limits: limitOf('0.00003') });
    const second = await joinBy(at.venue, nameOfTrader(), own.agent);
    const third = await joinBy(at.venue, nameOfTrader(), own.agent);
    for (const friend of [own.friend, second, third]) await trade(friend, own.other, '0.1');
    await at.nextDay();
    own = again(at, own);
    await untilPaid(at, own.agent, 3);
    const { data, total } = await payoutsOf(own.agent);
    expect(total).toBe(3);
    expect(data.map(({ earned, paid }) => ({ earned, paid }))).toEqual([
      { earned: '0.00002', paid: '0' },
      { earned: '0.00002', paid: '0.00001' },
      { earned: '0.00002', paid: '0.00002' },
    ]);
    const file = (await own.agent.get<string>(`agent/export?from=${dayText(-1)}&to=${dayText(-1)}`)).body.data;
    expect(file.trim().split('\n')).toHaveLength(4);
  });

  test('is announced with its first day at each change, and shown to staff for today and from tomorrow on', async () => {
    const own = await cast(at, { limits: limitOf('0.5') });
    const limits = async () =>
      (await noticesOf(own.agent)).filter(({ template }) => /limit/.test(template)).map(({ figures }) => figures);
    expect(await limits()).toEqual([{ day: dayText(0), limits: '0.5 BTC' }]);
    await setAgent(at, own.agent, { version: 1, limits: limitOf('0.25') });
    await setAgent(at, own.agent, { version: 2, limits: [] });
    expect(await limits()).toEqual([
      { day: dayText(1) },
      { day: dayText(1), limits: '0.25 BTC' },
      { day: dayText(0), limits: '0.5 BTC' },
    ]);
    const { data } = await (await at.finance()).call(agentCalls.agents, { user: own.agent.id });
    expect(data.rows).toMatchObject([{ limits: [], limits_today: [{ currency_code: 'BTC', amount: '0.5' }] }]);
  });
});
