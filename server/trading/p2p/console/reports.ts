import { p2pCalls, type P2pReportRow } from '@bourse/contract/console';
import { userId } from '@bourse/engine';
import { type Selectable, sql, type Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';
import { answered, changed, refusal } from '../../../ground/console-gateway/index.ts';
import { lockMerchant } from '../shop/merchant.ts';
import { decideMerchant, nameOf, upheldReports } from './merchants.ts';
import type { P2pConsoleParts } from './parts.ts';
import { pageWith, readPage } from './place.ts';

/** Upheld reports since the last decision about a merchant that suspend the shop. */
const suspendingReports = 3;

/** Serves reports about ads and traders to staff. */
export function registerReportConsole(parts: P2pConsoleParts): void {
  const { changes, console, identityDb, now, roll } = parts;

  console.read(p2pCalls.p2pReports, async ({ state, user, ...paging }) => {
    const read = readPage(paging);
    if (read === 'malformed') return refusal('invalid_request', { field: 'cursor', problem: 'format' });
    const { after, limit } = read;
    const group = sql<number>`(case when state = 'open' then 0 else 1 end)`;
    const key = sql<string>`(case when state = 'open' then id else -id end)`;
    const rows = await identityDb
      .selectFrom('trader_reports')
      .selectAll()
      .select([group.as('group'), key.as('key')])
      .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'open'))
      .$if(user !== undefined, (query) => query.where('user_id', '=', String(Number(user))))
      .where(sql<boolean>`(${group}, ${key}) > (${after.group}::integer, ${after.key}::bigint)`)
      .orderBy(group)
      .orderBy(key)
      .limit(limit + 1)
      .execute();
    const placeOfRow = (row: (typeof rows)[number]) => ({
      group: row.group,
      key: safeInteger(row.key),
      id: safeInteger(row.id),
    });
    const { next, page } = pageWith(rows, limit, placeOfRow);
    const users = [...new Set(page.map((row) => userId(safeInteger(row.user_id))))];
    const [names, upheld] = await Promise.all([roll.names(), upheldReports(parts, users)]);
    return answered({ rows: page.map((row) => rowOf(row, names, upheld)), next, as_of: now() });
  });

  console.change(p2pCalls.decideP2pReport, async (input, { by, committed, now: nowMs, transaction }) => {
    const row = await transaction
      .selectFrom('trader_reports')
      .selectAll()
      .where('id', '=', String(input.id))
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return refusal('report_unknown');
    if (row.state !== 'open') return refusal('report_decided');
    if (row.version !== input.version) return refusal('changed_meanwhile');
    const state = input.decision === 'uphold' ? ('upheld' as const) : ('dismissed' as const);
    await transaction
      .updateTable('trader_reports')
      .set({ state, version: row.version + 1, decided_at: nowMs, decided_by: by.id })
      .where('id', '=', row.id)
      .execute();
    const user = userId(safeInteger(row.user_id));
    const merchant = await lockMerchant(transaction, user);
    const since = merchant?.decidedAtMs ?? 0;
    const counted = await countUpheld(transaction, user, since);
    const suspends = merchant?.state === 'approved' && counted >= suspendingReports;
    if (suspends) {
      const words = `Reports about the shop: ${counted}`;
      const send = await decideMerchant(parts, transaction, merchant, { decision: 'suspend', by: by.id, words, nowMs });
      committed(() => {
        send();
        changes.report('account', user);
        parts.traders.forget(user);
        parts.merchantChanged(user);
      });
    }
    const upheld = await countUpheld(transaction, user, 0);
    return changed(
      { version: row.version + 1, upheld },
      {
        subject: { kind: 'report', id: row.id },
        before: { state: row.state },
        after: { state, upheld, ...(suspends ? { merchant: 'suspended' } : {}) },
      },
    );
  });
}

async function countUpheld(transaction: Transaction<Schema>, user: number, sinceMs: number): Promise<number> {
  const { count } = await transaction
    .selectFrom('trader_reports')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', String(user))
    .where('state', '=', 'upheld')
    .where('decided_at', '>=', String(sinceMs))
    .executeTakeFirstOrThrow();
  return safeInteger(count);
}

function rowOf(
  row: Selectable<Schema['trader_reports']>,
  names: ReadonlyMap<number, string>,
  upheld: ReadonlyMap<number, number>,
): P2pReportRow {
  const user = safeInteger(row.user_id);
  return {
    id: safeInteger(row.id),
    version: row.version,
    subject: row.subject,
    ad_id: row.ad_id === null ? null : safeInteger(row.ad_id),
    user_id: user,
    reporter_id: safeInteger(row.reporter_id),
    reason: row.reason,
    content: row.content,
    created_at: safeInteger(row.created_at),
    state: row.state,
    decided_by: nameOf(row.decided_by, names),
    decided_at: row.decided_at === null ? null : safeInteger(row.decided_at),
    upheld: upheld.get(user) ?? 0,
  };
}
