import { type Insertable, sql } from 'kysely';
import type { Logger } from 'pino';
import {
  type BlockRef,
  type ChainFee,
  PaymentReverts,
  type TransactionStatus,
  type UnsignedTransaction,
  type Unspent,
} from '../chains/index.ts';
import { inTransaction, safeInteger, type Schema } from '../../ground/database/index.ts';
import type { Signer } from '../signer/index.ts';
import {
  type Approval,
  findApproval,
  type FoundedParts,
  haltUnfounded,
  refuseUnfounded,
  unfounded,
} from './founded-payment.ts';
import { haltPayments, isChainHalted, readHalt } from './halts.ts';
import {
  forgetReserved,
  nextOrder,
  readReserved,
  readSpendable,
  releaseUnused,
  reserve,
  slotOfInputs,
} from './own-outputs.ts';
import { readAttempts, readWatched, releaseAfter, takeNonce } from './payment-rows.ts';
import {
  type Attempt,
  isSigned,
  isWait,
  type MinedAttempt,
  type Payment,
  raised,
  type SignedAttempt,
  sweepOf,
  walletOf,
} from './payment.ts';

/** The same bytes are sent again at this interval until they are in a block. */
const sendAgainMs = 30_000;
/** An attempt that is not mined within this time is followed by one with higher fees. */
const raiseAfterMs = 10 * 60_000;
/** The figures of an attempt that was not signed. */
const unsent = { raw: null, hash: null, sentMs: null, height: null, blockHash: null };
/** Payments whose nonces may be open at a time; the others wait in order. */
const maxOpen = 50;

export interface PayerParts extends FoundedParts {
  readonly signer: Signer;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

/**
 * Makes the payments of one chain: a nonce, an unsigned transaction and its signed bytes are each stored before the
 * next step, so that a crash at any moment is followed by the same transaction and never by another one.
 */
export class Payer {
  readonly #parts: PayerParts;

  constructor(parts: PayerParts) {
    this.#parts = parts;
  }

