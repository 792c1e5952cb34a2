import type { SignRefusal } from '@bourse/signer/protocol';
import type { Logger } from 'pino';
import { sql } from 'kysely';
import { type OpenChain, QuestionRefused, type Unspent } from '../chains/index.ts';
import { inTransaction } from '../../ground/database/index.ts';
import type { With } from '../../ground/parts.ts';
import { type Signer, SignerRefused } from '../signer/index.ts';
import type { Approval } from './founded-payment.ts';
import { haltPayments } from './halts.ts';
import { offered } from './network-fee.ts';
import { forgetReserved, nextOrder, readSpendable, reserve } from './own-outputs.ts';
import type { PaymentPlans } from './payment-plans.ts';
import { endQueued, type Ending, explain, takeNonce } from './payment-rows.ts';
import { isWait, type Payment, sweepOf } from './payment.ts';

/** Payments whose nonces may be open at a time; the others wait in order. */
const maxOpen = 50;

export interface OpenerParts extends With<'db' | 'now'> {
  readonly chain: OpenChain;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  readonly plans: PaymentPlans;
  readonly signer: Pick<Signer, 'check' | 'slotOf'>;
}

/**
 * The payment with its nonce, or why it has none: this payment waits, or so do all of its wallet and asset; it has
 * ended; or all payments of the chain have halted.
 */
export type Opened = Payment | 'waits' | 'line_waits' | 'ended' | 'halted';

/** The nonce of a payment; on chains with outputs its place in their order, and the outputs that it spends. */
interface Place {
  readonly nonce: number;
  readonly inputs: readonly Unspent[];
}

/**
 * Gives queued payments their nonces. Others behind a nonce wait until it is used, so a payment gets one only when its
 * transaction is known to be possible, affordable and permitted by the signer.
 */
export class PaymentOpener {
  readonly #parts: OpenerParts;

  constructor(parts: OpenerParts) {
    this.#parts = parts;
  }

  /** @throws ChainUnavailable, SignerUnavailable */
  async open(payment: Payment, approval: Approval): Promise<Opened> {
    try {
      return await this.#open(payment, approval);
    } catch (error) {
      // This payment may be the cause, which must not hold up the others.
      const reason = reasonOf(error);
      if (reason === null) throw error;
      await this.#wait(payment, reason);
      return 'waits';
    }
  }

