import { agentCalls, agentNeedsSecond, type AgentRow, type AgentUserRow } from '@bourse/contract/console';
import { isUserId, userId, type UserId } from '@bourse/engine';
import { dayOf, startOfDay } from '@bourse/engine/agents';
import { type Kysely, sql, type Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { Listings } from '../../ground/feed/index.ts';
import {
  answered,
  changed,
  FigureReader,
  readSequencePage,
  refusal,
  sequencePageOf,
  type StaffRoll,
  subjectOf,
} from '../../ground/console-gateway/index.ts';
import type { With } from '../../ground/parts.ts';
import type { SiteSettings } from '../identity/index.ts';
import type { Sending } from '../alerts/index.ts';
import { lockUser } from './attachments.ts';
import type { Commissions } from './commissions.ts';
import { commissionView } from './commission-view.ts';
import { AgentLimits, type Limit, storeLimits } from './limits.ts';
import type { Agents } from './service.ts';
import type { AgentState } from './tables.ts';
import { dayText, dollarsOf, limitsOnWire, maskedAccounts, percentText } from './wire.ts';

export interface AgentConsoleParts extends With<
  'alarms' | 'changes' | 'console' | 'identityDb' | 'notices' | 'now' | 'verified' | 'views'
> {
  readonly agents: Agents;
  readonly commissions: Commissions;
  readonly roll: Pick<StaffRoll, 'names'>;
  readonly settings: Pick<SiteSettings, 'agent_share_maximum_ppm'>;
  /** Ends and changes attachments after a change of an agent. */
  readonly follow: () => void;
}

const hourMs = 3_600_000;
/** The days of the shorter sum. */
const recentDays = 30;

/** Serves agents to staff, and watches whether their commission is paid. */
export function registerAgentConsole(parts: AgentConsoleParts): void {
  registerLists(parts);
  registerChange(parts);
  const { alarms, now, views } = parts;
  alarms.add({
    name: 'commission_unpaid',
    check: () => {
      const day = commissionView.of(views).oldestDue();
      if (day === null) return null;
      const since = startOfDay(day + 1) + hourMs;
      return since > now() ? null : { day: dayText(day), since };
    },
  });
}

function registerLists(parts: AgentConsoleParts): void {
  const { commissions, console, identityDb, now, roll, views } = parts;

  console.read(agentCalls.agents, async ({ cursor, limit, state, user }) => {
    const page = readSequencePage({ ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) });
    if ('error' in page) return page;
    const found = await identityDb
      .selectFrom('agents')
      .selectAll()
      .where('user_id', '<', String(page.before))
      .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'active'))
      .$if(user !== undefined, (query) => query.where('user_id', '=', String(Number(user))))
      .orderBy('user_id', 'desc')
      .limit(page.limit + 1)
      .execute();
    const { next, rows } = sequencePageOf(
      found.map((row) => ({ ...row, sequence: safeInteger(row.user_id) })),
      page,
    );
    const ids = rows.map(({ sequence }) => sequence);
    const view = commissionView.of(views);
    const [names, accounts, limits, counts, totals, recent] = await Promise.all([
      roll.names(),
      maskedAccounts(identityDb, ids),
      AgentLimits.of(identityDb, ids),
      usersOf(identityDb, ids),
      commissions.totalsOf(ids),
      commissions.recentOf(ids, dayOf(now()) - recentDays),
    ]);
    const shown = rows.map((row): AgentRow => {
      const agent = userId(row.sequence);
      return {
        user_id: agent,
        account: accounts.get(agent) ?? '',
        state: row.state,
        share_ppm: row.share_ppm,
        limits: limitsOnWire(views.listings, limits.newest(agent)),
        limits_today: limitsOnWire(views.listings, limits.on(agent, view.today)),
        version: row.version,
        users: counts.get(agent) ?? 0,
        paid_usd_30d: dollarsOf(views, recent.get(agent) ?? []),
        paid_usd: dollarsOf(views, totals.get(agent) ?? []),
        unpaid_days: view.unpaidDaysOf(agent),
        created_at: safeInteger(row.created_at),
        changed_at: safeInteger(row.changed_at),
        changed_by: row.changed_by === null ? null : (names.get(row.changed_by) ?? String(row.changed_by)),
      };
    });
    return answered({ rows: shown, next, as_of: now() });
  });

  console.read(agentCalls.agentUsers, async ({ agent, cursor, limit, same_document: isSame, user }) => {
    const page = readSequencePage({ ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) });
    if ('error' in page) return page;
    const found = await identityDb
      .selectFrom('attachments')
      .selectAll()
      .select((of) =>
        of
          .exists(
            of
              .selectFrom('logins as own')
              .innerJoin('logins as other', 'other.device_key', 'own.device_key')
              .select(sql<number>`1`.as('one'))
              .whereRef('own.user_id', '=', 'attachments.user_id')
              .whereRef('other.user_id', '=', 'attachments.agent_id')
              .where('own.device_key', '<>', ''),
          )
          .as('same_device'),
      )
      .where('id', '<', String(page.before))
      .$if(agent !== undefined, (query) => query.where('agent_id', '=', String(Number(agent))))
      .$if(user !== undefined, (query) => query.where('user_id', '=', String(Number(user))))
      .$if(isSame !== undefined, (query) => query.where('dropped', '=', true))
      .orderBy('id', 'desc')
      .limit(page.limit + 1)
      .execute();
    const { next, rows } = sequencePageOf(
      found.map((row) => ({ ...row, sequence: safeInteger(row.id) })),
      page,
    );
    const [accounts, sums] = await Promise.all([
      maskedAccounts(
        identityDb,
        rows.map((row) => safeInteger(row.user_id)),
      ),
      commissions.sumsOf(rows.map(({ sequence }) => sequence)),
    ]);
    const shown = rows.map((row): AgentUserRow => {
      const own = sums.get(row.sequence) ?? [];
      return {
        id: row.sequence,
        user_id: safeInteger(row.user_id),
        agent_id: safeInteger(row.agent_id),
        account: accounts.get(safeInteger(row.user_id)) ?? '',
        share_ppm: row.share_ppm,
        by: row.via,
        since: safeInteger(row.opened_at),
        until: row.closed_at === null ? null : safeInteger(row.closed_at),
        ended: row.ended,
        dropped: row.dropped,
        same_device: row.same_device === true,
        fees_usd: dollarsOf(views, own, 'fees'),
        paid_usd: dollarsOf(views, own),
      };
    });
    return answered({ rows: shown, next, as_of: now() });
  });
}

