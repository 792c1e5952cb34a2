import type { CallInput } from '@bourse/contract';
import {
  agentAnswer,
  agentAttach,
  agentCheck,
  agentExport,
  agentInfo,
  agentPayouts,
  agentRequests,
  agentRows,
  agentUsers,
  leaveAgent,
  ownAgent,
} from '@bourse/contract/agents';
import { authorizationCode } from '@bourse/contract/identity';
import { currencyId, type UserId } from '@bourse/engine';
import { safeInteger } from '../../ground/database/index.ts';
import { fractionText, unitsText } from '../../ground/feed/index.ts';
import { csvLine, done, type Gateway, pageOf, readPaging, refused } from '../../ground/gateway/index.ts';
import type { With } from '../../ground/parts.ts';
import { minuteText } from '../../ground/texts/index.ts';
import type { Commission, Commissions } from './commissions.ts';
import { commissionView } from './commission-view.ts';
import { AgentLimits } from './limits.ts';
import type { Agents } from './service.ts';
import { dayText, dollarsOf, limitsOnWire, maskedAccountOf, maskedAccounts, readDay, sumsOnWire } from './wire.ts';

interface AgentRouteParts extends With<'identityDb' | 'views'> {
  readonly agents: Agents;
  readonly commissions: Commissions;
}

/** The longest period of a file. */
const maxDays = 366;

/** Serves agents, and what their users and others can do about them. */
export function registerAgents(gateway: Gateway, parts: AgentRouteParts): void {
  registerReads(gateway, parts);
  registerUsers(gateway, parts);
  const { agents, identityDb } = parts;

  gateway.member(agentCheck, async ({ code }, { user }) => {
    if (!(await agents.isActive(user))) return refused('forbidden');
    const found = await agents.requests.ownerOf(user, code);
    if (typeof found === 'object') return found;
    return done({ account: await maskedAccountOf(identityDb, found) });
  });

  gateway.member(agentAttach, async ({ code }, { user }) => {
    const request = await agents.requests.attach(user, code);
    if ('ok' in request) return request;
    const account = await maskedAccountOf(identityDb, request.user);
    const { expiresAtMs, id, sharePpm } = request;
    return done({ id, account, share: fractionText(sharePpm), expires_at: expiresAtMs });
  });
}

/** Serves the calls of every user: a code, requests and their answers, leaving. */
function registerUsers(gateway: Gateway, { agents, identityDb }: AgentRouteParts): void {
  const { attachments, codes, requests } = agents;

  gateway.member(authorizationCode, async (_input, { user }) => {
    if ((await attachments.openOf(user)) !== null) return refused('agent_attached');
    if (await attachments.isActive(user)) return refused('agent_self');
    const fromMs = await attachments.availableFrom(user);
    if (fromMs !== null) return refused('agent_left_recently', { from: minuteText(fromMs) });
    return done(await codes.codeOf(user));
  });

  gateway.member(ownAgent, async (_input, { user }) => {
    const open = await attachments.openOf(user);
    const wasAgent = await attachments.wasAgent(user);
    if (open === null) {
      const availableAtMs = await attachments.availableFrom(user);
      return done({ agent: '', share: null, since: null, available_at: availableAtMs, was_agent: wasAgent });
    }
    return done({
      agent: await maskedAccountOf(identityDb, open.agent),
      share: fractionText(open.sharePpm),
      since: (await attachments.sinceOf(user, open.agent)) ?? open.openedAtMs,
      available_at: null,
      was_agent: wasAgent,
    });
  });

  gateway.member(agentRequests, async (_input, { user }) => {
    const open = await requests.openOf(user);
    const accounts = await maskedAccounts(
      identityDb,
      open.map(({ agent }) => agent),
    );
    return done(
      open.map(({ agent, createdAtMs, expiresAtMs, id, sharePpm }) => ({
        id,
        agent: accounts.get(agent) ?? '',
        share: fractionText(sharePpm),
        created_at: createdAtMs,
        expires_at: expiresAtMs,
      })),
    );
  });

  gateway.member(agentAnswer, async ({ accept, id }, { user }) => {
    return (await requests.answer(user, Number(id), accept === 1)) ?? done(null);
  });

  gateway.member(leaveAgent, async (_input, { user }) => {
    return (await requests.leave(user)) ? done(null) : refused('agent_absent');
  });
}

