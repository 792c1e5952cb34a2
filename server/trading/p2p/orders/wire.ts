import {
  type LegalAppeal,
  type LegalLate,
  type LegalOrder,
  type LegalOrderDetail,
  type LegalPayee,
  type LegalRating,
  type LegalTrader,
  p2pLimits,
} from '@bourse/contract/p2p';
import { imageIdOf, imageUrl } from '@bourse/contract/images';

import type { Language } from '@bourse/contract/texts';
import { formatDecimal, type UserId } from '@bourse/engine';
import { escrowFee } from '@bourse/engine/escrow';
import { sql } from 'kysely';
import { safeInteger } from '../../../ground/database/index.ts';
import { escrowView, unitsText, wideText } from '../../../ground/feed/index.ts';
import { restrictionView } from '../../../people/restrictions/index.ts';
import { priceScale } from '../shop/prices.ts';
import { methodOnWire } from '../shop/wire.ts';
import { type Appeal, appealsOf, type Evidence, evidenceOf } from './appeals/appeal-store.ts';
import { actionsOf, chatUntil, type Circumstances, lateUntil, rateUntil, reopenUntil } from './can.ts';
import type { OrderParts } from './order-parts.ts';
import type { OwnOrder } from './order-reader.ts';
import { stateOnWire } from './order-state.ts';
import type { AppealOpener, AppealOutcome } from './tables.ts';
import { numberOf, otherOf, type Payee } from './stored-order.ts';
import { earlierUses, voucherOf, type Voucher } from './vouchers.ts';

type WireParts = Pick<OrderParts, 'box' | 'identityDb' | 'now' | 'shop' | 'store' | 'views'>;

const minuteMs = 60_000;
const { appealsPerSide } = p2pLimits;

/** The orders of a list in wire format. */
export async function ordersOnWire(parts: WireParts, owns: readonly OwnOrder[]): Promise<LegalOrder[]> {
  const ids = owns.map(({ order }) => Number(order.id));
  const others = owns.map(({ order, user }) => otherOf(order, user));
  const [traders, facts, unread] = await Promise.all([
    parts.shop.traders([...new Set(others)]),
    circumstancesOf(parts, owns),
    unreadOf(parts, owns),
  ]);
  return owns.map((own, at) => {
    const id = ids[at] ?? 0;
    const trader = traders.get(otherOf(own.order, own.user));
    return orderOnWire(parts, own, { trader, facts: facts(own), unread: unread.get(id) ?? 0 });
  });
}

interface Around {
  readonly trader: LegalTrader | undefined;
  readonly facts: Circumstances;
  readonly unread: number;
}

function orderOnWire({ views }: WireParts, own: OwnOrder, { facts, trader, unread }: Around): LegalOrder {
  const { order, role, state, user } = own;
  const currency = views.listings.currency(order.currency);
  if (trader === undefined) throw new Error(`the other side of order ${order.id} is no trader`);
  return {
    ...stateOnWire(order.id, state, order.maker === user),
    number: numberOf(order),
    side: role === 'buyer' ? 'buy' : 'sell',
    ad_id: order.ad,
    currency: { id: currency.id, code: currency.code },
    number_coin: unitsText(currency, order.amount),
    price: wideText(order.price, priceScale),
    fiat: order.fiat,
    amount: formatDecimal(order.fiatAmount, order.fiatDecimals),
    fee: unitsText(currency, escrowFee(order.amount, order.feePpm)),
    counterparty: trader,
    on_silence: order.onSilence,
    created_at: order.createdAtMs,
    paid_at: state.paidAtMs,
    ended_at: state.endedAtMs,
    can: actionsOf(own, facts),
    unread,
    sequence: state.sequence,
  };
}

