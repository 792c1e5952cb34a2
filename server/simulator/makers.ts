import type { Command, OrderId, Side, UserId } from '@bourse/engine';
import { accountType, lots, ticks } from '@bourse/engine';
import { makerUsers, type BotViews } from './bots.ts';
import type { CommandSender } from './command-sender.ts';
import type { Funding } from './funding.ts';
import {
  createLadder,
  placementIn,
  planSide,
  type Ladder,
  type Placement,
  type Quote,
  type SidePlan,
} from './quote-ladder.ts';
import type { Random } from './seeded-noise.ts';
import { moodAt, type Mood, type TradedMarket } from './traded-market.ts';

/** One side of one maker's quotes at a moment, with what has to be done about it. */
interface Stand {
  readonly user: UserId;
  readonly ladder: Ladder;
  readonly side: Side;
  readonly appetite: number;
  readonly quotes: readonly Quote[];
  readonly plan: SidePlan;
}

// Commands of one look, besides the cancels of stale quotes; an empty book is filled faster.
const defaultCommands = 8;
const fillingCommands = 40;
// Kept free at the sender for takers and credits.
const reserve = 4;
// How often a maker that has nothing to do replaces a quote, so that a quiet book breathes.
const refreshChance = 0.4;

/** The makers of one market. At each look they compare their quotes with the path and mend what is out of place. */
export class Makers {
  readonly #market: TradedMarket;
  readonly #sender: CommandSender;
  readonly #views: BotViews;
  readonly #funding: Funding;
  readonly #random: Random;
  readonly #startPrice: number;
  #waiting = false;

  constructor(
    market: TradedMarket,
    deps: {
      readonly sender: CommandSender;
      readonly views: BotViews;
      readonly funding: Funding;
      readonly random: Random;
    },
    timeMs: number,
  ) {
    this.#market = market;
    this.#sender = deps.sender;
    this.#views = deps.views;
    this.#funding = deps.funding;
    this.#random = deps.random;
    this.#startPrice = market.path.priceAt(timeMs);
  }

  /** Looks at the book and sends what it needs. Answers after how many milliseconds to look again. */
  look(nowMs: number): number {
    const pause = this.#market.character.lookEveryMs * this.#random.between(0.6, 1.4);
    const room = this.#sender.room() - reserve;
    // The views do not show yet what was sent last; deciding on them would send it twice.
    if (this.#waiting || room <= 0) return pause;

    const price = this.#market.path.priceAt(nowMs);
    const stands = this.#stands(price, moodAt(this.#market, nowMs));
    const commands = this.#commands(stands, price, room);
    if (commands.length === 0) return pause;
    this.#waiting = true;
    void Promise.all(commands.map(async (command) => this.#sender.send(command))).finally(() => {
      this.#waiting = false;
    });
    return pause;
  }

  #stands(price: number, mood: Mood): Stand[] {
    const stands: Stand[] = [];
    for (const [rank, user] of makerUsers.entries()) {
      const ladder = createLadder(this.#market, this.#startPrice, rank, mood.nervousness);
      for (const side of this.#market.sellBlocked ? (['buy'] as const) : (['buy', 'sell'] as const)) {
        const quotes = this.#quotes(user, side);
        const appetite = mood.activity * this.#ease(user, side);
        const plan = planSide(this.#market, side, price, ladder, quotes, appetite, this.#random);
        stands.push({ user, ladder, side, appetite, quotes, plan });
      }
    }
    return stands;
  }

  #commands(stands: readonly Stand[], price: number, room: number): Command[] {
    const stale = stands.flatMap(({ user, plan }) => plan.stale.map((order) => this.#cancel(user, order)));
    // While a stale quote stands, a new one on the other side would trade with it.
    if (stale.length >= room) return stale.slice(0, room);

    const missing = stands
      .flatMap(({ user, plan }) => plan.missing.map((placement) => ({ user, placement })))
      .toSorted((a, b) => a.placement.band - b.placement.band);
    const filling = missing.length > stands.length * 2;
    const limit = Math.min(room - stale.length, filling ? fillingCommands : defaultCommands);
    const placed = this.#affordable(missing, limit);
    const surplus = stands
      .flatMap(({ user, plan }) => plan.surplus.map((order) => this.#cancel(user, order)))
      .slice(0, limit - placed.length);
    const commands = [...stale, ...placed, ...surplus];
    return commands.length === 0 && this.#random.unit() < refreshChance ? this.#refresh(stands, price) : commands;
  }

  /** The first of the placements that the makers can pay for. */
  #affordable(wanted: readonly { user: UserId; placement: Placement }[], limit: number): Command[] {
    const spent = new Map<string, number>();
    const commands: Command[] = [];
    for (const { user, placement } of wanted) {
      if (commands.length >= limit) break;
      const { base, quote, tick, lot } = this.#market;
      const pays = placement.side === 'buy' ? quote : base;
      const value = placement.lots * lot * (placement.side === 'buy' ? placement.ticks * tick : 1);
      const key = `${user} ${pays.id}`;
      const needed = (spent.get(key) ?? 0) + value * 10 ** pays.decimals;
      if (needed <= this.#views.balances.read(user, accountType.change, pays.id).available) {
        spent.set(key, needed);
        commands.push(this.#place(user, placement));
      }
    }
    return commands;
  }

  /** Replaces one quote by another of the same band. */
  #refresh(stands: readonly Stand[], price: number): Command[] {
    const stand = stands[Math.floor(this.#random.unit() * stands.length)];
    const quote = stand?.quotes[Math.floor(this.#random.unit() * stand.quotes.length)];
    if (stand === undefined || quote === undefined) return [];
    const { user, side, ladder, appetite } = stand;
    const index = Math.floor(this.#random.unit() ** 2 * ladder.length);
    const band = ladder[index];
    if (band === undefined) return [];
    const placement = placementIn(this.#market, side, price, band, index, appetite, this.#random);
    return [this.#cancel(user, quote.order), ...this.#affordable([{ user, placement }], 1)];
  }

  #quotes(user: UserId, side: Side): Quote[] {
    return this.#views.orders
      .ofUser(user, side, this.#market.id)
      .map(({ order, price, quantity, filled }) => ({ order, ticks: price, lots: quantity - filled }));
  }

  /**
   * Who owns little of what it would pay with offers less of it; that brings accounts back without money from outside.
   */
  #ease(user: UserId, side: Side): number {
    const pays = side === 'buy' ? this.#market.quote : this.#market.base;
    return Math.min(1.5, Math.max(0.4, this.#funding.fullness(user, pays.id)));
  }

  #place(user: UserId, placement: Placement): Command {
    return {
      type: 'place_order',
      user,
      market: this.#market.id,
      side: placement.side,
      orderType: 'limit',
      timeInForce: 'gtc',
      postOnly: false,
      price: ticks(placement.ticks),
      quantity: lots(placement.lots),
      selfTradePrevention: null,
      clientOrderId: null,
      requestKey: null,
    };
  }

  #cancel(user: UserId, order: OrderId): Command {
    return { type: 'cancel_order', user, order, side: null, requestKey: null };
  }
}