  /** Moves every payment on. @throws ChainUnavailable, SignerUnavailable */
  async step(): Promise<void> {
    const { chain, db } = this.#parts;
    // Its node may show a branch that people still have to judge.
    if (await isChainHalted(db, chain.id)) return;
    const head = await chain.adapter.head();
    // The newest states first: a nonce that is free again must be known before another one is assigned.
    for (const payment of await readWatched(db, chain.id, ['assigned', 'sent', 'paid']))
      await this.#follow(payment, head);
    if ((await readHalt(db, chain.id)) !== null) return;
    // In order for each wallet and asset: one that is short of an asset does not hold up the others.
    const short = new Set<string>();
    for (const payment of await readWatched(db, chain.id, ['queued'])) {
      const line = `${payment.wallet} ${payment.asset}`;
      if (short.has(line)) continue;
      const approval = await findApproval(this.#parts, payment);
      if (approval !== null) {
        const assigned = await this.#assign(payment, approval);
        if (assigned === null) short.add(line);
        else await this.#follow(assigned, head);
      } else if (await refuseUnfounded(this.#parts, payment)) return;
    }
  }

  /** Gives a payment its nonce; null if it has to wait for money, for others, or for people. */
  async #assign(payment: Payment, approval: Approval): Promise<Payment | null> {
    const { chain, db, now } = this.#parts;
    const from = await this.#addressOf(payment.wallet);
    if (chain.adapter.spendsOutputs) return this.#assignOutputs(payment, from, approval);
    const [mined, funds] = [await chain.adapter.minedNonce(from), await this.#funds(payment, from)];
    return inTransaction(db, async (transaction) => {
      const own = transaction
        .selectFrom('outgoing')
        .where('chain_id', '=', chain.id)
        .where('wallet', '=', payment.wallet);
      const open = await own
        .select((all) => [all.fn.countAll().as('count'), sql<string | null>`sum(amount)`.as('amount')])
        .where('stage', 'in', ['assigned', 'sent'])
        .where('asset', '=', payment.asset)
        .executeTakeFirstOrThrow();
      const isShort = funds < payment.amount + BigInt(open.amount ?? '0');
      if (isShort || Number(open.count) >= maxOpen) {
        if (isShort) await this.#explain(payment, 'hot_wallet_short');
        return null;
      }
      const last = await own.select((all) => all.fn.max('nonce').as('nonce')).executeTakeFirstOrThrow();
      const nonce = Math.max(last.nonce === null ? 0 : Number(last.nonce) + 1, mined);
      return takeNonce(transaction, payment, { approval, nonce, atMs: now() });
    });
  }

  /** Reserves the outputs that a payment spends, and counts it; null if it has to wait for more of them. */
  async #assignOutputs(payment: Payment, from: string, approval: Approval): Promise<Payment | null> {
    const { chain, db, now } = this.#parts;
    const [fee, { height }] = [await chain.adapter.fee(), await chain.adapter.head()];
    return inTransaction(db, async (transaction) => {
      const { purpose, wallet } = payment;
      const sweep = purpose === 'sweep' ? { sweep: sweepOf(payment) } : {};
      const spendable = await readSpendable(transaction, { chain, wallet, address: from, height, ...sweep });
      const plan = { ...this.#planOf(payment, from), fee };
      // A sweep moves all of its deposits.
      const inputs = plan.paysRest === true ? spendable : chain.adapter.chooseInputs(plan, [], spendable);
      if (inputs === null || inputs.length === 0) {
        await this.#explain(payment, 'hot_wallet_short');
        return null;
      }
      const nonce = await nextOrder(transaction, chain.id, payment.wallet);
      const assigned = await takeNonce(transaction, payment, { approval, nonce, atMs: now() });
      if (assigned !== null) await reserve(transaction, chain.id, payment.id, inputs);
      return assigned;
    });
  }

  /**
   * The outputs that the next attempt spends: those of the attempts before it, so that never two of them are final, and
   * further ones if its fee needs them.
   */
  async #inputsFor(payment: Payment, from: string, fee: ChainFee): Promise<readonly Unspent[]> {
    const { chain, db } = this.#parts;
    if (!chain.adapter.spendsOutputs) return [];
    const { height } = await chain.adapter.head();
    return inTransaction(db, async (transaction) => {
      const reserved = await readReserved(transaction, payment.id, payment.wallet);
      if (payment.purpose === 'sweep') return reserved;
      const spendable = await readSpendable(transaction, { chain, wallet: payment.wallet, address: from, height });
      const inputs =
        chain.adapter.chooseInputs({ ...this.#planOf(payment, from), fee }, reserved, spendable) ?? reserved;
      await reserve(transaction, chain.id, payment.id, inputs);
      return inputs;
    });
  }

  #planOf(payment: Payment, from: string) {
    const { amount, asset, memo, nonce, to } = payment;
    const outputs = this.#cancels(payment) ? [] : [{ to, memo, asset, amount }];
    const paysRest = this.#isSweepOfOutputs(payment);
    return { from, outputs, nonce: nonce ?? 0, ...(paysRest ? { paysRest } : {}) };
  }

  #isSweepOfOutputs({ purpose }: Payment): boolean {
    return this.#parts.chain.adapter.spendsOutputs && purpose === 'sweep';
  }

  /**
   * Whether the next transaction takes the place of the payment. That of a sweep of outputs would pay them to their
   * deposit address again, as a new deposit: once it is signed, it can only be made.
   */
  #cancels(payment: Payment): boolean {
    return payment.cancelAsked && !this.#isSweepOfOutputs(payment);
  }

  async #funds({ asset }: Pick<Payment, 'asset'>, from: string): Promise<bigint> {
    const { adapter } = this.#parts.chain;
    const { height } = await adapter.head();
    return (await adapter.balances([from], asset, height)).get(from) ?? 0n;
  }

  async #follow(payment: Payment, head: BlockRef): Promise<void> {
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
    const wantsCancel = this.#cancels(payment) && !attempts.some(({ kind }) => kind === 'cancel');
    const last = attempts.at(-1);
    if (last === undefined && (await this.#mayDrop(payment))) await this.#drop(payment);
    else if (last === undefined || wantsCancel) await this.#attempt(payment, last ?? null);
    else if (last.raw === null) await this.#sign(payment, last);
    else await this.#sendAgain(payment, last);
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
      else if (payment.reason === 'vanished') await this.#say(payment, null);
      return;
    }
    if (confirmations < (isPaid ? chain.finalAfter : releaseAfter)) return;
    const stage = isPaid ? 'paid' : mined.kind === 'cancel' ? 'cancelled' : 'failed';
    const { db, now } = this.#parts;
    await inTransaction(db, async (transaction) => {
      await transaction
        .updateTable('outgoing')
        .set({ stage, changed_at: now(), ...(mined.reverted ? { reason: 'reverted' } : {}) })
        .where('id', '=', String(payment.id))
        .where('stage', 'in', ['assigned', 'sent'])
        .execute();
      if (mined.inputs !== null) await releaseUnused(transaction, payment.id, mined.inputs);
    });
  }