/** An order with everything that its page shows. */
export async function detailOnWire(parts: WireParts, own: OwnOrder, language: Language): Promise<LegalOrderDetail> {
  const { identityDb, store } = parts;
  const { order, record, role, state } = own;
  const id = Number(order.id);
  const [[row], paid, late, continuation, appeals, rating] = await Promise.all([
    ordersOnWire(parts, [own]),
    record.voucher === null ? null : voucherOf(identityDb, order.previous ?? id, record.voucher),
    voucherOf(identityDb, id, null),
    store.continuationOf(id),
    appealsOf(identityDb, id),
    ratingOf(parts, id, own.user),
  ]);
  if (row === undefined) throw new Error(`order ${id} is missing in its own list`);
  const appeal = appeals.at(-1);
  const evidence = appeal === undefined ? [] : await evidenceOf(identityDb, parts.box, appeal.id);
  const isOver = state.endedAtMs !== null;
  const payees = order.deal.payees.map((payee) => payeeOnWire(payee, language, isOver));
  const [lateEnd, chatEnd] = [lateUntil(own), chatUntil(own)];
  const payment = paid ?? late;
  return {
    ...row,
    pay_minutes: Math.round(order.windowMs / minuteMs),
    terms: order.deal.terms,
    payees: isOver && !row.can.includes('late') ? [] : payees,
    payee: payment === null ? null : (payees.find((one) => one.id === payment.method) ?? null),
    payer_name: order.deal.payer,
    reference: order.reference,
    voucher: paid === null ? null : imageUrl(paid.image),
    marks: role === 'seller' ? await marksOf(parts, own, { voucher: payment, can: row.can }) : [],
    cancel_asked: state.isCancelAsked ? 1 : 0,
    appeal_from: state.appealFromMs,
    late_until: continuation === null && late === null && lateEnd !== null && lateEnd > parts.now() ? lateEnd : null,
    late: lateOnWire(own, late),
    reopened_as: continuation === null ? null : continuation.id,
    appeal: appeal === undefined ? null : appealOnWire(own, appeal, evidence),
    matures_at: role === 'buyer' ? record.maturesAtMs : null,
    rating,
    rate_until: rateUntil(own),
    chat_until: chatEnd,
  };
}

/** The picture for a payment is shown only while the order is open. */
function payeeOnWire({ code, data, id }: Payee, language: Language, isOver: boolean): LegalPayee {
  const { qrcode, ...others } = data;
  const image = qrcode === undefined || isOver ? null : imageIdOf(qrcode);
  return {
    id,
    method: methodOnWire(code, language),
    raw_data: { ...others, ...(image === null ? {} : { qrcode: imageUrl(image) }) },
  };
}

function lateOnWire(own: OwnOrder, late: Voucher | null): LegalLate | null {
  const until = reopenUntil(own);
  if (late === null || until === null) return null;
  return { voucher: imageUrl(late.image), filed_at: late.filedAtMs, reopen_until: until };
}

function appealOnWire({ role }: OwnOrder, appeal: Appeal, evidence: readonly Evidence[]): LegalAppeal {
  const seenBy = (author: Appeal['openedBy']) =>
    author === 'exchange' ? ('exchange' as const) : author === role ? ('me' as const) : ('other' as const);
  const isEnded = appeal.outcome !== null;
  return {
    opened_by: seenBy(appeal.openedBy),
    reason: appeal.reason,
    opened_at: appeal.openedAtMs,
    answer_until: appeal.answerUntilMs,
    evidence: evidence.map(({ author, content, createdAtMs, images }) => ({
      from: seenBy(author),
      content,
      images: images.map(imageUrl),
      created_at: createdAtMs,
    })),
    outcome: appeal.outcome,
    finding: isEnded ? appeal.finding : null,
    words: isEnded ? appeal.words : '',
    ended_at: appeal.endedAtMs,
  };
}

/**
 * Marks for the seller: an equal amount in another open order, and a picture that was used before. A cancelled order is
 * judged as well if its seller can reopen it.
 */
async function marksOf(
  { identityDb, store, views }: WireParts,
  { order }: OwnOrder,
  { can, voucher }: { readonly can: LegalOrder['can']; readonly voucher: Voucher | null },
): Promise<LegalOrderDetail['marks']> {
  const id = Number(order.id);
  const others = escrowView
    .of(views)
    .ofUser(order.seller)
    .filter(({ n, seller }) => n !== id && seller === order.seller);
  const open = await store.findAll(others.map(({ n }) => Number(n)));
  const isJudged = escrowView.of(views).find(id) !== undefined || can.includes('reopen');
  const isEqual =
    isJudged && [...open.values()].some((one) => one.fiat === order.fiat && one.fiatAmount === order.fiatAmount);
  const uses = voucher === null ? [] : await earlierUses(identityDb, order, voucher);
  return [...(isEqual ? (['equal_amount'] as const) : []), ...(uses.length > 0 ? (['voucher_seen'] as const) : [])];
}

