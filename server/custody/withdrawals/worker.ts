import type { WaitReason } from '@bourse/contract/wallet';
import { amount, type ReleaseHold, type SettleHold } from '@bourse/engine';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import { EachAlone } from '../../ground/background/index.ts';
import type { Chains } from '../chains/index.ts';
import type { Core } from '../../ground/core/index.ts';
import { inTransaction, type Schema } from '../../ground/database/index.ts';
import { worthDecimals } from '../../trading/index-price/index.ts';
import {
  cancelPayment,
  isRecalled,
  type PaymentOrder,
  type PaymentState,
  queuePayment,
  readPayments,
  recallPayment,
  refuseSigned,
} from '../outgoing/index.ts';
import { type Signer, SignerUnavailable } from '../signer/index.ts';
import { approvedByProgramWithinDay } from './day-limit.ts';
import { heldBack, recallWithdrawal } from './held-back.ts';
import { hold } from './request.ts';
import { type ResetSettings, waitsOfResets } from './waiting.ts';
import { referenceOf, take, type Withdrawal, withdrawalOf, withdrawalSource } from './withdrawal.ts';
import type { With } from '../../ground/parts.ts';

/** A request is given this long to be answered before its hold is requested again. */
const creatingMs = 20_000;
/** Withdrawals that are read at once. */
const readAtOnce = 500;

export interface WorkerParts extends With<'db' | 'now' | 'views'> {
  readonly chains: Chains;
  readonly core: Pick<Core, 'submit'>;
  readonly log: Pick<Logger, 'error'>;
  readonly settings: ResetSettings & { readonly draw_auto_usd: number };
  readonly signer: Pick<Signer, 'slotOf'>;
  /** Called after each step. */
  readonly changed: (withdrawal: Withdrawal, payment: PaymentState | null) => void;
}

/**
 * Moves withdrawals on: checks them, queues their payments, and books the outcome. Each step is taken only from the
 * stage before it, so a person who cancels and a program that approves cannot both succeed.
 */
export class WithdrawalWorker {
  readonly #parts: WorkerParts;
  readonly #shown = new Map<number, number | null>();
  /** Until when the withdrawals of users wait whose second factor staff have reset. */
  #resets: ReadonlyMap<number, number> = new Map();

  constructor(parts: WorkerParts) {
    this.#parts = parts;
  }

  /** @throws CoreRefusal while the exchange is closed or busy; the failures of single withdrawals, after the others */
  async step(): Promise<void> {
    const { db, now, settings } = this.#parts;
    this.#resets = await waitsOfResets(db, settings, now());
    const alone = new EachAlone();
    let last = 0;
    for (;;) {
      const open = await this.#movableAfter(last);
      const payments = await readPayments(
        db,
        open.map(({ id }) => referenceOf(id)),
      );
      for (const withdrawal of open) {
        await alone.attempt(async () => this.#move(withdrawal, payments.get(referenceOf(withdrawal.id)) ?? null));
      }
      last = open.at(-1)?.id ?? 0;
      if (open.length < readAtOnce) break;
    }
    alone.end();
  }

  /** The next withdrawals that do not wait for people or for their time. */
  async #movableAfter(last: number): Promise<readonly Withdrawal[]> {
    const { db, now } = this.#parts;
    const rows = await db
      .selectFrom('withdrawals')
      .selectAll()
      .where('booked', '=', false)
      .where('stage', '<>', 'reviewing')
      .where((row) =>
        row.or([
          row('stage', '<>', 'requested'),
          row('earliest_at', 'is', null),
          row('earliest_at', '<=', String(now())),
        ]),
      )
      .where('id', '>', String(last))
      .orderBy('id')
      .limit(readAtOnce)
      .execute();
    return rows.map((row) => withdrawalOf(row));
  }

