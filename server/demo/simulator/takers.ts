import type { Side, UserId } from '@bourse/engine';
import { accountType, lots, ticks } from '@bourse/engine';
import { minuteMs } from './bitcoin-path.ts';
import { takerUsers, type BotViews } from './bots.ts';
import type { CommandSender } from './command-sender.ts';
import type { Funding } from './funding.ts';
import type { Random } from './seeded-noise.ts';
import { moodAt, type TradedMarket } from './traded-market.ts';

// The probability that another order of the same side follows within less than a second.
const burstChance = 0.2;
// If the last price is this many half spreads away from the path, and at least so far, a taker trades at once.
const patience = 8;
const minPatienceBps = 5;
// The average interval at which takers check for such a gap.
const glanceEveryMs = 1_000;
// The max distance of a taker's limit price from the path: this many half spreads, and at least some ticks. A large
// order then trades through the first levels and no further.
const reachHalfSpreads = 12;
const reachTicks = 6;
// How much the activity of a minute changes the number of orders; the rest changes their size.
const fewestOrders = 0.75;
const mostOrders = 1.6;

/**
 * The takers of one market. They trade at irregular times, mostly small quantities and sometimes large ones, always
 * near the path.
 */
export class Takers {
  readonly #market: TradedMarket;
  readonly #sender: CommandSender;
  readonly #views: BotViews;
  readonly #funding: Funding;
  readonly #random: Random;
  #burst: Side | null = null;
  #dueMs = 0;
  #waiting = false;

  constructor(
    market: TradedMarket,
    deps: {
      readonly sender: CommandSender;
      readonly views: BotViews;
      readonly funding: Funding;
      readonly random: Random;
    },
  ) {
    this.#market = market;
    this.#sender = deps.sender;
    this.#views = deps.views;
    this.#funding = deps.funding;
    this.#random = deps.random;
  }

  /**
   * Sends an order if one is due or the last price is too far from the path. Returns the milliseconds until the next
   * call.
   */
  act(nowMs: number): number {
    const price = this.#market.path.priceAt(nowMs);
    const gapBps = this.#gapBps(price);
    const urgent = Math.abs(gapBps) > Math.max(minPatienceBps, patience * this.#market.character.halfSpreadBps);
    if (nowMs >= this.#dueMs || urgent) this.#dueMs = nowMs + this.#strike(nowMs, price, gapBps, urgent);
    return Math.min(this.#dueMs - nowMs, glanceEveryMs * this.#random.between(0.5, 1.5));
  }

  /** Sends a first small order to each side, so that the tape continues at once; resolves when both are answered. */
  async open(nowMs: number): Promise<void> {
    const price = this.#market.path.priceAt(nowMs);
    const pace = this.#pace(nowMs, price);
    for (const [index, side] of (['buy', 'sell'] as const).entries()) {
      const user = takerUsers[index];
      if (user !== undefined) await this.#send(user, side, price, pace.typicalWorth * this.#random.between(0.1, 0.6));
    }
    this.#dueMs = nowMs + (this.#random.waiting() * 1_000) / pace.perSecond;
  }

  /** Orders per second and their mean value in a minute: one with a high volume has more orders, and larger ones. */
  #pace(nowMs: number, price: number): { readonly perSecond: number; readonly typicalWorth: number } {
    const candle = this.#market.path.minuteCandle(Math.floor(nowMs / minuteMs) * minuteMs);
    const activity = Math.min(mostOrders, Math.max(fewestOrders, moodAt(this.#market, nowMs).activity));
    const perSecond = this.#market.character.tradesPerSecond * activity;
    return { perSecond, typicalWorth: (candle.volume * price) / (60 * perSecond) };
  }

  /** Sends one order. Returns the pause until the next. */
  #strike(nowMs: number, price: number, gapBps: number, urgent: boolean): number {
    const { perSecond, typicalWorth } = this.#pace(nowMs, price);

    const user = takerUsers[Math.floor(this.#random.unit() * takerUsers.length)];
    if (user !== undefined && !this.#waiting && this.#sender.room() > 0) {
      const towardsPath = gapBps > 0 ? 'buy' : 'sell';
      const side = urgent ? towardsPath : (this.#burst ?? this.#side(user, gapBps));
      void this.#send(user, side, price, typicalWorth * this.#random.heavyTailed());
      this.#burst = this.#random.unit() < burstChance ? side : null;
    }
    if (this.#burst !== null) return this.#random.between(60, 700);
    // Bursts add orders, so the pauses between them are longer to keep the average rate.
    return (this.#random.waiting() * 1_000) / (perSecond * (1 - burstChance));
  }

  /** The distance of the path above the last price, in basis points. */
  #gapBps(price: number): number {
    const last = this.#views.lastPrice(this.#market.id) * this.#market.tick;
    return last === 0 ? 0 : ((price - last) / price) * 10_000;
  }

  /** Takers move the last price towards the path, and tend to sell the currency that they hold more of. */
  #side(user: UserId, gapBps: number): Side {
    const { base, quote, character } = this.#market;
    const pull = clamp(gapBps / (4 * character.halfSpreadBps), 0.35);
    const stock = clamp((this.#funding.fullness(user, quote.id) - this.#funding.fullness(user, base.id)) / 2, 0.3);
    return this.#random.unit() < 0.5 + pull + stock ? 'buy' : 'sell';
  }

  async #send(user: UserId, side: Side, price: number, worth: number): Promise<void> {
    const { id, base, quote, tick, lot, minNotional, character } = this.#market;
    const reach = Math.max((price * reachHalfSpreads * character.halfSpreadBps) / 10_000, reachTicks * tick);
    const worst = side === 'buy' ? Math.floor((price + reach) / tick) : Math.ceil((price - reach) / tick);
    const quantity = Math.ceil(Math.max(worth, 1.2 * minNotional) / (price * lot));
    const pays = side === 'buy' ? quote : base;
    const needed = quantity * lot * (side === 'buy' ? worst * tick : 1) * 10 ** pays.decimals;
    if (needed > this.#views.balances.read(user, accountType.change, pays.id).available) return;

    this.#waiting = true;
    await this.#sender.send({
      type: 'place_order',
      user,
      market: id,
      side,
      orderType: 'limit',
      timeInForce: 'ioc',
      postOnly: false,
      price: ticks(worst),
      quantity: lots(quantity),
      selfTradePrevention: null,
      clientOrderId: null,
      requestKey: null,
    });
    this.#waiting = false;
  }
}

function clamp(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}
