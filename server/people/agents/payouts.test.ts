import type { AgentInfo, AgentUser } from '@bourse/contract/agents';
import { agentCalls } from '@bourse/contract/console';
import { userId } from '@bourse/engine';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { reportPrices } from '../../testing/index-prices.ts';
import { AgentVenue, setAgent, trade, verify } from './testing/agent-client.ts';
import {
  again,
  attachmentOf,
  btc,
  cast,
  dayMs,
  feesOf,
  noticesOf,
  paidTo,
  payoutsOf,
  settled,
  settledAttachment,
  shareDocument,
  untilPaid,
  usdt,
} from './testing/cast.ts';

let at: AgentVenue;

beforeAll(async () => {
  at = await AgentVenue.open({ demo_review_seconds: 0 });
});

afterAll(async () => {
  await at.console.close();
});

describe('the commission of a day', () => {
  test('is paid after midnight UTC, once, for the fees of that day in each currency', async () => {
    let own = await cast(at);
    await trade(own.friend, own.other, '0.1');
    await trade(own.other, own.friend, '0.2');
    const fees = { [btc]: await feesOf(at, own.friend, btc), [usdt]: await feesOf(at, own.friend, usdt) };
    expect(fees[btc]).toBeGreaterThan(0);
    expect(fees[usdt]).toBeGreaterThan(0);
    const info = (await own.agent.get<AgentInfo>('agent/info')).body.data;
    expect(info).toMatchObject({ users: 1, share: '0.2', total: [], total_usd: '0' });
    expect(info.today.map(({ currency_id }) => currency_id)).toEqual([btc, usdt]);
    expect(await paidTo(at, own.agent)).toEqual({});

    await at.nextDay();
    own = again(at, own);
    await untilPaid(at, own.agent, 2);
    const expected = { [btc]: Math.floor(fees[btc] / 5), [usdt]: Math.floor(fees[usdt] / 5) };
    expect(await paidTo(at, own.agent)).toEqual(expected);
    // Restarts pay nothing again.
    await at.downFor(60_000);
    own = again(at, own);
    await settled(at);
    expect(await paidTo(at, own.agent)).toEqual(expected);

    const { data, total } = await payoutsOf(own.agent);
    expect(total).toBe(2);
    const day = new Date(at.time.wallMs() - dayMs).toISOString().slice(0, 10);
    expect(data.map((row) => [row.day, row.currency_code, row.share, row.paid === row.earned])).toEqual([
      [day, 'USDT', '0.2', true],
      [day, 'BTC', '0.2', true],
    ]);
    expect(data[0]?.account).toMatch(/^tr\*\*\*@example\.com$/);
    const users = (await own.agent.get<{ data: AgentUser[] }>('agent/users')).body.data.data;
    expect(users[0]?.sums.map(({ currency_code }) => currency_code)).toEqual(['BTC', 'USDT']);
    expect((await own.agent.get<AgentInfo>('agent/info')).body.data.today).toEqual([]);
    const file = (await own.agent.get<string>(`agent/export?from=${day}&to=${day}`)).body.data;
    expect(file.trim().split('\n')).toHaveLength(3);
    expect(file).toContain(day);
  });

  test.each([
    ['without a limit', null],
    ['within a limit', 500],
  ])('continues exactly after a crash between the stored payment and its command, %s', async (_which, maximum) => {
    let own = await cast(at, {
      limits: maximum === null ? [] : [{ currency_code: 'BTC', amount: '0.000005' }],
    });
    await trade(own.friend, own.other, '0.1');
    const fee = await feesOf(at, own.friend, btc);
    const attachment = await attachmentOf(at, own.friend);
    const { database } = at.venue;
    const today = Math.floor(at.time.wallMs() / dayMs);
    await at.venue.stop();
    // The row of the payment was stored, then the process ended.
    await database.query(
      `insert into app.commission_payouts (n, attachment_id, agent_id, currency_id, day, maximum, created_at)
       select coalesce(max(n), 0) + 1, $1, $2, $3, $4, $5, 0 from app.commission_payouts`,
      [attachment, own.agent.id, btc, today, maximum],
    );
    at.time.pass(dayMs);
    await at.resume();
    own = again(at, own);
    await untilPaid(at, own.agent, 1);
    const paid = maximum ?? Math.floor(fee / 5);
    expect(await paidTo(at, own.agent)).toEqual({ [btc]: paid });
    const payouts = 'select paid, void from app.commission_payouts where agent_id = $1';
    expect(await at.venue.database.query(payouts, [own.agent.id])).toEqual([{ paid: String(paid), void: false }]);
  });

  test('continues after a crash between a payment and the note of it, and adds it to the sums once', async () => {
    let own = await cast(at);
    await trade(own.friend, own.other, '0.1');
    await at.nextDay();
    own = again(at, own);
    await untilPaid(at, own.agent, 1);
    const paid = await paidTo(at, own.agent);
    const { total } = (await own.agent.get<AgentInfo>('agent/info')).body.data;
    const { database } = at.venue;
    await at.venue.stop();
    // The command was durable, then the process ended.
    const { id } = own.agent;
    await database.query('update app.commission_payouts set paid = null, noticed = false where agent_id = $1', [id]);
    await database.query('delete from app.agent_totals where agent_id = $1', [id]);
    await at.resume();
    own = again(at, own);
    await settled(at);
    expect(await paidTo(at, own.agent)).toEqual(paid);
    const payouts = 'select paid from app.commission_payouts where agent_id = $1';
    expect(await at.venue.database.query(payouts, [id])).toEqual([{ paid: String(paid[btc]) }]);
    expect((await own.agent.get<AgentInfo>('agent/info')).body.data.total).toEqual(total);
  });

  test('gets another number if a lost row had its own', async () => {
    let own = await cast(at);
    await trade(own.friend, own.other, '0.1');
    await at.nextDay();
    own = again(at, own);
    await untilPaid(at, own.agent, 1);
    const first = await paidTo(at, own.agent);
    await trade(own.friend, own.other, '0.1');
    const { database } = at.venue;
    const today = Math.floor(at.time.wallMs() / dayMs);
    const attachment = await attachmentOf(at, own.friend);
    await at.venue.stop();
    // The backup of the table is older than the journal, so a number is given again.
    await database.query(
      `update app.commission_payouts set paid = null, day = $2, noticed = false where attachment_id = $1`,
      [attachment, today],
    );
    at.time.pass(dayMs);
    await at.resume();
    own = again(at, own);
    await untilPaid(at, own.agent, 2);
    expect(await paidTo(at, own.agent)).toEqual({ [btc]: 2 * (first[btc] ?? 0) });
    const rows = await at.venue.database.query<{ paid: string | null; void: boolean }>(
      'select paid, void from app.commission_payouts where agent_id = $1 order by n',
      [own.agent.id],
    );
    expect(rows).toEqual([
      { paid: null, void: true },
      { paid: String(first[btc]), void: false },
    ]);
  });

  test('continues after a crash between the row of an attachment and its command', async () => {
    let own = await cast(at);
    await at.venue.database.query(
      `update app.attachments set stage = 'detaching', closed_at = 0, ended = 'left' where user_id = $1`,
      [own.friend.id],
    );
    await at.downFor(1000);
    own = again(at, own);
    await settled(at);
    await trade(own.friend, own.other, '0.1');
    await at.nextDay();
    await settled(at);
    expect(await paidTo(at, own.agent)).toEqual({});
  });

  test('of an agent who is removed in the middle of the day is that until then', async () => {
    let own = await cast(at);
    await trade(own.friend, own.other, '0.1');
    const fee = await feesOf(at, own.friend, btc);
    await setAgent(at, own.agent, { version: 1, state: 'removed' });
    await settledAttachment(at, own.friend);
    await trade(own.friend, own.other, '0.3');
    await at.nextDay();
    own = again(at, own);
    await untilPaid(at, own.agent, 1);
    expect(await paidTo(at, own.agent)).toEqual({ [btc]: Math.floor(fee / 5) });
    expect((await payoutsOf(own.agent)).total).toBe(1);
  });

  test('is divided by a new share', async () => {
    let own = await cast(at);
    await trade(own.friend, own.other, '0.1');
    await setAgent(at, own.agent, { version: 1, share_ppm: 100_000 });
    await vi.waitUntil(
      async () => {
        const rows = await at.venue.database.query(
          `select 1 from app.attachments where user_id = $1 and share_ppm = 100000 and stage = 'open'`,
          [own.friend.id],
        );
        return rows.length === 1;
      },
      { interval: 20, timeout: 20_000 },
    );
    await trade(own.friend, own.other, '0.3');
    await at.nextDay();
    own = again(at, own);
    await untilPaid(at, own.agent, 2);
    const { data } = await payoutsOf(own.agent);
    expect(data.map(({ earned, paid, share }) => ({ earned, paid, share }))).toEqual([
      { earned: '0.00003', paid: '0.00003', share: '0.1' },
      { earned: '0.00002', paid: '0.00002', share: '0.2' },
    ]);
  });

  test('is dropped when user and agent turn out to have the same document', async () => {
    let own = await cast(at);
    await trade(own.friend, own.other, '0.1');
    await verify(at.venue, own.friend);
    await shareDocument(at, own.friend, own.agent);
    await at.nextDay();
    own = again(at, own);
    await settledAttachment(at, own.friend);
    await settled(at);
    expect(await paidTo(at, own.agent)).toEqual({});
    const finance = await at.finance();
    const { data } = await finance.call(agentCalls.agentUsers, { agent: own.agent.id, same_document: '1' });
    expect(data.rows).toMatchObject([{ user_id: own.friend.id, ended: 'document', dropped: true, paid_usd: '0' }]);
    expect((await noticesOf(own.friend))[0]?.template).toBe('agent_ended');
    const dropped = (await noticesOf(own.agent)).filter(({ template }) => template === 'agent_document');
    expect(dropped).toEqual([
      { template: 'agent_document', figures: { account: expect.stringMatching(/^tr\*\*\*/) as string } },
    ]);
  });

  test('is also dropped of an attachment of the same pair that has ended before', async () => {
    let own = await cast(at);
    await trade(own.friend, own.other, '0.1');
    await own.friend.post('user/leave_agent', {});
    await settledAttachment(at, own.friend);
    await verify(at.venue, own.friend);
    await shareDocument(at, own.friend, own.agent);
    await at.nextDay();
    own = again(at, own);
    await vi.waitUntil(async () => (await noticesOf(own.agent))[0]?.template === 'agent_document', {
      interval: 50,
      timeout: 20_000,
    });
    await settled(at);
    expect(await paidTo(at, own.agent)).toEqual({});
    const rows = 'select ended, dropped from app.attachments where user_id = $1';
    expect(await at.venue.database.query(rows, [own.friend.id])).toEqual([{ ended: 'left', dropped: true }]);
    // Nothing of it is due on later days.
    await at.nextDay();
    own = again(at, own);
    await settled(at);
    expect(await paidTo(at, own.agent)).toEqual({});
  });

  test('of positions of leverage is the same share of their fees', async () => {
    let own = await cast(at);
    await own.friend.post('account/transfer', {
      currency_id: usdt,
      balance: '1000',
      from: 'change_account',
      to: 'lever_account',
    });
    const price = async (usd: number): Promise<void> => {
      at.time.pass(500);
      await reportPrices(at.venue, { 1: usd }, at.time.wallMs());
      at.time.pass(1);
    };
    await price(60_000);
    const order = { currency_match_id: 1, type: 1, status: 1, share: 100, multiple: 100 };
    const { body } = await own.friend.post<{ id: number }>('lever/submit', order);
    expect(body.error).toBeUndefined();
    await price(60_000);
    await own.friend.post('lever/close', { id: body.data.id });
    await price(60_500);
    const fee = await feesOf(at, own.friend, usdt);
    expect(fee).toBeGreaterThan(0);
    await at.nextDay();
    own = again(at, own);
    await untilPaid(at, own.agent, 1);
    expect(await paidTo(at, own.agent)).toEqual({ [usdt]: Math.floor(fee / 5) });
  });

  test('is paid at midnight while the exchange runs', async () => {
    const own = await cast(at);
    await trade(own.friend, own.other, '0.1');
    const fee = await feesOf(at, own.friend, btc);
    at.time.pass(dayMs - (at.time.wallMs() % dayMs) + 5000);
    at.time.tick();
    await untilPaid(at, own.agent, 1);
    expect(await paidTo(at, own.agent)).toEqual({ [btc]: Math.floor(fee / 5) });
    // Other tests begin at noon.
    await at.downFor(dayMs / 2);
  });

  test('is paid to an agent whose trading is stopped', async () => {
    let own = await cast(at);
    await trade(own.friend, own.other, '0.1');
    const audit = { operator: userId(7), cause: 'incident' } as const;
    const restriction = { before: 'none', scope: 'trading' } as const;
    await at.venue.operate({ type: 'restrict_user', user: userId(own.agent.id), ...restriction, ...audit });
    await at.nextDay();
    own = again(at, own);
    await untilPaid(at, own.agent, 1);
    expect((await paidTo(at, own.agent))[btc]).toBeGreaterThan(0);
  });

  test('is announced to its agent, once for each day and currency', async () => {
    let own = await cast(at);
    await trade(own.friend, own.other, '0.1');
    await at.nextDay();
    own = again(at, own);
    const found = async () =>
      (await noticesOf(own.agent)).filter(({ template }) => template === 'commission_paid').length;
    await vi.waitUntil(async () => (await found()) > 0, { interval: 50, timeout: 20_000 });
    await at.downFor(60_000);
    own = again(at, own);
    await settled(at);
    expect(await found()).toBe(1);
  });
});
