import type { NoticeTemplate } from '@bourse/contract/alerts';
import { formatDecimal, type UserId } from '@bourse/engine';
import { type Selectable, sql, type Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';
import { escrowView, type EscrowState, unitsText } from '../../../ground/feed/index.ts';
import { type PendingNotice, PendingNotices, type Sending } from '../../../people/alerts/index.ts';
import { appealsOf } from './appeals/appeal-store.ts';
import type { OrderParts } from './order-parts.ts';
import { numberOf, type Order } from './stored-order.ts';

/** Notices that one round writes. */
const perRound = 100;
const hourMs = 3_600_000;

type Step = Selectable<Schema['p2p_steps']>;
type PendingParts = Pick<
  OrderParts,
  'background' | 'identityDb' | 'log' | 'notices' | 'now' | 'shop' | 'store' | 'views'
>;

/** The notices about orders: of events, of late payments and their appeals, and the warnings to silent sellers. */
export function orderPending(parts: PendingParts): PendingNotices {
  return new PendingNotices({
    ...parts,
    of: 'p2p',
    read: async () => [
      ...(await ofSteps(parts)),
      ...(await ofLate(parts)),
      ...(await ofLateAppeals(parts)),
      ...(await ofWarnings(parts)),
    ],
  });
}

/** The notices about orders. */
type Template = Extract<
  NoticeTemplate,
  | 'p2p_opened'
  | 'p2p_paid'
  | 'p2p_cancel_asked'
  | 'p2p_cancelled'
  | 'p2p_timed_out'
  | 'p2p_frozen'
  | 'p2p_released'
  | 'p2p_auto_released'
  | 'p2p_refunded'
  | 'p2p_delayed'
  | 'p2p_confirm_due'
  | 'p2p_last_hour'
  | 'p2p_appealed'
  | 'p2p_held'
  | 'p2p_appeal_withdrawn'
  | 'p2p_decided_release'
  | 'p2p_decided_refund'
  | 'p2p_decided_late'
  | 'p2p_late'
  | 'p2p_reopened'
>;

/** A notice to a user about an order. */
interface Addressed {
  readonly user: UserId;
  readonly template: Template;
  /** The reason of a decision. */
  readonly words?: string;
  /** Hours since the payment. */
  readonly hours?: string;
}

async function ofSteps(parts: PendingParts): Promise<PendingNotice[]> {
  const rows = await parts.identityDb
    .selectFrom('p2p_steps')
    .selectAll()
    .where('noticed', '=', false)
    .orderBy('sequence')
    .orderBy('ordinal')
    .limit(perRound)
    .execute();
  const orders = await parts.store.findAll(rows.map((row) => safeInteger(row.order_id)));
  return rows.flatMap((row) => {
    const order = orders.get(safeInteger(row.order_id));
    return order === undefined ? [] : [noticeOfStep(parts, order, row)];
  });
}

function noticeOfStep(parts: PendingParts, order: Order, step: Step): PendingNotice {
  return {
    store: async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('p2p_steps')
        .set({ noticed: true })
        .where('order_id', '=', step.order_id)
        .where('sequence', '=', step.sequence)
        .where('ordinal', '=', step.ordinal)
        .where('noticed', '=', false)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) return null;
      const decision = step.reason === 'resolved' ? (await appealsOf(transaction, order.id)).at(-1) : undefined;
      return writeAll(parts, order, noticesOf(order, step, decision?.words ?? ''), transaction);
    },
  };
}

/** Who is notified of an event. */
function noticesOf(order: Order, step: Step, words: string): readonly Addressed[] {
  const { buyer, seller } = order;
  const both = (template: Template): Addressed[] => [buyer, seller].map((user) => ({ user, template, words }));
  switch (step.step) {
    case 'opened':
      return both('p2p_opened');
    case 'reopened':
      return [{ user: buyer, template: 'p2p_reopened' }];
    case 'cancel_asked':
      return [{ user: buyer, template: 'p2p_cancel_asked' }];
    case 'paid':
      return [{ user: seller, template: 'p2p_paid' }];
    case 'delayed':
      return [{ user: seller, template: 'p2p_delayed' }];
    case 'appealed':
      return both(step.reason === 'held' || step.reason === 'frozen' ? 'p2p_held' : 'p2p_appealed');
    case 'withdrawn':
      return both('p2p_appeal_withdrawn');
    case 'released':
      if (step.reason === 'resolved') return both('p2p_decided_release');
      if (step.reason === 'silence') return both('p2p_auto_released');
      return step.reason === 'conceded' ? both('p2p_released') : [{ user: buyer, template: 'p2p_released' }];
    case 'returned':
      return noticesOfReturn(order, step, both);
    default:
      return [];
  }
}

function noticesOfReturn(
  { seller }: Order,
  { reason }: Step,
  both: (template: Template) => Addressed[],
): readonly Addressed[] {
  if (reason === 'cancelled') return [{ user: seller, template: 'p2p_cancelled' }];
  if (reason === 'timeout') return both('p2p_timed_out');
  if (reason === 'frozen') return both('p2p_frozen');
  return both(reason === 'resolved' ? 'p2p_decided_refund' : 'p2p_refunded');
}

/** Late payments of which the seller was not notified. */
async function ofLate(parts: PendingParts): Promise<PendingNotice[]> {
  const rows = await parts.identityDb
    .selectFrom('p2p_vouchers as voucher')
    .select('voucher.order_id')
    .where('voucher.kind', '=', 'late')
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('p2p_warnings as warning')
            .select('warning.order_id')
            .whereRef('warning.order_id', '=', 'voucher.order_id')
            .where('warning.kind', '=', 'late'),
        ),
      ),
    )
    .limit(perRound)
    .execute();
  const orders = await parts.store.findAll(rows.map((row) => safeInteger(row.order_id)));
  return [...orders.values()].map((order) =>
    warning(parts, order, 'late', [{ user: order.seller, template: 'p2p_late' }]),
  );
}

