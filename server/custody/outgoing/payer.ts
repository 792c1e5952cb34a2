import type { Insertable } from 'kysely';
import type { Logger } from 'pino';
import {
  type BlockRef,
  type ChainFee,
  ChainUnavailable,
  QuestionRefused,
  type TransactionStatus,
} from '../chains/index.ts';
import { inTransaction, safeInteger, type Schema } from '../../ground/database/index.ts';
import { type Signer, SignerUnavailable } from '../signer/index.ts';
import { findApproval, type FoundedParts, haltUnfounded, refuseUnfounded, unfounded } from './founded-payment.ts';
import { freeNonce } from './free-nonce.ts';
import { haltPayments, isChainHalted, readHalt } from './halts.ts';
import { highestOfCancellation, isOutbid, offered, replacing } from './network-fee.ts';
import { forgetReserved, readReserved, releaseUnused } from './own-outputs.ts';
import { PaymentOpener, reasonOf } from './payment-opener.ts';
import { PaymentPlans } from './payment-plans.ts';
import { endWatch, explain, readAttempts, readWatched, releaseAfter } from './payment-rows.ts';
import { type Attempt, isSigned, isWait, type MinedAttempt, type Payment, type SignedAttempt } from './payment.ts';

/** The same bytes are sent again at this interval until they are in a block. */
const sendAgainMs = 30_000;
/** An attempt that is not mined within this time is followed by one with higher fees. */
const raiseAfterMs = 10 * 60_000;
/** A nonce that is not used within this time is used by an empty transaction. */
const holdMs = 2 * 60_000;
/** A payment that waits for lower fees is looked at again after this time. */
const restMs = 30_000;
/** A payment whose nonce was used by an empty transaction is looked at again after this time. */
const freedRestMs = 10 * 60_000;
/** Payments of a wallet and asset that one round looks at although they have to wait. */
const maxWaits = 20;
/** The figures of an attempt that was not signed. */
const unsent = { raw: null, hash: null, sentMs: null, height: null, blockHash: null };

export interface PayerParts extends FoundedParts {
  readonly signer: Signer;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** Called once all payments in blocks up to a height are recorded. */
  readonly followed: (height: number) => void;
}

/**
 * Makes the payments of one chain: a nonce, an unsigned transaction and its signed bytes are each stored before the
 * next step, so that a crash at any moment is followed by the same transaction and never by another one.
 */
export class Payer {
  readonly #parts: PayerParts;
  readonly #plans: PaymentPlans;
  readonly #opener: PaymentOpener;
  /** When payments that have to wait are looked at again, by id; those that are queued only. */
  readonly #rests = new Map<number, number>();
  /** The head at which settled payments were looked at last. */
  #seenHead = '';

  constructor(parts: PayerParts) {
    this.#parts = parts;
    this.#plans = new PaymentPlans(parts);
    this.#opener = new PaymentOpener({ ...parts, plans: this.#plans });
  }

  /** Moves every payment on. @throws ChainUnavailable, SignerUnavailable */
  async step(): Promise<void> {
    const { chain, db } = this.#parts;
    // Its node may show a branch that people still have to judge.
    if (await isChainHalted(db, chain.id)) return;
    const head = await chain.adapter.head();
    // The newest states first: a nonce that is free again must be known before another one is assigned.
    let failure: SignerUnavailable | null = null;
    const isSeen = head.hash === this.#seenHead;
    for (const payment of await readWatched(db, chain.id, ['assigned', 'sent', 'paid'])) {
      // A settled payment can only leave its block for another one.
      if (isSeen && payment.stage === 'paid' && payment.reason !== 'vanished') continue;
      failure = await this.#followAlone(payment, head, failure);
    }
    this.#seenHead = head.hash;
    this.#parts.followed(head.height);
    if (failure !== null) throw failure;
    if ((await readHalt(db, chain.id)) !== null) return;
    await this.#openQueued(head);
  }

