import type { RefusalOf } from '@bourse/contract';
import type { legalReopen, legalSubmit } from '@bourse/contract/p2p';
import type { RejectionOf } from '@bourse/engine';
import type { OpenEscrowCommand, ReopenEscrow } from '@bourse/engine/escrow';
import { type Committed, CoreRefusal } from '../../../ground/core/index.ts';
import { inTransaction } from '../../../ground/database/index.ts';
import { type Currency, escrowView, unitsText } from '../../../ground/feed/index.ts';
import { type Member, type Refused, refused } from '../../../ground/gateway/index.ts';
import { minuteText } from '../../../ground/texts/index.ts';
import { orderOfAd } from '../shop/ad.ts';
import { markOpen } from './follower.ts';
import type { OrderParts } from './order-parts.ts';
import { readRecords } from './order-records.ts';
import type { Order } from './stored-order.ts';

type OpenRefusal = Refused<RefusalOf<typeof legalSubmit> | RefusalOf<typeof legalReopen>>;

/** Unpaid orders that a buying owner of ads may have, and open ones of a taker. */
const limits = { unpaid: 10, open: 20 };

type OpenParts = Pick<OrderParts, 'core' | 'db' | 'identityDb' | 'requests' | 'shop' | 'store' | 'views'>;

/** An order that is open, at the sequence of its command or of the views, or why there is none. */
export type Opening = { readonly order: Order; readonly sequence: number } | OpenRefusal;

/**
 * Opens the escrow of a stored order and records the outcome. The same escrow may be requested any number of times: its
 * number is used once. `member` is the caller; null for the program that asks again.
 */
export async function openOrder(parts: OpenParts, id: number, member: Member | null): Promise<Opening> {
  const { core, requests, store } = parts;
  const before = await store.find(id);
  if (before === null) throw new Error(`order ${id} is missing`);
  if (before.stage !== 'draft') return outcomeOf(parts, before);
  const command = commandOf(before);
  let committed: Committed<'open_escrow' | 'reopen_escrow'>;
  try {
    committed = member === null ? await core.submit(command) : await submitFor(requests, command, member);
  } catch (error) {
    // The row remains; the escrow is requested again.
    if (error instanceof CoreRefusal) return refused('outcome_pending');
    throw error;
  }
  const { outcome, sequence } = committed;
  if (outcome.type !== 'rejected') return opened(parts, before, sequence);
  const { rejection } = outcome;
  // It was opened by an earlier request whose outcome was not recorded.
  const isUsed = rejection.reason === 'escrow_exists' || rejection.reason === 'escrow_ended';
  if (isUsed && (await isOpened(parts, id))) return opened(parts, before, sequence);
  return voided(parts, before, refusalOf(parts, before, rejection));
}

async function submitFor(
  requests: OpenParts['requests'],
  command: OpenEscrowCommand | ReopenEscrow,
  member: Member,
): Promise<Committed<'open_escrow' | 'reopen_escrow'>> {
  return command.type === 'open_escrow' ? requests.submit(command, member) : requests.submit(command, member);
}

function commandOf(order: Order): OpenEscrowCommand | ReopenEscrow {
  const { id: n, previous, voucher } = order;
  if (previous !== null) {
    if (voucher === null) throw new Error(`the reopening ${n} has no voucher`);
    return { type: 'reopen_escrow', user: order.seller, n: previous, next: n, voucher, requestKey: null };
  }
  return {
    type: 'open_escrow',
    user: order.maker === order.seller ? order.buyer : order.seller,
    n,
    offer: order.offer,
    seller: order.seller,
    buyer: order.buyer,
    currency: order.currency,
    amount: order.amount,
    feePpm: order.feePpm,
    windowMs: order.windowMs,
    appealMs: order.appealMs,
    delayMs: order.delayMs,
    autoMs: order.autoMs,
    matureMs: order.matureMs,
    autoMatureMs: order.autoMatureMs,
    onSilence: order.onSilence,
    terms: order.termsHash,
    unpaidLimit: limits.unpaid,
    openLimit: limits.open,
    requestKey: null,
  };
}

/** Whether there is or was an escrow with this number. Others may count as used although they never opened. */
export async function isOpened({ db, views }: OpenParts, n: number): Promise<boolean> {
  if (escrowView.of(views).recent(n) !== undefined) return true;
  return (await readRecords(db, [n], views.sequence)).has(n);
}

/** Records that an order has an escrow. */
export async function opened(parts: OpenParts, order: Order, sequence: number): Promise<Opening> {
  await inTransaction(parts.identityDb, async (transaction) => {
    const locked = await parts.store.lock(transaction, order.id);
    if (locked !== null) await markOpen(transaction, locked);
  });
  parts.shop.adChanged(order.ad);
  return { order: { ...order, stage: 'open' }, sequence };
}

