import { topupCalls, type TopupRow } from '@bourse/contract/console';
import { unitsText } from '../../ground/feed/index.ts';
import { answered, changed, readSequencePage, refusal, sequencePageOf } from '../../ground/console-gateway/index.ts';
import { type Arrival, readArrivals } from './arrivals.ts';
import { closeCase, countCases } from './cases.ts';
import { decimalText } from './dollars.ts';
import { findTopup, takeReport } from './store.ts';
import { type StoredTopup, topupOf } from './topup.ts';
import { statusOf } from './wire.ts';
import type { With } from '../../ground/parts.ts';

export type TopupConsoleParts = With<'alarms' | 'chains' | 'console' | 'db' | 'now' | 'views'>;

interface Parts extends TopupConsoleParts {
  /** Called with a top-up after staff have decided about it. */
  readonly reported: (topup: StoredTopup) => void;
}

/** Serves all card top-ups to the operators' console, and raises the alarm of those that staff must decide about. */
export function registerTopupConsole(parts: Parts): void {
  const { alarms, console, db } = parts;
  console.owns('topup', async (any, id) => {
    const row = await any.selectFrom('topups').select('user_id').where('id', '=', String(id)).executeTakeFirst();
    return row?.user_id ?? null;
  });
  registerList(parts);
  registerDecisions(parts);
  alarms.add({
    name: 'topup_cases',
    check: async () => {
      const topups = await countCases(db);
      return topups === 0 ? null : { topups };
    },
  });
}

function registerList(parts: Parts): void {
  const { console, db, now } = parts;
  console.read(topupCalls.topups, async ({ cases, cursor, limit, status, user }) => {
    const page = readSequencePage({ ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) });
    if ('error' in page) return page;
    let query = db
      .selectFrom('topups')
      .selectAll()
      .where('id', '<', String(page.before))
      .orderBy('id', 'desc')
      .limit(page.limit + 1);
    if (user !== undefined) query = query.where('user_id', '=', String(user));
    if (status !== undefined) query = query.where('status', '=', status);
    if (cases !== undefined) query = query.where('is_case', '=', true);
    const read = (await query.execute()).map((row) => ({ ...topupOf(row), sequence: topupOf(row).id }));
    const { next, rows } = sequencePageOf(read, page);
    const arrivalOf = await readArrivals(parts, rows);
    return answered({ rows: rows.map((row) => rowOf(parts, row, arrivalOf(row))), next, as_of: now() });
  });
}

function registerDecisions({ console, reported }: Parts): void {
  // Providers do not report every charge back. It is recorded as if they had.
  console.change(topupCalls.chargeBackTopup, async ({ id }, { committed, now: nowMs, transaction }) => {
    const known = await findTopup(transaction, Number(id));
    if (known === null) return refusal('topup_unknown');
    if (known.status === 'charged_back') return refusal('topup_charged_back');
    const report = { eventId: `staff ${known.id}`, order: known.id, status: 'charged_back' } as const;
    const after = await takeReport(transaction, known.provider, report, nowMs);
    if (after === null) return refusal('topup_unknown');
    committed(() => reported(after));
    return changed({ id: known.id }, effect(known, { status: known.status }, { status: report.status }));
  });

  console.change(topupCalls.closeTopupCase, async ({ id }, { now: nowMs, transaction }) => {
    const known = await findTopup(transaction, Number(id));
    if (known === null) return refusal('topup_unknown');
    if (!(await closeCase(transaction, known.id, nowMs))) return refusal('topup_not_case');
    return changed({ id: known.id }, effect(known, { is_case: true }, { is_case: false }));
  });
}

function effect({ id, user }: StoredTopup, before: object, after: object) {
  return { subject: { kind: 'topup', id: String(id) }, before: { user_id: user, ...before }, after };
}

function rowOf({ chains, views }: Parts, topup: StoredTopup, arrival: Arrival): TopupRow {
  const currency = views.listings.currency(topup.currency);
  const { address, cents, createdMs, expiresAtMs, feeCents, id, provider, units, user } = topup;
  return {
    id,
    user_id: user,
    provider,
    currency_code: currency.code,
    network: chains.protocol(topup.protocol)?.code ?? String(topup.protocol),
    amount: decimalText(cents),
    fee: decimalText(feeCents),
    number: unitsText(currency, units),
    credited: arrival.credited === 0 ? null : unitsText(currency, arrival.credited),
    status: statusOf(topup, arrival),
    is_case: topup.isCase,
    matures_at: arrival.maturesAtMs,
    address,
    expires_at: expiresAtMs,
    created_at: createdMs,
  };
}
