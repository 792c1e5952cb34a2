import { amount } from '@bourse/engine';
import type { Logger } from 'pino';
import type { Chains } from '../chains/index.ts';
import type { Core } from '../../ground/core/index.ts';
import { inTransaction } from '../../ground/database/index.ts';
import { worthDecimals } from '../../trading/index-price/index.ts';
import {
  cancelPayment,
  isRecalled,
  type PaymentState,
  queuePayment,
  readPayments,
  recallPayment,
} from '../outgoing/index.ts';
import { type HeldBack, heldBack } from './held-back.ts';
import { hold } from './request.ts';
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
  readonly settings: { readonly draw_auto_usd: number };
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

  constructor(parts: WorkerParts) {
    this.#parts = parts;
  }

  /** @throws CoreRefusal while the exchange is closed or busy */
  async step(): Promise<void> {
    let last = 0;
    for (;;) {
      const open = await this.#movableAfter(last);
      const payments = await readPayments(
        this.#parts.db,
        open.map(({ id }) => referenceOf(id)),
      );
      for (const withdrawal of open) await this.#move(withdrawal, payments.get(referenceOf(withdrawal.id)) ?? null);
      last = open.at(-1)?.id ?? 0;
      if (open.length < readAtOnce) return;
    }
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
        if (withdrawal.earliestMs === null || withdrawal.earliestMs <= now()) await this.#check(withdrawal);
        return;
      case 'reviewing':
        return;
      case 'approved':
        if (!(await this.#holdBack(withdrawal, payment))) await this.#pay(withdrawal, payment);
        return;
      case 'broadcast':
        await this.#holdBack(withdrawal, payment);
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

  /** Small withdrawals without a flag are approved by program; the others, and those of users held back, by people. */
  async #check(withdrawal: Withdrawal): Promise<void> {
    const limit = BigInt(this.#parts.settings.draw_auto_usd) * 10n ** BigInt(worthDecimals);
    const { flagged, user, worth } = withdrawal;
    const reason = heldBack(this.#parts.views, user) ?? (flagged ? 'new_device' : null);
    const isFree = reason === null && worth <= limit;
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
    const after = stage === 'approved' ? await this.#recall(id, reason) : null;
    if (after !== null) changed(after, null);
    else if (reason === 'restricted' && payment?.cancelAsked === false)
      await inTransaction(db, (transaction) => cancelPayment(transaction, referenceOf(id), now()));
    return after !== null;
  }

  /** The withdrawal under review again; null if its payment has a nonce, or it is not approved any more. */
  async #recall(id: number, reason: HeldBack): Promise<Withdrawal | null> {
    const { db, now } = this.#parts;
    return inTransaction(db, async (transaction) => {
      const { stage } = await transaction
        .selectFrom('withdrawals')
        .select('stage')
        .where('id', '=', String(id))
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (stage !== 'approved' || !(await recallPayment(transaction, referenceOf(id), now()))) return null;
      return take(transaction, id, { from: ['approved'], to: 'reviewing', atMs: now(), reason });
    });
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
    const { chains, db, now } = this.#parts;
    const protocol = chains.protocol(withdrawal.protocol);
    if (protocol === null) throw new Error(`The network ${withdrawal.protocol} of a withdrawal is unknown.`);
    await inTransaction(db, async (transaction) => {
      const locked = await transaction
        .selectFrom('withdrawals')
        .select('stage')
        .where('id', '=', String(withdrawal.id))
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (locked.stage !== 'approved') return;
      await queuePayment(
        transaction,
        {
          reference: referenceOf(withdrawal.id),
          chain: protocol.chain,
          wallet: 'hot',
          purpose: 'withdrawal',
          asset: protocol.asset,
          to: withdrawal.address,
          memo: withdrawal.memo,
          amount: withdrawal.chainAmount,
        },
        now(),
      );
    });
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
      const to = payment.reason === null ? 'cancelled' : 'failed';
      await this.#step(withdrawal, stage, to, payment, payment.reason);
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
    const { fee, id, stage } = withdrawal;
    if (stage !== 'void') {
      const reference = { source: withdrawalSource, n: id };
      const { outcome } =
        stage === 'confirmed'
          ? await core.submit({ type: 'settle_hold', ...reference, receiver: null, fee: amount(fee) })
          : await core.submit({ type: 'release_hold', ...reference });
      if (outcome.type === 'rejected') {
        log.error({ withdrawal: id, ...outcome.rejection }, 'the hold of a withdrawal cannot be ended');
        return;
      }
    }
    await db.updateTable('withdrawals').set({ booked: true }).where('id', '=', String(id)).execute();
    this.#shown.delete(id);
    if (stage !== 'void') changed(withdrawal, (await readPayments(db, [referenceOf(id)])).get(referenceOf(id)) ?? null);
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
