import { invariant } from '../../invariant.ts';
import type { Event, EventNamed } from '../../event.ts';

type Attached = EventNamed<'agent_attached'>;
type Paid = EventNamed<'commission_paid'>;

const dayMs = 86_400_000;
const million = 1_000_000n;

/**
 * Laws of commission that hold after every command, computed from the events alone: a user has one agent at a time, a
 * payment is made once, after its day, for exactly the fees that were taken from the user on that day while attached,
 * and all payments of an attachment together are its share of all its fees, less what is carried or was cut.
 */
export class AgentLaws {
  readonly #markets = new Map<number, EventNamed<'market_listed'>>();
  readonly #open = new Map<number, Attached>();
  /** The fees by `attachment currency day`. */
  readonly #fees = new Map<string, bigint>();
  /** By `attachment currency`: the share of all paid fees in millionths of a unit, less what was paid or cut. */
  readonly #left = new Map<string, bigint>();
  readonly #numbers = new Set<number>();

  /** Throws at the first event of a command that breaks a law. */
  check(timeMs: number, events: readonly Event[]): void {
    for (const event of events) {
      if (event.type === 'market_listed') this.#markets.set(event.market, event);
      else if (event.type === 'agent_attached') this.#attached(event);
      else if (event.type === 'agent_detached') this.#detached(event);
      else if (event.type === 'commission_dropped') this.#dropped(event);
      else if (event.type === 'traded') this.#traded(event, timeMs);
      else if (event.type === 'lever_opened') this.#took(event.user, event.currency, event.fee, timeMs);
      else if (event.type === 'commission_paid') this.#paid(event, timeMs);
    }
  }

  #attached(event: Attached): void {
    invariant(!this.#open.has(event.user), 'a user must have one agent at a time');
    invariant(event.user !== event.agent, 'an agent must be another user');
    this.#open.set(event.user, event);
  }

  #detached({ attachment, dropped, user }: EventNamed<'agent_detached'>): void {
    invariant(this.#open.get(user)?.attachment === attachment, 'an attachment that ends must be open');
    this.#open.delete(user);
    if (dropped) this.#forget(attachment);
  }

  #dropped({ attachment, user }: EventNamed<'commission_dropped'>): void {
    const isOpen = this.#open.get(user)?.attachment === attachment;
    invariant(!isOpen, 'an attachment whose commission is dropped must have ended');
    this.#forget(attachment);
  }

  #forget(attachment: number): void {
    for (const key of this.#fees.keys()) if (key.startsWith(`${attachment} `)) this.#fees.delete(key);
  }

  #traded(
    { makerFee, makerUser, market, rebate, takerFee, takerSide, takerUser }: EventNamed<'traded'>,
    timeMs: number,
  ) {
    const listing = this.#markets.get(market);
    invariant(listing !== undefined, 'a market that trades must be listed');
    const [received, paid] = takerSide === 'buy' ? [listing.base, listing.quote] : [listing.quote, listing.base];
    this.#took(takerUser, received, takerFee - rebate, timeMs);
    this.#took(makerUser, paid, makerFee, timeMs);
  }

  #took(user: number, currency: number, fee: number, timeMs: number): void {
    const open = this.#open.get(user);
    if (open === undefined || fee === 0) return;
    const key = `${open.attachment} ${currency} ${Math.floor(timeMs / dayMs)}`;
    this.#fees.set(key, (this.#fees.get(key) ?? 0n) + BigInt(fee));
  }

  #paid({ amount, attachment, carry, currency, day, earned, fees, n, postings, sharePpm }: Paid, timeMs: number): void {
    invariant(!this.#numbers.has(n), 'a payment must be made once');
    this.#numbers.add(n);
    invariant((day + 1) * dayMs <= timeMs, 'a payment must follow its day');
    const key = `${attachment} ${currency} ${day}`;
    invariant(this.#fees.get(key) === BigInt(fees), 'a payment must be for the fees of its day');
    this.#fees.delete(key);
    const own = `${attachment} ${currency}`;
    const left = (this.#left.get(own) ?? 0n) + BigInt(fees) * BigInt(sharePpm) - BigInt(earned) * million;
    const isCut = amount < earned;
    invariant(left >= 0n && left < million, 'earnings must be the share of all fees in whole units');
    invariant(BigInt(carry) === (isCut ? 0n : left), 'a fraction must be carried unless the limit cuts it');
    invariant(amount >= 0 && amount <= earned, 'no more than was earned must be paid');
    const moved = postings.map(({ available }) => available);
    invariant(moved.join() === (amount === 0 ? '' : `${0 - amount},${amount}`), 'a payment must move its amount');
    this.#left.set(own, BigInt(carry));
  }
}
