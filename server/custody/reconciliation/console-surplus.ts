import {
  reconciliationCalls,
  type SurplusBookingRow,
  type SurplusRequest,
  type SurplusRow,
  votingRoles,
} from '@bourse/contract/console';
import { type Kysely, sql } from 'kysely';
import type { Work } from '../../ground/background/index.ts';
import {
  answered,
  changed,
  FigureReader,
  readSequencePage,
  refusal,
  sequencePageOf,
  type StaffMember,
  type StaffRoll,
} from '../../ground/console-gateway/index.ts';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { unitsText, wideText } from '../../ground/feed/index.ts';
import type { With } from '../../ground/parts.ts';
import { comparedAsset, type ComparedAsset, ledgerScale } from './compared-asset.ts';
import { type Comparison, findingOf, readNewest, readResultsOf } from './comparisons.ts';
import { isFresh, readSurplus } from './surplus.ts';
import { containsBookings, ledgerChain, lockBookings, storeBooking } from './surplus-bookings.ts';

export interface SurplusConsoleParts extends With<'chains' | 'console' | 'db' | 'identityDb' | 'now' | 'views'> {
  /** Settles bookings. */
  readonly booker: Pick<Work, 'run'>;
  readonly roll: Pick<StaffRoll, 'names'>;
}

/** Serves surpluses that reconciliation has found, and their booking as money of the exchange. */
export function registerSurpluses(parts: SurplusConsoleParts): void {
  registerReads(parts);
  registerBooking(parts);
}

function registerReads(parts: SurplusConsoleParts): void {
  const { console, db, identityDb, now, roll, views } = parts;
  console.read(reconciliationCalls.surpluses, async (_input, staff) => {
    const atMs = now();
    const requests = await readRequests(parts, staff);
    const rows: SurplusRow[] = [];
    for (const compared of await readNewest(db)) {
      if (findingOf(compared) !== 'unseen') continue;
      const surplus = await readSurplus(db, compared, atMs);
      if (surplus === null) continue;
      const about = comparedAsset(parts, compared);
      const subject = subjectOf(compared, about);
      const shown = (amount: bigint): string => wideText(amount, about.decimals);
      const { bookable, bookableFromMs, newest } = surplus;
      rows.push({
        id: subject,
        chain_id: compared.chain,
        chain: about.chain,
        asset: compared.asset,
        code: about.code,
        decimals: inputDecimals(compared, about),
        surplus: shown(newest.balance - newest.expected),
        bookable: shown(bookable),
        bookable_from: bookableFromMs,
        settled: await containsBookings(db, newest),
        request: requests.get(subject) ?? null,
      });
    }
    return answered({ rows, next: null, as_of: atMs });
  });

  console.read(reconciliationCalls.surplusBookings, async (paging) => {
    const page = readSequencePage(paging);
    if ('error' in page) return page;
    const read = await identityDb
      .selectFrom('surplus_bookings')
      .selectAll()
      .where('id', '<', String(page.before))
      .orderBy('id', 'desc')
      .limit(page.limit + 1)
      .execute();
    const names = await roll.names();
    const { next, rows } = sequencePageOf(
      read.map((row) => ({ row, sequence: safeInteger(row.id) })),
      page,
    );
    const shown = rows.map(({ row, sequence: id }): SurplusBookingRow => {
      const about = comparedAsset(parts, { chain: row.chain_id, asset: row.asset });
      const currency = row.currency_id === null ? undefined : views.listings.findCurrency(row.currency_id);
      const by = safeInteger(row.staff_id);
      return {
        id,
        chain: about.chain,
        code: about.code,
        amount: wideText(BigInt(row.amount), about.decimals),
        treasury: currency === undefined ? '0' : unitsText(currency, safeInteger(row.units)),
        by: { id: by, name: names.get(by) ?? `#${by}` },
        approval: row.approval_id === null ? null : safeInteger(row.approval_id),
        at: safeInteger(row.created_at),
        settled: row.settled_at !== null,
      };
    });
    return answered({ rows: shown, next, as_of: now() });
  });
}

