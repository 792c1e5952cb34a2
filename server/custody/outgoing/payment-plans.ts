import type { SignRequest } from '@bourse/signer/protocol';
import {
  type ChainFee,
  type OpenChain,
  PaymentReverts,
  type TransactionPlan,
  type UnsignedTransaction,
  type Unspent,
} from '../chains/index.ts';
import { inTransaction } from '../../ground/database/index.ts';
import type { With } from '../../ground/parts.ts';
import type { Signer } from '../signer/index.ts';
import { readReserved, readSpendable, reserve, slotOfInputs } from './own-outputs.ts';
import { type Payment, walletOf } from './payment.ts';

/** `reverts`: the receiver would refuse the payment. `short`: the outputs do not cover the fee. */
type Planned = UnsignedTransaction | 'reverts' | 'short';

export interface PlanParts extends With<'db'> {
  readonly chain: OpenChain;
  readonly signer: Pick<Signer, 'address'>;
}

/** Addresses that are kept in memory. */
const maxAddresses = 1_000;

/** Writes the transactions of payments of one chain, from the records alone. */
export class PaymentPlans {
  readonly #parts: PlanParts;
  /** Addresses of wallets, which never change. */
  readonly #addresses = new Map<string, string>();

  constructor(parts: PlanParts) {
    this.#parts = parts;
  }

  async addressOf(wallet: string): Promise<string> {
    const known = this.#addresses.get(wallet);
    if (known !== undefined) return known;
    const address = await this.#parts.signer.address(this.#parts.chain.code, walletOf(wallet));
    if (this.#addresses.size >= maxAddresses) this.#addresses.clear();
    this.#addresses.set(wallet, address);
    return address;
  }

  isSweepOfOutputs({ purpose }: Payment): boolean {
    return this.#parts.chain.adapter.spendsOutputs && purpose === 'sweep';
  }

  /**
   * Whether the next transaction takes the place of the payment. That of a sweep of outputs would pay them to their
   * deposit address again, as a new deposit: once it is signed, it can only be made.
   */
  cancels(payment: Payment): boolean {
    return payment.cancelAsked && !this.isSweepOfOutputs(payment);
  }

  /** The payments of the next transaction, and its nonce. */
  termsOf(payment: Payment, from: string): Omit<TransactionPlan, 'fee' | 'inputs'> {
    const { amount, asset, memo, nonce, to } = payment;
    const outputs = this.cancels(payment) ? [] : [{ to, memo, asset, amount }];
    const paysRest = this.isSweepOfOutputs(payment);
    return { from, outputs, nonce: nonce ?? 0, ...(paysRest ? { paysRest } : {}) };
  }

  /** An unsigned transaction that spends these outputs, or why there is none. @throws ChainUnavailable */
  async plan(payment: Payment, fee: ChainFee, inputs: readonly Unspent[]): Promise<Planned> {
    const { adapter } = this.#parts.chain;
    const from = await this.addressOf(payment.wallet);
    try {
      return await adapter.plan({ ...this.termsOf(payment, from), fee, inputs });
    } catch (error) {
      if (error instanceof PaymentReverts) return 'reverts';
      if (adapter.spendsOutputs && error instanceof RangeError) return 'short';
      throw error;
    }
  }

  async funds(asset: string, from: string): Promise<bigint> {
    const { adapter } = this.#parts.chain;
    const { height } = await adapter.head();
    return (await adapter.balances([from], asset, height)).get(from) ?? 0n;
  }

  /** Whether the wallet has the coin for the highest fee, and for the payment if that is in coin too. */
  async hasCoinFor(payment: Payment, { maximumFee }: UnsignedTransaction): Promise<boolean> {
    if (this.#parts.chain.adapter.spendsOutputs) return true;
    const coin = await this.funds('', await this.addressOf(payment.wallet));
    return coin >= maximumFee + (payment.asset === '' && !payment.cancelAsked ? payment.amount : 0n);
  }

  /**
   * The outputs that the next attempt spends: those of the attempts before it, so that never two of them are final, and
   * further ones if its fee needs them.
   */
  async inputsFor(payment: Payment, fee: ChainFee): Promise<readonly Unspent[]> {
    const { chain, db } = this.#parts;
    if (!chain.adapter.spendsOutputs) return [];
    const from = await this.addressOf(payment.wallet);
    const { height } = await chain.adapter.head();
    return inTransaction(db, async (transaction) => {
      const reserved = await readReserved(transaction, payment.id, payment.wallet);
      if (payment.purpose === 'sweep') return reserved;
      const spendable = await readSpendable(transaction, { chain, wallet: payment.wallet, address: from, height });
      const inputs =
        chain.adapter.chooseInputs({ ...this.termsOf(payment, from), fee }, reserved, spendable) ?? reserved;
      await reserve(transaction, chain.id, payment.id, inputs);
      return inputs;
    });
  }

  /** The slot of a payment, which all its attempts share. */
  async slotOf(payment: Payment): Promise<string> {
    const { chain, db } = this.#parts;
    if (!chain.adapter.spendsOutputs) return `${await this.addressOf(payment.wallet)}/${payment.nonce ?? 0}`;
    return slotOfInputs(await readReserved(db, payment.id, payment.wallet)) ?? '';
  }

  requestOf({ purpose, reference, wallet }: Payment, encoded: string, slot: string): SignRequest {
    const topUp = purpose === 'gas' ? { topUp: Number(reference.split('/')[1]) } : {};
    return { chain: this.#parts.chain.code, wallet: walletOf(wallet), reference, slot, encoded, ...topUp };
  }

  /** Whether an unsigned transaction is the payment, or its cancellation, and nothing else. */
  async makes(payment: Payment, kind: 'payment' | 'cancel', encoded: string): Promise<boolean> {
    const from = await this.addressOf(payment.wallet);
    return this.#parts.chain.adapter.makes(encoded, this.termsOf({ ...payment, cancelAsked: kind === 'cancel' }, from));
  }
}
