import { isId, refuse, Refused, roundedUp } from '../../simulation/naive-rules.ts';
import { NaiveCoins } from './naive-coins.ts';
import { NaiveNumbers } from './naive-numbers.ts';
import { checkTerms, invalid, isHash } from './naive-terms.ts';
import type { Command } from '../../command.ts';
import type { NaiveIndices } from '../../simulation/naive-index.ts';
import type { NaiveEvent } from '../../simulation/naive-rules.ts';
import type { NaiveState } from '../../simulation/naive-state.ts';
import type { NaivePart } from '../../simulation/parts.ts';
import type { OpenEscrow, ReopenEscrow } from '../commands.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** The facts that events repeat. */
interface Facts {
  n: number;
  offer: number | null;
  seller: number;
  buyer: number;
  maker: number;
  currency: number;
  amount: number;
  fee: number;
}

interface Terms {
  feePpm: number;
  windowMs: number;
  appealMs: number;
  delayMs: number;
  autoMs: number;
  matureMs: number;
  autoMatureMs: number;
  onSilence: string;
  terms: string;
}

export interface NaiveOpen {
  facts: Facts;
  terms: Terms;
  since: number | null;
  step: string;
  isAsked: boolean;
  /** In open time, as `due` is. */
  paidAt: number | null;
  due: number;
  by: number | null;
  from: string | null;
  sequence: number;
}

interface NaiveCancelled {
  facts: Facts;
  terms: Terms;
  since: number | null;
  endedAt: number;
  countedOn: number | null;
}

/** A command of a user about an escrow, without its key. */
type Act = Exclude<
  Extract<Command, { readonly n: unknown; readonly requestKey: string | null }>,
  OpenEscrow | ReopenEscrow
>;

/** A second model of escrows: plain lists that are searched each time, and the table of transitions as conditions. */
export class NaiveEscrow implements NaivePart {
  readonly commands = [
    ...(['fund_offer', 'drain_offer', 'end_offer', 'open_escrow', 'pay_escrow', 'cancel_escrow'] as const),
    ...(['ask_cancel_escrow', 'release_escrow', 'concede_escrow', 'appeal_escrow', 'mark_escrow_abnormal'] as const),
    ...(['withdraw_escrow_appeal', 'reopen_escrow', 'hold_escrow', 'resolve_escrow'] as const),
  ];
  readonly refusals = [
    'escrow_terms_invalid',
    'escrow_exists',
    'escrow_unknown',
    'escrow_ended',
    'escrow_state',
    'escrow_party_wrong',
    'own_offer',
    'offer_unknown',
    'offer_taken',
    'offer_exhausted',
    'offers_exhausted',
    'escrows_exhausted',
    'unpaid_order_exists',
    'unpaid_orders_exhausted',
    'order_amount_taken',
    'buying_blocked_today',
    'account_frozen',
    'appeal_early',
    'cancel_asked',
    'coins_maturing',
  ] as const;
  open: NaiveOpen[] = [];
  private kept: NaiveCancelled[] = [];
  /** The buyer and the day of each cancel that counts. */
  private readonly cancels: { user: number; on: number }[] = [];
  private readonly used = new NaiveNumbers();
  private closed = 0;
  private readonly state: NaiveState;
  private readonly coins: NaiveCoins;

  constructor(state: NaiveState, indices: NaiveIndices) {
    this.state = state;
    this.coins = new NaiveCoins(state, indices);
    state.lockedCoins = () => this.open.map(({ facts }) => facts);
    state.frozenEscrows = (user) =>
      this.open
        .filter(({ facts, step }) => {
          if (step === 'created') return facts.seller === user || facts.buyer === user;
          return step !== 'appealed' && facts.seller === user;
        })
        .toSorted((a, b) => a.facts.n - b.facts.n)
        .map((one) => (events) => {
          this.happen(one, 'frozen', events);
        });
  }

  /** The cancelled escrows that can still be reopened. */
  get reopenable(): readonly NaiveCancelled[] {
    return this.kept.filter(({ endedAt }) => this.state.timeMs - endedAt <= 48 * hour);
  }

  /** The open escrows by number, as the server reads them. */
  shown(): readonly object[] {
    const byNumber = this.open.toSorted((a, b) => a.facts.n - b.facts.n);
    return byNumber.map(({ facts: { n, amount }, step, isAsked, due }) => {
      return { n, step, amount, isCancelAsked: isAsked, dueAtMs: step === 'appealed' ? null : due + this.closed };
    });
  }

