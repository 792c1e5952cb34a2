import type { CallInput, RefusalOf } from '@bourse/contract';
import type { legalSubmit } from '@bourse/contract/p2p';
import { imageIdOf } from '@bourse/contract/images';
import { paymentTypes } from '@bourse/contract/payments';
import type { UserId } from '@bourse/engine';
import type { Transaction } from 'kysely';
import { randomInt } from 'node:crypto';
import { inTransaction, safeInteger, type Schema } from '../../../ground/database/index.ts';
import { escrowView } from '../../../ground/feed/index.ts';
import { type AnswerTo, done, type Member, type Refused, refused, repeated } from '../../../ground/gateway/index.ts';
import { minuteText } from '../../../ground/texts/index.ts';
import { dollarsText } from '../../index-price/index.ts';
import { openedOn } from './figures.ts';
import { type Ad, orderOfAd } from '../shop/ad.ts';
import { newcomerOrders } from '../shop/limits.ts';
import { priceScale } from '../shop/prices.ts';
import type { OrderRecords } from '../shop/ports.ts';
import type { Taking } from '../shop/ad-for-taking.ts';
import { openOrder, type Opening } from './open-order.ts';
import type { OrderParts } from './order-parts.ts';
import { lockBuyer, lockRequester, nextNumber, showImage } from './order-store.ts';
import { dealText, type Deal, type Order, payeeOf, type Payee, placeOfOrder, termsHashOf } from './stored-order.ts';
import { escrowTerms } from './terms.ts';
import { detailOnWire } from './wire.ts';

type Input = CallInput<typeof legalSubmit>;
type Submission = AnswerTo<typeof legalSubmit>;
type Refusal = Refused<RefusalOf<typeof legalSubmit>>;

interface SubmitParts extends OrderParts {
  readonly records: Pick<OrderRecords, 'completedOf'>;
}

const dayMs = 86_400_000;
/** Orders that a taker may open in a UTC day, and those together with the refused ones, which are stored as well. */
const [opensPerDay, requestsPerDay] = [20, 100];
/** How long a buyer must have been verified for payments that can be taken back. */
const reversibleAfterMs = 30 * dayMs;

/**
 * Takes an ad. The order is stored with its limits before its coins are locked, under its number; whatever happens
 * then, the same escrow is requested again until its outcome is known.
 */
export async function submitOrder(parts: SubmitParts, input: Input, member: Member): Promise<Submission> {
  const { store } = parts;
  const { user } = member;
  const key = member.requestKey ?? crypto.randomUUID();
  // Before the ad, which may have changed since: a refusal would deny an order that exists.
  const known = await store.findByKey(user, key);
  if (known !== null) return answerKnown(parts, known, input, member);
  const taking = await inTransaction(parts.identityDb, (transaction) => parts.shop.forTaking(transaction, user, input));
  if ('ok' in taking) return taking;
  const wrong = taking.seller === user ? await sellerRefusal(parts, input, member, taking.ad) : null;
  if (wrong !== null) return wrong;
  const payer = await parts.verified.nameOf(taking.buyer);
  if (payer === null) return refused('verification_required');
  // The session may have ended while the password was checked.
  if (parts.sessions.stillKnown(member.session) === undefined) return refused('session_ended');
  const completed = await parts.records.completedOf(taking.buyer);
  const { buyer } = taking;
  const stored = await storeOrder(parts, { input, key, member, buyer, payer, completed });
  if ('ok' in stored) return stored;
  return stored.isKnown
    ? answerKnown(parts, stored.order, input, member)
    : answer(parts, await openOrder(parts, stored.order.id, member), member);
}

/** The first answer to a key, whatever has happened to the order since. */
async function answerKnown(parts: SubmitParts, known: Order, input: Input, member: Member): Promise<Submission> {
  if (known.previous !== null || !isRequestOf(known, input)) return refused('idempotency_key_reused');
  const answered = await answer(parts, await openOrder(parts, known.id, member), member);
  return answered.ok ? repeated(answered) : answered;
}

/** Whether a request has the terms of a stored order. The price is left out: a better one may have been given. */
function isRequestOf({ ad, requestInput }: Order, input: Input): boolean {
  return ad === Number(input.id) && requestInput === inputText(input);
}

/** The part of a request that must be the same for its key. */
function inputText({ amount, method_id, number }: Input): string {
  return JSON.stringify([String(amount ?? ''), String(number ?? ''), String(method_id ?? '')]);
}

