import { dayOf, shareOf } from './formulas.ts';
import type { CurrencyId, UserId } from '../identifiers.ts';
import type { LeverOpened } from '../leverage/events.ts';
import { type Amount, asAmount } from '../money.ts';
import type { Traded } from '../spot/events.ts';
import type { AttachmentNumber } from './commands.ts';
import type { AgentAttached, AgentDetached, CommissionDropped, CommissionPaid } from './events.ts';

/** The net fees of one UTC day. */
interface DayOfFees {
  readonly day: number;
  readonly fees: Amount;
}

/** The unpaid fees of an attachment in one currency. */
interface Earnings {
  readonly currency: CurrencyId;
  /** The fraction of the last payment that is carried on, in millionths of a unit. */
  readonly carry: number;
  /** Days with unpaid fees, the oldest first. */
  readonly days: readonly DayOfFees[];
}

/** A user's attachment to an agent. */
export interface Attachment {
  readonly attachment: AttachmentNumber;
  readonly user: UserId;
  readonly agent: UserId;
  readonly sharePpm: number;
  readonly isOpen: boolean;
  /** By currency. */
  readonly earnings: readonly Earnings[];
}

/** A commission that can be paid. */
export interface DueCommission {
  readonly attachment: AttachmentNumber;
  readonly agent: UserId;
  readonly currency: CurrencyId;
  readonly day: number;
}

/** The unpaid fees of an agent's user on a day. */
interface UnpaidFees extends DayOfFees {
  readonly currency: CurrencyId;
  readonly carry: number;
  readonly sharePpm: number;
}

interface Kept {
  readonly attachment: AttachmentNumber;
  readonly user: UserId;
  readonly agent: UserId;
  readonly sharePpm: number;
  isOpen: boolean;
  readonly earnings: Map<CurrencyId, { carry: number; days: DayOfFees[] }>;
}

/** The part of the state for readers outside the engine: only members that change nothing. */
export type ReadableAgents = Readonly<Pick<AgentsState, 'attachments' | 'openOf' | 'owed'>>;

/**
 * The attachments that are open or have unpaid fees. The methods that change it take events, so that a view of
 * committed events can keep the same state.
 */
export class AgentsState {
  readonly #kept = new Map<AttachmentNumber, Kept>();
  readonly #open = new Map<UserId, Kept>();
  readonly #byAgent = new Map<UserId, Map<AttachmentNumber, Kept>>();

  /** Whether any user has an agent: without one, trades skip the lookups. */
  get hasOpen(): boolean {
    return this.#open.size > 0;
  }

  find(attachment: AttachmentNumber): Attachment | undefined {
    const kept = this.#kept.get(attachment);
    return kept === undefined ? undefined : shown(kept);
  }

  /** The number of the user's open attachment. */
  openOf(user: UserId): AttachmentNumber | undefined {
    return this.#open.get(user)?.attachment;
  }

