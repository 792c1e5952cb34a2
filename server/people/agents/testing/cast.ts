import { vi } from 'vitest';
import type { AgentPayout } from '@bourse/contract/agents';
import type { Person } from '../../../testing/running-venue.ts';
import { type AgentVenue, joinBy, openAgent } from './agent-client.ts';

export const btc = 1;
export const usdt = 3;
export const dayMs = 86_400_000;

let people = 0;

export function nameOfTrader(): string {
  people += 1;
  return `trader-${people}`;
}

/** An agent with a user who trades, and an outsider to trade with. */
export interface Cast {
  agent: Person;
  friend: Person;
  other: Person;
}

export async function cast(at: AgentVenue, more: Readonly<Record<string, unknown>> = {}): Promise<Cast> {
  const agent = await openAgent(at, nameOfTrader(), more);
  const friend = await joinBy(at.venue, nameOfTrader(), agent);
  return { agent, friend, other: await at.venue.person(nameOfTrader()) };
}

/** The same people on the exchange that runs now. */
export function again(at: AgentVenue, { agent, friend, other }: Cast): Cast {
  return { agent: agent.on(at.venue), friend: friend.on(at.venue), other: other.on(at.venue) };
}

/** The fees that the account log has of a user in a currency, in the smallest unit: they are counted elsewhere. */
export async function feesOf(at: AgentVenue, { id }: Person, currency: number): Promise<number> {
  const [row] = await at.venue.database.query<{ fees: string | null }>(
    `select sum(fee) as fees from core.account_log where user_id = $1 and currency_id = $2`,
    [id, currency],
  );
  return Number(row?.fees ?? 0);
}

/** The payments to an agent by currency, in the smallest unit. */
export async function paidTo(at: AgentVenue, { id }: Person): Promise<Record<number, number>> {
  const rows = await at.venue.database.query<{ currency_id: number; amount: string }>(
    `select currency_id, sum(amount) as amount from core.account_log where user_id = $1 and cause = 'commission'
      group by currency_id order by currency_id`,
    [id],
  );
  return Object.fromEntries(rows.map((row) => [row.currency_id, Number(row.amount)]));
}

/** Waits until nothing is due. */
export async function settled(at: AgentVenue): Promise<void> {
  await vi.waitUntil(
    async () => {
      const [row] = await at.venue.database.query<{ open: string }>(
        `select (select count(*) from app.commission_payouts where paid is null and not void)
              + (select count(*) from app.attachments where stage not in ('open', 'ended')) as open`,
      );
      return Number(row?.open) === 0;
    },
    { interval: 20, timeout: 30_000 },
  );
}

export async function untilPaid(at: AgentVenue, { id }: Person, count: number): Promise<void> {
  await vi.waitUntil(
    async () => {
      const rows = await at.venue.database.query('select 1 from core.commissions where agent_id = $1', [id]);
      return rows.length >= count;
    },
    { interval: 20, timeout: 30_000 },
  );
  await settled(at);
}

/** Waits until the attachment of a user has ended on the exchange. */
export async function settledAttachment(at: AgentVenue, { id }: Person): Promise<void> {
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

export async function payoutsOf(agent: Person) {
  return (await agent.get<{ data: AgentPayout[]; total: number }>('agent/payouts')).body.data;
}

/** The templates of the notices of a person, the newest first, with their figures. */
export async function noticesOf(person: Person) {
  const { body } = await person.get<{ data: { template: string; figures: Record<string, string> }[] }>('notices/list');
  return body.data.data.map(({ figures, template }) => ({ template, figures }));
}

/** The number of the attachment of a user. */
export async function attachmentOf(at: AgentVenue, { id }: Person): Promise<number> {
  const rows = await at.venue.database.query<{ id: string }>(
    'select id from app.attachments where user_id = $1 order by id desc limit 1',
    [id],
  );
  return Number(rows[0]?.id);
}

/** Gives a verified user the document of another user. */
export async function shareDocument(at: AgentVenue, user: Person, owner: Person): Promise<void> {
  await at.venue.database.query(
    `update app.verifications set card_key = (select card_key from app.verifications where user_id = $1)
      where user_id = $2`,
    [owner.id, user.id],
  );
}