/**
 * Open and decided appeals about late payments of which the sides were not notified. No event opens or decides them.
 */
async function ofLateAppeals(parts: PendingParts): Promise<PendingNotice[]> {
  const [opened, decided] = ['late_appeal', 'late_decided'];
  const rows = await parts.identityDb
    .selectFrom('p2p_appeals as appeal')
    .select(['appeal.order_id', 'appeal.outcome', 'appeal.words'])
    .where('appeal.sequence', '=', '0')
    .where((of) => of.or([of('appeal.outcome', 'is', null), of('appeal.outcome', '=', 'refunded')]))
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('p2p_warnings as warning')
            .select('warning.order_id')
            .whereRef('warning.order_id', '=', 'appeal.order_id')
            .where(
              'warning.kind',
              '=',
              sql<string>`case when appeal.outcome is null then ${opened} else ${decided} end`,
            ),
        ),
      ),
    )
    .limit(perRound)
    .execute();
  const orders = await parts.store.findAll(rows.map((row) => safeInteger(row.order_id)));
  return rows.flatMap(({ order_id: id, outcome, words }) => {
    const order = orders.get(safeInteger(id));
    if (order === undefined) return [];
    const template = outcome === null ? 'p2p_appealed' : 'p2p_decided_late';
    const notices = [order.buyer, order.seller].map((user): Addressed => ({ user, template, words }));
    return [warning(parts, order, outcome === null ? opened : decided, notices)];
  });
}

/** The hours after a payment at which its seller is warned. */
const warnedHours = [1, 12, 23] as const;

/** The warnings to sellers that are due: some hours after the payment, and an hour before an order ends by time. */
async function ofWarnings(parts: PendingParts): Promise<PendingNotice[]> {
  const nowMs = parts.now();
  const due = escrowView
    .of(parts.views)
    .open()
    .flatMap((escrow) => dueWarnings(escrow, nowMs).map((kind) => ({ n: Number(escrow.n), kind })));
  if (due.length === 0) return [];
  const ns = [...new Set(due.map(({ n }) => String(n)))];
  const there = await parts.identityDb
    .selectFrom('p2p_warnings')
    .select(['order_id', 'kind'])
    .where('order_id', 'in', ns)
    .execute();
  const known = new Set(there.map(({ kind, order_id }) => `${order_id} ${kind}`));
  const missing = due.filter(({ kind, n }) => !known.has(`${n} ${kind}`)).slice(0, perRound);
  const orders = await parts.store.findAll(missing.map(({ n }) => n));
  return missing.flatMap(({ kind, n }) => {
    const order = orders.get(n);
    if (order === undefined) return [];
    const user = order.seller;
    const notice: Addressed =
      kind === 'last_hour' ? { user, template: 'p2p_last_hour' } : { user, template: 'p2p_confirm_due', hours: kind };
    return [warning(parts, order, kind, [notice])];
  });
}

/** The kinds of warnings that an escrow needs now. Only the last of several that are due together is needed. */
export function dueWarnings(
  { autoMs, delayMs, dueAtMs, step }: Pick<EscrowState, 'autoMs' | 'delayMs' | 'dueAtMs' | 'step'>,
  nowMs: number,
): readonly string[] {
  if (dueAtMs === null) return [];
  const leftMs = dueAtMs - nowMs;
  if (step === 'delayed') return autoMs > hourMs && leftMs <= hourMs ? ['last_hour'] : [];
  if (step !== 'paid') return [];
  const passed = warnedHours.findLast((hours) => delayMs > hours * hourMs && delayMs - leftMs >= hours * hourMs);
  return passed === undefined ? [] : [String(passed)];
}

function warning(parts: PendingParts, order: Order, kind: string, notices: readonly Addressed[]): PendingNotice {
  return {
    store: async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('p2p_warnings')
        .values({ order_id: order.id, kind, at: parts.now() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n ? writeAll(parts, order, notices, transaction) : null;
    },
  };
}

/** Writes notices to people; the merchants of a demo read none. */
async function writeAll(
  parts: PendingParts,
  order: Order,
  notices: readonly Addressed[],
  transaction: Transaction<Schema>,
): Promise<Sending> {
  const sendings: Sending[] = [];
  for (const one of notices) {
    if (!parts.shop.isDemoMerchant(one.user)) sendings.push(await writeOne(parts, order, one, transaction));
  }
  return () => {
    for (const send of sendings) send();
  };
}

function writeOne(
  { notices: all, views }: PendingParts,
  order: Order,
  { hours, template, user, words }: Addressed,
  transaction: Transaction<Schema>,
): Promise<Sending> {
  const currency = views.listings.currency(order.currency);
  const figures = {
    number: numberOf(order),
    amount: formatDecimal(order.fiatAmount, order.fiatDecimals),
    fiat: order.fiat,
    coins: unitsText(currency, order.amount),
    currency: currency.code,
    id: String(order.id),
    shop: order.maker === user ? '1' : '0',
  };
  if (template === 'p2p_confirm_due') {
    return all.write(transaction, user, template, { ...figures, hours: hours ?? '' });
  }
  if (template === 'p2p_decided_release' || template === 'p2p_decided_refund' || template === 'p2p_decided_late') {
    return all.write(transaction, user, template, { ...figures, words: words ?? '' });
  }
  return all.write(transaction, user, template, figures);
}