  /** The present in open time. */
  get now(): number {
    return this.state.timeMs - this.closed;
  }

  timePassed(passedMs: number, events: NaiveEvent[]): void {
    if (passedMs <= 10_000 || this.open.length === 0) return;
    this.closed += passedMs;
    events.push({ type: 'escrow_windows_moved', byMs: passedMs, closedMs: this.closed });
  }

  isDue(): boolean {
    const next = this.nextTimer();
    return next !== null && next.atMs <= this.state.timeMs;
  }

  nextTimer(): { atMs: number; sequence: number; kind: string; n: number } | null {
    const windows = this.open
      .filter(({ step }) => step !== 'appealed')
      .map(({ facts: { n }, due, sequence }) => ({ atMs: due + this.closed, sequence, kind: 'window', n }));
    const coins = this.state.maturing.map(({ n, untilMs, sequence }) => ({
      atMs: untilMs,
      sequence,
      kind: 'coins',
      n,
    }));
    const all = [...coins, ...windows];
    const [first] = all.toSorted(
      (a, b) =>
        a.atMs - b.atMs || a.sequence - b.sequence || (a.kind === b.kind ? a.n - b.n : a.kind === 'coins' ? -1 : 1),
    );
    return first ?? null;
  }

  passTime(max: number, events: NaiveEvent[]): number {
    for (let pieces = 0; pieces < max; pieces += 1) {
      const next = this.nextTimer();
      if (next === null || next.atMs > this.state.timeMs) return pieces;
      if (next.kind === 'coins') this.mature(next.n, events);
      else this.happen(this.known(next.n), this.effectOfTime(this.known(next.n).step), events);
    }
    return max;
  }

  perform(command: Command, events: NaiveEvent[]): NaiveEvent {
    if (command.type === 'fund_offer') return this.coins.fund(command, events);
    if (command.type === 'drain_offer' || command.type === 'end_offer') return this.coins.drain(command, events);
    if (command.type === 'open_escrow') return this.openOne(command, events);
    if (command.type === 'reopen_escrow') return this.reopen(command, events);
    if (command.type === 'hold_escrow' || command.type === 'resolve_escrow') return this.decide(command, events);
    return this.act(command as Act, events);
  }

  private openOne(command: OpenEscrow, events: NaiveEvent[]): NaiveEvent {
    const { n, user, offer, seller, buyer, currency, amount, unpaidLimit, openLimit, ...rest } = command;
    const { type: _type, requestKey: _key, ...terms } = rest;
    checkTerms(command);
    refuse(this.used.has(n), { reason: 'escrow_exists' });
    refuse(!isId(seller, 2 ** 30) || !isId(buyer, 2 ** 30), { reason: 'user_invalid' });
    refuse(seller === buyer, { reason: 'own_offer' });
    refuse(offer === null ? user !== seller : user !== buyer, { reason: 'escrow_party_wrong' });
    this.coins.checkAmount(currency, amount);
    const fee = Number(roundedUp(BigInt(amount) * BigInt(terms.feePpm), 1_000_000n));
    refuse(fee >= amount, { reason: 'amount_invalid' });
    this.coins.checkFrozen(seller, 'seller');
    this.coins.checkFrozen(buyer, 'buyer');
    const today = Math.floor(this.state.timeMs / day);
    const counted = this.cancels.filter((one) => one.user === buyer && one.on === today).length;
    refuse(counted >= 3, { reason: 'buying_blocked_today', untilMs: (today + 1) * day });
    const bought = this.open.filter(({ facts }) => facts.buyer === buyer).toSorted((a, b) => a.facts.n - b.facts.n);
    const unpaid = bought.filter(({ step }) => step === 'created');
    const taken = unpaid.find(({ facts }) => facts.maker === facts.seller);
    refuse(offer !== null && taken !== undefined, { reason: 'unpaid_order_exists', n: taken?.facts.n });
    const made = unpaid.filter(({ facts }) => facts.maker === facts.buyer);
    const isFull = offer === null && made.length >= unpaidLimit;
    refuse(isFull, { reason: 'unpaid_orders_exhausted', maximum: unpaidLimit });
    const equal = bought.find(({ facts }) => facts.currency === currency && facts.amount === amount);
    refuse(equal !== undefined, { reason: 'order_amount_taken', n: equal?.facts.n });
    const own = this.open.filter(({ facts }) => facts.seller === user || facts.buyer === user);
    refuse(own.length >= openLimit, { reason: 'escrows_exhausted', maximum: openLimit });
    const source = this.state.offers.find((one) => one.offer === offer);
    if (offer === null) this.coins.checkLock(seller, currency, amount);
    else {
      const isOther = source?.owner !== seller || source.currency !== currency;
      if (isOther) throw new Refused({ reason: 'offer_unknown' });
      refuse(BigInt(amount) > source.left, { reason: 'offer_exhausted', left: Number(source.left) });
    }
    const maker = offer === null ? buyer : seller;
    const facts = { n, offer, seller, buyer, maker, currency, amount, fee };
    const money = this.coins.take(source, facts);
    const due = this.now + terms.windowMs;
    this.begin({ facts, terms, since: source?.since ?? null, step: 'created', paidAt: null, due });
    events.push({ type: 'escrow_opened', ...facts, ...terms, ...money, dueAtMs: due + this.closed });
    return { type: 'escrow', n };
  }

