import {
  legalAskCancel,
  legalCancel,
  legalConcede,
  type LegalOrderDetail,
  legalPay,
  legalRelease,
  legalStatus,
  p2pLimits,
} from '@bourse/contract/p2p';
import type { RejectionOf, UserId, UserRequest } from '@bourse/engine';
import type { EscrowNumber } from '@bourse/engine/escrow';
import type { Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../../ground/database/index.ts';
import { escrowView } from '../../../ground/feed/index.ts';
import {
  type Answer,
  done,
  type Gateway,
  type Member,
  refused,
  type Refused,
  repeated,
} from '../../../ground/gateway/index.ts';
import { readImage } from './chat/routes.ts';
import type { OrderParts } from './order-parts.ts';
import type { OwnOrder } from './order-reader.ts';
import { statusOf } from './order-state.ts';
import { attachToOrder, lockBuyer } from './order-store.ts';
import type { Role } from './stored-order.ts';
import { paidByBuyer, voucherOf } from './vouchers.ts';
import { detailOnWire } from './wire.ts';

/** The commands about an escrow that a side of it gives. */
type EscrowRequest = Extract<
  UserRequest,
  {
    readonly type:
      | 'pay_escrow'
      | 'cancel_escrow'
      | 'ask_cancel_escrow'
      | 'release_escrow'
      | 'concede_escrow'
      | 'appeal_escrow'
      | 'mark_escrow_abnormal'
      | 'withdraw_escrow_appeal';
  }
>;
type Rejection = RejectionOf<EscrowRequest['type']>;

type NoOrder = Refused<'escrow_unknown' | 'escrow_state' | 'idempotency_key_reused' | 'idempotency_keys_exhausted'>;

/** A command that took effect, now or at an earlier request with its key. */
interface Taken {
  readonly type: 'taken';
  readonly sequence: number;
  readonly isRepeated: boolean;
}

/** Serves the steps of an order that move its coins. */
export function registerActions(gateway: Gateway, parts: OrderParts): void {
  const { identityDb, proofs } = parts;

  gateway.member(legalPay, async (input, member) => {
    const own = await parts.reader.own(member.user, Number(input.id));
    if (own === null) return refused('escrow_unknown');
    if (own.role !== 'buyer') return wrongState(own);
    const payment = await filePayment(parts, own, input, 'paid');
    if ('ok' in payment) return payment;
    const { requestKey, user } = member;
    const n = own.order.id;
    return carryOut(parts, member, { type: 'pay_escrow', user, n, voucher: payment.hash, requestKey });
  });

  gateway.member(legalCancel, async (input, member) => {
    const own = await parts.reader.own(member.user, Number(input.id));
    if (own === null) return refused('escrow_unknown');
    if (own.role !== 'buyer') return wrongState(own);
    if (own.state.status === legalStatus.unpaid) {
      await identityDb
        .updateTable('p2p_orders')
        .set({ cancel_reason: input.reason })
        .where('id', '=', String(own.order.id))
        .execute();
    }
    const { requestKey, user } = member;
    return carryOut(parts, member, { type: 'cancel_escrow', user, n: own.order.id, requestKey });
  });

  gateway.member(legalAskCancel, async (input, member) => {
    const own = await ownAs(parts, member.user, Number(input.id), 'seller');
    if ('ok' in own) return own;
    const { user } = member;
    const command = { type: 'ask_cancel_escrow', user, n: own.order.id, requestKey: null } as const;
    return carryOut(parts, member, command);
  });

  gateway.member(legalRelease, async (input, member) => {
    const own = await ownAs(parts, member.user, Number(input.id), 'seller');
    if ('ok' in own) return own;
    const wrong = await proofs.payPasswords.check(member.user, input.pay_password, member);
    if (wrong !== null) return wrong;
    if (parts.sessions.stillKnown(member.session) === undefined) return refused('session_ended');
    const { requestKey, user } = member;
    return carryOutFree(parts, member, { type: 'release_escrow', user, n: own.order.id, requestKey });
  });

  gateway.member(legalConcede, async (input, member) => {
    const own = await parts.reader.own(member.user, Number(input.id));
    if (own === null) return refused('escrow_unknown');
    const wrong = await proofs.payPasswords.check(member.user, input.pay_password, member);
    if (wrong !== null) return wrong;
    if (parts.sessions.stillKnown(member.session) === undefined) return refused('session_ended');
    const { requestKey, user } = member;
    return carryOutFree(parts, member, { type: 'concede_escrow', user, n: own.order.id, requestKey });
  });
}

/** An order in which the caller has this part. */
export async function ownAs(
  { reader }: Pick<OrderParts, 'reader'>,
  user: UserId,
  id: number,
  role: Role,
): Promise<OwnOrder | Refused<'escrow_unknown' | 'escrow_state'>> {
  const own = await reader.own(user, id);
  if (own === null) return refused('escrow_unknown');
  return own.role === role ? own : wrongState(own);
}

function wrongState({ state }: OwnOrder): Refused<'escrow_state'> {
  return refused('escrow_state', { status: state.status });
}

type Answered = Answer<LegalOrderDetail, NoOrder['error']>;

/** Submits a command and answers the order, or why it is refused. */
async function carryOut(parts: OrderParts, member: Member, command: EscrowRequest): Promise<Answered> {
  const taken = await submitAction(parts, member, command);
  return taken.type === 'rejected'
    ? stateRefusal(parts, command.n, taken.rejection)
    : answerOrder(parts, member, command.n, taken);
}

/** The same for a command that a restricted seller cannot give. */
async function carryOutFree(
  parts: OrderParts,
  member: Member,
  command: EscrowRequest,
): Promise<Answered | Refused<'account_frozen'>> {
  const taken = await submitAction(parts, member, command);
  if (taken.type === 'taken') return answerOrder(parts, member, command.n, taken);
  if (taken.rejection.reason === 'account_frozen') return refused('account_frozen');
  return stateRefusal(parts, command.n, taken.rejection);
}

/** Submits a command about an escrow, which the caller may give also beyond the limit of refused ones. */
export async function submitAction(
  { requests, views }: Pick<OrderParts, 'requests' | 'views'>,
  member: Member,
  command: EscrowRequest,
): Promise<Taken | { readonly type: 'rejected'; readonly rejection: Rejection }> {
  const { n } = command;
  const ending = (): string | null => (escrowView.of(views).find(n) === undefined ? null : `escrow ${n}`);
  const { outcome, sequence } = await requests.submit(command, member, ending);
  if (outcome.type === 'rejected') {
    // The seller has asked before.
    if (outcome.rejection.reason === 'cancel_asked') return { type: 'taken', sequence, isRepeated: true };
    return { type: 'rejected', rejection: outcome.rejection };
  }
  return { type: 'taken', sequence, isRepeated: outcome.type === 'repeated' };
}

/** The order after a command, with what follows from it. */
export async function answerOrder(
  parts: OrderParts,
  { language, user }: Member,
  n: number,
  { isRepeated, sequence }: Taken,
): Promise<Answer<LegalOrderDetail, 'escrow_unknown'>> {
  await parts.caughtUp(sequence);
  const own = await parts.reader.own(user, n);
  if (own === null) return refused('escrow_unknown');
  const answer = done(await detailOnWire(parts, own, language), { sequence: own.sequence });
  return isRepeated ? repeated(answer) : answer;
}

/** Why a command about an escrow is refused. */
export async function stateRefusal(
  { reader, views }: Pick<OrderParts, 'reader' | 'views'>,
  n: EscrowNumber,
  rejection: Rejection,
): Promise<NoOrder> {
  switch (rejection.reason) {
    case 'escrow_unknown':
      return refused('escrow_unknown');
    case 'request_key_reused':
      return refused('idempotency_key_reused');
    case 'request_keys_exhausted':
      return refused('idempotency_keys_exhausted', { maximum: rejection.maximum });
    case 'account_frozen':
    case 'appeal_early':
    case 'cancel_asked':
    case 'escrow_ended':
    case 'escrow_party_wrong':
    case 'escrow_state': {
      const open = escrowView.of(views).find(n);
      const found = open === undefined ? await reader.find(n) : null;
      const status = open === undefined ? (found?.state.status ?? legalStatus.cancelled) : statusOf(open);
      return refused('escrow_state', { status });
    }
    case 'escrow_terms_invalid':
    case 'user_invalid':
      throw new Error(`The command about escrow ${n} is invalid.`);
  }
}

interface Payment {
  readonly voucher?: string | undefined;
  readonly method_id?: number | string | undefined;
}

type PaymentRefusal = Refused<
  | 'escrow_state'
  | 'evidence_full'
  | 'voucher_required'
  | 'voucher_used'
  | 'image_unknown'
  | 'method_required'
  | 'method_unknown'
>;

/**
 * Stores the picture of a payment before the escrow knows its hash, and in the same transaction what follows from that.
 * The same picture is stored once, and another one only as long as it can count: before the order is paid, or as its
 * first late payment.
 */
export async function filePayment(
  parts: OrderParts,
  own: OwnOrder,
  { method_id, voucher }: Payment,
  kind: 'paid' | 'late',
  followed: (transaction: Transaction<Schema>) => Promise<void> = () => Promise.resolve(),
): Promise<{ readonly hash: string } | PaymentRefusal> {
  if (voucher === undefined) return refused('voucher_required');
  const { order, user } = own;
  const { payees } = order.deal;
  const [only] = payees;
  if (method_id === undefined && payees.length !== 1) return refused('method_required');
  const method = method_id === undefined ? only : payees.find(({ id }) => id === Number(method_id));
  if (method === undefined) return refused('method_unknown');
  const image = await readImage(parts, user, voucher);
  if ('ok' in image) return image;
  return inTransaction(parts.identityDb, async (transaction: Transaction<Schema>) => {
    await lockBuyer(transaction, order.buyer);
    await parts.store.lock(transaction, order.id);
    const used = await paidByBuyer(transaction, order, image.hash);
    if (used !== null) return refused('voucher_used', { number: used });
    const isUnpaid = escrowView.of(parts.views).find(order.id)?.step === 'created';
    const known = await transaction
      .selectFrom('p2p_vouchers')
      .select('image_id')
      .where('order_id', '=', String(order.id))
      .where('kind', '=', kind)
      .where('hash', '=', image.hash)
      .executeTakeFirst();
    if (known !== undefined) {
      // An earlier request was refused or not answered; it may have named another account. Only now does the picture
      // pay, so it comes after those that were filed meanwhile.
      if (isUnpaid) {
        await transaction
          .updateTable('p2p_vouchers')
          .set({ method_id: method.id, filed_at: parts.now() })
          .where('order_id', '=', String(order.id))
          .where('kind', '=', kind)
          .where('hash', '=', image.hash)
          .execute();
      }
      return { hash: image.hash };
    }
    const canCount = kind === 'paid' ? isUnpaid : (await voucherOf(transaction, order.id, null)) === null;
    if (!canCount) return wrongState(own);
    // A request that the exchange refuses leaves its picture.
    const { count } = await transaction
      .selectFrom('p2p_vouchers')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('order_id', '=', String(order.id))
      .executeTakeFirstOrThrow();
    const maximum = p2pLimits.evidenceImages;
    if (safeInteger(count) >= maximum) return refused('evidence_full', { maximum });
    const attachment = { order: order.id, user, kind: 'voucher' } as const;
    const attached = await attachToOrder(parts.images, transaction, image.image, attachment);
    if (typeof attached !== 'string') return attached;
    await transaction
      .insertInto('p2p_vouchers')
      .values({
        order_id: order.id,
        kind,
        hash: image.hash,
        image_id: attached,
        method_id: method.id,
        filed_at: parts.now(),
      })
      .execute();
    await followed(transaction);
    return { hash: image.hash };
  });
}
