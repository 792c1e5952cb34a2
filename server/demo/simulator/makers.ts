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

/** One side of one maker's quotes, and the changes that it needs. */
interface SideState {
  readonly user: UserId;
  readonly ladder: Ladder;
  readonly side: Side;
  readonly appetite: number;
  readonly quotes: readonly Quote[];
  readonly plan: SidePlan;
}

// Max commands per run, besides cancels of stale quotes; an empty book fills faster.
const defaultCommands = 8;
const fillingCommands = 40;
// Commands that are left to takers and credits.
const reserve = 4;
// The probability that an idle maker replaces a quote, so that a quiet book still changes.
const refreshChance = 0.2;
// A book that others trade with meanwhile may need more than one round until it is complete.
const fillRounds = 3;

/** The makers of one market. On each run they compare their quotes with the path and correct them. */
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

  /** Checks the book and sends corrections. Returns the milliseconds until the next run. */
  look(nowMs: number): number {
    const pause = this.#market.character.lookEveryMs * this.#random.between(0.6, 1.4);
    const room = this.#sender.room() - reserve;
    // The views do not include the last commands yet, so deciding now would send them twice.
    if (this.#waiting || room <= 0) return pause;

    const price = this.#market.path.priceAt(nowMs);
    const sides = this.#sideStates(price, moodAt(this.#market, nowMs));
    const corrections = this.#corrections(sides, room, defaultCommands);
    const idle = corrections.length === 0 && this.#random.unit() < refreshChance;
    void this.#send(idle ? this.#refresh(sides, price) : corrections);
    return pause;
  }

  /** Completes the book without the usual pauses; resolves when the exchange has answered. */
  async fill(clock: () => number): Promise<void> {
    for (let round = 0; round < fillRounds; round += 1) {
      const nowMs = clock();
      const price = this.#market.path.priceAt(nowMs);
      const sides = this.#sideStates(price, moodAt(this.#market, nowMs));
      const room = this.#sender.room();
      const corrections = this.#corrections(sides, room, room);
      if (corrections.length === 0) return;
      await this.#send(corrections);
    }
  }

  async #send(commands: readonly Command[]): Promise<void> {
    if (commands.length === 0) return;
    this.#waiting = true;
    await Promise.all(commands.map(async (command) => this.#sender.send(command)));
    this.#waiting = false;
  }

  #sideStates(price: number, mood: Mood): SideState[] {
    const sides: SideState[] = [];
    for (const [rank, user] of makerUsers.entries()) {
      const ladder = createLadder(this.#market, this.#startPrice, rank, mood.nervousness);
      for (const side of this.#market.sellBlocked ? (['buy'] as const) : (['buy', 'sell'] as const)) {
        const quotes = this.#quotes(user, side);
        const appetite = mood.activity * this.#ease(user, side);
        const plan = planSide(this.#market, side, price, ladder, quotes, appetite, this.#random);
        sides.push({ user, ladder, side, appetite, quotes, plan });
      }
    }
    return sides;
  }

  /** @param atOnce how many commands to use for a book that is nearly complete */
  #corrections(sides: readonly SideState[], room: number, atOnce: number): Command[] {
    const stale = sides.flatMap(({ user, plan }) => plan.stale.map((order) => this.#cancel(user, order)));
    // A new quote on the other side would trade with a stale one that still rests.
    if (stale.length >= room) return stale.slice(0, room);

    const missing = sides
      .flatMap(({ user, plan }) => plan.missing.map((placement) => ({ user, placement })))
      .toSorted((a, b) => a.placement.band - b.placement.band);
    const filling = missing.length > sides.length * 2;
    const limit = Math.min(room - stale.length, Math.max(atOnce, filling ? fillingCommands : 0));
    const placed = this.#affordable(missing, limit);
    const surplus = sides
      .flatMap(({ user, plan }) => plan.surplus.map((order) => this.#cancel(user, order)))
      .slice(0, limit - placed.length);
    return [...stale, ...placed, ...surplus];
  }

  /** The first placements that the makers can pay for. */
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
  #refresh(sides: readonly SideState[], price: number): Command[] {
    const state = sides[Math.floor(this.#random.unit() * sides.length)];
    const quote = state?.quotes[Math.floor(this.#random.unit() * state.quotes.length)];
    if (state === undefined || quote === undefined) return [];
    const { user, side, ladder, appetite } = state;
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

  /** Makers offer less of a currency that they are short of, which balances accounts without new money. */
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
