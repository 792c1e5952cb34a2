import { imageUrl } from '@bourse/contract/images';
import { legalLate, legalReopen, type LegalOrderDetail } from '@bourse/contract/p2p';
import { inTransaction, type Schema } from '../../../ground/database/index.ts';
import { done, type Gateway, type Member, refused, type Refused, repeated } from '../../../ground/gateway/index.ts';
import type { Transaction } from 'kysely';
import { orderOfAd } from '../shop/ad.ts';
import { filePayment, ownAs } from './actions.ts';
import { openLateAppeal } from './appeals/follow-appeal.ts';
import { appealsOf } from './appeals/appeal-store.ts';
import { lateUntil, reopenUntil } from './can.ts';
import type { ChatMessage } from './chat/chat.ts';
import { openOrder, type Opening } from './open-order.ts';
import type { OrderParts } from './order-parts.ts';
import type { OwnOrder } from './order-reader.ts';
import { lockBuyer, lockRequester, nextNumber } from './order-store.ts';
import { dealText, type Order, placeOfOrder } from './stored-order.ts';
import { paidByBuyer, voucherOf } from './vouchers.ts';
import { detailOnWire } from './wire.ts';

/** Serves payments that were made too late, and the reopening of their orders. */
export function registerLate(gateway: Gateway, parts: OrderParts): void {
  gateway.member(legalLate, async (input, member) => {
    const own = await ownAs(parts, member.user, Number(input.id), 'buyer');
    if ('ok' in own) return own;
    const { order, state } = own;
    const until = lateUntil(own);
    if (until === null) return refused('escrow_state', { status: state.status });
    const filed = await voucherOf(parts.identityDb, order.id, null);
    if (filed !== null && isSameImage(filed.image, input.voucher)) return repeated(await answer(parts, own, member));
    if (filed !== null) return refused('escrow_state', { status: state.status });
    if (until <= parts.now()) return refused('late_over');
    const lines: ChatMessage[] = [];
    const payment = await filePayment(parts, own, input, 'late', async (transaction) => {
      lines.push(await noteLate(parts, transaction, own));
    });
    if ('ok' in payment) return payment;
    for (const line of lines) parts.chat.announce(order, line);
    parts.woken();
    return answer(parts, own, member);
  });

  gateway.member(legalReopen, async (input, member) => {
    const { store } = parts;
    const key = member.requestKey ?? crypto.randomUUID();
    const known = await store.findByKey(member.user, key);
    if (known !== null && known.previous !== Number(input.id)) return refused('idempotency_key_reused');
    if (known !== null) {
      const again = await answerOpening(parts, await openOrder(parts, known.id, member), member);
      return again.ok ? repeated(again) : again;
    }
    const own = await ownAs(parts, member.user, Number(input.id), 'seller');
    if ('ok' in own) return own;
    const wrong = await parts.proofs.payPasswords.check(member.user, input.pay_password, member);
    if (wrong !== null) return wrong;
    const cooling = await parts.shop.coolingOff(member.user);
    if (cooling !== null) return cooling;
    if (parts.sessions.stillKnown(member.session) === undefined) return refused('session_ended');
    const until = reopenUntil(own);
    if (until === null) return refused('escrow_state', { status: own.state.status });
    if ((await voucherOf(parts.identityDb, own.order.id, null)) === null) return refused('late_required');
    if (until <= parts.now()) return refused('late_over');
    const continued = await store.continuationOf(own.order.id);
    const id = continued?.id ?? (await storeReopening(parts, own, key));
    if (typeof id !== 'number') return id;
    return answerOpening(parts, await openOrder(parts, id, member), member);
  });
}

function isSameImage(image: string, voucher: string | undefined): boolean {
  return voucher === image || voucher === imageUrl(image);
}

async function answer(parts: OrderParts, { order, user }: OwnOrder, { language }: Member) {
  const own = await parts.reader.own(user, order.id);
  if (own === null) throw new Error(`order ${order.id} has vanished`);
  const data: LegalOrderDetail = await detailOnWire(parts, own, language);
  return done(data, { sequence: own.sequence });
}

