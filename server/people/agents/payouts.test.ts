import type { AgentInfo, AgentPayout, AgentUser } from '@bourse/contract/agents';
import { agentCalls } from '@bourse/contract/console';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Person } from '../../testing/running-venue.ts';
import { AgentVenue, joinBy, openAgent, setAgent, trade, verify } from './testing/agent-client.ts';

const usdt = 3;
const btc = 1;
let at: AgentVenue;
let people = 0;

beforeAll(async () => {
  at = await AgentVenue.open({ demo_review_seconds: 0 });
});

afterAll(async () => {
  await at.console.close();
});

function name(): string {
  people += 1;
  return `trader-${people}`;
}

/** An agent with a user who trades, and an outsider to trade with. */
interface Cast {
  agent: Person;
  friend: Person;
  other: Person;
}

async function cast(more: Readonly<Record<string, unknown>> = {}): Promise<Cast> {
  const agent = await openAgent(at, name(), more);
  return { agent, friend: await joinBy(at.venue, name(), agent), other: await at.venue.person(name()) };
}

/** The same people on the exchange that runs now. */
function again({ agent, friend, other }: Cast): Cast {
  return { agent: agent.on(at.venue), friend: friend.on(at.venue), other: other.on(at.venue) };
}

/** The fees that the account log has of a user in a currency, in the smallest unit: they are counted elsewhere. */
async function feesOf({ id }: Person, currency: number): Promise<number> {
  const [row] = await at.venue.database.query<{ fees: string | null }>(
    `select sum(fee) as fees from core.account_log where user_id = $1 and currency_id = $2`,
    [id, currency],
  );
  return Number(row?.fees ?? 0);
}

/** The payments to an agent by currency, in the smallest unit. */
async function paidTo({ id }: Person): Promise<Record<number, number>> {
  const rows = await at.venue.database.query<{ currency_id: number; amount: string }>(
    `select currency_id, sum(amount) as amount from core.account_log where user_id = $1 and cause = 'commission'
      group by currency_id order by currency_id`,
    [id],
  );
  return Object.fromEntries(rows.map((row) => [row.currency_id, Number(row.amount)]));
}

/** Waits until nothing is due. */
async function settled(): Promise<void> {
  await vi.waitUntil(
    async () => {
      const [row] = await at.venue.database.query<{ open: string }>(
        `select (select count(*) from app.commission_payouts where paid is null)
              + (select count(*) from app.attachments where stage in ('attaching', 'detaching')) as open`,
      );
      return Number(row?.open) === 0;
    },
    { interval: 20, timeout: 30_000 },
  );
}

async function untilPaid(agent: Person, count: number): Promise<void> {
  await vi.waitUntil(
    async () => {
      const rows = await at.venue.database.query('select 1 from core.commissions where agent_id = $1', [agent.id]);
      return rows.length >= count;
    },
    { interval: 20, timeout: 30_000 },
  );
  await settled();
}

const payoutsOf = async (agent: Person) =>
  (await agent.get<{ data: AgentPayout[]; total: number }>('agent/payouts')).body.data;

