import { createHash } from 'node:crypto';
import { decodeBitcoinTransaction } from './bitcoin-transaction.ts';
import type { DecodedTransaction, PaidOutput } from './decoded-transaction.ts';
import { decodeEvmTransaction } from './evm-transaction.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { KeyRing, WalletKey } from './key-ring.ts';
import type { Caps, ChainPolicy, Policy } from './policy.ts';
import type { SignAnswer, SignerWallet, SignRefusal, SignRequest } from './protocol.ts';
import { feesOf, paymentsOf, type SignedPayment, type SignedPayments } from './signed-payments.ts';

/** The most different transactions of one reference: a payment with rising fees, and its cancellation. */
const maxAttempts = 200;

/** The chain is not in the policy. */
export class UnknownChain extends Error {
  override readonly name = 'UnknownChain';
}

export interface TransactionSignerParts {
  readonly keys: KeyRing;
  readonly policy: Policy;
  /** The signatures of the journal so far. */
  readonly signed: SignedPayments;
  readonly journal: { readonly append: (entry: JournalEntry) => void };
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Decides which transactions are signed. It reads the transaction itself and believes nothing that the request says
 * about it. An entry is in the journal before a signature exists, so a lost answer is repeated and never replaced by
 * a payment in another slot.
 */
export class TransactionSigner {
  readonly #parts: TransactionSignerParts;

  constructor(parts: TransactionSignerParts) {
    this.#parts = parts;
  }

  /** @throws UnknownChain */
  depositXpub(chain: string): string {
    return this.#parts.keys.depositXpub(this.#chain(chain));
  }

  /** @throws UnknownChain */
  address(chain: string, wallet: SignerWallet): string {
    return this.#parts.keys.keyOf(this.#chain(chain), wallet).address;
  }

  /** The receiver without caps by the policy; empty if there is none. @throws UnknownChain */
  coldAddress(chain: string): string {
    return this.#chain(chain).cold ?? '';
  }

  /** The slot in which a reference was signed; empty if the journal has no signature of it. */
  slotOf(reference: string): string {
    return this.#parts.signed.ofReference(reference)?.slot ?? '';
  }

  /** Why a request would be refused now; null if it would be signed. Writes nothing. */
  check(request: SignRequest): SignRefusal | null {
    const judged = this.#judge(request);
    return 'refused' in judged ? judged.refused : null;
  }

  /** @throws JournalUnwritable if nothing was signed, because the journal cannot be written; it can be repeated */
  async sign(request: SignRequest): Promise<SignAnswer> {
    const { journal, signed } = this.#parts;
    // No await up to the entry in the journal: concurrent requests are decided one after the other.
    const judged = this.#judge(request);
    if ('refused' in judged) return judged;
    const { entry, key, transaction } = judged;
    if (entry !== null) {
      journal.append(entry);
      signed.add(entry);
    }
    return transaction.sign(key);
  }

  /** The refusal of a request, or its transaction with the entry that the journal lacks before it may be signed. */
  #judge(request: SignRequest): Judged {
    const policy = this.#parts.policy.get(request.chain);
    if (policy === undefined) return { refused: 'malformed' };
    const key = this.#parts.keys.keyOf(policy, request.wallet);
    const transaction = decoded(request.encoded, key.address, policy);
    if (transaction === null || transaction.slot !== request.slot) return { refused: 'malformed' };
    const entry = this.#entryOf(request, transaction, policy);
    return entry !== null && 'refused' in entry ? entry : { entry, key, transaction };
  }