  private reopen({ user, n: previous, next: n, voucher }: ReopenEscrow, events: NaiveEvent[]): NaiveEvent {
    refuse(!isId(n, 2 ** 53), invalid('next'));
    refuse(!isHash(voucher), invalid('voucher'));
    const old = this.reopenable.find(({ facts }) => facts.n === previous);
    if (old === undefined) {
      const [, step] = this.seen(this.own(user, previous));
      throw new Refused(step === 'ended' ? { reason: 'escrow_ended' } : { reason: 'escrow_state', step });
    }
    const { seller, buyer, currency, amount } = old.facts;
    refuse(user !== seller, { reason: user === buyer ? 'escrow_party_wrong' : 'escrow_unknown' });
    refuse(this.used.has(n), { reason: 'escrow_exists' });
    this.coins.checkFrozen(seller, 'seller');
    const offer = this.state.offers.find((one) => one.offer === old.facts.offer && one.since === old.since);
    const source = offer !== undefined && offer.left >= BigInt(amount) ? offer : undefined;
    if (source === undefined) this.coins.checkLock(seller, currency, amount);
    const facts = { ...old.facts, n, offer: source?.offer ?? null };
    const money = this.coins.take(source, facts);
    this.kept = this.kept.filter((one) => one !== old);
    const at = this.cancels.findIndex((one) => one.user === buyer && one.on === old.countedOn);
    if (at >= 0) this.cancels.splice(at, 1);
    const { terms } = old;
    const due = this.now + terms.delayMs;
    this.begin({ facts, terms, since: source?.since ?? null, step: 'paid', paidAt: this.now, due });
    const dueAtMs = due + this.closed;
    events.push({ type: 'escrow_reopened', ...facts, ...terms, previous, voucher, ...money, dueAtMs });
    return { type: 'escrow', n };
  }

  private act(command: Act, events: NaiveEvent[]): NaiveEvent {
    const { type, user, n } = command;
    const one = this.own(user, Number(n));
    const { facts } = one;
    const isSeller = user === facts.seller;
    const needsSeller = type === 'ask_cancel_escrow' || type === 'release_escrow';
    const needsBuyer = type === 'pay_escrow' || type === 'cancel_escrow';
    refuse((needsSeller && !isSeller) || (needsBuyer && isSeller), { reason: 'escrow_party_wrong' });
    refuse(type === 'mark_escrow_abnormal' && user !== facts.maker, { reason: 'escrow_party_wrong' });
    if (type === 'pay_escrow') refuse(!isHash(command.voucher), invalid('voucher'));
    const gives = type === 'release_escrow' || type === 'concede_escrow';
    if (gives && isSeller) this.coins.checkFrozen(user, 'seller');
    const [effects, step, paidFrom] = this.seen(one);
    const allowed: Record<string, readonly string[]> = {
      pay_escrow: ['created'],
      cancel_escrow: ['created'],
      ask_cancel_escrow: ['created'],
      release_escrow: ['created', 'paid', 'delayed'],
      concede_escrow: ['paid', 'delayed', 'appealed'],
      appeal_escrow: ['paid', 'delayed'],
      mark_escrow_abnormal: ['paid', 'delayed'],
      withdraw_escrow_appeal: ['appealed'],
    };
    refuse(step === 'ended', { reason: 'escrow_ended' });
    refuse(allowed[type]?.includes(step) !== true, { reason: 'escrow_state', step });
    if (type === 'ask_cancel_escrow') refuse(one.isAsked, { reason: 'cancel_asked' });
    if (type === 'concede_escrow') refuse(isSeller && step !== 'appealed', { reason: 'escrow_party_wrong' });
    if (type === 'appeal_escrow' && step === 'paid') {
      const leftMs = (one.paidAt ?? 0) + one.terms.appealMs - this.now;
      refuse(leftMs > 0, { reason: 'appeal_early', leftMs });
    }
    if (type === 'withdraw_escrow_appeal') {
      refuse(effects.length > 0 || one.by !== user, { reason: 'escrow_party_wrong' });
      this.coins.checkFrozen(facts.seller, 'seller');
    }
    for (const effect of effects) this.happen(one, effect, events);
    this.change(one, command, paidFrom, events);
    return { type: 'escrow', n };
  }