  async #move(withdrawal: Withdrawal, payment: PaymentState | null): Promise<void> {
    const { now } = this.#parts;
    switch (withdrawal.stage) {
      case 'creating':
        if (now() - withdrawal.createdMs >= creatingMs) await hold(this.#parts, withdrawal);
        return;
      case 'requested':
        if (this.#isDue(withdrawal)) await this.#check(withdrawal);
        return;
      case 'reviewing':
        return;
      case 'approved':
        if (await this.#holdBack(withdrawal, payment)) return;
        if (this.#isDue(withdrawal)) await this.#pay(await this.#without(withdrawal, 'factor_reset'), payment);
        else await this.#delay(withdrawal, payment);
        return;
      case 'broadcast':
        await this.#holdBack(withdrawal, payment);
        if (this.#resets.has(withdrawal.user)) await this.#cancel(withdrawal, payment);
        await this.#watch(withdrawal, payment);
        return;
      case 'confirmed':
      case 'cancelled':
      case 'rejected':
      case 'failed':
      case 'void':
        await this.#book(withdrawal);
    }
  }

  /**
   * Withdrawals without a flag are approved by program as long as those of their user that it has approved within 24
   * hours amount to little; the others, and those of users held back, by people.
   */
  async #check(withdrawal: Withdrawal): Promise<void> {
    const { db, now, settings } = this.#parts;
    const limit = BigInt(settings.draw_auto_usd) * 10n ** BigInt(worthDecimals);
    const { flagged, user, worth } = withdrawal;
    const before = await approvedByProgramWithinDay(db, user, now());
    const reason = heldBack(this.#parts.views, user) ?? (flagged ? 'new_device' : null);
    const isFree = reason === null && before + worth <= limit;
    await this.#step(withdrawal, 'requested', isFree ? 'approved' : 'reviewing', null, reason);
  }

  /**
   * While its user is held back, an approved withdrawal whose payment has no nonce goes back to people, and one with a
   * nonce is cancelled if staff restricted the user. Returns whether it went back.
   */
  async #holdBack(withdrawal: Withdrawal, payment: PaymentState | null): Promise<boolean> {
    const { changed, db, now, views } = this.#parts;
    const { id, stage, user } = withdrawal;
    const reason = heldBack(views, user);
    if (reason === null) return false;
    const recall = (transaction: Transaction<Schema>) => recallWithdrawal(transaction, id, { reason, atMs: now() });
    const after = stage === 'approved' ? await inTransaction(db, recall) : null;
    if (after !== null) changed(after, null);
    else if (reason === 'restricted') await this.#cancel(withdrawal, payment);
    return after !== null;
  }

  /**
   * Approved before its time: staff approved it after they held it back, or the second factor was reset since. A queued
   * payment is taken back until then, and one with a nonce is cancelled.
   */
  async #delay(withdrawal: Withdrawal, payment: PaymentState | null): Promise<void> {
    const { db, now } = this.#parts;
    const { id, reason, user } = withdrawal;
    if (this.#resets.has(user) && reason === null) await this.#explain(withdrawal, 'factor_reset');
    if (payment === null || isRecalled(payment)) return;
    if (await inTransaction(db, (transaction) => recallPayment(transaction, referenceOf(id), now()))) return;
    await this.#cancel(withdrawal, payment);
    await this.#pay(withdrawal, payment);
  }

  /** An approved withdrawal whose wait for this reason is over. */
  async #without(withdrawal: Withdrawal, reason: WaitReason): Promise<Withdrawal> {
    return withdrawal.reason === reason ? this.#explain(withdrawal, null) : withdrawal;
  }

  /** Shows why an approved withdrawal waits. */
  async #explain(withdrawal: Withdrawal, reason: WaitReason | null): Promise<Withdrawal> {
    const { changed, db } = this.#parts;
    await db
      .updateTable('withdrawals')
      .set({ reason })
      .where('id', '=', String(withdrawal.id))
      .where('stage', '=', 'approved')
      .execute();
    const explained = { ...withdrawal, reason };
    changed(explained, null);
    return explained;
  }

  /** Asks for the cancellation of a payment that has a nonce. */
  async #cancel({ id }: Withdrawal, payment: PaymentState | null): Promise<void> {
    const { db, now } = this.#parts;
    if (payment?.cancelAsked !== false) return;
    await inTransaction(db, (transaction) => cancelPayment(transaction, referenceOf(id), now()));
  }

  #isDue({ earliestMs, user }: Withdrawal): boolean {
    return Math.max(earliestMs ?? 0, this.#resets.get(user) ?? 0) <= this.#parts.now();
  }

