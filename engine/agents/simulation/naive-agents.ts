import { isId, refuse, Refused } from '../../simulation/naive-rules.ts';
import type { Command } from '../../command.ts';
import type { NaiveEvent } from '../../simulation/naive-rules.ts';
import type { NaiveState } from '../../simulation/naive-state.ts';
import type { NaivePart } from '../../simulation/parts.ts';
import type { AttachAgent, DetachAgent, DropCommission, PayCommission } from '../commands.ts';

/** An attachment; it ends with the command that detaches it. */
interface NaiveAttachment {
  attachment: number;
  user: number;
  agent: number;
  sharePpm: number;
  ended: boolean;
}

/** A fee that the venue took from a user with an agent. */
interface NaiveFee {
  attachment: number;
  currency: number;
  day: number;
  fee: bigint;
}

/**
 * A second model of agents: the list of all attachments and of all unpaid fees, one for each trade, added up when they
 * are needed. Fees are read from the events of the model.
 */
export class NaiveAgents implements NaivePart {
  readonly commands = ['attach_agent', 'detach_agent', 'drop_commission', 'pay_commission'] as const;
  readonly refusals = [
    'agent_attached',
    'attachment_unknown',
    'attachment_open',
    'share_invalid',
    'day_open',
    'commission_absent',
    'fees_owed',
  ] as const;
  readonly attachments: NaiveAttachment[] = [];
  private readonly state: NaiveState;
  private fees: NaiveFee[] = [];
  /** The carried fractions of open and unpaid attachments, in millionths of a unit. */
  private carries: { attachment: number; currency: number; carry: bigint }[] = [];
  private readonly done = new Set<string>();

  constructor(state: NaiveState) {
    this.state = state;
    state.feesOwed = (currency) => this.owed(currency);
    state.tookFee = (user, currency, fee) => {
      const open = this.attachments.find((one) => one.user === user && !one.ended);
      if (open === undefined || fee <= 0n) return;
      this.fees.push({ attachment: open.attachment, currency, day: this.today(), fee });
    };
  }

  perform(command: Command, events: NaiveEvent[]): NaiveEvent {
    if (command.type === 'attach_agent') this.attach(command, events);
    else if (command.type === 'detach_agent') this.detach(command, events);
    else if (command.type === 'drop_commission') this.drop(command, events);
    else if (command.type === 'pay_commission') this.pay(command, events);
    else throw new Error(`no command of agents: ${command.type}`);
    return { type: 'done' };
  }

  isDue(): boolean {
    return false;
  }

  passTime(): number {
    return 0;
  }

  hasEnded(attachment: number): boolean {
    return this.attachments.some((one) => one.attachment === attachment && one.ended);
  }

  /** The unpaid days, one line for each attachment, currency and day. */
  unpaid(): { attachment: number; currency: number; day: number }[] {
    const lines = this.fees.map(({ attachment, currency, day }) => ({ attachment, currency, day }));
    return lines.filter((line, at) => lines.findIndex((other) => same(other, line) && other.day === line.day) === at);
  }

  private attach({ type, ...terms }: AttachAgent, events: NaiveEvent[]): void {
    const { attachment, user, agent, sharePpm } = terms;
    if (this.repeated(type, 'attachment', attachment, events)) return;
    refuse(!isId(user, 2 ** 30) || !isId(agent, 2 ** 30) || user === agent, { reason: 'user_invalid' });
    refuse(!isId(attachment, 2 ** 53), { reason: 'cause_invalid' });
    refuse(!isId(sharePpm, 500_001), { reason: 'share_invalid' });
    const open = this.attachments.find((one) => one.user === user && !one.ended);
    if (open !== undefined) throw new Refused({ reason: 'agent_attached', attachment: open.attachment });
    this.done.add(`${type} ${attachment}`);
    this.attachments.push({ ...terms, ended: false });
    events.push({ type: 'agent_attached', ...terms });
  }

  private detach({ type, attachment, dropped }: DetachAgent, events: NaiveEvent[]): void {
    if (this.repeated(type, 'attachment', attachment, events)) return;
    const found = this.attachments.find((one) => one.attachment === attachment);
    if (found === undefined) throw new Refused({ reason: 'attachment_unknown' });
    this.done.add(`${type} ${attachment}`);
    found.ended = true;
    if (dropped) this.fees = this.fees.filter((one) => one.attachment !== attachment);
    const { ended: _ended, ...terms } = found;
    events.push({ type: 'agent_detached', ...terms, dropped });
  }