/** Records a refusal, unless the order has been opened meanwhile. */
export async function voided(parts: OpenParts, order: Order, refusal: OpenRefusal): Promise<Opening> {
  await inTransaction(parts.identityDb, async (transaction) => {
    const locked = await parts.store.lock(transaction, order.id);
    if (locked?.stage !== 'draft') return;
    await transaction
      .updateTable('p2p_orders')
      .set({ stage: 'void', refusal: JSON.stringify(refusal) })
      .where('id', '=', String(order.id))
      .execute();
    if (locked.inAd) await orderOfAd.returned(transaction, order.ad, order.amount);
  });
  parts.shop.adChanged(order.ad);
  const after = await parts.store.find(order.id);
  return after === null ? refusal : outcomeOf(parts, after);
}

/** The outcome of a stored order that is no draft. */
function outcomeOf({ views }: OpenParts, order: Order): Opening {
  if (order.stage === 'open') return { order, sequence: views.sequence };
  const stored: unknown = order.refusal === null ? null : JSON.parse(order.refusal);
  return isRefusal(stored) ? stored : refused('outcome_pending');
}

function isRefusal(value: unknown): value is OpenRefusal {
  return typeof value === 'object' && value !== null && 'ok' in value && value.ok === false && 'error' in value;
}

function refusalOf(
  { views }: OpenParts,
  order: Order,
  rejection: RejectionOf<'open_escrow' | 'reopen_escrow'>,
): OpenRefusal {
  const currency = views.listings.currency(order.currency);
  const buyerTakes = order.maker === order.seller;
  switch (rejection.reason) {
    case 'own_offer':
      return refused('ad_own');
    case 'offer_unknown':
    case 'unpaid_orders_exhausted':
      return refused('ad_not_open');
    case 'offer_exhausted':
      return refused('ad_exhausted', { left: unitsText(currency, rejection.left), currency: currency.code });
    case 'account_frozen': {
      const own = order.previous !== null || (rejection.party === 'buyer') === buyerTakes;
      return own ? refused('account_frozen') : refused('ad_not_open');
    }
    case 'buying_blocked_today':
      return buyerTakes
        ? refused('buying_blocked_today', { until: minuteText(rejection.untilMs) })
        : refused('ad_not_open');
    case 'unpaid_order_exists':
      return refused('unpaid_order_exists', { id: rejection.n });
    case 'order_amount_taken':
      return refused('order_amount_taken');
    case 'escrows_exhausted':
      return refused('escrows_exhausted', { maximum: rejection.maximum });
    case 'escrow_ended':
    case 'escrow_unknown':
      return refused('late_over');
    case 'escrow_state':
      return refused('escrow_state', { status: 6 });
    case 'request_key_reused':
      return refused('idempotency_key_reused');
    case 'request_keys_exhausted':
      return refused('idempotency_keys_exhausted', { maximum: rejection.maximum });
    case 'escrow_exists':
      // Numbers between old ones count as used.
      return refused('exchange_busy');
    case 'amount_invalid':
      return refused('quantity_required');
    case 'currency_unknown':
    case 'escrow_party_wrong':
    case 'escrow_terms_invalid':
    case 'user_invalid':
      throw new Error(`The escrow of order ${order.id} is invalid: ${rejection.reason}.`);
    case 'coins_maturing':
    case 'debt_outstanding':
    case 'deposit_unmatured':
    case 'insufficient_balance':
    case 'margin_needed':
    case 'outflow_stopped':
    case 'supply_exceeded':
      return coinsRefusal(rejection, currency, order);
  }
}

type CoinsRejection = Extract<
  RejectionOf<'open_escrow' | 'reopen_escrow'>,
  {
    readonly reason:
      | 'insufficient_balance'
      | 'coins_maturing'
      | 'deposit_unmatured'
      | 'debt_outstanding'
      | 'outflow_stopped'
      | 'margin_needed'
      | 'supply_exceeded';
  }
>;

function coinsRefusal(rejection: CoinsRejection, currency: Currency, { id }: Order): OpenRefusal {
  switch (rejection.reason) {
    case 'insufficient_balance': {
      const [available, needed] = [unitsText(currency, rejection.available), unitsText(currency, rejection.needed)];
      return refused('insufficient_balance', { available, needed, currency: currency.code });
    }
    case 'coins_maturing':
      return refused('coins_maturing', { until: minuteText(rejection.untilMs) });
    case 'deposit_unmatured':
    case 'debt_outstanding':
      return refused(rejection.reason);
    case 'outflow_stopped':
      return refused('account_frozen');
    case 'margin_needed':
    case 'supply_exceeded':
      throw new Error(`The coins of order ${id} cannot be locked: ${rejection.reason}.`);
  }
}
