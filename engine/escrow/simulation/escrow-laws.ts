import { isUserId } from '../../identifiers.ts';
import { invariant } from '../../invariant.ts';
import type { Event, EventNamed } from '../../event.ts';
import type { EscrowFacts } from '../state.ts';

/** The events of one escrow. */
type Step =
  | EventNamed<'escrow_opened' | 'escrow_reopened' | 'escrow_paid' | 'escrow_cancel_asked' | 'escrow_delayed'>
  | EventNamed<'escrow_appealed' | 'escrow_appeal_withdrawn' | 'escrow_released' | 'escrow_returned'>;

interface Life {
  readonly facts: string;
  readonly first: EventNamed<'escrow_opened' | 'escrow_reopened'>;
  step: 'created' | 'paid' | 'delayed' | 'appealed';
  /** The end of the window that runs, moved by every stop; null in an appeal. */
  dueAtMs: number | null;
  /** The user who can withdraw the appeal. */
  by: number | null;
}

/** Who ends or appeals an escrow for each reason: a party, an operator, or neither. */
const actors: Readonly<Record<string, 'seller' | 'buyer' | 'party' | 'maker' | 'no one'>> = {
  released: 'seller',
  cancelled: 'buyer',
  conceded: 'party',
  appeal: 'party',
  abnormal: 'maker',
  held: 'no one',
  resolved: 'no one',
  silence: 'no one',
  timeout: 'no one',
  frozen: 'no one',
};

/** The states from which an escrow is released or returned for each reason. */
const origins: Readonly<Record<string, readonly Life['step'][]>> = {
  released: ['created', 'paid', 'delayed'],
  silence: ['delayed'],
  cancelled: ['created'],
  timeout: ['created'],
  frozen: ['created'],
  conceded: ['paid', 'delayed', 'appealed'],
  resolved: ['appealed'],
};

/**
 * Laws that the events of offers and escrows obey by themselves: an escrow lives once and keeps its facts; only its
 * seller, its buyer, an operator, time or a freeze moves it; nothing moves in an appeal except by concession and
 * decision; windows last as long as they said, stops aside; and offers never owe coins.
 */
export class EscrowLaws {
  readonly #lives = new Map<number, Life>();
  readonly #ended = new Set<number>();
  readonly #left = new Map<number, number>();
  readonly #maturing = new Map<number, number>();
  readonly #frozen = new Set<number>();
  /** The decisions of this command that have no effect yet. */
  #decided: string[] = [];