  async #pay(withdrawal: Withdrawal, payment: PaymentState | null): Promise<void> {
    if (payment === null || isRecalled(payment)) {
      await this.#queue(withdrawal);
      return;
    }
    if (payment.stage === 'sent') await this.#step(withdrawal, 'approved', 'broadcast', payment);
    else if (payment.stage !== 'queued' && payment.stage !== 'assigned') await this.#end(withdrawal, payment);
    else this.#show(withdrawal, payment);
  }

  /** The payment is queued only while the withdrawal is approved: a cancellation that came first prevents it. */
  async #queue(withdrawal: Withdrawal): Promise<void> {
    const { db, now } = this.#parts;
    await inTransaction(db, async (transaction) => {
      const locked = await transaction
        .selectFrom('withdrawals')
        .select('stage')
        .where('id', '=', String(withdrawal.id))
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (locked.stage !== 'approved') return;
      await queuePayment(transaction, this.#orderOf(withdrawal), now());
    });
  }

  #orderOf({ address, chainAmount, id, memo, protocol: on }: Withdrawal): PaymentOrder {
    const protocol = this.#parts.chains.protocol(on);
    if (protocol === null) throw new Error(`The network ${on} of a withdrawal is unknown.`);
    const { asset, chain } = protocol;
    const reference = referenceOf(id);
    return { reference, chain, wallet: 'hot', purpose: 'withdrawal', asset, to: address, memo, amount: chainAmount };
  }

  async #watch(withdrawal: Withdrawal, payment: PaymentState | null): Promise<void> {
    if (payment === null) throw new Error(`The payment of withdrawal ${withdrawal.id} is missing.`);
    if (payment.stage === 'sent' || payment.stage === 'assigned') this.#show(withdrawal, payment);
    else await this.#end(withdrawal, payment);
  }

  /** The blocks have decided, or the payment was never signed. */
  async #end(withdrawal: Withdrawal, payment: PaymentState): Promise<void> {
    const { stage } = withdrawal;
    if (payment.stage === 'paid') await this.#step(withdrawal, stage, 'confirmed', payment);
    else if (payment.stage === 'failed') await this.#step(withdrawal, stage, 'failed', payment, payment.reason);
    else if (payment.stage === 'cancelled') {
      const reason = payment.reason ?? (withdrawal.keepsFee ? 'fee_kept' : null);
      await this.#step(withdrawal, stage, payment.reason === null ? 'cancelled' : 'failed', payment, reason);
    }
  }

  async #step(
    withdrawal: Withdrawal,
    from: Withdrawal['stage'],
    to: Withdrawal['stage'],
    payment: PaymentState | null,
    reason: string | null = null,
  ): Promise<void> {
    const { changed, db, now } = this.#parts;
    const after = await inTransaction(db, async (transaction) =>
      take(transaction, withdrawal.id, { from: [from], to, atMs: now(), reason }),
    );
    if (after === null) return;
    changed(after, payment);
    if (to === 'confirmed' || to === 'cancelled' || to === 'failed') await this.#book(after);
  }

  /** Settles or releases the hold of an ended withdrawal. */
  async #book(withdrawal: Withdrawal): Promise<void> {
    const { changed, core, db, log } = this.#parts;
    const { id, stage } = withdrawal;
    if (stage !== 'void') {
      if (stage !== 'confirmed' && (await this.#mayBePaid(withdrawal))) return;
      const { outcome } = await core.submit(endOfHold(withdrawal));
      if (outcome.type === 'rejected') {
        log.error({ withdrawal: id, ...outcome.rejection }, 'the hold of a withdrawal cannot be ended');
        return;
      }
    }
    await db.updateTable('withdrawals').set({ booked: true }).where('id', '=', String(id)).execute();
    this.#shown.delete(id);
    if (stage !== 'void') changed(withdrawal, (await readPayments(db, [referenceOf(id)])).get(referenceOf(id)) ?? null);
  }

  /**
   * Whether a withdrawal that ended without a payment by the records was signed, as before the backup that they were
   * restored from. Its money stays held, and people look for the payment on the chain.
   */
  async #mayBePaid(withdrawal: Withdrawal): Promise<boolean> {
    const { changed, db, log, now, signer } = this.#parts;
    const { id } = withdrawal;
    const reference = referenceOf(id);
    const payment = (await readPayments(db, [reference])).get(reference) ?? null;
    // A block has decided.
    if (payment !== null && payment.height !== null) return false;
    const slot = await slotIfKnown(signer, reference);
    if (slot === '') return false;
    if (slot === null) return true;
    const after = await inTransaction(db, async (transaction) => {
      const order = this.#orderOf(withdrawal);
      await refuseSigned(transaction, order, now());
      const reason = 'reference_has_other_slot';
      return take(transaction, id, { from: ['cancelled', 'rejected', 'failed'], to: 'approved', atMs: now(), reason });
    });
    log.error({ withdrawal: id }, 'a withdrawal that has ended was signed: its money stays held');
    if (after !== null) changed(after, null);
    return true;
  }

  /** Shows each new confirmation. */
  #show(withdrawal: Withdrawal, payment: PaymentState): void {
    const { chains } = this.#parts;
    const chain = chains.protocol(withdrawal.protocol)?.chain;
    if (chain === undefined || this.#shown.get(withdrawal.id) === payment.height) return;
    this.#shown.set(withdrawal.id, payment.height);
    this.#parts.changed(withdrawal, payment);
  }
}

/** The slot of a reference; null while the signer does not answer, which must not keep other withdrawals waiting. */
async function slotIfKnown(signer: Pick<Signer, 'slotOf'>, reference: string): Promise<string | null> {
  try {
    return await signer.slotOf(reference);
  } catch (error) {
    if (error instanceof SignerUnavailable) return null;
    throw error;
  }
}

/** The command that ends the hold of a withdrawal. A payment that was sent and did not take place keeps its fee. */
function endOfHold({ accountType, fee, id, reason, stage, user }: Withdrawal): SettleHold | ReleaseHold {
  const reference = { source: withdrawalSource, n: id };
  const settle = { type: 'settle_hold', ...reference, fee: amount(fee) } as const;
  if (stage === 'confirmed') return { ...settle, receiver: null };
  const keepsFee = fee > 0 && (reason === 'fee_kept' || reason === 'reverted');
  return keepsFee ? { ...settle, receiver: { user, accountType } } : { type: 'release_hold', ...reference };
}