function registerBooking(parts: SurplusConsoleParts): void {
  const { booker, console } = parts;
  console.change(reconciliationCalls.bookSurplus, async (input, context) => {
    const { approval, by, committed, movement, now: nowMs, transaction } = context;
    const compared = { chain: input.chain_id, asset: input.asset };
    await lockBookings(transaction);
    const surplus = await readSurplus(transaction, compared, nowMs);
    if (surplus === null) return refusal('surplus_absent');
    const about = comparedAsset(parts, compared);
    const read = new FigureReader();
    const entered = read.wide('amount', input.amount, inputDecimals(compared, about));
    if (read.problem !== null) return refusal('decimal_invalid', read.problem);
    const shown = (amount: bigint): string => wideText(amount, about.decimals);
    const amount = entered * 10n ** BigInt(about.decimals - inputDecimals(compared, about));
    // An earlier booking may be missing in the comparison, which then counts its money once more.
    if (!(await containsBookings(transaction, surplus.newest))) return refusal('surplus_unsettled');
    if (amount > surplus.bookable) return refusal('surplus_exceeded', { available: shown(surplus.bookable) });
    const units = await treasuryUnits(parts, transaction, { compared, about, amount, nowMs });
    if (units === null) return refusal('surplus_unsettled');
    if (units > BigInt(Number.MAX_SAFE_INTEGER)) return refusal('surplus_exceeded', { available: '0' });
    const { currency } = about;
    const booking = { ...compared, amount, units: Number(units), movement, approval, nowMs, staff: by.id };
    const id = await storeBooking(transaction, { ...booking, currency: currency?.id ?? null });
    committed(() => booker.run());
    const found = surplus.newest.balance - surplus.newest.expected;
    return changed(
      { id },
      {
        subject: { kind: subjectKind, id: subjectOf(compared, about) },
        before: { surplus: shown(found) },
        after: {
          surplus: shown(found - amount),
          booked: shown(amount),
          treasury: currency === null ? '0' : unitsText(currency, Number(units)),
        },
      },
    );
  });
}

const subjectKind = 'surplus';

function subjectOf({ chain }: Pick<Comparison, 'chain'>, { code }: ComparedAsset): string {
  return `${chain}/${code}`;
}

/** The decimals of an amount that can be booked: the ledger has no fractions of its units. */
function inputDecimals({ chain }: Pick<Comparison, 'chain'>, { currency, decimals }: ComparedAsset): number {
  return chain === ledgerChain ? (currency?.decimals ?? 0) : decimals;
}

interface Measured {
  readonly compared: Pick<Comparison, 'asset' | 'chain'>;
  readonly about: ComparedAsset;
  readonly amount: bigint;
  readonly nowMs: number;
}

/**
 * The part of a surplus that the treasury receives, in units of the ledger, rounded down. As far as the ledger counts
 * more than all chains have, the surplus is what was missing there, such as capital that was booked before its coins
 * came, and the treasury has received it already. Null while the ledger was not compared for minutes.
 */
async function treasuryUnits(
  parts: SurplusConsoleParts,
  db: Kysely<Schema>,
  { about: { currency, decimals }, amount, compared: { chain }, nowMs }: Measured,
): Promise<bigint | null> {
  if (currency === null) return 0n;
  if (chain === ledgerChain) return amount / 10n ** BigInt(decimals - currency.decimals);
  const [ledger] = await readResultsOf(db, { chain: ledgerChain, asset: currency.code }, 1);
  if (ledger === undefined || !isFresh(ledger, nowMs)) return null;
  const missing = ledger.expected - ledger.balance;
  const scale = ledgerScale(parts, currency);
  const unowed = amount * 10n ** BigInt(scale - decimals) - (missing > 0n ? missing : 0n);
  return unowed > 0n ? unowed / 10n ** BigInt(scale - currency.decimals) : 0n;
}

/** The oldest open request for each surplus, by its subject. */
async function readRequests(
  { identityDb, now, roll }: SurplusConsoleParts,
  { id, roles }: StaffMember,
): Promise<ReadonlyMap<string, SurplusRequest>> {
  const open = await identityDb
    .selectFrom('approvals')
    .select(['id', 'subject_id', 'asked_by', 'asked_at', 'reason', 'stage'])
    .select(sql<string>`payload::jsonb ->> 'amount'`.as('amount'))
    .where('kind', '=', reconciliationCalls.bookSurplus.path)
    .where('stage', 'in', ['open', 'ready'])
    .where('expires_at', '>', String(now()))
    .orderBy('id', 'desc')
    .execute();
  const names = open.length === 0 ? new Map<number, string>() : await roll.names();
  return new Map(
    open.map((row) => {
      const by = safeInteger(row.asked_by);
      const request: SurplusRequest = {
        id: safeInteger(row.id),
        asked_by: { id: by, name: names.get(by) ?? `#${by}` },
        asked_at: safeInteger(row.asked_at),
        reason: row.reason,
        amount: row.amount,
        may_vote: row.stage === 'open' && by !== id && votingRoles.some((role) => roles.includes(role)),
        may_withdraw: row.stage === 'open' && by === id,
      };
      return [row.subject_id ?? '', request];
    }),
  );
}