async function answer(parts: SubmitParts, opening: Opening, { language, user }: Member): Promise<Submission> {
  if ('ok' in opening) return isOfSubmit(opening) ? opening : refused('outcome_pending');
  await parts.caughtUp(opening.sequence);
  const own = await parts.reader.own(user, opening.order.id);
  if (own === null) return refused('outcome_pending');
  return done(await detailOnWire(parts, own, language), { sequence: own.sequence });
}

const reopenOnly: readonly string[] = ['escrow_unknown', 'escrow_state', 'late_required', 'late_over'];

function isOfSubmit(refusal: Refused): refusal is Refusal {
  return !reopenOnly.includes(refusal.error);
}

/** Why a taker cannot sell: the own payment method, a change of a password, the trade password. */
async function sellerRefusal(
  { paymentMethods, proofs, shop }: SubmitParts,
  { method_id, pay_password = '' }: Input,
  member: Member,
  { methods }: Ad,
): Promise<Refusal | null> {
  if (method_id === undefined) return refused('method_required');
  const method = await paymentMethods.find(member.user, Number(method_id));
  if (method === null || !methods.includes(paymentTypes[method.code].id)) return refused('method_unknown');
  const cooling = await shop.coolingOff(member.user);
  if (cooling !== null) return cooling;
  return proofs.payPasswords.check(member.user, pay_password, member);
}

interface Request {
  readonly input: Input;
  readonly key: string;
  readonly member: Member;
  readonly buyer: UserId;
  readonly payer: string;
  /** Completed orders of the buyer. */
  readonly completed: number;
}

/** Stores an order in one transaction, one at a time for each taker. Another request may have stored it meanwhile. */
async function storeOrder(
  parts: SubmitParts,
  request: Request,
): Promise<{ readonly order: Order; readonly isKnown: boolean } | Refusal> {
  const { identityDb, now, records, shop, store } = parts;
  const { input, key, member } = request;
  const { user } = member;
  const completed = await records.completedOf(user);
  return inTransaction(identityDb, async (transaction) => {
    await lockRequester(transaction, user);
    const known = await store.findByKey(user, key, transaction);
    if (known !== null) return { order: known, isKnown: true };
    await lockBuyer(transaction, request.buyer);
    const taking = await shop.forTaking(transaction, user, input);
    if ('ok' in taking) return taking;
    const nowMs = now();
    const limit = await limitRefusal(parts, transaction, { user, taking, completed, nowMs });
    if (limit !== null) return limit;
    const equal = await equalRefusal(parts, transaction, taking);
    if (equal !== null) return equal;
    const payees = await payeesOf(parts, transaction, taking, input, nowMs);
    if ('ok' in payees) return payees;
    const deal: Deal = { terms: taking.ad.terms, autoReply: taking.ad.autoReply, payer: request.payer, payees };
    const id = await insert(parts, transaction, request, taking, { deal, nowMs });
    const order = await store.find(id, transaction);
    if (order === null) throw new Error(`order ${id} is missing in its own transaction`);
    return { order, isKnown: false };
  });
}

interface Taker {
  readonly user: UserId;
  readonly taking: Taking;
  readonly completed: number;
  readonly nowMs: number;
}

async function limitRefusal(
  { shop }: SubmitParts,
  transaction: Transaction<Schema>,
  { completed, nowMs, taking, user }: Taker,
): Promise<Refused<'opens_exhausted' | 'p2p_day_limit' | 'p2p_newcomer_limit'> | null> {
  const dayStartMs = Math.floor(nowMs / dayMs) * dayMs;
  const { opened, requested } = await transaction
    .selectFrom('p2p_orders')
    .select(({ fn }) => [
      fn.countAll<string>().filterWhere('stage', '<>', 'void').as('opened'),
      fn.countAll<string>().as('requested'),
    ])
    .where('requester_id', '=', String(user))
    .where('created_at', '>=', String(dayStartMs))
    .where('previous_id', 'is', null)
    .executeTakeFirstOrThrow();
  if (safeInteger(opened) >= opensPerDay || safeInteger(requested) >= requestsPerDay) {
    return refused('opens_exhausted', { until: minuteText(dayStartMs + dayMs) });
  }
  const { day, newcomer } = await shop.limitsOf(transaction, user);
  if (newcomer !== null && completed < newcomerOrders && taking.worth > newcomer) {
    return refused('p2p_newcomer_limit', { maximum: dollarsText(newcomer) });
  }
  const left = day - (await openedOn(transaction, user, nowMs));
  return taking.worth > left ? refused('p2p_day_limit', { left: dollarsText(left > 0n ? left : 0n) }) : null;
}

/**
 * The refusal of the money of another order of the buyer that is open or about to be: one payment could be claimed for
 * both. The exchange knows the coins alone, which differ with the price. The buyer must be locked.
 */
