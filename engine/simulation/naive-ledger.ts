import { checkDebts, checkMaturing, checkUnmatured } from '../credits/simulation/naive-outflow.ts';
import { isId, largest, refuse, Refused } from './naive-rules.ts';
import type { Command } from '../command.ts';
import type { Credit, Hold, ReleaseHold, SettleHold, Transfer, VenueTransfer } from '../ledger/commands.ts';
import type { NaiveIndices } from './naive-index.ts';
import type { NaiveEvent } from './naive-rules.ts';
import type { NaiveHold, NaiveState } from './naive-state.ts';

type Caused = Credit | VenueTransfer | Hold | SettleHold | ReleaseHold;

/** Credits, transfers and holds, from one list of causes and one of holds. */
export class NaiveLedger {
  private readonly state: NaiveState;
  private readonly indices: NaiveIndices;

  constructor(state: NaiveState, indices: NaiveIndices) {
    this.state = state;
    this.indices = indices;
  }

  /** Whether the command reports an external cause. */
  handles(command: Command): command is Caused {
    return ['credit', 'venue_transfer', 'hold', 'settle_hold', 'release_hold'].includes(command.type);
  }

  apply(command: Caused, events: NaiveEvent[]): void {
    const { source, n } = command;
    if (this.happened(command.type, command)) {
      events.push({ type: 'cause_repeated', command: command.type, source, n });
      return;
    }
    if (command.type === 'credit') this.credit(command, events);
    else if (command.type === 'venue_transfer') this.venueTransfer(command, events);
    else if (command.type === 'hold') this.hold(command, events);
    else this.endHold(command, events);
    this.state.causes.push(causeOf(command.type, command));
  }

  /** Returns the outcome that a repetition of the request will report. */
  transfer({ user, currency, amount, from, to }: Transfer, events: NaiveEvent[]): NaiveEvent {
    refuse(!isId(from, 6) || !isId(to, 6) || from === to, { reason: 'account_invalid' });
    this.checkCurrency(currency);
    refuse(!isId(amount, 2 ** 53), { reason: 'amount_invalid' });
    const gap = to === 3 ? this.state.leverGap(user, currency) : 0n;
    const lost = gap < BigInt(amount) ? Number(gap) : amount;
    if (lost > 0) checkDebts(this.state, { user });
    this.checkAvailable(user, from, currency, amount);
    if (lost > 0) checkUnmatured(this.state, this.indices, { user, currency, amount: lost });
    if (lost > 0) checkMaturing(this.state, this.indices, { user, currency, amount: lost });
    this.checkMargin(user, from, currency, amount);
    const postings = [
      this.post(user, from, currency, -BigInt(amount), 0n),
      this.post(user, to, currency, BigInt(amount), 0n),
    ];
    events.push({ type: 'transferred', user, currency, amount, from, to, postings });
    return { type: 'transfer' };
  }

  private credit(command: Credit, events: NaiveEvent[]): void {
    const { user, accountType, currency, amount } = command;
    this.checkAccount(command);
    this.checkCause(command);
    this.checkRoom(currency, amount);
    const postings = [
      this.post(0, 101, currency, -BigInt(amount), 0n),
      this.post(user, accountType, currency, BigInt(amount), 0n),
    ];
    events.push({ ...command, type: 'credited', postings });
    this.state.payDebt(user, accountType, currency, amount, events);
  }

  private venueTransfer(command: VenueTransfer, events: NaiveEvent[]): void {
    const { from, toUser, to, currency, amount, operator } = command;
    const isHouse = (type: number): boolean => isId(type - 100, 8);
    refuse(operator !== 0 && !isId(operator, 2 ** 30), { reason: 'operator_invalid' });
    const toHouse = toUser === 0 && isHouse(to) && to !== from;
    const toPerson = isId(toUser, 2 ** 30) && isId(to, 6) && from !== 101;
    refuse(!isHouse(from) || (!toHouse && !toPerson), { reason: 'account_invalid' });
    this.checkCurrency(currency);
    this.checkCause(command);
    if (from === 101) this.checkRoom(currency, amount);
    else this.checkAvailable(0, from, currency, amount);
    if (from === 103) this.checkFloor(currency, amount);
    if (from === 102) this.checkOwed(currency, amount);
    const postings = [
      this.post(0, from, currency, -BigInt(amount), 0n),
      this.post(toUser, to, currency, BigInt(amount), 0n),
    ];
    events.push({ ...command, type: 'venue_transferred', postings });
  }

  private hold(command: Hold, events: NaiveEvent[]): void {
    const { type: _type, ...hold } = command;
    this.checkAccount(command);
    this.checkCause(command);
    this.checkOutflow(hold.user);
    checkDebts(this.state, command);
    this.checkAvailable(hold.user, hold.accountType, hold.currency, hold.amount);
    checkUnmatured(this.state, this.indices, command);
    checkMaturing(this.state, this.indices, command);
    this.checkMargin(hold.user, hold.accountType, hold.currency, hold.amount);
    const { user, accountType, currency, amount } = hold;
    const postings = [this.post(user, accountType, currency, -BigInt(amount), BigInt(amount))];
    this.state.holds.push(hold);
    events.push({ type: 'held', ...hold, postings });
  }