  /** Prepares a transaction with the payment's nonce and higher fees than the last one. */
  async #attempt(payment: Payment, last: Attempt | null): Promise<void> {
    const { chain, now } = this.#parts;
    const fee = raised(await chain.adapter.fee(), last?.fee ?? null);
    if (fee.maximum > chain.maxFee) {
      await this.#explain(payment, 'network_busy');
      return;
    }
    const kind = this.#cancels(payment) ? 'cancel' : 'payment';
    const plan = await this.#plan(payment, fee);
    if (plan === null) {
      // Its nonce must be used, or the payments behind it would wait.
      if (last === null) await this.#giveUp(payment, 'reverted');
      else await this.#sendAtIntervals(payment, last);
      return;
    }
    if (plan === 'short' || !(await this.#hasCoinFor(payment, plan))) {
      await this.#explain(payment, 'gas_short');
      if (last !== null) await this.#sendAtIntervals(payment, last);
      return;
    }
    const row = await this.#insertAttempt(payment, {
      outgoing_id: payment.id,
      kind,
      encoded: plan.encoded,
      max_fee: String(fee.maximum),
      priority_fee: String(fee.priority),
      created_at: now(),
      inputs: plan.inputs,
    });
    // Its cancellation was requested in the meantime: the next round decides.
    if (row === null) return;
    const id = safeInteger(row.id);
    const made = { id, kind, encoded: plan.encoded, fee, createdMs: now(), inputs: plan.inputs } as const;
    await this.#sign(payment, { ...unsent, ...made });
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

  /** Whether the wallet has the coin for the highest fee, and for the payment if that is in coin too. */
  async #hasCoinFor(payment: Payment, { maximumFee }: UnsignedTransaction): Promise<boolean> {
    if (this.#parts.chain.adapter.spendsOutputs) return true;
    const coin = await this.#funds({ asset: '' }, await this.#addressOf(payment.wallet));
    return coin >= maximumFee + (payment.asset === '' && !payment.cancelAsked ? payment.amount : 0n);
  }

  /** An unsigned transaction; null if the payment would be reverted, `short` if outputs do not cover the fee. */
  async #plan(payment: Payment, fee: ChainFee) {
    const { adapter } = this.#parts.chain;
    const from = await this.#addressOf(payment.wallet);
    const inputs = await this.#inputsFor(payment, from, fee);
    try {
      const plan = await adapter.plan({ ...this.#planOf(payment, from), fee, inputs });
      return { ...plan, inputs: adapter.spendsOutputs ? inputs.length : null };
    } catch (error) {
      if (error instanceof PaymentReverts) return null;
      if (adapter.spendsOutputs && error instanceof RangeError) return 'short';
      throw error;
    }
  }

  /** The slot of a payment, which all its attempts share. */
  async #slotOf(payment: Payment): Promise<string> {
    const { chain, db } = this.#parts;
    if (!chain.adapter.spendsOutputs) return `${await this.#addressOf(payment.wallet)}/${payment.nonce ?? 0}`;
    return slotOfInputs(await readReserved(db, payment.id, payment.wallet)) ?? '';
  }