function registerReads(gateway: Gateway, parts: AgentRouteParts): void {
  const { commissions, identityDb, views } = parts;
  const { listings } = views;

  gateway.member(agentInfo, async (_input, { user }) => {
    const agent = await identityDb
      .selectFrom('agents')
      .innerJoin('users', 'users.id', 'agents.user_id')
      .select(['agents.state', 'share_ppm', 'agents.created_at', 'invite_code'])
      .where('agents.user_id', '=', String(user))
      .executeTakeFirst();
    if (agent === undefined) return refused('forbidden');
    const view = commissionView.of(views);
    const [users, limits, totals] = await Promise.all([
      countUsers(parts, user, true),
      AgentLimits.of(identityDb, [user]),
      commissions.totalsOf([user]),
    ]);
    const total = totals.get(user) ?? [];
    const [current, newest] = [limits.on(user, view.today), limits.newest(user)];
    const isSame = JSON.stringify(current) === JSON.stringify(newest);
    return done({
      state: agent.state,
      share: fractionText(agent.share_ppm),
      since: safeInteger(agent.created_at),
      invite_code: agent.invite_code,
      users,
      limits: limitsOnWire(listings, current),
      next_limits: isSame ? null : limitsOnWire(listings, newest),
      today: sumsOnWire(listings, view.todayOf(user)),
      total: sumsOnWire(listings, total),
      total_usd: dollarsOf(views, total),
    });
  });

  gateway.member(agentUsers, async (input, { user }) => {
    const paging = readPaging({ limit: agentRows, ...input });
    if (!paging.ok) return paging;
    const [total, rows] = await Promise.all([
      countUsers(parts, user, false),
      identityDb
        .selectFrom('attachments')
        .select(['id', 'user_id', 'share_ppm', 'opened_at', 'closed_at'])
        .where('agent_id', '=', String(user))
        .orderBy('id', 'desc')
        .limit(paging.limit)
        .offset(paging.offset)
        .execute(),
    ]);
    const [accounts, sums] = await Promise.all([
      maskedAccounts(
        identityDb,
        rows.map((row) => safeInteger(row.user_id)),
      ),
      commissions.sumsOf(rows.map((row) => safeInteger(row.id))),
    ]);
    const shown = rows.map((row) => {
      const own = sums.get(safeInteger(row.id)) ?? [];
      return {
        id: safeInteger(row.id),
        account: accounts.get(safeInteger(row.user_id)) ?? '',
        share: fractionText(row.share_ppm),
        since: safeInteger(row.opened_at),
        until: row.closed_at === null ? null : safeInteger(row.closed_at),
        sums: sumsOnWire(listings, own),
        commission_usd: dollarsOf(views, own),
      };
    });
    return done(pageOf(shown, total, paging));
  });

  gateway.member(agentPayouts, async (input, { user }) => {
    const paging = readPaging({ limit: agentRows, ...input });
    if (!paging.ok) return paging;
    const { rows, total } = await commissions.page(user, paging);
    return done(pageOf(await payoutsOnWire(parts, rows), total, paging));
  });

  const running = new Set<UserId>();
  gateway.file(agentExport, (input, { user }) => {
    const period = readPeriod(input);
    if ('ok' in period) return period;
    if (running.has(user)) return refused('export_running');
    running.add(user);
    return done({
      name: 'commission.csv',
      pieces: file(parts, commissions.all(user, period.from, period.to)),
      ended: () => running.delete(user),
    });
  });
}

function readPeriod({ from, to }: CallInput<typeof agentExport>) {
  const [first, last] = [readDay(from), readDay(to)];
  if (first === null) return refused('invalid_request', { field: 'from', problem: 'format' });
  if (last === null) return refused('invalid_request', { field: 'to', problem: 'format' });
  if (last < first || last - first >= maxDays) return refused('agent_period', { days: maxDays });
  return { from: first, to: last };
}

async function countUsers({ identityDb }: AgentRouteParts, agent: UserId, isOpen: boolean): Promise<number> {
  const { count } = await identityDb
    .selectFrom('attachments')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('agent_id', '=', String(agent))
    .$if(isOpen, (query) => query.where('closed_at', 'is', null))
    .executeTakeFirstOrThrow();
  return safeInteger(count);
}

async function payoutsOnWire({ identityDb, views }: AgentRouteParts, rows: readonly Commission[]) {
  const accounts = await maskedAccounts(
    identityDb,
    rows.map(({ user }) => user),
  );
  return rows.map(({ amount, currency: id, day, earned, fees, n, paidAtMs, sharePpm, user }) => {
    const currency = views.listings.currency(currencyId(id));
    return {
      n,
      day: dayText(day),
      account: accounts.get(user) ?? '',
      currency_id: currency.id,
      currency_code: currency.code,
      fees: unitsText(currency, fees),
      share: fractionText(sharePpm),
      earned: unitsText(currency, earned),
      paid: unitsText(currency, amount),
      paid_at: paidAtMs,
    };
  });
}

const columns = ['n', 'day', 'account', 'currency', 'fees', 'share', 'earned', 'paid', 'paid_at'];

async function* file(parts: AgentRouteParts, rows: AsyncIterable<readonly Commission[]>): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const some of rows) {
    const shown = await payoutsOnWire(parts, some);
    yield shown
      .map(({ account, currency_code: code, day, earned, fees, n, paid, paid_at: paidAt, share }) =>
        csvLine([n, day, account, code, fees, share, earned, paid, new Date(paidAt).toISOString()]),
      )
      .join('');
  }
}