describe('the commission of a day', () => {
  test('is paid after midnight UTC, once, for the fees of that day in each currency', async () => {
    let own = await cast();
    await trade(own.friend, own.other, '0.1');
    await trade(own.other, own.friend, '0.2');
    const fees = { [btc]: await feesOf(own.friend, btc), [usdt]: await feesOf(own.friend, usdt) };
    expect(fees[btc]).toBeGreaterThan(0);
    expect(fees[usdt]).toBeGreaterThan(0);
    const info = (await own.agent.get<AgentInfo>('agent/info')).body.data;
    expect(info).toMatchObject({ users: 1, share: '0.2', total: [], total_usd: '0' });
    expect(info.today.map(({ currency_id }) => currency_id)).toEqual([btc, usdt]);
    expect(await paidTo(own.agent)).toEqual({});

    await at.nextDay();
    own = again(own);
    await untilPaid(own.agent, 2);
    const expected = { [btc]: Math.floor(fees[btc] / 5), [usdt]: Math.floor(fees[usdt] / 5) };
    expect(await paidTo(own.agent)).toEqual(expected);
    // Restarts pay nothing again.
    await at.downFor(60_000);
    own = again(own);
    await settled();
    expect(await paidTo(own.agent)).toEqual(expected);

    const { data, total } = await payoutsOf(own.agent);
    expect(total).toBe(2);
    const day = new Date(at.time.wallMs() - 86_400_000).toISOString().slice(0, 10);
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

  test('continues exactly after a crash between the stored payment and its command', async () => {
    let own = await cast();
    await trade(own.friend, own.other, '0.1');
    const fee = await feesOf(own.friend, btc);
    const [row] = await at.venue.database.query<{ id: string }>('select id from app.attachments where user_id = $1', [
      own.friend.id,
    ]);
    const { database } = at.venue;
    const today = Math.floor(at.time.wallMs() / 86_400_000);
    await at.venue.stop();
    // The row of the payment was stored, then the process ended.
    await database.query(
      `insert into app.commission_payouts (n, attachment_id, agent_id, currency_id, day, created_at)
       select coalesce(max(n), 0) + 1, $1, $2, $3, $4, 0 from app.commission_payouts`,
      [row?.id, own.agent.id, btc, today],
    );
    at.time.pass(86_400_000);
    await at.resume();
    own = again(own);
    await untilPaid(own.agent, 1);
    expect(await paidTo(own.agent)).toEqual({ [btc]: Math.floor(fee / 5) });
    const payouts = 'select paid from app.commission_payouts where agent_id = $1';
    expect(await at.venue.database.query(payouts, [own.agent.id])).toEqual([{ paid: String(Math.floor(fee / 5)) }]);
  });

  test('continues after a crash between the row of an attachment and its command', async () => {
    let own = await cast();
    await at.venue.database.query(
      `update app.attachments set stage = 'detaching', closed_at = 0, ended = 'left' where user_id = $1`,
      [own.friend.id],
    );
    await at.downFor(1000);
    own = again(own);
    await settled();
    await trade(own.friend, own.other, '0.1');
    await at.nextDay();
    await settled();
    expect(await paidTo(own.agent)).toEqual({});
  });

  test('of an agent who is removed in the middle of the day is that until then', async () => {
    let own = await cast();
    await trade(own.friend, own.other, '0.1');
    const fee = await feesOf(own.friend, btc);
    await setAgent(at, own.agent, { version: 1, state: 'removed' });
    await settledAttachment(own.friend);
    await trade(own.friend, own.other, '0.3');
    await at.nextDay();
    own = again(own);
    await untilPaid(own.agent, 1);
    expect(await paidTo(own.agent)).toEqual({ [btc]: Math.floor(fee / 5) });
    expect((await payoutsOf(own.agent)).total).toBe(1);
  });

  test('is divided by a new share, and limited by agent and currency', async () => {
    let own = await cast();
    await trade(own.friend, own.other, '0.1');
    const before = await feesOf(own.friend, btc);
    await setAgent(at, own.agent, {
      version: 1,
      share_ppm: 100_000,
      limits: [{ currency_code: 'BTC', amount: '0.00003' }],
    });
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
    await trade(own.friend, own.other, '0.2');
    await at.nextDay();
    own = again(own);
    await untilPaid(own.agent, 2);
    const { data } = await payoutsOf(own.agent);
    const shares = data.map(({ earned, paid, share }) => ({ earned, paid, share }));
    // A fifth of the first fee is 0.00002; of the second 0.00002 are earned, and the limit leaves 0.00001.
    expect(before).toBe(10_000);
    expect(shares).toEqual([
      { earned: '0.00002', paid: '0.00001', share: '0.1' },
      { earned: '0.00002', paid: '0.00002', share: '0.2' },
    ]);
  });

  test('is dropped when user and agent turn out to have the same document', async () => {
    let own = await cast();
    await trade(own.friend, own.other, '0.1');
    await verify(at.venue, own.friend);
    await at.venue.database.query(
      `update app.verifications set card_key = (select card_key from app.verifications where user_id = $1)
        where user_id = $2`,
      [own.agent.id, own.friend.id],
    );
    await at.nextDay();
    own = again(own);
    await settledAttachment(own.friend);
    await settled();
    expect(await paidTo(own.agent)).toEqual({});
    const finance = await at.finance();
    const { data } = await finance.call(agentCalls.agentUsers, { agent: own.agent.id, same_document: '1' });
    expect(data.rows).toMatchObject([{ user_id: own.friend.id, ended: 'document', paid_usd: '0' }]);
  });

  test('is announced to its agent, once for each day and currency', async () => {
    let own = await cast();
    await trade(own.friend, own.other, '0.1');
    await at.nextDay();
    own = again(own);
    const found = async () => {
      const { body } = await own.agent.get<{ data: { template: string }[] }>('notices/list');
      return body.data.data.filter(({ template }) => template === 'commission_paid').length;
    };
    await vi.waitUntil(async () => (await found()) > 0, { interval: 50, timeout: 20_000 });
    await at.downFor(60_000);
    own = again(own);
    await settled();
    expect(await found()).toBe(1);
  });
});

/** Waits until the attachment of a user has ended on the exchange. */
async function settledAttachment({ id }: Person): Promise<void> {
  await vi.waitUntil(
    async () => {
      const rows = await at.venue.database.query(
        `select 1 from app.attachments where user_id = $1 and stage <> 'ended'`,
        [id],
      );
      return rows.length === 0;
    },
    { interval: 20, timeout: 20_000 },
  );
}
