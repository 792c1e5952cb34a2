import { invariant } from '../../invariant.ts';
import { accountType } from '../../ledger/account.ts';
import type { Event, EventNamed } from '../../event.ts';
import type { Exchange } from '../../exchange.ts';
import type { SavingsTerms } from '../commands.ts';

type Locked = EventNamed<'savings_locked'>;
type Ended = EventNamed<'savings_matured'> | EventNamed<'savings_redeemed'>;

const dayMs = 86_400_000;

/**
 * Laws of fixed-term deposits that hold after every command, computed from the events alone: a deposit keeps its terms
 * and ends once, the interest of its days adds up to what is paid, quotas hold when it begins, and none runs beyond its
 * term.
 */
export class SavingsLaws {
  readonly #terms = new Map<number, SavingsTerms>();
  readonly #running = new Map<number, Locked>();

  /** Throws at the first event of a command that breaks a law, or if a deposit was overlooked. */
  check({ hasDueWork, timeMs }: Pick<Exchange, 'hasDueWork' | 'timeMs'>, events: readonly Event[]): void {
    for (const event of events) {
      if (event.type === 'savings_product_configured') this.#terms.set(event.product, event.after);
      else if (event.type === 'savings_locked') this.#locked(event, timeMs);
      else if (event.type === 'savings_matured' || event.type === 'savings_redeemed') this.#ended(event, timeMs);
    }
    if (hasDueWork) return;
    for (const { maturesAtMs } of this.#running.values())
      invariant(maturesAtMs > timeMs, 'a deposit must not run beyond its term');
  }

  #locked(event: Locked, timeMs: number): void {
    const { amount, currency, days, deposit, interest, maturesAtMs, product, ratePpm, startsAtMs, user } = event;
    const terms = this.#terms.get(product);
    invariant(terms?.state === 'open', 'a deposit must be of an open product');
    const isAgreed =
      amount === terms.amount && currency === terms.currency && days === terms.days && ratePpm === terms.ratePpm;
    invariant(isAgreed, 'a deposit must have the terms of its product');
    invariant(!this.#running.has(deposit), 'a deposit must be locked once');
    this.#running.set(deposit, event);
    const running = [...this.#running.values()].filter((other) => other.product === product);
    invariant(running.length <= terms.quota, 'the quota of a product must hold');
    const own = running.filter((other) => other.user === user);
    invariant(own.length <= terms.userQuota, 'the quota of a user must hold');
    const isMidnight = startsAtMs % dayMs === 0 && startsAtMs > timeMs && startsAtMs - timeMs <= dayMs;
    invariant(isMidnight && maturesAtMs === startsAtMs + days * dayMs, 'a term must be whole days from midnight');
    invariant(sumOfDays(event) === BigInt(interest), 'the interest of all days must add up to that of the term');
  }

  #ended(event: Ended, timeMs: number): void {
    const { deposit, interest, maturesAtMs, redeemableAtMs, type } = event;
    const locked = this.#running.get(deposit);
    invariant(locked !== undefined && factsOf(locked) === factsOf(event), 'a deposit must end once, as it was locked');
    this.#running.delete(deposit);
    const isMature = type === 'savings_matured';
    invariant(timeMs >= (isMature ? maturesAtMs : redeemableAtMs), 'a deposit must not end early');
    const own = event.postings.find((one) => one.accountType === accountType.financial);
    const received = (own?.available ?? 0) + (own?.locked ?? 0);
    invariant(received === (isMature ? interest : 0), 'the interest must be paid at maturity alone');
    invariant(isMature || timeMs < maturesAtMs, 'a deposit whose term is over must earn its interest');
  }
}

/** The interest that each day adds to the last one's, each rounded down. */
function sumOfDays({ amount, days, ratePpm }: Locked): bigint {
  let [sum, before] = [0n, 0n];
  for (let day = 1n; day <= BigInt(days); day += 1n) {
    const now = (BigInt(amount) * BigInt(ratePpm) * day) / 365_000_000n;
    invariant(now >= before, 'a day must not take interest away');
    sum += now - before;
    before = now;
  }
  return sum;
}

function factsOf({ type: _type, postings: _postings, ...facts }: Locked | Ended): string {
  return JSON.stringify(Object.entries(facts).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
