import type { AssetPrice, CurrencyId } from '@bourse/engine';
import { indexPrice } from '@bourse/engine';
import { demoSource } from '../index-price/index.ts';
import type { BotViews } from './bots.ts';
import type { CommandSender } from './command-sender.ts';
import type { TradedMarket } from './traded-market.ts';

const tickEveryMs = 1_000;

/**
 * The demo's source of index prices: once a second it observes the path of every coin that is priced in USDT, the very
 * one that the makers quote around. What they or anybody trade never moves it.
 */
export class IndexSource {
  readonly #paths = new Map<CurrencyId, TradedMarket['path']>();
  readonly #sender: CommandSender;
  readonly #views: BotViews;
  #waiting = false;

  constructor(markets: readonly TradedMarket[], sender: CommandSender, views: BotViews) {
    for (const { base, quote, path } of markets) if (quote.code === 'USDT') this.#paths.set(base.id, path);
    this.#sender = sender;
    this.#views = views;
  }

  /** Sends what it observes now. Answers after how many milliseconds to observe again. */
  observe(nowMs: number): number {
    const prices = this.#prices(nowMs);
    // A tick that waits behind another would be old when its turn comes.
    if (this.#waiting || prices.length === 0) return tickEveryMs;
    this.#waiting = true;
    void this.#sender
      .send({ type: 'index_ticks', source: demoSource, observedAtMs: Math.floor(nowMs), prices })
      .finally(() => {
        this.#waiting = false;
      });
    return tickEveryMs;
  }

  /** Of the currencies whose index takes this source, by currency. */
  #prices(nowMs: number): AssetPrice[] {
    return this.#views.indexPrices.all().flatMap(({ asset, decimals, sources }) => {
      const path = sources.includes(demoSource) ? this.#paths.get(asset) : undefined;
      if (path === undefined) return [];
      return [{ asset, price: indexPrice(Math.round(path.priceAt(nowMs) * 10 ** decimals)) }];
    });
  }
}