  private endHold(command: SettleHold | ReleaseHold, events: NaiveEvent[]): void {
    const { source, n } = command;
    refuse(this.happened('settle_hold', command), { reason: 'hold_ended', outcome: 'settled' });
    refuse(this.happened('release_hold', command), { reason: 'hold_ended', outcome: 'released' });
    const hold = this.state.holds.find((open) => open.source === source && open.n === n);
    if (hold === undefined) throw new Refused({ reason: 'hold_not_found' });
    if (command.type === 'settle_hold') this.settle(hold, command, events);
    else this.release(hold, events);
    this.state.holds = this.state.holds.filter((open) => open !== hold);
  }

  private settle(hold: NaiveHold, { receiver, fee }: SettleHold, events: NaiveEvent[]): void {
    const { user, accountType, currency, amount } = hold;
    const isOutside = hold.kind === 'withdrawal' && receiver === null;
    const isReturned = hold.kind === 'withdrawal' && receiver?.user === user && receiver.accountType === accountType;
    const isOther = receiver !== null && isId(receiver.user, 2 ** 30) && receiver.user !== user;
    const isPerson = hold.kind !== 'withdrawal' && isOther && isId(receiver.accountType, 6);
    refuse(!isOutside && !isReturned && !isPerson, { reason: 'receiver_invalid' });
    refuse(fee !== 0 && !isId(fee, amount), { reason: 'fee_invalid' });
    const [to, type] = receiver === null ? [0, 101] : [receiver.user, receiver.accountType];
    const paid = BigInt(amount - fee);
    const both = isReturned
      ? [this.post(user, accountType, currency, paid, -BigInt(amount), fee)]
      : [
          this.post(user, accountType, currency, 0n, -BigInt(amount), to === 0 ? fee : 0),
          this.post(to, type, currency, paid, 0n, to === 0 ? 0 : fee),
        ];
    const postings = [...both, this.post(0, 102, currency, BigInt(fee), 0n)];
    events.push({ type: 'hold_settled', ...hold, receiver: to, receiverType: type, fee, postings });
  }

  private release(hold: NaiveHold, events: NaiveEvent[]): void {
    const amount = BigInt(hold.amount);
    const postings = [this.post(hold.user, hold.accountType, hold.currency, amount, -amount)];
    events.push({ type: 'hold_released', ...hold, postings });
  }

  /** Changes a balance and returns the posting for the event. */
  private post(
    user: number,
    accountType: number,
    currency: number,
    available: bigint,
    locked: bigint,
    fee = 0,
  ): object {
    this.state.change(user, accountType, currency, available, locked);
    return { user, accountType, currency, available: Number(available), locked: Number(locked), fee };
  }

  private happened(type: string, command: { source: string; n: number }): boolean {
    return this.state.causes.includes(causeOf(type, command));
  }

  private checkAccount({ user, accountType, currency }: Credit | Hold): void {
    refuse(!isId(user, 2 ** 30), { reason: 'user_invalid' });
    refuse(!isId(accountType, 6), { reason: 'account_invalid' });
    this.checkCurrency(currency);
  }

  private checkCurrency(currency: number): void {
    refuse(!this.state.currencies.some((listed) => listed.currency === currency), { reason: 'currency_unknown' });
  }

  private checkCause({ source, n, amount }: Credit | Hold | VenueTransfer): void {
    refuse(source === '' || !isId(n, 2 ** 53), { reason: 'cause_invalid' });
    refuse(!isId(amount, 2 ** 53), { reason: 'amount_invalid' });
  }

  private checkOutflow(user: number): void {
    refuse(this.state.isRestricted(user, 'outflow', 'trading'), { reason: 'outflow_stopped' });
  }

  private checkAvailable(user: number, type: number, currency: number, needed: number): void {
    const [available] = this.state.balance(user, type, currency);
    const figures = { currency, available: Number(available), needed };
    refuse(BigInt(needed) > available, { reason: 'insufficient_balance', ...figures });
  }

  private checkMargin(user: number, type: number, currency: number, amount: number): void {
    const room = type === 3 ? this.state.leverRoom(user, currency) : null;
    if (room === null) return;
    refuse(BigInt(amount) > room, { reason: 'margin_needed', currency, transferable: Number(room) });
  }

  private checkFloor(currency: number, amount: number): void {
    const [available] = this.state.balance(0, 103, currency);
    const free = available - this.state.houseFloor(currency);
    const transferable = free > 0n ? Number(free) : 0;
    refuse(amount > transferable, { reason: 'house_floor', currency, transferable });
  }

  private checkOwed(currency: number, amount: number): void {
    const free = this.state.balance(0, 102, currency)[0] - this.state.feesOwed(currency);
    const transferable = free > 0n ? Number(free) : 0;
    refuse(amount > transferable, { reason: 'fees_owed', currency, transferable });
  }

  private checkRoom(currency: number, amount: number): void {
    const [outside] = this.state.balance(0, 101, currency);
    refuse(BigInt(amount) - outside > largest, { reason: 'supply_exceeded', currency });
  }
}

function causeOf(type: string, { source, n }: { source: string; n: number }): string {
  return `${type} ${source} ${n}`;
}