  /** Carries out a command of a user that nothing refuses. */
  private change(one: NaiveOpen, command: Act, from: string, events: NaiveEvent[]): void {
    const { facts, terms } = one;
    const { type, user } = command;
    switch (type) {
      case 'pay_escrow':
        Object.assign(one, { step: 'paid', paidAt: this.now, due: this.now + terms.delayMs });
        one.sequence = this.state.sequence;
        events.push({ type: 'escrow_paid', ...facts, voucher: command.voucher, dueAtMs: one.due + this.closed });
        return;
      case 'cancel_escrow':
        this.giveBack(one, 'cancelled', user, events);
        return;
      case 'ask_cancel_escrow':
        one.isAsked = true;
        events.push({ type: 'escrow_cancel_asked', ...facts });
        return;
      case 'release_escrow':
        this.release(one, 'released', user, events);
        return;
      case 'concede_escrow':
        if (user === facts.seller) this.release(one, 'conceded', user, events);
        else this.giveBack(one, 'conceded', user, events);
        return;
      case 'appeal_escrow':
        this.appeal(one, 'appeal', user, events);
        return;
      case 'mark_escrow_abnormal':
        this.appeal(one, 'abnormal', user, events);
        return;
      case 'withdraw_escrow_appeal':
        Object.assign(one, { step: from, by: null, from: null, sequence: this.state.sequence });
        one.due = Math.max(one.due, this.now + hour);
        events.push({ type: 'escrow_appeal_withdrawn', ...facts, by: user, to: from, dueAtMs: one.due + this.closed });
        return;
    }
  }

  private decide(
    command: Extract<Command, { readonly type: 'hold_escrow' | 'resolve_escrow' }>,
    events: NaiveEvent[],
  ): NaiveEvent {
    const { n, operator, cause } = command;
    refuse(operator !== 0 && !isId(operator, 2 ** 30), { reason: 'operator_invalid' });
    const one = this.open.find(({ facts }) => facts.n === n);
    if (one === undefined) throw new Refused({ reason: this.used.has(n) ? 'escrow_ended' : 'escrow_unknown' });
    const [effects, step] = this.seen(one);
    refuse(step === 'ended', { reason: 'escrow_ended' });
    const isRow = command.type === 'hold_escrow' ? step === 'paid' || step === 'delayed' : step === 'appealed';
    refuse(!isRow, { reason: 'escrow_state', step });
    for (const effect of effects) this.happen(one, effect, events);
    if (command.type === 'hold_escrow') {
      events.push({ type: 'escrow_hold_ordered', n, operator, cause });
      this.appeal(one, 'held', null, events);
      return { type: 'done' };
    }
    const { resolution } = command;
    events.push({ type: 'escrow_resolved', n, resolution, operator, cause });
    if (resolution === 'release') this.release(one, 'resolved', null, events);
    else this.giveBack(one, 'resolved', null, events);
    return { type: 'done' };
  }

  /** The effects of time and freezes that come before a command, the state after them, and that before an appeal. */
  private seen({ facts, terms, step: first, due: end, from: before }: NaiveOpen): [string[], string, string] {
    const effects: string[] = [];
    let [step, due, from] = [first, end, before ?? ''];
    const isFrozen = (user: number): boolean => this.state.isRestricted(user, 'outflow', 'trading');
    while (step !== 'appealed' && step !== 'ended') {
      const isHeld = isFrozen(facts.seller) || (step === 'created' && isFrozen(facts.buyer));
      if (!isHeld && due > this.now) break;
      const effect = isHeld ? 'frozen' : this.effectOfTime(step);
      effects.push(effect);
      if (effect === 'delay') {
        [step, due] = ['delayed', due + terms.autoMs];
        continue;
      }
      const isEnd = step === 'created' || (effect === 'silence' && terms.onSilence === 'release');
      [step, from] = [isEnd ? 'ended' : 'appealed', step];
    }
    return [effects, step, from];
  }