async function equalRefusal(
  { views }: SubmitParts,
  transaction: Transaction<Schema>,
  { ad, buyer, fiat }: Taking,
): Promise<Refused<'order_amount_taken' | 'unpaid_order_exists'> | null> {
  const equal = transaction
    .selectFrom('p2p_orders')
    .select(['id', 'maker_id'])
    .where('buyer_id', '=', String(buyer))
    .where('fiat', '=', ad.fiat)
    .where('fiat_amount', '=', String(fiat));
  const draft = await equal.where('stage', '=', 'draft').executeTakeFirst();
  // After the drafts: one that opens meanwhile is in the view.
  const open = escrowView
    .of(views)
    .ofUser(buyer)
    .map(({ n }) => String(n));
  const found = draft ?? (open.length === 0 ? undefined : await equal.where('id', 'in', open).executeTakeFirst());
  if (found === undefined) return null;
  const id = safeInteger(found.id);
  const step = draft === undefined ? escrowView.of(views).find(id)?.step : 'created';
  // A taker who buys must pay it in any case.
  const isUnpaid = step === 'created' && ad.side === 'sell' && found.maker_id !== String(buyer);
  return isUnpaid ? refused('unpaid_order_exists', { id }) : refused('order_amount_taken');
}

/** The accounts that the buyer can pay, as they are now. */
async function payeesOf(
  { demo, paymentMethods }: SubmitParts,
  transaction: Transaction<Schema>,
  { ad, buyer, seller }: Taking,
  { method_id }: Input,
  nowMs: number,
): Promise<Payee[] | Refused<'method_unknown'>> {
  const takerSells = ad.side === 'buy';
  const ids = takerSells ? [Number(method_id)] : ad.methods;
  const payees: Payee[] = [];
  const since = await transaction
    .selectFrom('verifications')
    .select('decided_at')
    .where('user_id', '=', String(buyer))
    .executeTakeFirst();
  const decidedAt = since?.decided_at ?? null;
  const verifiedMs = decidedAt === null ? nowMs : safeInteger(decidedAt);
  const mayReverse = demo || nowMs - verifiedMs >= reversibleAfterMs;
  for (const id of ids) {
    const method = await paymentMethods.use(transaction, seller, id);
    if (method === null) continue;
    const { id: type, reversible } = paymentTypes[method.code];
    if (takerSells && !ad.methods.includes(type)) continue;
    if (!reversible || mayReverse) payees.push(payeeOf(method));
  }
  return payees.length === 0 ? refused('method_unknown') : payees;
}

async function insert(
  { box, settings }: SubmitParts,
  transaction: Transaction<Schema>,
  { completed, input, key, member }: Request,
  taking: Taking,
  { deal, nowMs }: { readonly deal: Deal; readonly nowMs: number },
): Promise<number> {
  const { ad, buyer, coins, fiat, fiatDecimals, offer, price, seller, worth } = taking;
  const terms = escrowTerms(settings, { payMinutes: ad.payMinutes, payees: deal.payees, completed });
  const reference = newReference();
  const figures = { fiat: ad.fiat, fiatAmount: fiat, fiatDecimals, price, priceDecimals: priceScale, reference };
  const id = await nextNumber(transaction);
  await transaction
    .insertInto('p2p_orders')
    .values({
      id,
      stage: 'draft',
      requester_id: member.user,
      request_key: key,
      request_input: inputText(input),
      maker_id: ad.user,
      seller_id: seller,
      buyer_id: buyer,
      ad_id: ad.id,
      ad_version: ad.version,
      offer,
      currency_id: ad.currency,
      amount: coins,
      fee_ppm: terms.feePpm,
      window_ms: terms.windowMs,
      appeal_ms: terms.appealMs,
      delay_ms: terms.delayMs,
      auto_ms: terms.autoMs,
      mature_ms: terms.matureMs,
      auto_mature_ms: terms.autoMatureMs,
      on_silence: terms.onSilence,
      price: String(price),
      price_decimals: priceScale,
      fiat: ad.fiat,
      fiat_amount: fiat,
      fiat_decimals: fiatDecimals,
      usd: String(worth),
      reference,
      sealed: box.seal(dealText(deal), placeOfOrder(id)),
      terms_hash: termsHashOf(deal, figures),
      in_ad: true,
      created_at: nowMs,
    })
    .execute();
  for (const { data } of deal.payees) {
    const image = data.qrcode === undefined ? null : imageIdOf(data.qrcode);
    if (image !== null) await showImage(transaction, image, { order: id, user: seller, kind: 'qrcode' });
  }
  await orderOfAd.opened(transaction, ad.id, coins);
  return id;
}

/** Six digits that say nothing. */
function newReference(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}