  async #sign(payment: Payment, attempt: Attempt): Promise<void> {
    const { chain, db, signer } = this.#parts;
    if (!(await this.#maySign(payment, attempt))) return;
    const wallet = walletOf(payment.wallet);
    const slot = await this.#slotOf(payment);
    const answer = await signer.sign({
      chain: chain.code,
      wallet,
      reference: payment.reference,
      slot,
      encoded: attempt.encoded,
      ...(payment.purpose === 'gas' ? { topUp: Number(payment.reference.split('/')[1]) } : {}),
    });
    if ('refused' in answer) {
      await this.#refused(payment, attempt, answer.refused);
      return;
    }
    const { hash, raw } = answer;
    await inTransaction(db, async (transaction) => {
      await transaction.updateTable('attempts').set({ raw, hash }).where('id', '=', String(attempt.id)).execute();
      await transaction
        .updateTable('outgoing')
        .set({ stage: 'sent', reason: isWait(payment.reason) ? null : payment.reason, changed_at: this.#parts.now() })
        .where('id', '=', String(payment.id))
        .where('stage', '=', 'assigned')
        .execute();
    });
    await this.#send(payment, { ...attempt, raw, hash });
  }

  /** Whether an attempt makes this payment, which records explain. If not, it is deleted and payments halt. */
  async #maySign(payment: Payment, { encoded, id, kind }: Attempt): Promise<boolean> {
    const { chain, db } = this.#parts;
    const plan = this.#planOf({ ...payment, cancelAsked: kind === 'cancel' }, await this.#addressOf(payment.wallet));
    const isOther = !chain.adapter.makes(encoded, plan);
    if (!isOther && (kind === 'cancel' || (await findApproval(this.#parts, payment)) !== null)) return true;
    await haltUnfounded(this.#parts, payment.reference);
    await db.deleteFrom('attempts').where('id', '=', String(id)).where('raw', 'is', null).execute();
    if (!isOther) await this.#giveUp(payment, unfounded);
    return false;
  }

  /** Sends the bytes of the last attempt again, or prepares one with higher fees. */
  async #sendAgain(payment: Payment, last: Attempt): Promise<void> {
    if (this.#parts.now() - last.createdMs >= raiseAfterMs) await this.#attempt(payment, last);
    else await this.#sendAtIntervals(payment, last);
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
    const result = await chain.adapter.broadcast(raw);
    await db.updateTable('attempts').set({ sent_at: now() }).where('id', '=', String(id)).execute();
    if (result === 'unfunded') await this.#explain(payment, 'gas_short');
    else if (payment.reason === 'gas_short') await this.#say(payment, null);
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
    log.error({ payment: payment.reference, refusal }, 'the signer refused a payment');
    await db.deleteFrom('attempts').where('id', '=', String(attempt.id)).where('raw', 'is', null).execute();
    if (refusal === 'slot_has_other_reference' || refusal === 'reference_has_other_slot') {
      // After a restored backup. A signed payment is known elsewhere; people must decide about it.
      const stage = refusal === 'reference_has_other_slot' ? 'refused' : 'queued';
      await inTransaction(db, async (transaction) => {
        const updated = await transaction
          .updateTable('outgoing')
          .set({ stage, nonce: null, reason: refusal, changed_at: now() })
          .where('id', '=', String(payment.id))
          .where('stage', '=', 'assigned')
          .executeTakeFirst();
        if (stage === 'queued' && updated.numUpdatedRows === 1n) await forgetReserved(transaction, payment.id);
      });
      // The nonce belongs to a payment that the records have lost: others would be refused it one after another.
      if (stage === 'queued') await haltPayments(db, chain.id, 'foreign_transaction', now());
    } else if (isWait(refusal)) {
      await this.#explain(payment, refusal);
    } else {
      await this.#giveUp(payment, refusal);
    }
  }

  /** Whether a payment is a stopped sweep of outputs of which nothing was ever signed. */
  async #mayDrop(payment: Payment): Promise<boolean> {
    if (!payment.cancelAsked || !this.#isSweepOfOutputs(payment)) return false;
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

  async #explain(payment: Payment, reason: string): Promise<void> {
    if (payment.reason === reason) return;
    this.#parts.log.warn({ payment: payment.reference, reason }, 'a payment waits');
    await this.#say(payment, reason);
  }

  async #say({ id }: Payment, reason: string | null): Promise<void> {
    await this.#parts.db.updateTable('outgoing').set({ reason }).where('id', '=', String(id)).execute();
  }

  /** A settled payment that is in no block any more is sent again until it is. */
  async #alarmVanished(payment: Payment): Promise<void> {
    if (payment.reason === 'vanished') return;
    this.#parts.log.error({ payment: payment.reference }, 'a settled payment left the chain and is sent again');
    await this.#say(payment, 'vanished');
  }

  async #addressOf(wallet: string): Promise<string> {
    return this.#parts.signer.address(this.#parts.chain.code, walletOf(wallet));
  }
}