async function answerOpening(parts: OrderParts, opening: Opening, member: Member) {
  if ('ok' in opening) return isOfReopening(opening) ? opening : refused('outcome_pending');
  await parts.caughtUp(opening.sequence);
  const own = await parts.reader.own(member.user, opening.order.id);
  if (own === null) return refused('outcome_pending');
  return done(await detailOnWire(parts, own, member.language), { sequence: own.sequence });
}

const ofReopening = [
  'escrow_unknown',
  'escrow_state',
  'late_over',
  'account_frozen',
  'p2p_cooling_off',
  'insufficient_balance',
  'coins_maturing',
  'deposit_unmatured',
  'debt_outstanding',
  'exchange_busy',
  'outcome_pending',
  'idempotency_key_reused',
  'idempotency_keys_exhausted',
] as const;
type OfReopening = Extract<Opening, { readonly ok: false }> & { readonly error: (typeof ofReopening)[number] };

function isOfReopening(opening: Extract<Opening, { readonly ok: false }>): opening is OfReopening {
  return ofReopening.some((key) => key === opening.error);
}

/**
 * Notes in the chat that a late payment was filed, for which the seller gets a notice. If a restriction had cancelled
 * the order, an appeal is opened, which no escrow waits for.
 */
async function noteLate(
  { chat, now }: Pick<OrderParts, 'chat' | 'now'>,
  transaction: Transaction<Schema>,
  { order, state }: OwnOrder,
): Promise<ChatMessage> {
  const id = Number(order.id);
  const atMs = now();
  if (state.endReason === 'frozen' && (await appealsOf(transaction, id)).length === 0) {
    await openLateAppeal(transaction, id, atMs);
  }
  return chat.addLine(transaction, id, 'late', atMs);
}

/** Stores the order that continues a cancelled one on the same terms, and returns its number. */
async function storeReopening(
  parts: OrderParts,
  { order, user }: OwnOrder,
  key: string,
): Promise<number | Refused<'late_voucher_used'>> {
  return inTransaction(parts.identityDb, async (transaction) => {
    await lockRequester(transaction, user);
    await lockBuyer(transaction, order.buyer);
    const late = await voucherOf(transaction, order.id, null);
    if (late === null) throw new Error(`order ${order.id} has no late voucher`);
    const there = await transaction
      .selectFrom('p2p_orders')
      .select('id')
      .where('previous_id', '=', String(order.id))
      .where('stage', '<>', 'void')
      .executeTakeFirst();
    if (there !== undefined) return Number(there.id);
    // Its number may be that of an order with another seller.
    if ((await paidByBuyer(transaction, order, late.hash)) !== null) return refused('late_voucher_used');
    // The ad before the number, as in other transactions.
    const inAd = await orderOfAd.reopened(transaction, order.ad, order.amount);
    return insertReopening(parts, transaction, order, { key, voucher: late.hash, inAd });
  });
}

async function insertReopening(
  { box, now }: OrderParts,
  transaction: Transaction<Schema>,
  order: Order,
  { inAd, key, voucher }: { readonly inAd: boolean; readonly key: string; readonly voucher: string },
): Promise<number> {
  const id = await nextNumber(transaction);
  await transaction
    .insertInto('p2p_orders')
    .values({
      id,
      stage: 'draft',
      requester_id: order.seller,
      request_key: key,
      request_input: '',
      maker_id: order.maker,
      seller_id: order.seller,
      buyer_id: order.buyer,
      ad_id: order.ad,
      ad_version: 1,
      offer: order.offer,
      previous_id: order.id,
      voucher,
      currency_id: order.currency,
      amount: order.amount,
      fee_ppm: order.feePpm,
      window_ms: order.windowMs,
      appeal_ms: order.appealMs,
      delay_ms: order.delayMs,
      auto_ms: order.autoMs,
      mature_ms: order.matureMs,
      auto_mature_ms: order.autoMatureMs,
      on_silence: order.onSilence,
      price: String(order.price),
      price_decimals: order.priceDecimals,
      fiat: order.fiat,
      fiat_amount: order.fiatAmount,
      fiat_decimals: order.fiatDecimals,
      usd: String(order.usd),
      reference: order.reference,
      sealed: box.seal(dealText(order.deal), placeOfOrder(id)),
      terms_hash: order.termsHash,
      in_ad: inAd,
      created_at: now(),
    })
    .execute();
  return id;
}