  /** All attachments by number. */
  attachments(): Attachment[] {
    return [...this.#kept.values()].toSorted((a, b) => a.attachment - b.attachment).map(shown);
  }

  /** The commissions of days before this one: by day, attachment and currency. */
  dueBefore(day: number): DueCommission[] {
    const due: DueCommission[] = [];
    for (const { attachment, agent, earnings } of this.#kept.values()) {
      for (const [currency, { days }] of earnings) {
        for (const one of days) if (one.day < day) due.push({ attachment, agent, currency, day: one.day });
      }
    }
    return due.toSorted((a, b) => a.day - b.day || a.attachment - b.attachment || a.currency - b.currency);
  }

  /** The oldest day with unpaid fees before this one; null without one. */
  oldestBefore(day: number): number | null {
    let oldest: number | null = null;
    for (const { earnings } of this.#kept.values()) {
      for (const { days } of earnings.values()) {
        const [first] = days;
        if (first !== undefined && first.day < day) oldest = Math.min(oldest ?? first.day, first.day);
      }
    }
    return oldest;
  }

  /** The numbers of the attachments with unpaid fees, in order. */
  unpaid(): AttachmentNumber[] {
    const unpaid: AttachmentNumber[] = [];
    for (const { attachment, earnings } of this.#kept.values()) {
      for (const { days } of earnings.values()) {
        if (days.length === 0) continue;
        unpaid.push(attachment);
        break;
      }
    }
    return unpaid.toSorted((a, b) => a - b);
  }

  /** The most that all agents can still be paid for the fees so far, in the currency's smallest unit. */
  owed(currency: CurrencyId): Amount {
    let sum = 0;
    for (const { sharePpm, earnings } of this.#kept.values()) {
      const own = earnings.get(currency);
      if (own === undefined) continue;
      const fees = own.days.reduce((total, one) => total + one.fees, 0);
      sum += shareOf(fees, sharePpm, own.carry).earned;
    }
    return asAmount(sum);
  }

  /** The unpaid fees of an agent's users. */
  *unpaidOf(agent: UserId): Generator<UnpaidFees> {
    for (const kept of this.#byAgent.get(agent)?.values() ?? []) {
      for (const [currency, { carry, days }] of kept.earnings)
        for (const { day, fees } of days) yield { currency, carry, day, fees, sharePpm: kept.sharePpm };
    }
  }

  attach({ attachment, user, agent, sharePpm }: AgentAttached): void {
    const kept: Kept = { attachment, user, agent, sharePpm, isOpen: true, earnings: new Map() };
    this.#keep(kept);
    this.#open.set(user, kept);
  }

  detach({ attachment, dropped }: AgentDetached): void {
    const kept = this.#kept.get(attachment);
    if (kept === undefined) return;
    if (kept.isOpen) this.#open.delete(kept.user);
    kept.isOpen = false;
    if (dropped) kept.earnings.clear();
    this.#leave(kept);
  }

  drop({ attachment }: Pick<CommissionDropped, 'attachment'>): void {
    const kept = this.#kept.get(attachment);
    if (kept === undefined) return;
    kept.earnings.clear();
    this.#leave(kept);
  }

  /** Counts the fees of a trade. The rebate is a part of the taker's fee, which the venue has not kept. */
  traded(
    { takerSide, takerUser, takerFee, makerUser, makerFee, rebate }: Traded,
    { base, quote }: { readonly base: CurrencyId; readonly quote: CurrencyId },
    timeMs: number,
  ): void {
    const takerBuys = takerSide === 'buy';
    this.#took(takerUser, takerBuys ? base : quote, takerFee - rebate, timeMs);
    this.#took(makerUser, takerBuys ? quote : base, makerFee, timeMs);
  }

  /** Counts the fee of a position of leverage. */
  opened({ user, currency, fee }: Pick<LeverOpened, 'user' | 'currency' | 'fee'>, timeMs: number): void {
    this.#took(user, currency, fee, timeMs);
  }

  paid({ attachment, currency, carry }: Pick<CommissionPaid, 'attachment' | 'currency' | 'carry'>): void {
    const kept = this.#kept.get(attachment);
    const own = kept?.earnings.get(currency);
    if (kept === undefined || own === undefined) return;
    own.days.shift();
    own.carry = carry;
    this.#leave(kept);
  }

  /** Restores an attachment from a snapshot. */
  load({ earnings, ...own }: Attachment): void {
    const kept: Kept = { ...own, earnings: new Map() };
    for (const { currency, carry, days } of earnings) kept.earnings.set(currency, { carry, days: [...days] });
    this.#keep(kept);
    if (kept.isOpen) this.#open.set(kept.user, kept);
  }

  #keep(kept: Kept): void {
    this.#kept.set(kept.attachment, kept);
    const own = this.#byAgent.get(kept.agent);
    if (own === undefined) this.#byAgent.set(kept.agent, new Map([[kept.attachment, kept]]));
    else own.set(kept.attachment, kept);
  }

  #took(user: UserId, currency: CurrencyId, fee: number, timeMs: number): void {
    const kept = fee > 0 ? this.#open.get(user) : undefined;
    if (kept === undefined) return;
    let own = kept.earnings.get(currency);
    if (own === undefined) {
      own = { carry: 0, days: [] };
      kept.earnings.set(currency, own);
    }
    const day = dayOf(timeMs);
    const last = own.days.at(-1);
    if (last?.day !== day) own.days.push({ day, fees: asAmount(fee) });
    else own.days[own.days.length - 1] = { day, fees: asAmount(last.fees + fee) };
  }

  /** Forgets an ended attachment once nothing is left to pay; a fraction of a unit ends with it. */
  #leave(kept: Kept): void {
    if (kept.isOpen || [...kept.earnings.values()].some(({ days }) => days.length > 0)) return;
    this.#kept.delete(kept.attachment);
    const own = this.#byAgent.get(kept.agent);
    own?.delete(kept.attachment);
    if (own?.size === 0) this.#byAgent.delete(kept.agent);
  }
}

function shown({ earnings, ...kept }: Kept): Attachment {
  const byCurrency = [...earnings].toSorted(([a], [b]) => a - b);
  return { ...kept, earnings: byCurrency.map(([currency, { carry, days }]) => ({ currency, carry, days: [...days] })) };
}