  /** The entry of the journal for a transaction; null if the journal has it. */
  #entryOf(request: SignRequest, transaction: DecodedTransaction, policy: ChainPolicy): JournalEntry | Refused | null {
    const { now, signed } = this.#parts;
    const { chain, reference, slot } = request;
    const before = signed.ofReference(reference);
    if (before !== undefined && (before.chain !== chain || before.slot !== slot))
      return { refused: 'reference_has_other_slot' };
    const inSlot = signed.ofSlot(chain, slot);
    if (inSlot !== undefined && inSlot !== before) return { refused: 'slot_has_other_reference' };
    const digest = createHash('sha256').update(request.encoded).digest('hex');
    if (before?.digests.has(digest) === true) return null;
    const timeMs = now();
    const { outputs, fee } = transaction;
    const counting =
      before === undefined
        ? this.#firstPayment(request, outputs, policy, timeMs)
        : replacement(before, outputs, request.wallet);
    if ('refused' in counting) return counting;
    const rise = before === undefined ? fee : fee - before.maxFee;
    const fees = (rise > 0n ? rise : 0n) + counting.topUp;
    if (fee > policy.fees.transaction) return { refused: 'fee_too_high' };
    const overFees = this.#overCaps(feesOf(chain), fees, policy.fees, timeMs);
    if (overFees !== null) return { refused: overFees };
    return {
      timeMs,
      reference,
      chain,
      slot,
      digest,
      outputs: outputs.map((output) => ({ ...output, amount: String(output.amount) })),
      fee: String(fee),
      counted: { payments: Object.fromEntries(written(counting.payments)), fees: String(fees) },
    };
  }

  /** Who may be paid by which wallet, and what of it counts against the caps. */
  #firstPayment(request: SignRequest, outputs: readonly PaidOutput[], policy: ChainPolicy, timeMs: number): Counting {
    const { chain, wallet, topUp } = request;
    const { keys } = this.#parts;
    if (outputs.some(({ asset }) => !policy.assets.has(asset))) return { refused: 'asset_forbidden' };
    const foreign = outputs.filter(({ to }) => to !== policy.cold);
    if (wallet.kind === 'deposit') {
      const hot = keys.keyOf(policy, { kind: 'hot' }).address;
      return topUp === undefined && foreign.every(({ to }) => to === hot) ? free : { refused: 'receiver_forbidden' };
    }
    if (topUp !== undefined) {
      const receiver = keys.keyOf(policy, { kind: 'deposit', index: topUp }).address;
      const [output, ...others] = outputs;
      if (output === undefined || others.length > 0 || output.to !== receiver || output.asset !== '')
        return { refused: 'receiver_forbidden' };
      if (output.amount > policy.fees.transaction) return { refused: 'over_transaction_cap' };
      return { payments: new Map(), topUp: output.amount };
    }
    const payments = new Map<string, bigint>();
    for (const { asset, amount } of foreign) payments.set(asset, (payments.get(asset) ?? 0n) + amount);
    for (const [asset, amount] of payments) {
      const caps = policy.assets.get(asset);
      if (caps === undefined || amount > caps.transaction) return { refused: 'over_transaction_cap' };
      const over = this.#overCaps(paymentsOf(chain, asset), amount, caps, timeMs);
      if (over !== null) return { refused: over };
    }
    return { payments, topUp: 0n };
  }

  #overCaps(account: string, amount: bigint, caps: Caps, timeMs: number): SignRefusal | null {
    if (amount === 0n) return null;
    const over = this.#parts.signed.exceeded(account, amount, caps, timeMs);
    return over === null ? null : over === 'hour' ? 'over_hour_cap' : 'over_day_cap';
  }

  #chain(code: string): ChainPolicy {
    const policy = this.#parts.policy.get(code);
    if (policy === undefined) throw new UnknownChain(`The policy has no chain ${code}.`);
    return policy;
  }
}

interface Refused {
  readonly refused: SignRefusal;
}

type Judged =
  | Refused
  | { readonly entry: JournalEntry | null; readonly key: WalletKey; readonly transaction: DecodedTransaction };

/** The amounts that a signature adds to the caps, beside its fee. */
type Counting = Refused | { readonly payments: ReadonlyMap<string, bigint>; readonly topUp: bigint };

const free: Counting = { payments: new Map(), topUp: 0n };

/**
 * Only the fee of a payment may change, or it becomes its cancellation: the same slot cannot be used twice. A payment
 * of a deposit address, which goes to own wallets only, may pay a higher fee from its amount.
 */
function replacement(before: SignedPayment, outputs: readonly PaidOutput[], { kind }: SignerWallet): Counting {
  if (before.digests.size >= maxAttempts) return { refused: 'fee_too_high' };
  const isSame = kind === 'deposit' ? lowerOutputs(outputs, before.outputs) : sameOutputs(outputs, before.outputs);
  return outputs.length === 0 || isSame ? free : { refused: 'outputs_changed' };
}

/** Whether the same receivers get at most the same amounts. */
function lowerOutputs(some: readonly PaidOutput[], others: readonly PaidOutput[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ to, memo, asset, amount }, index) => {
      const other = others[index];
      return other?.to === to && other.memo === memo && other.asset === asset && amount <= other.amount;
    })
  );
}

function sameOutputs(some: readonly PaidOutput[], others: readonly PaidOutput[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ to, memo, asset, amount }, index) => {
      const other = others[index];
      return other?.to === to && other.memo === memo && other.asset === asset && other.amount === amount;
    })
  );
}

function written(payments: ReadonlyMap<string, bigint>): (readonly [string, string])[] {
  return [...payments].map(([asset, amount]) => [asset, String(amount)] as const);
}

function decoded(encoded: string, from: string, policy: ChainPolicy): DecodedTransaction | null {
  return policy.kind === 'evm'
    ? decodeEvmTransaction(encoded, from, policy.chainId)
    : decodeBitcoinTransaction(encoded, from, policy.network);
}