  async #open(payment: Payment, approval: Approval): Promise<Opened> {
    const { chain, db, now, plans, signer } = this.#parts;
    const place = chain.adapter.spendsOutputs ? await this.#outputsFor(payment) : await this.#nonceFor(payment);
    if (place === null) return 'line_waits';
    const placed = { ...payment, nonce: place.nonce };
    const plan = await plans.plan(placed, offered(await chain.adapter.fee(), chain.maxFee), place.inputs);
    if (plan === 'short') return this.#wait(payment, 'hot_wallet_short');
    if (plan === 'reverts') return this.#end(payment, 'receiver_refuses');
    if (isTooExpensive(plan.gas, approval)) return this.#end(payment, 'receiver_expensive');
    if (!(await plans.hasCoinFor(payment, plan))) return this.#wait(payment, 'gas_short');
    const refusal = await signer.check(plans.requestOf(payment, plan.encoded, plan.slot));
    if (refusal !== null) return this.#refused(payment, place, refusal);
    const assigned = await inTransaction(db, async (transaction) => {
      const taken = await takeNonce(transaction, payment, { approval, nonce: place.nonce, atMs: now() });
      if (taken !== null) await reserve(transaction, chain.id, payment.id, place.inputs);
      return taken;
    });
    return assigned ?? 'waits';
  }

  /** The next nonce of an account; null while money is short or too many nonces are open. */
  async #nonceFor(payment: Payment): Promise<Place | null> {
    const { chain, db, plans } = this.#parts;
    const from = await plans.addressOf(payment.wallet);
    const [mined, funds] = [await chain.adapter.minedNonce(from), await plans.funds(payment.asset, from)];
    const own = db.selectFrom('outgoing').where('chain_id', '=', chain.id).where('wallet', '=', payment.wallet);
    const open = await own
      .select((all) => [all.fn.countAll().as('count'), sql<string | null>`sum(amount)`.as('amount')])
      .where('stage', 'in', ['assigned', 'sent'])
      .where('asset', '=', payment.asset)
      .executeTakeFirstOrThrow();
    const isShort = funds < payment.amount + BigInt(open.amount ?? '0');
    if (isShort) await this.#wait(payment, 'hot_wallet_short');
    if (isShort || Number(open.count) >= maxOpen) return null;
    const last = await own.select((all) => all.fn.max('nonce').as('nonce')).executeTakeFirstOrThrow();
    return { nonce: Math.max(last.nonce === null ? 0 : Number(last.nonce) + 1, mined), inputs: [] };
  }

  /** The outputs that a payment spends; null while there are too few. */
  async #outputsFor(payment: Payment): Promise<Place | null> {
    const { chain, db, plans } = this.#parts;
    const { purpose, wallet } = payment;
    const from = await plans.addressOf(wallet);
    const fee = offered(await chain.adapter.fee(), chain.maxFee);
    const { height } = await chain.adapter.head();
    const sweep = purpose === 'sweep' ? { sweep: sweepOf(payment) } : {};
    const spendable = await readSpendable(db, { chain, wallet, address: from, height, ...sweep });
    const terms = { ...plans.termsOf(payment, from), fee };
    // A sweep moves all of its deposits.
    const inputs = terms.paysRest === true ? spendable : chain.adapter.chooseInputs(terms, [], spendable);
    if (inputs === null || inputs.length === 0) {
      await this.#wait(payment, 'hot_wallet_short');
      return null;
    }
    return { nonce: await nextOrder(db, chain.id, wallet), inputs };
  }

  /** A refusal by caps ends with time. Others end the payment, of which nothing is signed. */
  async #refused(payment: Payment, { inputs }: Place, refusal: SignRefusal): Promise<Opened> {
    const { chain, db, log, now } = this.#parts;
    if (isWait(refusal)) {
      await this.#wait(payment, refusal);
      // A payment with a high fee must not hold up the others.
      return refusal === 'fee_too_high' ? 'waits' : 'line_waits';
    }
    log.error({ payment: payment.reference, refusal }, 'the signer refuses a payment');
    if (refusal !== 'slot_has_other_reference') return this.#end(payment, refusal);
    // The slot belongs to a payment that the records have lost: others would be refused it one after another.
    await inTransaction(db, async (transaction) => {
      await explain(transaction, payment, refusal);
      await reserve(transaction, chain.id, payment.id, inputs);
      await forgetReserved(transaction, payment.id);
      await haltPayments(transaction, chain.id, 'foreign_transaction', now());
    });
    return 'halted';
  }

  async #wait(payment: Payment, reason: string): Promise<'line_waits'> {
    const { db, log } = this.#parts;
    if (await explain(db, payment, reason)) log.warn({ payment: payment.reference, reason }, 'a payment waits');
    return 'line_waits';
  }

  /** Ends a payment without a transaction. One that was signed may be on the chain, as after a restored backup. */
  async #end(payment: Payment, reason: string): Promise<'ended'> {
    const { db, log, now, signer } = this.#parts;
    const isSigned = (await signer.slotOf(payment.reference)) !== '';
    const end: Ending = isSigned
      ? { stage: 'refused', reason: 'reference_has_other_slot' }
      : { stage: 'failed', reason };
    log.warn({ payment: payment.reference, ...end }, 'a payment ends without a transaction');
    await endQueued(db, payment, { ...end, atMs: now() });
    return 'ended';
  }
}

/** Why a payment waits if the node or the signer answers, but not this question; null for other errors. */
export function reasonOf(error: unknown): 'node_refuses' | 'signer_refuses' | null {
  if (error instanceof QuestionRefused) return 'node_refuses';
  return error instanceof SignerRefused ? 'signer_refuses' : null;
}

function isTooExpensive(gas: bigint | null, { maxGas }: Approval): boolean {
  return gas !== null && maxGas !== null && gas > BigInt(maxGas);
}