  /** Throws at the first event of a command at this time that breaks a law. */
  check(timeMs: number, events: readonly Event[]): void {
    this.#decided = [];
    for (const event of events) {
      const { type } = event;
      if (type === 'user_restricted') {
        if (event.after === 'none') this.#frozen.delete(event.user);
        else this.#frozen.add(event.user);
      } else if (type === 'escrow_windows_moved') this.#stopped(event);
      else if (type === 'escrow_resolved') this.#decided.push(`resolved ${event.n} ${event.resolution}`);
      else if (type === 'escrow_hold_ordered') this.#decided.push(`held ${event.n}`);
      else if (type === 'coins_matured') this.#matured(timeMs, event);
      else if (type === 'offer_funded') this.#funded(event);
      else if (type === 'offer_drained') this.#changed(event.offer, 0 - event.amount, event.left);
      else if (type === 'offer_ended') {
        this.#changed(event.offer, 0 - event.amount, 0);
        this.#left.delete(event.offer);
      } else if (type === 'escrow_opened' || type === 'escrow_reopened') this.#opened(event);
      else if (isStep(event)) this.#moved(timeMs, event);
    }
    invariant(this.#decided.length === 0, 'a decision about an escrow must take effect');
  }

  #stopped({ byMs }: EventNamed<'escrow_windows_moved'>): void {
    for (const life of this.#lives.values()) if (life.dueAtMs !== null) life.dueAtMs += byMs;
  }

  #funded(event: EventNamed<'offer_funded'>): void {
    invariant(!this.#frozen.has(event.user), 'a frozen user must not fund an offer');
    if (!this.#left.has(event.offer)) this.#left.set(event.offer, 0);
    this.#changed(event.offer, event.amount, event.left);
  }

  /** Changes what an offer has left, which the event states. */
  #changed(offer: number, change: number, left: number): void {
    const now = (this.#left.get(offer) ?? NaN) + change;
    invariant(now === left && left >= 0, `offer ${offer} must have left the sum of its changes, and not owe coins`);
    this.#left.set(offer, left);
  }

  #opened(event: EventNamed<'escrow_opened' | 'escrow_reopened'>): void {
    const { n, seller, buyer, maker, offer, left, amount } = event;
    invariant(!this.#lives.has(n) && !this.#ended.has(n), `escrow ${n} must open once`);
    invariant(isUserId(seller) && isUserId(buyer) && seller !== buyer, 'an escrow must be between two users');
    invariant(maker === seller || maker === buyer, 'the maker must be a party');
    const isFrozen = this.#frozen.has(seller) || (event.type === 'escrow_opened' && this.#frozen.has(buyer));
    invariant(!isFrozen, 'an escrow must not open with a frozen user');
    if (event.type === 'escrow_reopened') invariant(this.#ended.has(event.previous), 'only an ended escrow can reopen');
    if (offer !== null && left !== null) this.#changed(offer, 0 - amount, left);
    const step = event.type === 'escrow_opened' ? 'created' : 'paid';
    this.#lives.set(n, { facts: factsOf(event), first: event, step, dueAtMs: event.dueAtMs, by: null });
  }

  #moved(timeMs: number, event: Exclude<Step, EventNamed<'escrow_opened' | 'escrow_reopened'>>): void {
    const life = this.#lives.get(event.n);
    invariant(life !== undefined, `escrow ${event.n} must be open to move, and end once`);
    invariant(factsOf(event) === life.facts, `the facts of escrow ${event.n} must stay as they were opened`);
    const isOver = life.dueAtMs !== null && timeMs >= life.dueAtMs;
    switch (event.type) {
      case 'escrow_paid':
      case 'escrow_cancel_asked':
        invariant(life.step === 'created' && !isOver, 'an escrow must be paid within its window');
        if (event.type === 'escrow_paid') Object.assign(life, { step: 'paid', dueAtMs: event.dueAtMs });
        return;
      case 'escrow_delayed':
        invariant(life.step === 'paid' && isOver, 'an escrow must be delayed at the end of its window');
        Object.assign(life, { step: 'delayed', dueAtMs: event.dueAtMs });
        return;
      case 'escrow_appealed':
        this.#acted(event);
        invariant(life.step === event.from, 'an appeal must say what was before it');
        if (event.reason === 'silence') invariant(isOver && life.step === 'delayed', 'silence must last its window');
        Object.assign(life, { step: 'appealed', dueAtMs: null, by: event.by });
        return;
      case 'escrow_appeal_withdrawn':
        invariant(life.step === 'appealed' && life.by === event.by, 'only the user who appealed can withdraw');
        Object.assign(life, { step: event.to, dueAtMs: event.dueAtMs, by: null });
        return;
      case 'escrow_released':
      case 'escrow_returned':
        this.#over(life, event, isOver);
    }
  }

  #over(life: Life, event: EventNamed<'escrow_released' | 'escrow_returned'>, isOver: boolean): void {
    const { reason, n, seller, by } = event;
    this.#acted(event);
    invariant(origins[reason]?.includes(life.step) === true, `an escrow must not end as ${reason} when ${life.step}`);
    const isByTime = reason === 'silence' || reason === 'timeout';
    invariant(!isByTime || isOver, 'time must end an escrow only when its window is over');
    if (reason === 'conceded') {
      invariant((by === seller) === (event.type === 'escrow_released'), 'a concession must be in favour of the other');
    }
    this.#lives.delete(n);
    this.#ended.add(n);
    if (event.type === 'escrow_returned') {
      if (event.offer !== null && event.left !== null) this.#changed(event.offer, event.amount, event.left);
      return;
    }
    invariant(!this.#frozen.has(seller) || by === null, 'a frozen seller must not release');
    const millionths = BigInt(event.amount) * BigInt(life.first.feePpm);
    const isRoundedUp = BigInt(event.fee) === (millionths + 999_999n) / 1_000_000n;
    invariant(isRoundedUp && event.fee < event.amount, 'the fee must be that of the terms, rounded up');
    if (event.maturesAtMs !== null) this.#maturing.set(n, event.maturesAtMs);
  }

  /** Checks who acted, and that an operator decided what operators do. */
  #acted(event: EventNamed<'escrow_appealed' | 'escrow_released' | 'escrow_returned'>): void {
    const { n, reason, by, seller, buyer, maker } = event;
    const allowed = { seller: [seller], buyer: [buyer], party: [seller, buyer], maker: [maker], 'no one': [null] };
    const actor = actors[reason];
    const users: readonly (number | null)[] = actor === undefined ? [] : allowed[actor];
    invariant(users.includes(by), `${String(by)} must not move escrow ${n} as ${reason}`);
    if (reason !== 'held' && reason !== 'resolved') return;
    const effect = event.type === 'escrow_released' ? 'release' : 'refund';
    const decision = reason === 'held' ? `held ${n}` : `resolved ${n} ${effect}`;
    invariant(this.#decided.includes(decision), `an operator must have decided about escrow ${n}`);
    this.#decided = this.#decided.filter((one) => one !== decision);
  }

  #matured(timeMs: number, { n }: EventNamed<'coins_matured'>): void {
    const maturesAtMs = this.#maturing.get(n);
    invariant(maturesAtMs !== undefined && timeMs >= maturesAtMs, 'coins must mature once, and not early');
    this.#maturing.delete(n);
  }
}

function isStep(event: Event): event is Step {
  return event.type.startsWith('escrow_');
}

function factsOf({ n, offer, seller, buyer, maker, currency, amount, fee }: EscrowFacts): string {
  return [n, offer, seller, buyer, maker, currency, amount, fee].join(' ');
}
