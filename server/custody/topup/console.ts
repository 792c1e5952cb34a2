import { topupCalls, type TopupRow } from '@bourse/contract/console';
import { unitsText } from '../../ground/feed/index.ts';
import { answered, readSequencePage, sequencePageOf } from '../../ground/console-gateway/index.ts';
import { type Arrival, readArrivals } from './arrivals.ts';
import { decimalText } from './dollars.ts';
import { type StoredTopup, topupOf } from './topup.ts';
import { statusOf } from './wire.ts';
import type { With } from '../../ground/parts.ts';

export type TopupConsoleParts = With<'chains' | 'console' | 'db' | 'now' | 'views'>;

/** Serves all card top-ups to the operators' console. */
export function registerTopupConsole(parts: TopupConsoleParts): void {
  const { console, db, now } = parts;
  console.read(topupCalls.topups, async ({ cursor, limit, status, user }) => {
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
    const read = (await query.execute()).map((row) => ({ ...topupOf(row), sequence: topupOf(row).id }));
    const { next, rows } = sequencePageOf(read, page);
    const arrivalOf = await readArrivals(parts, rows);
    return answered({ rows: rows.map((row) => rowOf(parts, row, arrivalOf(row))), next, as_of: now() });
  });
}

function rowOf({ chains, views }: TopupConsoleParts, topup: StoredTopup, arrival: Arrival): TopupRow {
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
    is_case: topup.status === 'charged_back' && arrival.deposits.some(({ credit }) => credit === 'matured'),
    matures_at: arrival.maturesAtMs,
    address,
    expires_at: expiresAtMs,
    created_at: createdMs,
  };
}
