import { evidenceFrom, canonicalOf, isProven } from '../../contract/rules/seconds.ts';
import { moneyOf } from '../event.ts';
import { invariant } from '../invariant.ts';
import { accountType } from '../ledger/account.ts';
import type { Event, EventNamed, EventType } from '../event.ts';
import type { Exchange } from '../exchange.ts';
import type { RestrictionScope } from '../restrictions/commands.ts';

type Accepted = EventNamed<'lever_accepted'>;
type Filled = EventNamed<'lever_opened'> | EventNamed<'lever_closed'>;

/** Fields of an order of a position that no later event changes. */
const fixed = [
  ...(['user', 'market', 'currency', 'side', 'kind', 'share', 'multiple', 'unit', 'spreadPpm', 'feePpm'] as const),
  ...(['marketType', 'reservePpm', 'target', 'worst', 'reverses', 'acceptedAtMs'] as const),
];

interface Life {
  readonly order: Accepted;
  readonly sequence: number;
  state: 'ordered' | 'filled' | 'ended';
}

/** Accounts whose every change is a posting of an event. Spot trades describe their movements by their own fields. */
const posted = new Set<number>([
  accountType.legal,
  accountType.lever,
  accountType.micro,
  accountType.financial,
  accountType.leverHouse,
  accountType.microHouse,
  accountType.insurance,
]);

/** Events of commands that take money of a lever account for something else than leverage. */
const moved = new Set<EventType>(['held', 'transferred', 'credit_reversed', 'debt_repaid']);

/** Events that a person whose trading is stopped does not have. */
const trading = new Set<EventType>([
  'order_accepted',
  'lever_accepted',
  'lever_opened',
  'seconds_accepted',
  'savings_locked',
  'converted',
]);

type Debt = Pick<EventNamed<'debt_repaid'>, 'user' | 'currency'>;

function debtOf({ user, currency }: Debt): string {
  return `${user} ${currency}`;
}

/**
 * Laws that the stream of events obeys by itself, whatever state the engine or the model is in: positions live once and
 * keep their terms, fills are not worse than ordered, liquidations and deficits have their reasons, results of seconds
 * contracts follow from their evidence, and postings add up to the balances.
 */
export class EventLaws {
  readonly #lives = new Map<number, Life>();
  readonly #sums = new Map<string, number>();
  readonly #restrictions = new Map<number, RestrictionScope>();
  /** "user currency" of each debt. */
  readonly #debts = new Map<string, number>();

  /** Throws at the first event of a command that breaks a law. */
  check(sequence: number, events: readonly Event[]): void {
    for (const event of events) {
      this.#book(event);
      this.#checkLeaving(event);
      const { type } = event;
      if (type === 'lever_accepted') {
        invariant(!this.#lives.has(event.position), 'a position must be accepted once');
        this.#lives.set(event.position, { order: event, sequence, state: 'ordered' });
      } else if (type === 'lever_opened') this.#opened(sequence, event);
      else if (type === 'lever_revoked') this.#moved(event.position, 'ordered', 'ended');
      else if (type === 'lever_closed') this.#closed(event);
      else if (type === 'lever_liquidated') {
        invariant(event.equity <= event.maintenance, 'an account must not be liquidated above its maintenance margin');
      } else if (type === 'seconds_closed') checkContract(event);
    }
  }

  /**
   * Throws if a command that moved money of a lever account left less equity than twice the margins there. `events` are
   * those of the command; with other events the positions may have changed too.
   */
  checkMargin(exchange: Exchange, events: readonly Event[]): void {
    const [event] = events;
    if (event === undefined || events.length > 1 || !('postings' in event) || !moved.has(event.type)) return;
    const loser = event.postings.find((one) => one.accountType === accountType.lever && one.available < 0);
    if (loser === undefined) return;
    const spare = exchange.read(({ leverage, ledger }) => {
      const account = [...leverage.allAccounts()].find(
        ({ user, currency }) => user === loser.user && currency === loser.currency,
      );
      if (account === undefined) return 0n;
      let sum = BigInt(ledger.available(account.slot) + account.locked);
      for (const { isFilled, order, price, margin, pair } of account.rows) {
        if (!isFilled) continue;
        const rise = BigInt(order.share) * BigInt(order.unit) * BigInt((pair.lastMark ?? 0) - price);
        const profit = order.side === 'long' ? rise : -rise;
        sum += (pair.mark === null && profit > 0n ? 0n : profit) - 2n * BigInt(margin);
      }
      return sum;
    });
    invariant(spare >= 0n, 'money must not leave a lever account that has less than twice its margins');
  }

  /** No money leaves a restricted person or a debtor, and a stopped person neither orders nor opens anything. */
  #checkLeaving(event: Event): void {
    if (event.type === 'user_restricted') this.#restrictions.set(event.user, event.after);
    if (event.type === 'credit_reversed') this.#owe(event, (this.#debts.get(debtOf(event)) ?? 0) + event.debt);
    if (event.type === 'debt_repaid' || event.type === 'debt_settled') this.#owe(event, event.left);
    if (event.type === 'held' || event.type === 'sent') {
      const scope = this.#restrictions.get(event.user) ?? 'none';
      invariant(scope === 'none', 'the money of a restricted person must stay');
      const isOwing = [...this.#debts.keys()].some((key) => key.startsWith(`${event.user} `));
      invariant(!isOwing, 'the money of a person with a debt must stay');
    }
    if (trading.has(event.type) && 'user' in event && typeof event.user === 'number') {
      const isStopped = this.#restrictions.get(event.user) === 'trading';
      invariant(!isStopped, `a person whose trading is stopped must have no ${event.type}`);
    }
  }

  #owe(debt: Debt, amount: number): void {
    if (amount === 0) this.#debts.delete(debtOf(debt));
    else this.#debts.set(debtOf(debt), amount);
  }