  private effectOfTime(step: string): string {
    if (step === 'created') return 'timeout';
    return step === 'paid' ? 'delay' : 'silence';
  }

  private happen(one: NaiveOpen, effect: string, events: NaiveEvent[]): void {
    const { facts, terms, step } = one;
    if (effect === 'delay') {
      one.step = 'delayed';
      one.due += terms.autoMs;
      one.sequence = this.state.sequence;
      events.push({ type: 'escrow_delayed', ...facts, dueAtMs: one.due + this.closed });
    } else if (step === 'created') this.giveBack(one, effect, null, events);
    else if (effect === 'silence' && terms.onSilence === 'release') this.release(one, 'silence', null, events);
    else this.appeal(one, effect, null, events);
  }

  private appeal(one: NaiveOpen, reason: string, by: number | null, events: NaiveEvent[]): void {
    const from = one.step;
    Object.assign(one, { step: 'appealed', by, from, sequence: this.state.sequence });
    events.push({ type: 'escrow_appealed', ...one.facts, reason, by, from });
  }

  private release(one: NaiveOpen, reason: string, by: number | null, events: NaiveEvent[]): void {
    const { facts, terms } = one;
    const { n, seller, buyer, currency, amount, fee } = facts;
    this.open = this.open.filter((other) => other !== one);
    const lasts = reason === 'silence' ? terms.autoMatureMs : terms.matureMs;
    const { sequence, timeMs } = this.state;
    const maturesAtMs = lasts > 0 ? timeMs + lasts : null;
    const coins = { n, user: buyer, currency, amount: amount - fee, untilMs: timeMs + lasts, sequence };
    if (lasts > 0) this.state.maturing.push(coins);
    const postings = [
      this.coins.post(seller, 2, currency, 0n, -BigInt(amount)),
      this.coins.post(buyer, 2, currency, BigInt(amount - fee), 0n, fee),
      ...(fee > 0 ? [this.coins.post(0, 102, currency, BigInt(fee), 0n)] : []),
    ];
    events.push({ type: 'escrow_released', ...facts, reason, by, maturesAtMs, postings });
    this.state.payDebt(buyer, 2, currency, amount - fee, events);
  }

  private giveBack(one: NaiveOpen, reason: string, by: number | null, events: NaiveEvent[]): void {
    const { facts, terms, since } = one;
    const { seller, buyer, currency, amount, offer } = facts;
    this.open = this.open.filter((other) => other !== one);
    const source = this.state.offers.find((other) => other.offer === offer && other.since === since);
    if (source !== undefined) source.left += BigInt(amount);
    const postings = source === undefined ? [this.coins.lock(seller, currency, -amount)] : [];
    const counts = (reason === 'cancelled' || reason === 'timeout') && !one.isAsked;
    const on = Math.floor(this.state.timeMs / day);
    if (counts) this.cancels.push({ user: buyer, on });
    if (reason !== 'conceded' && reason !== 'resolved') {
      this.kept.push({ facts, terms, since, endedAt: this.state.timeMs, countedOn: counts ? on : null });
      const own = this.kept.filter((other) => other.facts.buyer === buyer);
      if (own.length > 20) this.kept = this.kept.filter((other) => other !== own[0]);
    }
    const left = source === undefined ? null : Number(source.left);
    events.push({ type: 'escrow_returned', ...facts, reason, by, counts, left, postings });
  }

  private mature(n: number, events: NaiveEvent[]): void {
    for (const { user, currency, amount } of this.state.maturing.filter((one) => one.n === n)) {
      events.push({ type: 'coins_matured', n, user, currency, amount });
    }
    this.state.maturing = this.state.maturing.filter((one) => one.n !== n);
  }

  private begin(opened: Pick<NaiveOpen, 'facts' | 'terms' | 'since' | 'step' | 'paidAt' | 'due'>): void {
    this.used.add(opened.facts.n);
    this.open.push({ ...opened, isAsked: false, by: null, from: null, sequence: this.state.sequence });
  }

  private known(n: number): NaiveOpen {
    const one = this.open.find(({ facts }) => facts.n === n);
    if (one === undefined) throw new Error(`escrow ${n} is not open`);
    return one;
  }

  private own(user: number, n: number): NaiveOpen {
    const one = this.open.find(({ facts }) => facts.n === n);
    if (one === undefined) throw new Refused({ reason: this.used.has(n) ? 'escrow_ended' : 'escrow_unknown' });
    refuse(one.facts.seller !== user && one.facts.buyer !== user, { reason: 'escrow_unknown' });
    return one;
  }
}
