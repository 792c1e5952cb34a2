import type { CurrencyId, Exchange, MarketId, UserId } from '@bourse/engine';
import {
  AgentsState,
  type AttachmentNumber,
  attachments,
  dayOf,
  type DueCommission,
  shareOf,
} from '@bourse/engine/agents';
import { type EventReaders, type View, ViewDefinition } from '../../ground/feed/index.ts';

/** Fees of a day and the share of them. */
interface RunningSum {
  readonly currency: CurrencyId;
  readonly fees: number;
  readonly commission: number;
}

/**
 * The unpaid fees of the users of agents, from committed events: the same sums as those of the exchange, as of the
 * events that clients can see.
 */
class CommissionView implements View {
  readonly #state = new AgentsState();
  readonly #markets = new Map<MarketId, { readonly base: CurrencyId; readonly quote: CurrencyId }>();
  #timeMs: number;
  #dayBegan: () => void = () => undefined;

  constructor(exchange: Exchange) {
    for (const attachment of exchange.read(attachments)) this.#state.load(attachment);
    for (const market of exchange.markets()) this.#markets.set(market.market, market);
    this.#timeMs = exchange.timeMs;
  }

  readonly reads: EventReaders = {
    market_listed: (event) => {
      this.#markets.set(event.market, event);
    },
    agent_attached: (event) => {
      this.#state.attach(event);
    },
    agent_detached: (event) => {
      this.#state.detach(event);
    },
    traded: (event, { timeMs }) => {
      if (!this.#state.hasOpen) return;
      const market = this.#markets.get(event.market);
      if (market === undefined) throw new Error(`Market ${event.market} traded but was never listed.`);
      this.#state.traded(event, market, timeMs);
    },
    lever_opened: (event, { timeMs }) => {
      if (this.#state.hasOpen) this.#state.opened(event, timeMs);
    },
    commission_dropped: (event) => {
      this.#state.drop(event);
    },
    commission_paid: (event) => {
      this.#state.paid(event);
    },
  };

  readonly afterBatch = (timeMs: number): void => {
    const isNewDay = dayOf(timeMs) > dayOf(this.#timeMs);
    this.#timeMs = Math.max(this.#timeMs, timeMs);
    if (isNewDay) this.#dayBegan();
  };

  /** Called after the first commit of a UTC day. */
  onDay(listener: () => void): void {
    this.#dayBegan = listener;
  }

  /** The current UTC day of the exchange. */
  get today(): number {
    return dayOf(this.#timeMs);
  }

  /** The commissions of days that are over. */
  due(): DueCommission[] {
    return this.#state.dueBefore(this.today);
  }

  /** The oldest day that is over and has commission to pay; null without one. */
  oldestDue(): number | null {
    return this.#state.oldestBefore(this.today);
  }

  /** The number of days that are over and have commission to pay to an agent. */
  unpaidDaysOf(agent: UserId): number {
    const days = new Set<number>();
    for (const { day } of this.#state.unpaidOf(agent)) if (day < this.today) days.add(day);
    return days.size;
  }

  /** The attachments with unpaid fees, also of today. */
  unpaid(): AttachmentNumber[] {
    return this.#state.unpaid();
  }

  /** The most that agents can still be paid for the fees so far. */
  owed(currency: CurrencyId): number {
    return this.#state.owed(currency);
  }

  /** The fees of an agent's users today by currency, and its share of them. */
  todayOf(agent: UserId): RunningSum[] {
    const sums = new Map<CurrencyId, RunningSum>();
    for (const { currency, day, fees, sharePpm } of this.#state.unpaidOf(agent)) {
      if (day !== this.today) continue;
      const before = sums.get(currency) ?? { currency, fees: 0, commission: 0 };
      const { earned } = shareOf(fees, sharePpm, 0);
      sums.set(currency, { currency, fees: before.fees + fees, commission: before.commission + earned });
    }
    return [...sums.values()].toSorted((a, b) => a.currency - b.currency);
  }
}

export const commissionView = new ViewDefinition('commissions', ({ exchange }) => new CommissionView(exchange));