  /** Throws unless the postings of all events add up to the balances. */
  checkBalances(exchange: Exchange): void {
    const sums = new Map(this.#sums);
    for (const { user, accountType: type, currency, available, locked } of exchange.balances()) {
      if (!posted.has(type)) continue;
      for (const [part, amount] of Object.entries({ available, locked })) {
        const key = `${user} ${type} ${currency} ${part}`;
        invariant((sums.get(key) ?? 0) === amount, `the postings of ${key} must add up to its balance`);
        sums.delete(key);
      }
    }
    for (const [key, sum] of sums) invariant(sum === 0, `the postings of ${key} must add up to its balance`);
  }

  #book(event: Event): void {
    for (const { user, accountType: type, currency, available, locked } of moneyOf(event)?.postings ?? []) {
      if (!posted.has(type)) continue;
      for (const [part, amount] of Object.entries({ available, locked })) {
        const key = `${user} ${type} ${currency} ${part}`;
        this.#sums.set(key, (this.#sums.get(key) ?? 0) + amount);
      }
    }
  }

  #opened(sequence: number, event: EventNamed<'lever_opened'>): void {
    const { order, sequence: acceptedAt } = this.#moved(event.position, 'ordered', 'filled');
    checkTerms(order, event);
    // A position that reverses another is ordered by an earlier command and accepted at its tick.
    invariant(sequence > acceptedAt || order.reverses !== null, 'a position must be filled by a later command');
    const limit = order.kind === 'limit' ? order.target : order.worst;
    const isWorse = limit !== null && (order.side === 'long' ? event.price > limit : event.price < limit);
    invariant(!isWorse, 'a position must not be filled at a worse price than ordered');
  }

  #closed(event: EventNamed<'lever_closed'>): void {
    const { order } = this.#moved(event.position, 'filled', 'ended');
    checkTerms(order, event);
    const { balance, deficit, insured, profit, unpaid } = event;
    invariant(deficit === 0 || (profit < 0 && balance === 0), 'a deficit must be a loss that emptied its account');
    invariant(insured <= deficit, 'insurance must not pay more than a deficit');
    invariant(unpaid === 0 || unpaid <= profit, 'only a profit may stay unpaid');
  }

  #moved(position: number, from: Life['state'], to: Life['state']): Life {
    const life = this.#lives.get(position);
    invariant(life?.state === from, `position ${position} must be ${from} before it is ${to}`);
    life.state = to;
    return life;
  }
}

function checkTerms(order: Accepted, event: Filled): void {
  for (const field of fixed) {
    invariant(order[field] === event[field], `${field} of position ${order.position} must stay as it was accepted`);
  }
}

function checkContract(event: EventNamed<'seconds_closed'>): void {
  const { strike, settlement, open, end, result, voidReason, payout, fee, profit } = event;
  const evidence = { terms: event, strike, settlement, stated: { open, end, result, voidReason, payout, fee, profit } };
  invariant(isProven(evidenceFrom(canonicalOf(evidence))), `the evidence of contract ${event.contract} must prove it`);
}