  /** In order for each wallet and asset: one that is short of an asset does not hold up the others. */
  async #openQueued(head: BlockRef): Promise<void> {
    const { chain, db, now } = this.#parts;
    const short = new Set<string>();
    const waits = new Map<string, number>();
    const queued = await readWatched(db, chain.id, ['queued']);
    const ids = new Set(queued.map(({ id }) => id));
    for (const id of this.#rests.keys()) if (!ids.has(id)) this.#rests.delete(id);
    const restOf = ({ id }: Payment): number => this.#rests.get(id) ?? 0;
    // Those that were not looked at come first, so that many that wait do not keep the others from their turn.
    for (const payment of queued.toSorted((a, b) => restOf(a) - restOf(b))) {
      const line = `${payment.wallet} ${payment.asset}`;
      if (short.has(line) || restOf(payment) > now()) continue;
      const approval = await findApproval(this.#parts, payment);
      if (approval === null) {
        if (await refuseUnfounded(this.#parts, payment)) return;
        continue;
      }
      const opened = await this.#opener.open(payment, approval);
      if (typeof opened === 'object') {
        const failure = await this.#followAlone(opened, head, null);
        if (failure !== null) throw failure;
      } else if (opened === 'halted') return;
      else if (opened === 'line_waits') short.add(line);
      else if (opened === 'waits') {
        this.#rests.set(payment.id, now() + restMs);
        const count = (waits.get(line) ?? 0) + 1;
        waits.set(line, count);
        if (count === maxWaits) short.add(line);
      }
    }
  }

  /**
   * Follows a payment. One about which the node or the signer refuses a question holds up no other; and without the
   * signer those that are signed are still followed. Returns the first failure of the signer.
   */
  async #followAlone(
    payment: Payment,
    head: BlockRef,
    failure: SignerUnavailable | null,
  ): Promise<SignerUnavailable | null> {
    try {
      await this.#follow(payment, head, failure === null);
    } catch (error) {
      const reason = reasonOf(error);
      if (reason !== null) await this.#explain(payment, reason);
      else if (error instanceof SignerUnavailable) return failure ?? error;
      else throw error;
    }
    return failure;
  }

  async #follow(payment: Payment, head: BlockRef, mayPrepare = true): Promise<void> {
    const { adapter } = this.#parts.chain;
    const attempts = await readAttempts(this.#parts.db, payment.id);
    const signed = attempts.filter(isSigned);
    const states = await adapter.status(signed.map(({ hash }) => hash));
    const mined = await this.#record(signed, states);
    if (mined !== null) {
      await this.#conclude(payment, mined, head);
      return;
    }
    if (payment.stage === 'paid') {
      await this.#restore(payment, signed);
      return;
    }
    const newest = signed.at(-1);
    let isDone = false;
    try {
      isDone = mayPrepare && (await this.#prepare(payment, attempts));
    } finally {
      // Whatever a further attempt waits for, the network must not forget the one before it.
      if (!isDone && newest !== undefined) await this.#sendAtIntervals(payment, newest);
    }
    if (isDone) return;
    if (mayPrepare && newest === undefined && payment.stage === 'assigned') await this.#freeUnused(payment);
  }

  /** Makes the next transaction of a payment, if there is one. Returns whether it was sent, or the payment ended. */
  async #prepare(payment: Payment, attempts: readonly Attempt[]): Promise<boolean> {
    const last = attempts.at(-1);
    if (last === undefined && (await this.#mayDrop(payment))) {
      await this.#drop(payment);
      return true;
    }
    const wantsCancel = this.#plans.cancels(payment) && !attempts.some(({ kind }) => kind === 'cancel');
    if (last === undefined || wantsCancel) return this.#attempt(payment, attempts.findLast(isSigned) ?? null);
    if (last.raw === null) return this.#sign(payment, last);
    return (await this.#mayRaise(payment, last)) && this.#attempt(payment, last);
  }

  /**
   * Whether an attempt is followed by one with a higher fee: it is not mined for a while, nothing is in front of it,
   * and the network asks for more than it offers. One whose bytes a restored backup lacks is followed in any case.
   */
  async #mayRaise(payment: Payment, last: Attempt): Promise<boolean> {
    const { adapter } = this.#parts.chain;
    if (this.#parts.now() - last.createdMs < raiseAfterMs) return false;
    if (last.raw === '') return true;
    if (!adapter.spendsOutputs) {
      const next = await adapter.minedNonce(await this.#plans.addressOf(payment.wallet));
      if (payment.nonce !== next) return false;
    }
    const isRaised = isOutbid(last.fee, await adapter.fee());
    if (!isRaised && payment.reason === 'network_busy') await this.#explain(payment, null);
    return isRaised;
  }

  /** Uses the nonce of a payment that has had it for a while and was not signed, and queues the payment again. */
  async #freeUnused(payment: Payment): Promise<void> {
    const { chain, db, log, now, signer } = this.#parts;
    if (payment.cancelAsked || now() - payment.changedMs < holdMs) return;
    // A signature whose answer was lost binds the payment to its nonce.
    if ((await signer.slotOf(payment.reference)) !== '') return;
    const from = await this.#plans.addressOf(payment.wallet);
    if (!(await freeNonce(db, chain, payment, { atMs: now(), from }))) return;
    this.#rests.set(payment.id, now() + freedRestMs);
    log.warn({ payment: payment.reference, nonce: payment.nonce }, 'an empty transaction uses the nonce of a payment');
  }

  /** Stores which attempt is in a block, and returns it. */
  async #record(
    signed: readonly SignedAttempt[],
    states: ReadonlyMap<string, TransactionStatus>,
  ): Promise<MinedAttempt | null> {
    let mined: MinedAttempt | null = null;
    for (const attempt of signed) {
      const status = states.get(attempt.hash);
      const isMined = status !== undefined && (status.state === 'mined' || status.state === 'reverted');
      const place = isMined
        ? {
            height: status.block.height,
            block_hash: status.block.hash,
            reverted: status.state === 'reverted',
            fee: String(status.fee),
          }
        : { height: null, block_hash: null, reverted: null, fee: null };
      // Another block at the same height may have another fee.
      if (place.block_hash !== attempt.blockHash)
        await this.#parts.db.updateTable('attempts').set(place).where('id', '=', String(attempt.id)).execute();
      if (isMined) mined = { ...attempt, height: status.block.height, reverted: status.state === 'reverted' };
    }
    return mined;
  }

  async #conclude(payment: Payment, mined: MinedAttempt, head: BlockRef): Promise<void> {
    const { chain } = this.#parts;
    const confirmations = head.height - mined.height + 1;
    const isPaid = mined.kind === 'payment' && !mined.reverted;
    if (payment.stage === 'paid') {
      if (!isPaid) await this.#alarmVanished(payment);
      else if (payment.reason === 'vanished') await this.#explain(payment, null);
      else if (confirmations > releaseAfter) await endWatch(this.#parts.db, payment);
      return;
    }
    if (confirmations < (isPaid ? chain.finalAfter : releaseAfter)) return;
    // Money is released on the word of two nodes.
    if (!isPaid && !(await this.#isConfirmed(mined))) return;
    const stage = isPaid ? 'paid' : mined.kind === 'cancel' ? 'cancelled' : 'failed';
    // It waits for nothing any more.
    const reason = mined.reverted ? 'reverted' : isWait(payment.reason) ? null : payment.reason;
    const { db, now } = this.#parts;
    await inTransaction(db, async (transaction) => {
      await transaction
        .updateTable('outgoing')
        .set({ stage, changed_at: now(), reason, owes_fee: true })
        .where('id', '=', String(payment.id))
        .where('stage', 'in', ['assigned', 'sent'])
        .execute();
      if (mined.inputs !== null) await releaseUnused(transaction, payment.id, mined.inputs);
    });
  }

  /** Whether a second node, if there is one, has the transaction in the same state. */
  async #isConfirmed({ hash, height, reverted }: MinedAttempt): Promise<boolean> {
    const { chain, log } = this.#parts;
    if (chain.second === null) return true;
    try {
      const status = (await chain.second.status([hash])).get(hash);
      if (status?.state === (reverted ? 'reverted' : 'mined') && status.block.height === height) return true;
      log.error({ chain: chain.code, hash }, 'a second node does not know that a payment did not take place');
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      log.warn({ chain: chain.code, err: error }, 'the second node cannot be read');
    }
    return false;
  }

  /** Makes a transaction with the payment's nonce and a higher fee than the last one. Returns whether it was sent. */
  async #attempt(payment: Payment, last: Attempt | null): Promise<boolean> {
    const { chain, now } = this.#parts;
    const fee = await this.#feeAfter(last, this.#plans.cancels(payment));
    if (fee === null) {
      await this.#explain(payment, 'network_busy');
      return false;
    }
    const kind = this.#plans.cancels(payment) ? 'cancel' : 'payment';
    const inputs = await this.#plans.inputsFor(payment, fee);
    const plan = await this.#plans.plan(payment, fee, inputs);
    // The receiver may have become expensive since the first signature.
    if (plan === 'reverts' || (plan !== 'short' && (await this.#isTooExpensive(payment, plan.gas)))) {
      // Its nonce must be used, or the payments behind it would wait.
      if (last === null) await this.#giveUp(payment, plan === 'reverts' ? 'receiver_refuses' : 'receiver_expensive');
      return false;
    }
    if (plan === 'short' || !(await this.#plans.hasCoinFor(payment, plan))) {
      await this.#explain(payment, 'gas_short');
      return false;
    }
    const inputCount = chain.adapter.spendsOutputs ? inputs.length : null;
    const row = await this.#insertAttempt(payment, {
      outgoing_id: payment.id,
      kind,
      encoded: plan.encoded,
      max_fee: String(fee.maximum),
      priority_fee: String(fee.priority),
      created_at: now(),
      inputs: inputCount,
    });
    // Its cancellation was requested in the meantime: the next round decides.
    if (row === null) return false;
    const id = safeInteger(row.id);
    const made = { id, kind, encoded: plan.encoded, fee, createdMs: now(), inputs: inputCount } as const;
    return this.#sign(payment, { ...unsent, ...made });
  }

  /** The fee of the attempt after another; null if it would have to be above the highest one. */
  async #feeAfter(last: Attempt | null, cancels: boolean): Promise<ChainFee | null> {
    const { adapter, maxFee } = this.#parts.chain;
    const present = await adapter.fee();
    if (last === null) return offered(present, maxFee);
    return replacing(last.fee, present, cancels ? highestOfCancellation(maxFee) : maxFee);
  }

  /** Whether the receiver of a payment makes it use more gas than it may. */
  async #isTooExpensive(payment: Payment, gas: bigint | null): Promise<boolean> {
    if (gas === null || payment.cancelAsked) return false;
    const maxGas = (await findApproval(this.#parts, payment))?.maxGas ?? null;
    return maxGas !== null && gas > BigInt(maxGas);
  }

  /** Stores an attempt; null if a cancellation that the plan does not know of was requested. */
  async #insertAttempt(payment: Payment, values: Insertable<Schema['attempts']>): Promise<{ id: string } | null> {
    return inTransaction(this.#parts.db, async (transaction) => {
      const { cancel_asked: isAsked } = await transaction
        .selectFrom('outgoing')
        .select('cancel_asked')
        .where('id', '=', String(payment.id))
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (isAsked !== payment.cancelAsked) return null;
      return transaction.insertInto('attempts').values(values).returning('id').executeTakeFirstOrThrow();
    });
  }

  /** Has an attempt signed and sends it. Returns whether it was sent. */
  async #sign(payment: Payment, attempt: Attempt): Promise<boolean> {
    const { db, signer } = this.#parts;
    if (!(await this.#maySign(payment, attempt))) return false;
    const slot = await this.#plans.slotOf(payment);
    const answer = await signer.sign(this.#plans.requestOf(payment, attempt.encoded, slot));
    if ('refused' in answer) {
      await this.#refused(payment, attempt, answer.refused);
      return false;
    }
    const { hash, raw } = answer;
    await inTransaction(db, async (transaction) => {
      await transaction.updateTable('attempts').set({ raw, hash }).where('id', '=', String(attempt.id)).execute();
      await transaction
        .updateTable('outgoing')
        .set({ stage: 'sent', changed_at: this.#parts.now() })
        .where('id', '=', String(payment.id))
        .where('stage', '=', 'assigned')
        .execute();
      if (isWait(payment.reason)) await explain(transaction, payment, null);
    });
    await this.#send(payment, { ...attempt, raw, hash });
    return true;
  }

  /** Whether an attempt makes this payment, which records explain. If not, it is deleted and payments halt. */
  async #maySign(payment: Payment, { encoded, id, kind }: Attempt): Promise<boolean> {
    const { db } = this.#parts;
    const isOther = !(await this.#plans.makes(payment, kind, encoded));
    if (!isOther && (kind === 'cancel' || (await findApproval(this.#parts, payment)) !== null)) return true;
    await haltUnfounded(this.#parts, payment.reference);
    await db.deleteFrom('attempts').where('id', '=', String(id)).where('raw', 'is', null).execute();
    if (!isOther) await this.#giveUp(payment, unfounded);
    return false;
  }

  async #sendAtIntervals(payment: Payment, { sentMs, ...attempt }: Attempt): Promise<void> {
    if (sentMs === null || this.#parts.now() - sentMs >= sendAgainMs) await this.#send(payment, { ...attempt, sentMs });
  }

  /** The money of a settled payment is gone from the ledger: it is sent again, and never its cancellation. */
  async #restore(payment: Payment, signed: readonly SignedAttempt[]): Promise<void> {
    await this.#alarmVanished(payment);
    // An attempt with further outputs, which are free again, may no longer be sent.
    const { length } = await readReserved(this.#parts.db, payment.id, payment.wallet);
    const last = signed.findLast(({ inputs, kind }) => kind === 'payment' && (inputs === null || inputs === length));
    if (last !== undefined) await this.#sendAtIntervals(payment, last);
  }

  async #send(payment: Payment, { hash, id, raw }: Attempt): Promise<void> {
    const { chain, db, log, now } = this.#parts;
    // Empty if a restored backup does not have the bytes: another attempt follows when the old one is in no block.
    if (raw === null || raw === '') return;
    const result = await chain.adapter.broadcast(raw).catch(refusalOf);
    await db.updateTable('attempts').set({ sent_at: now() }).where('id', '=', String(id)).execute();
    if (result instanceof QuestionRefused) throw result;
    if (result === 'unfunded') await this.#explain(payment, 'gas_short');
    else if (payment.reason === 'gas_short') await this.#explain(payment, null);
    if (result === 'invalid') log.error({ payment: payment.reference, hash }, 'a node calls a signed payment invalid');
    if (result !== 'slot_used') return;
    // Another attempt of this payment may be the one that is mined; if none is, the nonce was used elsewhere.
    const hashes = (await readAttempts(this.#parts.db, payment.id)).filter(isSigned).map((attempt) => attempt.hash);
    const states = await chain.adapter.status(hashes);
    if (hashes.some((one) => states.get(one)?.state !== 'absent')) return;
    await haltPayments(db, chain.id, 'foreign_transaction', now());
    log.error({ payment: payment.reference, chain: chain.code }, 'a wallet has paid something unknown: payments halt');
  }

  /** A refusal by caps ends with time. Others end the payment: an empty transaction uses up its nonce. */
  async #refused(payment: Payment, attempt: Attempt, refusal: string): Promise<void> {
    const { chain, db, log, now } = this.#parts;
    if (payment.reason !== refusal) log.error({ payment: payment.reference, refusal }, 'the signer refused a payment');
    await db.deleteFrom('attempts').where('id', '=', String(attempt.id)).where('raw', 'is', null).execute();
    if (refusal === 'slot_has_other_reference' || refusal === 'reference_has_other_slot') {
      // After a restored backup. A signed payment is known elsewhere; people must decide about it.
      // An empty transaction is not queued again: the nonce is used.
      const other = payment.purpose === 'fill' ? 'cancelled' : 'queued';
      const stage = refusal === 'reference_has_other_slot' ? 'refused' : other;
      await inTransaction(db, async (transaction) => {
        const updated = await transaction
          .updateTable('outgoing')
          .set({ stage, nonce: stage === 'cancelled' ? payment.nonce : null, reason: refusal, changed_at: now() })
          .where('id', '=', String(payment.id))
          .where('stage', '=', 'assigned')
          .executeTakeFirst();
        if (stage === 'queued' && updated.numUpdatedRows === 1n) await forgetReserved(transaction, payment.id);
      });
      // The nonce belongs to a payment that the records have lost: others would be refused it one after another.
      if (stage !== 'refused') await haltPayments(db, chain.id, 'foreign_transaction', now());
    } else if (isWait(refusal)) {
      await this.#explain(payment, refusal);
    } else {
      await this.#giveUp(payment, refusal);
    }
  }

  /** Whether a payment is a stopped sweep of outputs of which nothing was ever signed. */
  async #mayDrop(payment: Payment): Promise<boolean> {
    if (!payment.cancelAsked || !this.#plans.isSweepOfOutputs(payment)) return false;
    // The records may be restored ones, which lack an attempt.
    return (await this.#parts.signer.slotOf(payment.reference)) === '';
  }

  /** Ends a payment without a transaction. */
  async #drop({ id, reason }: Payment): Promise<void> {
    const { db, now } = this.#parts;
    await inTransaction(db, async (transaction) => {
      const updated = await transaction
        .updateTable('outgoing')
        .set({ stage: 'cancelled', reason, changed_at: now() })
        .where('id', '=', String(id))
        .where('stage', '=', 'assigned')
        .executeTakeFirst();
      if (updated.numUpdatedRows === 1n) await releaseUnused(transaction, id, 0);
    });
  }

  /** A payment that can never be made is replaced by an empty one. */
  async #giveUp({ id }: Payment, reason: string): Promise<void> {
    const { db, now } = this.#parts;
    await db
      .updateTable('outgoing')
      .set({ cancel_asked: true, reason, changed_at: now() })
      .where('id', '=', String(id))
      .execute();
  }

  async #explain(payment: Payment, reason: string | null): Promise<void> {
    if ((await explain(this.#parts.db, payment, reason)) && reason !== null)
      this.#parts.log.warn({ payment: payment.reference, reason }, 'a payment waits');
  }

  /** A settled payment that is in no block any more is sent again until it is. */
  async #alarmVanished(payment: Payment): Promise<void> {
    if (payment.reason === 'vanished') return;
    this.#parts.log.error({ payment: payment.reference }, 'a settled payment left the chain and is sent again');
    await explain(this.#parts.db, payment, 'vanished');
  }
}

/** The node answered, so that asking it again at once is no use. */
function refusalOf(error: unknown): QuestionRefused {
  if (error instanceof QuestionRefused) return error;
  throw error;
}
