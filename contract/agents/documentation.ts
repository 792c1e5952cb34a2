import {
  type CapabilityDocumentation,
  chapter,
  type Description,
  describe,
  type Field,
  named,
  page,
  paging,
} from '../documentation/declare.ts';
import * as calls from './calls.ts';
import {
  agentAnswer,
  agentAttach,
  agentCheck,
  agentExport,
  agentPayouts,
  agentRows,
  type AgentSum,
  agentUsers,
} from './calls.ts';

const since = 1767225600000;
const account = ['E-mail address or phone number of the user, masked.', 'be***@example.com'] as const;
const agent = ['E-mail address or phone number of the agent, masked.', 'an***@example.com'] as const;
const share = ['Share of the fees as a decimal fraction.', '0.2'] as const;
const day = ['UTC day.', '2026-01-31'] as const;
const code = ['Authorization code of a user, in either case.', 'K7Q2M9XARB4T'] as const;
const currency = {
  currency_id: ['Id of the currency.', 3],
  currency_code: ['Code of the currency.', 'USDT'],
} as const;
const fees = ['Trading fees of spot and leverage, without rebates.', '12.5'] as const;
const sumOf = (what: string): Field<AgentSum[]> => [
  what,
  [{ currency_id: 3, currency_code: 'USDT', fees: '12.5', commission: '2.5' }],
];
const pageFields = { page: paging.page, limit: [`Rows of a page, at most 100; default ${agentRows}.`, 10] } as const;

const objects: readonly Description[] = [
  ...named(calls, {
    AgentSum: { ...currency, fees, commission: ['Commission for them.', '2.5'] },
    AgentLimit: { ...currency, amount: ['Highest commission of a UTC day.', '1000'] },
    AgentInfo: {
      state: ['`active`, or `removed`: an agent of the past, who still reads figures and payouts.', 'active'],
      share,
      since: ['Since when the caller is an agent, epoch milliseconds.', since],
      invite_code: ['Invitation code of the caller.', 'K7Q2M9XA'],
      users: ['Users who have the caller as agent now.', 12],
      limits: ['Limits of the commission of the current UTC day; none for currencies that are not listed.'],
      next_limits: ['Limits from the next UTC day on, if they change then; otherwise null.'],
      today: sumOf('The current UTC day so far, before any limit.'),
      total: sumOf('All days that were paid.'),
      total_usd: ['Commission of `total` in dollars at the last prices; currencies without a price count as 0.', '2.5'],
    },
    AgentUser: {
      id: ['Number of the attachment.', 41],
      account,
      share,
      since: ['Since when the user has the agent, epoch milliseconds.', since],
      until: ['Until when, epoch milliseconds; null while it lasts.', since + 2_592_000_000],
      sums: sumOf('Fees and commission of the days that were paid.'),
      commission_usd: ['Commission in dollars at the last prices; currencies without a price count as 0.', '2.5'],
    },
    AgentPayout: {
      n: ['Number of the payout, also the `cause_id` in the account log.', 907],
      day,
      account,
      ...currency,
      fees,
      share,
      earned: ['Share of the fees, with the fractions of a unit that earlier days have left.', '2.5'],
      paid: ['The part of it that the limit of the day allows.', '2.5'],
      paid_at: ['Time of the payment, epoch milliseconds.', since + 86_405_000],
    },
    AgentRequest: {
      id: ['Id of the request.', 77],
      agent,
      share,
      created_at: ['Time of the request, epoch milliseconds.', since],
      expires_at: ['When it can no longer be answered, epoch milliseconds.', since + 259_200_000],
    },
    OwnAgent: {
      agent: ['E-mail address or phone number of the agent, masked; empty without one.', 'an***@example.com'],
      share: ['Share of the caller’s fees that the agent receives from the exchange; null without one.', '0.2'],
      since: ['Since when, with all shares since then, epoch milliseconds; null without one.', since],
      available_at: [
        'From when another agent is possible after leaving one; null if that is now.',
        since + 2_592_000_000,
      ],
      was_agent: ['Whether the caller was an agent, who still reads figures and payouts.', false],
    },
  }),
  describe(agentUsers.input, pageFields),
  describe(agentUsers.output, page),
  describe(agentPayouts.input, pageFields),
  describe(agentPayouts.output, page),
  describe(agentExport.input, { from: ['First UTC day.', '2026-01-01'], to: ['Last UTC day.', '2026-01-31'] }),
  describe(agentCheck.input, { code }),
  describe(agentCheck.output, { account }),
  describe(agentAttach.input, { code }),
  describe(agentAttach.output, {
    id: ['Id of the request.', 77],
    account,
    share,
    expires_at: ['When it can no longer be answered, epoch milliseconds.', since + 259_200_000],
  }),
  describe(agentAnswer.input, { id: ['Id of the request.', 77], accept: ['1 to accept, 0 to decline.', 1] }),
];

export const documentation: CapabilityDocumentation = {
  chapters: [
    chapter('Agents', calls, {
      agentInfo: {
        summary: 'The caller as an agent',
        says: 'A change of the limits counts from the next UTC day on; each day is paid with its own limits.',
      },
      agentUsers: { summary: 'Users of the agent, the newest first' },
      agentPayouts: {
        summary: 'Commission by day, user and currency, the newest day first',
        says: 'A day that the limit has cut is listed with what was earned and paid, also if nothing was paid.',
      },
      agentExport: {
        summary: 'The same as a CSV file',
        says: 'Days are those of the fees. A period has at most 366 days.',
        output: 'n,day,account,currency,fees,share,earned,paid,paid_at\r\n907,2026-01-31,be***@example.com,USDT,12.5,…',
      },
      agentCheck: { summary: 'The account of an authorization code' },
      agentAttach: {
        summary: 'Request to take in the user of an authorization code',
        says: 'The code is used up. The user sees who requests and which share, and answers within 72 hours. A repeated request for the same user returns the one that waits.',
      },
      ownAgent: { summary: 'The caller’s agent' },
      agentRequests: { summary: 'Requests of agents that wait for the caller’s answer' },
      agentAnswer: {
        summary: 'Answer a request of an agent',
        says: 'Accepting one closes the others. An agent who was declined can request again after 30 days. If the share of the agent has changed since, `agent_share_changed` names the new one, and the request shows it from then on.',
      },
      leaveAgent: {
        summary: 'Leave the agent',
        says: 'The fees until then still count. Another agent is possible after 30 days.',
      },
    }),
  ],
  objects,
};