async function ratingOf({ identityDb }: WireParts, order: number, author: UserId): Promise<LegalRating | null> {
  const row = await identityDb
    .selectFrom('p2p_ratings')
    .select(['good', 'text', 'created_at'])
    .where('order_id', '=', String(order))
    .where('author_id', '=', String(author))
    .executeTakeFirst();
  if (row === undefined) return null;
  return { good: row.good ? 1 : 0, text: row.text, created_at: safeInteger(row.created_at) };
}

/** The facts that decide what a user can do with each of these orders. */
async function circumstancesOf(
  { identityDb, now, views }: WireParts,
  owns: readonly OwnOrder[],
): Promise<(own: OwnOrder) => Circumstances> {
  const ids = owns.map(({ order }) => String(order.id));
  const none: readonly { id: string }[] = [];
  const noAppeals: readonly { id: string; opened_by: AppealOpener; outcome: AppealOutcome | null }[] = [];
  const [late, reopened, appeals, rated] =
    ids.length === 0
      ? [none, none, noAppeals, none]
      : await Promise.all([
          identityDb
            .selectFrom('p2p_vouchers')
            .select('order_id as id')
            .where('order_id', 'in', ids)
            .where('kind', '=', 'late')
            .execute(),
          identityDb
            .selectFrom('p2p_orders')
            .select(sql<string>`previous_id`.as('id'))
            .where('previous_id', 'in', ids)
            .where('stage', '<>', 'void')
            .execute(),
          identityDb
            .selectFrom('p2p_appeals')
            .select(['order_id as id', 'opened_by', 'outcome'])
            .where('order_id', 'in', ids)
            .where('sequence', 'is not', null)
            .execute(),
          identityDb
            .selectFrom('p2p_ratings')
            .select('order_id as id')
            .where('order_id', 'in', ids)
            .where('author_id', '=', String(owns[0]?.user ?? 0))
            .execute(),
        ]);
  const has = (rows: readonly { id: string }[], id: number): boolean => rows.some((row) => row.id === String(id));
  const appealed = appeals.filter(({ outcome }) => outcome === null);
  return ({ order: { id, seller }, role }) => ({
    nowMs: now(),
    isSellerFrozen: restrictionView.of(views).scopeOf(seller) !== 'none',
    isLateFiled: has(late, id),
    isReopened: has(reopened, id),
    isAppealed: has(appealed, id),
    isLastAppeal: appeals.filter((row) => row.id === String(id) && row.opened_by === role).length >= appealsPerSide,
    isRated: has(rated, id),
  });
}

/** The messages of others that a user has not read, by order. */
async function unreadOf({ identityDb }: WireParts, owns: readonly OwnOrder[]): Promise<ReadonlyMap<number, number>> {
  const [first] = owns;
  if (first === undefined) return new Map();
  const me = String(first.user);
  const rows = await identityDb
    .selectFrom('p2p_messages as message')
    .innerJoin('p2p_orders as own', 'own.id', 'message.order_id')
    .select(({ fn }) => ['message.order_id as id', fn.countAll<string>().as('count')])
    .where(
      'own.id',
      'in',
      owns.map(({ order }) => String(order.id)),
    )
    .where('message.kind', '<>', 'exchange')
    .where(sql<boolean>`message.author_id is distinct from ${me}::bigint`)
    .where(
      sql<boolean>`message.i > case when own.buyer_id = ${me}::bigint then own.read_buyer else own.read_seller end`,
    )
    .groupBy('message.order_id')
    .execute();
  return new Map(rows.map((row) => [safeInteger(row.id), safeInteger(row.count)]));
}

/** Whether the picture of an order can be read by a user who is not its owner. */
export async function mayReadImage(
  { identityDb, views }: Pick<OrderParts, 'identityDb' | 'views'>,
  user: UserId,
  image: string,
): Promise<boolean> {
  const rows = await identityDb
    .selectFrom('p2p_images as image')
    .innerJoin('p2p_orders as own', 'own.id', 'image.order_id')
    .select(['own.id', 'image.kind'])
    .where('image.image_id', '=', image)
    .where('own.stage', '<>', 'void')
    .where((row) => row.or([row('own.buyer_id', '=', String(user)), row('own.seller_id', '=', String(user))]))
    .execute();
  const view = escrowView.of(views);
  return rows.some(({ id, kind }) => kind !== 'qrcode' || view.find(safeInteger(id)) !== undefined);
}