function registerChange(parts: AgentConsoleParts): void {
  const { agents, changes, console, follow, notices, settings, verified, views } = parts;

  console.change(
    agentCalls.setAgent,
    async (input, { by, committed, now: nowMs, transaction }) => {
      if (!isUserId(input.user_id)) return refusal('user_unknown', { user: input.user_id });
      const user = userId(input.user_id);
      await lockUser(transaction, user);
      const known = await findAgent(transaction, user);
      if ((known?.version ?? 0) !== input.version) return refusal('changed_meanwhile');
      if (known === null && input.state === 'removed') return refusal('agent_unknown');
      if (input.share_ppm > settings.agent_share_maximum_ppm && input.share_ppm !== known?.sharePpm) {
        return refusal('agent_share_maximum', { maximum: settings.agent_share_maximum_ppm });
      }
      const limits = readLimits(views.listings, input.limits);
      if ('error' in limits) return limits;
      if (input.state === 'active' && known?.state !== 'active') {
        const refused = await obstacle(transaction, user);
        if (refused !== null) return refused;
      }
      const after: AgentTerms = { state: input.state, sharePpm: input.share_ppm, limits };
      const before = known === null ? null : shown(views.listings, known);
      if (known !== null && JSON.stringify(before) === JSON.stringify(shown(views.listings, after))) {
        return refusal('setting_unchanged');
      }
      await store(transaction, user, { known, after, nowMs, by: by.id });
      // A day keeps the limits that its fees were taken under. The first ones count at once: no fee came before.
      const fromDay = known === null ? 0 : Math.max(dayOf(nowMs), commissionView.of(views).today) + 1;
      const isLimited = await storeLimits(transaction, user, { before: known?.limits ?? [], after: limits, fromDay });
      if (input.state === 'active') {
        await agents.codes.spend(transaction, user);
        await agents.attachments.closeRequests(transaction, user);
      }
      const sendings = await notify(transaction, user, known, after);
      const day = dayText(known === null ? dayOf(nowMs) : fromDay);
      if (isLimited) sendings.push(await notifyOfLimits(transaction, user, limits, day));
      committed(() => {
        for (const send of sendings) send();
        changes.report('account', user);
        follow();
      });
      return changed(
        { version: input.version + 1 },
        {
          subject: subjectOf(user),
          before,
          after: { ...shown(views.listings, after), ...(isLimited && { limits_from: day }) },
        },
      );
    },
    { needsSecond: agentNeedsSecond },
  );

  /** The notices to an agent about its state and share. */
  async function notify(
    transaction: Transaction<Schema>,
    user: UserId,
    known: KnownAgent | null,
    after: AgentTerms,
  ): Promise<Sending[]> {
    const template = noticeOf(known, after);
    if (template === null) return [];
    if (template === 'agent_removed') return [await notices.write(transaction, user, template, {})];
    return [await notices.write(transaction, user, template, { share: percentText(after.sharePpm) })];
  }

  /** Every change of limits is announced with the first day for which it counts. */
  async function notifyOfLimits(
    transaction: Transaction<Schema>,
    user: UserId,
    limits: readonly Limit[],
    day: string,
  ): Promise<Sending> {
    if (limits.length === 0) return notices.write(transaction, user, 'agent_unlimited', { day });
    const texts = limitsOnWire(views.listings, limits).map(({ amount, currency_code: code }) => `${amount} ${code}`);
    return notices.write(transaction, user, 'agent_limits', { day, limits: texts.join(', ') });
  }

  /** The refusal of a user who cannot be an agent. */
  async function obstacle(transaction: Transaction<Schema>, user: UserId) {
    const row = await transaction.selectFrom('users').select('id').where('id', '=', String(user)).executeTakeFirst();
    if (row === undefined) return refusal('user_unknown', { user });
    if ((await verified.statusOf(user, transaction)) !== 2) return refusal('agent_unverified');
    return (await agents.attachments.openOf(user, transaction)) === null ? null : refusal('agent_attached');
  }
}

