import { type ReconciliationRow, reconciliationCalls } from '@bourse/contract/console';
import { safeInteger } from '../../ground/database/index.ts';
import { findStandstills } from '../outgoing/index.ts';
import { wideText } from '../../ground/feed/index.ts';
import { chainName, comparedAsset } from './compared-asset.ts';
import { findingOf, readHistory, readNewest, type StoredComparison } from './comparisons.ts';
import { registerSurpluses, type SurplusConsoleParts } from './console-surplus.ts';
import { custodyRows } from './custody-rows.ts';
import type { Reconciler } from './reconciler.ts';
import { addSurplusAlarms } from './surplus-alarms.ts';
import { ledgerChain } from './surplus-bookings.ts';
import { answered, changed, readSequencePage, refusal, sequencePageOf } from '../../ground/console-gateway/index.ts';
import type { With } from '../../ground/parts.ts';

export interface ReconciliationConsoleParts extends SurplusConsoleParts, With<'alarms'> {
  readonly reconciler: Pick<Reconciler, 'compare' | 'custody' | 'uncompared'> | null;
}

/** Serves the comparisons and halts of payments to the operators' console, and raises the alarms. */
export function registerReconciliation(parts: ReconciliationConsoleParts): void {
  const { alarms, db } = parts;
  alarms.add({
    name: 'funds_short',
    check: async () => {
      const found = (await readNewest(db)).filter((row) => findingOf(row) === 'short');
      return found.length === 0 ? null : { assets: found.length };
    },
  });
  addSurplusAlarms(parts);
  alarms.add({
    name: 'payments_halted',
    check: async () => {
      const halts = await db.selectFrom('payment_halts').select('chain_id').execute();
      return halts.length === 0 ? null : { chains: halts.length };
    },
  });
  alarms.add({
    name: 'payments_stalled',
    check: async () => {
      const found = await findStandstills(db, parts.chains.chains, parts.now());
      const [longest] = found;
      if (longest === undefined) return null;
      return { payments: found.reduce((sum, { payments }) => sum + payments, 0), since: longest.sinceMs };
    },
  });
  alarms.add({
    name: 'chain_uncompared',
    check: () => {
      const found = parts.reconciler?.uncompared ?? [];
      const [longest] = found;
      if (longest === undefined) return null;
      return { chains: found.map(({ chain }) => chainName(chain.id)).join(', '), since: longest.sinceMs };
    },
  });
  registerReads(parts);
  registerDecisions(parts);
  registerSurpluses(parts);
}

function registerReads(parts: ReconciliationConsoleParts): void {
  const { console, db, now } = parts;
  console.read(reconciliationCalls.reconciliation, async () => {
    const rows = (await readNewest(db)).filter(({ chain }) => chain !== ledgerChain).map((row) => rowOf(parts, row));
    return answered({ rows, next: null, as_of: now() });
  });

  console.read(reconciliationCalls.custody, () =>
    answered({ rows: custodyRows(parts.views, parts.reconciler?.custody ?? []), next: null, as_of: now() }),
  );

  console.read(reconciliationCalls.reconciliationHistory, async (paging) => {
    const page = readSequencePage(paging);
    if ('error' in page) return page;
    const read = await readHistory(db, { before: page.before, limit: page.limit + 1 });
    const { next, rows } = sequencePageOf(
      read.map((row) => ({ ...row, sequence: row.id })),
      page,
    );
    return answered({ rows: rows.map((row) => rowOf(parts, row)), next, as_of: now() });
  });

  console.read(reconciliationCalls.paymentHalts, async () => {
    const halts = await db.selectFrom('payment_halts').selectAll().orderBy('chain_id').execute();
    const rows = halts.map(({ chain_id, reason, since }) => ({
      chain_id,
      chain: chainName(chain_id),
      reason,
      since: safeInteger(since),
    }));
    return answered({ rows, next: null, as_of: now() });
  });
}

function registerDecisions({ chains, console, reconciler }: ReconciliationConsoleParts): void {
  console.change(reconciliationCalls.compareNow, async (_input, { committed }) => {
    if (reconciler === null) return refusal('chain_not_followed');
    committed(() => reconciler.compare());
    const after = { chains: chains.chains.map(({ code }) => code).join(' ') };
    return changed(null, { subject: { kind: 'reconciliation', id: 'all' }, before: null, after });
  });

  console.change(reconciliationCalls.resumePayments, async ({ id, reason_seen }, { transaction }) => {
    const deleted = await transaction
      .deleteFrom('payment_halts')
      .where('chain_id', '=', Number(id))
      .where('reason', '=', reason_seen)
      .executeTakeFirst();
    if (deleted.numDeletedRows !== 1n) return refusal('payments_not_halted');
    const subject = { kind: 'chain', id: String(id) };
    return changed({ id: Number(id) }, { subject, before: { payments: reason_seen }, after: { payments: null } });
  });
}

function rowOf(parts: ReconciliationConsoleParts, row: StoredComparison): ReconciliationRow {
  const { asset, balance, chain, expected, height, id, lastMs, rounds, sinceMs } = row;
  const { chain: name, code, decimals } = comparedAsset(parts, row);
  return {
    id,
    chain_id: chain,
    chain: name,
    asset,
    code,
    height,
    rounds,
    since: sinceMs,
    last_at: lastMs,
    balance: wideText(balance, decimals),
    expected: wideText(expected, decimals),
    difference: wideText(balance - expected, decimals),
    finding: findingOf(row),
  };
}
