import type { ConsoleInput, P2pMerchantRow } from '@bourse/contract/console';
import { p2pCalls } from '@bourse/contract/console';
import { isUserId, userId, type UserId } from '@bourse/engine';
import { sql, type Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';
import { unitsText } from '../../../ground/feed/index.ts';
import { answered, changed, refusal } from '../../../ground/console-gateway/index.ts';
import type { Sending } from '../../../people/alerts/index.ts';
import { lostAppealMs, noticeOfReturn, setSeller } from '../shop/apply.ts';
import { bondCurrency, partsOf, returnBond, sumOf } from '../shop/bonds.ts';
import { lockMerchant, type Merchant, merchantOf } from '../shop/merchant.ts';
import { noFigures } from '../shop/ports.ts';
import { rateText } from '../shop/traders.ts';
import type { P2pConsoleParts } from './parts.ts';
import { pageWith, readPage } from './place.ts';

/** Serves merchants and their applications to staff. */
export function registerMerchantConsole(parts: P2pConsoleParts): void {
  const { changes, console, now, traders } = parts;

  console.read(p2pCalls.p2pMerchants, async ({ state, user, ...paging }) => {
    const read = readPage(paging);
    if (read === 'malformed') return refusal('invalid_request', { field: 'cursor', problem: 'format' });
    const rows = await readMerchants(parts, { state, user: user === undefined ? null : Number(user) }, read);
    const { next, page } = pageWith(rows, read.limit, ({ place }) => place);
    return answered({
      rows: await rowsOf(
        parts,
        page.map(({ merchant }) => merchant),
      ),
      next,
      as_of: now(),
    });
  });

  console.change(p2pCalls.decideP2pMerchant, async (input, { by, committed, now: nowMs, transaction }) => {
    const known = isUserId(input.user_id) ? await lockMerchant(transaction, userId(input.user_id)) : null;
    if (known === null || known.state === 'applying') return refusal('merchant_unknown');
    if (known.version !== input.version) return refusal('changed_meanwhile');
    const after = stateAfter(known, input.decision);
    if (after === null) return refusal('merchant_state', { state: known.state });
    const words = input.words.trim();
    if (words === '' && (input.decision === 'reject' || input.decision === 'suspend')) return refusal('words_required');
    if (input.decision === 'approve') {
      const held = sumOf(await partsOf(transaction, known.user), 'held');
      const currency = bondCurrency(parts.views.listings);
      if (held < known.bondNeeded) return refusal('bond_incomplete', { held: unitsText(currency, held) });
    }
    const decision = { decision: input.decision, by: by.id, words, nowMs };
    const send = await decideMerchant(parts, transaction, known, decision);
    committed(async () => {
      send();
      changes.report('account', known.user);
      traders.forget(known.user);
      await parts.bonds.carryOut(known.user);
      parts.merchantChanged(known.user);
    });
    return changed(
      { state: after, version: known.version + 1 },
      {
        subject: { kind: 'user', id: String(known.user) },
        before: { state: known.state },
        after: { state: after, words },
      },
    );
  });
}

type Verdict = ConsoleInput<typeof p2pCalls.decideP2pMerchant>['decision'];

/** The state after a decision; null if a merchant in the present one cannot get it. */
function stateAfter({ state }: Merchant, decision: Verdict): 'approved' | 'rejected' | 'suspended' | null {
  switch (decision) {
    case 'approve':
      return state === 'pending' ? 'approved' : null;
    case 'reject':
      return state === 'pending' ? 'rejected' : null;
    case 'suspend':
      return state === 'approved' ? 'suspended' : null;
    case 'restore':
      return state === 'suspended' ? 'approved' : null;
  }
}

interface MerchantDecision {
  readonly decision: Verdict;
  /** Null for a demo. */
  readonly by: number | null;
  readonly words: string;
  readonly nowMs: number;
}

type DecisionParts = Pick<P2pConsoleParts, 'notices' | 'views'>;

/** Records a decision about a locked merchant. Call the result after the commit. */
export async function decideMerchant(
  { notices, views }: DecisionParts,
  transaction: Transaction<Schema>,
  merchant: Merchant,
  { by, decision, nowMs, words }: MerchantDecision,
): Promise<Sending> {
  const { user } = merchant;
  const state = stateAfter(merchant, decision);
  if (state === null) throw new Error(`merchant ${user} cannot be decided about`);
  await transaction
    .updateTable('merchants')
    .set({
      state,
      words,
      version: merchant.version + 1,
      decided_at: nowMs,
      decided_by: by,
      changed_at: nowMs,
    })
    .where('user_id', '=', String(user))
    .execute();
  await setSeller(transaction, user, state === 'approved');
  switch (state) {
    case 'approved':
      return decision === 'restore' ? () => undefined : notices.write(transaction, user, 'p2p_merchant_approved', {});
    case 'suspended':
      return notices.write(transaction, user, 'p2p_merchant_suspended', { words });
    case 'rejected': {
      const send = await notices.write(transaction, user, 'p2p_merchant_rejected', { words });
      const returned = await returnBond(transaction, user, nowMs);
      const sendReturn = await noticeOfReturn(notices, transaction, views.listings, user, returned);
      return () => {
        send();
        sendReturn?.();
      };
    }
  }
}

interface Filter {
  readonly state: P2pMerchantRow['state'] | undefined;
  readonly user: number | null;
}

async function readMerchants(
  { identityDb }: P2pConsoleParts,
  { state, user }: Filter,
  { after, limit }: Exclude<ReturnType<typeof readPage>, 'malformed'>,
) {
  const group = sql<number>`(case when state = 'pending' then 0 else 1 end)`;
  const key = sql<string>`(case when state = 'pending' then applied_at else -applied_at end)`;
  const rows = await identityDb
    .selectFrom('merchants')
    .selectAll()
    .select([group.as('group'), key.as('key')])
    .where('state', 'not in', ['applying', 'none'])
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'pending'))
    .$if(user !== null, (query) => query.where('user_id', '=', String(user)))
    .where(
      sql<boolean>`(${group}, ${key}, user_id) > (${after.group}::integer, ${after.key}::bigint, ${after.id}::bigint)`,
    )
    .orderBy(group)
    .orderBy(key)
    .orderBy('user_id')
    .limit(limit + 1)
    .execute();
  return rows.map((row) => ({
    merchant: merchantOf(row),
    place: { group: row.group, key: safeInteger(row.key), id: safeInteger(row.user_id) },
  }));
}

