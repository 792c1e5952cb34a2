import { type P2pAppealRow, p2pCalls, type P2pOrderCase, type P2pOrderRow } from '@bourse/contract/console';
import { imageIdOf, imageUrl } from '@bourse/contract/images';
import { legalStatus } from '@bourse/contract/p2p';
import { formatDecimal, type UserId } from '@bourse/engine';
import { escrowFee } from '@bourse/engine/escrow';
import { sql } from 'kysely';
import { safeInteger } from '../../../ground/database/index.ts';
import { escrowView, unitsText, wideText } from '../../../ground/feed/index.ts';
import { answered, refusal, type StaffMember, type StaffRoll } from '../../../ground/console-gateway/index.ts';
import type { With } from '../../../ground/parts.ts';
import { restrictionView } from '../../../people/restrictions/index.ts';
import { dollarsText } from '../../index-price/index.ts';
import { priceScale } from '../shop/prices.ts';
import { rateText } from '../shop/traders.ts';
import { type Appeal, appealOf, appealsOf, evidenceOf } from './appeals/appeal-store.ts';
import { reviewUntil } from './appeals/console.ts';
import type { OrderFigures } from './figures.ts';
import type { OrderParts } from './order-parts.ts';
import type { RecordedStep } from './order-records.ts';
import type { StatedOrder } from './order-reader.ts';
import { statusOf } from './order-state.ts';
import { numberOf, termsHashOf } from './stored-order.ts';
import { earlierUses, voucherOf } from './vouchers.ts';

const defaultRows = 50;
const dollar = 10n ** 8n;
/** Appeals of any time count as lost. */
const sinceEverMs = 0;

interface OrderConsoleParts extends OrderParts, With<'console'> {
  readonly figures: OrderFigures;
  readonly roll: Pick<StaffRoll, 'names'>;
}

