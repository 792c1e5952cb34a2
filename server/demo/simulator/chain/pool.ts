import { RpcError } from './rpc-error.ts';
import type { SignedTransaction } from './transaction.ts';

const maxTransactions = 5_000;
const maxOfSender = 64;

/** Transactions that wait for a block, one for each nonce of a sender. */
export class TransactionPool {
  readonly #bySender = new Map<string, Map<number, SignedTransaction>>();
  readonly #byHash = new Map<string, SignedTransaction>();

  get size(): number {
    return this.#byHash.size;
  }

  find(hash: string): SignedTransaction | undefined {
    return this.#byHash.get(hash);
  }

  all(): readonly SignedTransaction[] {
    return [...this.#byHash.values()];
  }

  /** The next nonce of a sender behind its waiting transactions. */
  nextNonce(sender: string, mined: number): number {
    const waiting = this.#bySender.get(sender);
    let nonce = mined;
    while (waiting?.has(nonce) === true) nonce += 1;
    return nonce;
  }

  /** The most that the waiting transactions of a sender can cost, except the one with a nonce. */
  reserved(sender: string, except: number): bigint {
    let sum = 0n;
    for (const [nonce, { gas, maxFee, value }] of this.#bySender.get(sender) ?? [])
      if (nonce !== except) sum += value + gas * maxFee;
    return sum;
  }

  /**
   * Adds a transaction. One with the same nonce is replaced if both fees rise by a tenth.
   *
   * @throws RpcError
   */
  add(transaction: SignedTransaction, minedNonce: number): void {
    const { from, hash, maxFee, nonce, priorityFee } = transaction;
    if (this.#byHash.has(hash)) throw new RpcError(-32_000, 'already known');
    if (nonce < minedNonce) throw new RpcError(-32_000, 'nonce too low');
    const waiting = this.#bySender.get(from) ?? new Map<number, SignedTransaction>();
    const replaced = waiting.get(nonce);
    if (replaced === undefined) {
      if (waiting.size >= maxOfSender || nonce > minedNonce + maxOfSender || this.size >= maxTransactions)
        throw new RpcError(-32_000, 'txpool is full');
    } else if (maxFee * 10n < replaced.maxFee * 11n || priorityFee * 10n < replaced.priorityFee * 11n) {
      throw new RpcError(-32_000, 'replacement transaction underpriced');
    }
    if (replaced !== undefined) this.#byHash.delete(replaced.hash);
    waiting.set(nonce, transaction);
    this.#bySender.set(from, waiting);
    this.#byHash.set(hash, transaction);
  }

  /** Replaces everything by transactions that waited together before. */
  restore(transactions: readonly SignedTransaction[]): void {
    this.#bySender.clear();
    this.#byHash.clear();
    for (const transaction of transactions) {
      const { from, hash, nonce } = transaction;
      const waiting = this.#bySender.get(from) ?? new Map<number, SignedTransaction>();
      waiting.set(nonce, transaction);
      this.#bySender.set(from, waiting);
      this.#byHash.set(hash, transaction);
    }
  }

  remove({ from, hash, nonce }: SignedTransaction): void {
    const waiting = this.#bySender.get(from);
    const found = waiting?.get(nonce);
    if (found === undefined) return;
    waiting?.delete(nonce);
    if (waiting?.size === 0) this.#bySender.delete(from);
    this.#byHash.delete(found.hash);
    if (found.hash !== hash) this.#byHash.delete(hash);
  }

  /** The next transactions of all senders that pay the base fee, best first, each sender's in the order of nonces. */
  *next(nonceOf: (sender: string) => number, baseFee: bigint): Generator<SignedTransaction> {
    const heads = new Map<string, SignedTransaction>();
    const follow = (sender: string): void => {
      const found = this.#bySender.get(sender)?.get(nonceOf(sender));
      if (found !== undefined && found.maxFee >= baseFee) heads.set(sender, found);
      else heads.delete(sender);
    };
    for (const sender of this.#bySender.keys()) follow(sender);
    while (heads.size > 0) {
      const [first, ...others] = heads.values();
      if (first === undefined) return;
      const best = others.reduce((a, b) => (b.priorityFee > a.priorityFee ? b : a), first);
      yield best;
      this.remove(best);
      follow(best.from);
    }
  }
}
