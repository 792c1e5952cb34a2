import { invariant } from '../invariant.ts';
import type { MarketId, UserId } from '../identifiers.ts';
import { type Amount, asAmount, noAmount } from '../money.ts';
import type { PositionId } from './commands.ts';

/** Profits of a user on a pair that neither house nor insurance could pay, as far as they are still owed. */
export interface LeverClaim {
  /** The position with which the claim began. */
  readonly position: PositionId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly amount: Amount;
}

const largest = Number.MAX_SAFE_INTEGER;

/**
 * The claims on the house in a currency, oldest first. A user has at most one claim on a pair: a further one is added
 * to it and takes its place, so that the queue is no longer than there are users and pairs.
 */
export class ClaimQueue {
  /** By user and pair, in the order in which the claims began. */
  readonly #claims = new Map<string, LeverClaim>();
  #total = 0n;

  /** The sum of all claims, at most 2^53 − 1. */
  get total(): number {
    return this.#total > BigInt(largest) ? largest : Number(this.#total);
  }

  get isEmpty(): boolean {
    return this.#claims.size === 0;
  }

  all(): Iterable<LeverClaim> {
    return this.#claims.values();
  }

  first(): LeverClaim | undefined {
    for (const claim of this.#claims.values()) return claim;
    return undefined;
  }

  of(user: UserId, market: MarketId): LeverClaim | undefined {
    return this.#claims.get(keyOf({ user, market }));
  }

  add(claim: LeverClaim): void {
    const known = this.of(claim.user, claim.market);
    const amount = asAmount(Math.min(largest - (known?.amount ?? 0), claim.amount));
    this.#total += BigInt(amount);
    this.#claims.set(keyOf(claim), { ...(known ?? claim), amount: asAmount((known?.amount ?? noAmount) + amount) });
  }

  /** Takes an amount off a claim, and returns what is left of it. */
  settle(claim: LeverClaim, amount: Amount): Amount {
    const left = asAmount(claim.amount - amount);
    invariant(left >= 0, 'no more than a claim may be settled');
    this.#total -= BigInt(amount);
    if (left > 0) this.#claims.set(keyOf(claim), { ...claim, amount: left });
    else this.#claims.delete(keyOf(claim));
    return left;
  }
}

function keyOf({ user, market }: Pick<LeverClaim, 'user' | 'market'>): string {
  return `${user} ${market}`;
}