/** Serves orders and appeals to staff. */
export function registerOrderConsole(parts: OrderConsoleParts): void {
  const { console, identityDb, images, now, reader, roll, settings } = parts;

  console.read(p2pCalls.p2pOrders, async (input) => {
    const limit = Number(input.limit ?? defaultRows);
    const before = input.cursor === undefined ? null : Number(input.cursor);
    if (before !== null && !Number.isSafeInteger(before)) {
      return refusal('invalid_request', { field: 'cursor', problem: 'format' });
    }
    const ids = idsInStatus(parts, input.status === undefined ? null : Number(input.status));
    let query = identityDb.selectFrom('p2p_orders as o').select('o.id').where('o.stage', '=', 'open');
    if (ids !== null && 'open' in ids) query = query.where('o.id', 'in', ids.open.length === 0 ? ['0'] : ids.open);
    if (ids !== null && 'step' in ids) {
      const { step } = ids;
      query = query.where(sql<boolean>`exists (select from p2p_steps s where s.order_id = o.id and s.step = ${step})`);
    }
    if (input.user !== undefined) {
      const user = String(input.user);
      query = query.where((row) => row.or([row('o.buyer_id', '=', user), row('o.seller_id', '=', user)]));
    }
    // The day of the number is that of the order.
    if (input.number !== undefined) query = query.where('o.id', '=', String(Number(input.number.slice(8))));
    if (input.fiat !== undefined) query = query.where('o.fiat', '=', input.fiat);
    if (before !== null) query = query.where('o.id', '<', String(before));
    const rows = await query
      .orderBy('o.id', 'desc')
      .limit(limit + 1)
      .execute();
    const page = rows.slice(0, limit).map((row) => safeInteger(row.id));
    const found = await reader.findAll(page);
    const last = page.at(-1);
    return answered({
      rows: page.flatMap((id) => {
        const one = found.get(id);
        return one === undefined ? [] : [rowOf(parts, one)];
      }),
      next: rows.length > limit && last !== undefined ? String(last) : null,
      as_of: now(),
    });
  });

  console.read(p2pCalls.p2pAppeals, async (input, staff) => {
    const limit = Number(input.limit ?? defaultRows);
    const isEnded = input.ended === '1';
    const after = input.cursor === undefined ? null : placeOf(input.cursor);
    if (input.cursor !== undefined && after === null) {
      return refusal('invalid_request', { field: 'cursor', problem: 'format' });
    }
    let query = identityDb
      .selectFrom('p2p_appeals as appeal')
      .innerJoin('p2p_orders as o', 'o.id', 'appeal.order_id')
      .selectAll('appeal')
      .where('appeal.sequence', 'is not', null)
      .where('appeal.outcome', isEnded ? 'is not' : 'is', null);
    if (input.fiat !== undefined) query = query.where('o.fiat', '=', input.fiat);
    if (input.user !== undefined) {
      const user = String(input.user);
      query = query.where((row) => row.or([row('o.buyer_id', '=', user), row('o.seller_id', '=', user)]));
    }
    const column = isEnded ? 'appeal.ended_at' : 'appeal.opened_at';
    if (after !== null) {
      const place = sql`(${after.atMs}::bigint, ${after.id}::bigint)`;
      const own = sql`(${sql.ref(column)}, appeal.id)`;
      query = query.where(isEnded ? sql<boolean>`${own} < ${place}` : sql<boolean>`${own} > ${place}`);
    }
    const direction = isEnded ? 'desc' : 'asc';
    const rows = (
      await query
        .orderBy(column, direction)
        .orderBy('appeal.id', direction)
        .limit(limit + 1)
        .execute()
    ).map(appealOf);
    const page = rows.slice(0, limit);
    const [found, names, answers] = await Promise.all([
      reader.findAll(page.map(({ order }) => order)),
      roll.names(),
      answeredAmong(parts, page),
    ]);
    const last = page.at(-1);
    const next = last === undefined ? null : `${(isEnded ? last.endedAtMs : last.openedAtMs) ?? 0}-${last.id}`;
    return answered({
      rows: page.flatMap((appeal) => {
        const one = found.get(appeal.order);
        if (one === undefined) return [];
        const isBig = one.order.usd > BigInt(settings.p2p_four_eyes_usd) * dollar;
        const isAnswered = answers.has(appeal.id);
        return [{ ...rowOf(parts, one), ...appealRow(appeal, { names, staff, nowMs: now(), isBig, isAnswered }) }];
      }),
      next: rows.length > limit ? next : null,
      as_of: now(),
    });
  });

  console.look(p2pCalls.p2pOrderCase, async ({ id }) => {
    const found = await reader.find(id);
    if (found === null) return refusal('order_unknown');
    return { ...answered(await caseOf(parts, found)), subject: { kind: 'p2p_order', id: String(id) } };
  });

  console.look(p2pCalls.p2pImage, async (input) => {
    const found = await reader.find(input.id);
    if (found === null) return refusal('order_unknown');
    const image = await imageOf(parts, found, input);
    const jpeg = image === null ? null : await images.read(image);
    if (image === null || jpeg === null) return refusal('image_gone');
    return { ...answered({ jpeg: jpeg.toString('base64') }), subject: { kind: 'image', id: image } };
  });
}

/** The orders in a status: open ones by their ids, ended ones by the event of their end. Null for every order. */
function idsInStatus(
  { views }: OrderConsoleParts,
  status: number | null,
): { readonly open: readonly string[] } | { readonly step: string } | null {
  if (status === null) return null;
  if (status === legalStatus.completed) return { step: 'released' };
  if (status === legalStatus.cancelled) return { step: 'returned' };
  const open = escrowView.of(views).open();
  const isWanted = (own: number): boolean =>
    own === status || (status === legalStatus.appeal && own === legalStatus.abnormal);
  return { open: open.filter((escrow) => isWanted(statusOf(escrow))).map(({ n }) => String(n)) };
}

function rowOf({ views }: OrderConsoleParts, { order, state }: StatedOrder): P2pOrderRow {
  const currency = views.listings.currency(order.currency);
  return {
    id: order.id,
    number: numberOf(order),
    status: state.status,
    end_reason: state.endReason,
    released_by: state.releasedBy,
    ad_id: order.ad,
    buyer_id: order.buyer,
    seller_id: order.seller,
    currency_code: currency.code,
    number_coin: unitsText(currency, order.amount),
    fiat: order.fiat,
    amount: formatDecimal(order.fiatAmount, order.fiatDecimals),
    usd: dollarsText(order.usd),
    created_at: order.createdAtMs,
    paid_at: state.paidAtMs,
    ended_at: state.endedAtMs,
  };
}