interface AgentTerms {
  readonly state: AgentState;
  readonly sharePpm: number;
  readonly limits: readonly Limit[];
}

interface KnownAgent extends AgentTerms {
  readonly version: number;
}

async function findAgent(transaction: Transaction<Schema>, user: UserId): Promise<KnownAgent | null> {
  const row = await transaction
    .selectFrom('agents')
    .selectAll()
    .where('user_id', '=', String(user))
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  const limits = (await AgentLimits.of(transaction, [user])).newest(user);
  return { state: row.state, sharePpm: row.share_ppm, version: row.version, limits };
}

interface Change {
  readonly known: KnownAgent | null;
  readonly after: AgentTerms;
  readonly nowMs: number;
  readonly by: number;
}

async function store(
  transaction: Transaction<Schema>,
  user: UserId,
  { after, by, known, nowMs }: Change,
): Promise<void> {
  const row = { state: after.state, share_ppm: after.sharePpm, changed_at: nowMs, changed_by: by };
  if (known === null) {
    await transaction
      .insertInto('agents')
      .values({ user_id: user, created_at: nowMs, ...row })
      .execute();
  } else {
    await transaction
      .updateTable('agents')
      .set({ ...row, version: known.version + 1 })
      .where('user_id', '=', String(user))
      .execute();
  }
}

/** The notice to an agent about a change of its state or share. */
function noticeOf(known: KnownAgent | null, after: AgentTerms): 'agent_made' | 'agent_removed' | null {
  if (after.state === 'removed') return known?.state === 'active' ? 'agent_removed' : null;
  return known?.state === 'active' && known.sharePpm === after.sharePpm ? null : 'agent_made';
}

function readLimits(listings: Listings, input: readonly { readonly currency_code: string; readonly amount: string }[]) {
  const limits = new Map<number, number>();
  for (const { amount, currency_code: code } of input) {
    const currency = listings.currencyByCode(code);
    if (currency === undefined || limits.has(currency.id)) return refusal('currency_unknown');
    const read = new FigureReader();
    const units = read.positive('amount', amount, { decimals: currency.decimals, points: 1 });
    if (read.problem !== null) return refusal('decimal_invalid', read.problem);
    limits.set(currency.id, units);
  }
  return [...limits]
    .map(([currency, amount]): Limit => ({ currency, amount }))
    .toSorted((a, b) => a.currency - b.currency);
}

function shown(listings: Listings, { limits, sharePpm, state }: AgentTerms) {
  return { state, share_ppm: sharePpm, limits: limitsOnWire(listings, limits) };
}

/** The number of users whom agents have now. */
async function usersOf(db: Kysely<Schema>, agents: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (agents.length === 0) return new Map();
  const rows = await db
    .selectFrom('attachments')
    .select(({ fn }) => ['agent_id', fn.countAll<string>().as('count')])
    .where('agent_id', 'in', agents.map(String))
    .where('closed_at', 'is', null)
    .groupBy('agent_id')
    .execute();
  return new Map(rows.map((row) => [safeInteger(row.agent_id), safeInteger(row.count)] as const));
}
