import type { PaidOutput } from './decoded-transaction.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { Caps } from './policy.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The signatures of one reference, which share a slot. */
export interface SignedPayment {
  readonly reference: string;
  readonly chain: string;
  readonly slot: string;
  /** The outputs of the first signature; empty if that was a cancellation. */
  readonly outputs: readonly PaidOutput[];
  readonly digests: Set<string>;
  maxFee: bigint;
}

/** An amount that counts against the caps of a chain and asset. */
interface Counted {
  readonly timeMs: number;
  readonly amount: bigint;
}

/** All signatures of the journal by reference and by slot, and the amounts that count against the caps. */
export class SignedPayments {
  readonly #byReference = new Map<string, SignedPayment>();
  readonly #bySlot = new Map<string, SignedPayment>();
  /** By account of a cap, in the order of time, without those that no window contains any more. */
  readonly #counted = new Map<string, Counted[]>();

  ofReference(reference: string): SignedPayment | undefined {
    return this.#byReference.get(reference);
  }

  ofSlot(chain: string, slot: string): SignedPayment | undefined {
    return this.#bySlot.get(`${chain} ${slot}`);
  }

  add({ timeMs, reference, chain, slot, outputs, fee, counted, digest }: JournalEntry): void {
    const payment = this.#byReference.get(reference) ?? {
      reference,
      chain,
      slot,
      digests: new Set<string>(),
      maxFee: 0n,
      outputs: outputs.map((output) => ({ ...output, amount: BigInt(output.amount) })),
    };
    payment.digests.add(digest);
    if (BigInt(fee) > payment.maxFee) payment.maxFee = BigInt(fee);
    this.#byReference.set(reference, payment);
    this.#bySlot.set(`${chain} ${slot}`, payment);
    for (const [asset, amount] of Object.entries(counted.payments))
      this.#count(paymentsOf(chain, asset), timeMs, amount);
    this.#count(feesOf(chain), timeMs, counted.fees);
  }

  /** Which cap an amount would exceed now. An entry of the future, of a clock that was set back, counts as well. */
  exceeded(account: string, amount: bigint, caps: Caps, nowMs: number): 'hour' | 'day' | null {
    const all = this.#counted.get(account) ?? [];
    const since = (ms: number): bigint =>
      all.reduce((sum, one) => (one.timeMs > nowMs - ms ? sum + one.amount : sum), 0n);
    if (since(hourMs) + amount > caps.hour) return 'hour';
    return since(dayMs) + amount > caps.day ? 'day' : null;
  }

  #count(account: string, timeMs: number, amount: string): void {
    if (amount === '0') return;
    const all = this.#counted.get(account) ?? [];
    all.push({ timeMs, amount: BigInt(amount) });
    const first = all.findIndex((one) => one.timeMs > timeMs - dayMs);
    this.#counted.set(account, first > 0 ? all.slice(first) : all);
  }
}

/** The account of the caps of payments of an asset. */
export function paymentsOf(chain: string, asset: string): string {
  return `${chain} payments ${asset}`;
}

/** The account of the caps of network fees. */
export function feesOf(chain: string): string {
  return `${chain} fees`;
}