interface Around {
  readonly names: ReadonlyMap<number, string>;
  readonly staff: StaffMember;
  readonly nowMs: number;
  readonly isBig: boolean;
  readonly isAnswered: boolean;
}

function appealRow(
  appeal: Appeal,
  { isAnswered, isBig, names, nowMs, staff }: Around,
): Omit<P2pAppealRow, keyof P2pOrderRow> {
  const nameOf = (id: number): string => names.get(id) ?? String(id);
  const { takenBy, takenUntilMs } = appeal;
  return {
    version: appeal.version,
    opened_by: appeal.openedBy,
    reason: appeal.reason,
    opened_at: appeal.openedAtMs,
    answered: isAnswered,
    answer_until: appeal.answerUntilMs,
    decide_until: appeal.decideUntilMs,
    taken_by:
      takenBy !== null && takenUntilMs > nowMs
        ? { name: nameOf(takenBy), until: takenUntilMs, is_me: takenBy === staff.id }
        : null,
    four_eyes: isBig,
    outcome: appeal.outcome,
    finding: appeal.finding,
    decided_at: appeal.decidedAtMs,
    decided_by: appeal.decidedBy === null ? null : nameOf(appeal.decidedBy),
    review_until: reviewUntil(appeal),
    reviewed_at: appeal.reviewedAtMs,
  };
}

/** The appeals among these to which the side has answered that did not open them. */
async function answeredAmong(
  { identityDb }: OrderConsoleParts,
  appeals: readonly Appeal[],
): Promise<ReadonlySet<number>> {
  if (appeals.length === 0) return new Set();
  const rows = await identityDb
    .selectFrom('p2p_evidence as evidence')
    .innerJoin('p2p_appeals as appeal', 'appeal.id', 'evidence.appeal_id')
    .select('appeal.id')
    .distinct()
    .where(
      'appeal.id',
      'in',
      appeals.map(({ id }) => String(id)),
    )
    .whereRef('evidence.author', '<>', 'appeal.opened_by')
    .execute();
  return new Set(rows.map((row) => safeInteger(row.id)));
}

function placeOf(cursor: string): { readonly atMs: number; readonly id: number } | null {
  const found = /^([0-9]{1,15})-([0-9]{1,15})$/.exec(cursor);
  return found === null ? null : { atMs: Number(found[1]), id: Number(found[2]) };
}

async function caseOf(parts: OrderConsoleParts, found: StatedOrder): Promise<P2pOrderCase> {
  const { box, chat, identityDb, store, views } = parts;
  const { order, record } = found;
  const currency = views.listings.currency(order.currency);
  const id = Number(order.id);
  const [buyer, seller, appeals, spoken, paid, late, open] = await Promise.all([
    partyOf(parts, order.buyer),
    partyOf(parts, order.seller),
    appealsOf(identityDb, id),
    chat.verified(order),
    record.voucher === null ? null : voucherOf(identityDb, order.previous ?? id, record.voucher),
    voucherOf(identityDb, id, null),
    store.findAll(
      escrowView
        .of(views)
        .ofUser(order.seller)
        .map(({ n }) => Number(n)),
    ),
  ]);
  const voucher = paid ?? late;
  const equal = [...open.values()].filter(
    (one) =>
      one.id !== id && one.seller === order.seller && one.fiat === order.fiat && one.fiatAmount === order.fiatAmount,
  );
  return {
    row: rowOf(parts, found),
    buyer,
    seller,
    price: wideText(order.price, priceScale),
    fee: unitsText(currency, escrowFee(order.amount, order.feePpm)),
    terms: order.deal.terms,
    reference: order.reference,
    payees: order.deal.payees.map(({ code, data, id: method }) => ({ id: method, code, raw_data: withAddress(data) })),
    payee_id: paid?.method ?? null,
    voucher: paid !== null,
    voucher_seen: voucher === null ? [] : [...(await earlierUses(identityDb, order, voucher))],
    equal_amounts: equal.map((one) => Number(one.id)),
    cancel_reason: order.cancelReason,
    late_filed_at: late?.filedAtMs ?? null,
    steps: record.steps.map((step) => ({
      status: statusAfter(step),
      at: step.atMs,
      by: step.actor === null ? '' : String(step.actor),
    })),
    appeals: await Promise.all(
      appeals.map(async (appeal) => ({
        opened_by: appeal.openedBy,
        reason: appeal.reason,
        opened_at: appeal.openedAtMs,
        evidence: (await evidenceOf(identityDb, box, appeal.id)).map(({ author, content, createdAtMs, images, n }) => ({
          // Unique in the order: images are read by it.
          id: appeal.id * 1_000 + n,
          from: author,
          content,
          images: images.length,
          created_at: createdAtMs,
        })),
        outcome: appeal.outcome,
        finding: appeal.finding,
        words: appeal.words,
        ended_at: appeal.endedAtMs,
      })),
    ),
    chat: spoken.messages.map(({ atMs, author, event, i, image, kind, text }) => ({
      i,
      from: kind === 'user' ? (author === order.buyer ? ('buyer' as const) : ('seller' as const)) : kind,
      text,
      image: image !== null,
      event,
      created_at: atMs,
    })),
    chat_intact: spoken.isIntact,
    terms_intact: termsHashOf(order.deal, order) === record.terms,
  };
}