  private drop({ type, attachment }: DropCommission, events: NaiveEvent[]): void {
    if (this.repeated(type, 'attachment', attachment, events)) return;
    const found = this.attachments.find((one) => one.attachment === attachment);
    const isUnpaid = this.fees.some((one) => one.attachment === attachment);
    if (found === undefined || (found.ended && !isUnpaid)) throw new Refused({ reason: 'attachment_unknown' });
    refuse(!found.ended, { reason: 'attachment_open' });
    this.done.add(`${type} ${attachment}`);
    this.fees = this.fees.filter((one) => one.attachment !== attachment);
    const { ended: _ended, ...terms } = found;
    events.push({ type: 'commission_dropped', ...terms });
  }

  private pay({ type, n, attachment, currency, day, maximum }: PayCommission, events: NaiveEvent[]): void {
    if (this.repeated(type, 'commission', n, events)) return;
    refuse(!isId(n, 2 ** 53), { reason: 'cause_invalid' });
    refuse(maximum !== null && maximum !== 0 && !isId(maximum, 2 ** 53), { reason: 'amount_invalid' });
    refuse(day >= this.today(), { reason: 'day_open' });
    const own = this.fees.filter((one) => same(one, { attachment, currency }));
    const found = this.attachments.find((one) => one.attachment === attachment);
    const isFirst = own.length > 0 && own.every((one) => one.day >= day) && own.some((one) => one.day === day);
    if (found === undefined || !isFirst) throw new Refused({ reason: 'commission_absent' });
    this.done.add(`${type} ${n}`);
    const fees = sum(own.filter((one) => one.day === day));
    const whole = fees * BigInt(found.sharePpm) + this.carryOf(attachment, currency);
    const earned = whole / 1_000_000n;
    const isCut = maximum !== null && earned > BigInt(maximum);
    const amount = isCut ? BigInt(maximum) : earned;
    const carry = isCut ? 0n : whole % 1_000_000n;
    this.fees = this.fees.filter((one) => !same(one, { attachment, currency }) || one.day !== day);
    this.carries = this.carries.filter((one) => !same(one, { attachment, currency }));
    this.carries.push({ attachment, currency, carry });
    const postings = [this.post(0, 102, currency, -amount), this.post(found.agent, 1, currency, amount)];
    const { ended: _ended, ...terms } = found;
    events.push({
      type: 'commission_paid',
      n,
      ...terms,
      currency,
      day,
      fees: Number(fees),
      earned: Number(earned),
      amount: Number(amount),
      carry: Number(carry),
      postings: amount === 0n ? [] : postings,
    });
    this.state.payDebt(found.agent, 1, currency, Number(amount), events);
  }

  /** The sum of what each attachment could still be paid. */
  private owed(currency: number): bigint {
    let owed = 0n;
    for (const { attachment, sharePpm } of this.attachments) {
      const own = this.fees.filter((one) => same(one, { attachment, currency }));
      owed += (sum(own) * BigInt(sharePpm) + this.carryOf(attachment, currency)) / 1_000_000n;
    }
    return owed;
  }

  private carryOf(attachment: number, currency: number): bigint {
    return this.carries.find((one) => same(one, { attachment, currency }))?.carry ?? 0n;
  }

  private repeated(command: string, source: string, n: number, events: NaiveEvent[]): boolean {
    if (!this.done.has(`${command} ${n}`)) return false;
    events.push({ type: 'cause_repeated', command, source, n });
    return true;
  }

  private today(): number {
    return Math.floor(this.state.timeMs / 86_400_000);
  }

  private post(user: number, accountType: number, currency: number, available: bigint): object {
    this.state.change(user, accountType, currency, available, 0n);
    return { user, accountType, currency, available: Number(available), locked: 0, fee: 0 };
  }
}

interface Line {
  readonly attachment: number;
  readonly currency: number;
}

function same(a: Line, b: Line): boolean {
  return a.attachment === b.attachment && a.currency === b.currency;
}

function sum(fees: readonly NaiveFee[]): bigint {
  return fees.reduce((total, one) => total + one.fee, 0n);
}