async function rowsOf(parts: P2pConsoleParts, merchants: readonly Merchant[]): Promise<P2pMerchantRow[]> {
  const { identityDb, roll, traders } = parts;
  if (merchants.length === 0) return [];
  const users = merchants.map(({ user }) => user);
  const ids = users.map(String);
  const [figures, names, people, same, upheld, ads] = await Promise.all([
    traders.withFigures(users),
    roll.names(),
    identityDb.selectFrom('users').select(['id', 'mobile_key']).where('id', 'in', ids).execute(),
    identityDb
      .selectFrom('merchants as own')
      .innerJoin('merchants as other', (join) =>
        join.on(sql<boolean>`lower(other.name) = lower(own.name)`).onRef('other.user_id', '<>', 'own.user_id'),
      )
      .select(({ fn }) => ['own.user_id', fn.countAll<string>().as('count')])
      .where('own.user_id', 'in', ids)
      .groupBy('own.user_id')
      .execute(),
    upheldReports(parts, users),
    identityDb
      .selectFrom('ads')
      .select(({ fn }) => ['user_id', fn.countAll<string>().as('count')])
      .where('user_id', 'in', ids)
      .where('stage', '=', 'live')
      .where('state', '<>', 'off_shelf')
      .groupBy('user_id')
      .execute(),
  ]);
  const countsOf = (rows: readonly { readonly user_id: string; readonly count: string }[]) =>
    new Map(rows.map((row) => [safeInteger(row.user_id), safeInteger(row.count)]));
  const [sameNames, adCounts] = [countsOf(same), countsOf(ads)];
  const phones = new Map(people.map((row) => [safeInteger(row.id), row.mobile_key !== null]));
  return Promise.all(
    merchants.map(async (merchant): Promise<P2pMerchantRow> => {
      const { state, user } = merchant;
      const own = figures.get(user)?.figures ?? noFigures;
      const [status, factors, lost, open] = await Promise.all([
        parts.verified.statusOf(user),
        parts.proofs.factors.methodsOf(user),
        parts.orders.lostAppealsOf(user, parts.now() - lostAppealMs),
        parts.orders.openOf(null, user),
      ]);
      return {
        id: user,
        name: merchant.name,
        state: state === 'applying' ? 'none' : state,
        version: merchant.version,
        applied_at: merchant.appliedAtMs,
        decided_at: merchant.decidedAtMs,
        decided_by: nameOf(merchant.decidedBy, names),
        application: merchant.application,
        words: merchant.words,
        review_status: status,
        phone: phones.get(user) ?? false,
        second_factor: factors.length > 0,
        lost_appeals: lost.count,
        upheld_reports: upheld.get(user) ?? 0,
        same_name: sameNames.get(user) ?? 0,
        level: state === 'approved' ? merchant.level.level : null,
        paused: merchant.paused,
        orders_30d: own.orders30d,
        completion_rate: rateText(own.completed30d, own.orders30d),
        ads_open: adCounts.get(user) ?? 0,
        orders_open: open,
      };
    }),
  );
}

/** Reports about users that staff upheld. */
export async function upheldReports(
  { identityDb }: Pick<P2pConsoleParts, 'identityDb'>,
  users: readonly UserId[],
): Promise<ReadonlyMap<number, number>> {
  if (users.length === 0) return new Map();
  const rows = await identityDb
    .selectFrom('trader_reports')
    .select(({ fn }) => ['user_id', fn.countAll<string>().as('count')])
    .where('user_id', 'in', users.map(String))
    .where('state', '=', 'upheld')
    .groupBy('user_id')
    .execute();
  return new Map(rows.map((row) => [safeInteger(row.user_id), safeInteger(row.count)]));
}

/** The name of a member of staff; null for no one. */
export function nameOf(staff: number | null, names: ReadonlyMap<number, string>): string | null {
  return staff === null ? null : (names.get(staff) ?? String(staff));
}