function withAddress({ qrcode, ...data }: StatedOrder['order']['deal']['payees'][number]['data']) {
  const image = qrcode === undefined ? null : imageIdOf(qrcode);
  return { ...data, ...(image === null ? {} : { qrcode: imageUrl(image) }) };
}

function statusAfter({ reason, state }: RecordedStep): P2pOrderRow['status'] {
  switch (state) {
    case 'created':
      return legalStatus.unpaid;
    case 'paid':
      return legalStatus.paid;
    case 'delayed':
      return legalStatus.delayed;
    case 'appealed':
      return reason === 'abnormal' ? legalStatus.abnormal : legalStatus.appeal;
    case 'released':
      return legalStatus.completed;
    case 'refunded':
    case 'cancelled':
      return legalStatus.cancelled;
  }
}

async function partyOf(
  { figures, identityDb, verified, views }: OrderConsoleParts,
  user: UserId,
): Promise<P2pOrderCase['buyer']> {
  const [name, row, traders, lost, appeals] = await Promise.all([
    verified.nameOf(user),
    identityDb.selectFrom('users').select('created_at').where('id', '=', String(user)).executeTakeFirst(),
    figures.figuresOf([user]),
    figures.lostAppealsOf(user, sinceEverMs),
    identityDb
      .selectFrom('p2p_appeals as appeal')
      .innerJoin('p2p_orders as o', 'o.id', 'appeal.order_id')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('appeal.sequence', 'is not', null)
      .where((of) => of.or([of('o.buyer_id', '=', String(user)), of('o.seller_id', '=', String(user))]))
      .executeTakeFirstOrThrow(),
  ]);
  const own = traders.get(user);
  const rate = own === undefined ? null : rateText(own.completed, own.orders);
  return {
    user_id: user,
    name: name ?? '',
    registered_at: row === undefined ? 0 : safeInteger(row.created_at),
    orders: own?.orders ?? 0,
    completion_rate: rate,
    appeals: safeInteger(appeals.count),
    lost_appeals: lost.count,
    restricted: restrictionView.of(views).scopeOf(user) !== 'none',
  };
}

interface ImageInput {
  readonly of: 'voucher' | 'late' | 'message' | 'evidence';
  readonly row: number;
  readonly image: number;
}

async function imageOf(
  { box, chat, identityDb }: OrderConsoleParts,
  { order, record }: StatedOrder,
  { image, of, row }: ImageInput,
): Promise<string | null> {
  switch (of) {
    case 'voucher': {
      if (record.voucher === null) return null;
      return (await voucherOf(identityDb, order.previous ?? order.id, record.voucher))?.image ?? null;
    }
    case 'late':
      return (await voucherOf(identityDb, order.id, null))?.image ?? null;
    case 'message':
      return (await chat.find(order.id, row))?.image ?? null;
    case 'evidence': {
      const appeal = (await appealsOf(identityDb, order.id)).find(({ id }) => id === Math.floor(row / 1_000));
      if (appeal === undefined) return null;
      const found = (await evidenceOf(identityDb, box, appeal.id)).find(({ n }) => n === row % 1_000);
      return found?.images[image] ?? null;
    }
  }
}
