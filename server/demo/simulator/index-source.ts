import type { AssetPrice, CurrencyId } from '@bourse/engine';
import { indexPrice } from '@bourse/engine';
import { demoSource } from '../../trading/index-price/index.ts';
import type { BotViews } from './bots.ts';
import type { CommandSender } from './command-sender.ts';
import type { TradedMarket } from './traded-market.ts';

const tickEveryMs = 500;

/**
 * The demo's source of index prices. Twice a second it reports the path of every coin priced in USDT, around which the
 * makers quote. Trades do not affect it.
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

  /** Sends the current prices. Returns the milliseconds until the next observation. */
  observe(nowMs: number): number {
    const prices = this.#prices(nowMs);
    // A tick queued behind another one would be stale on arrival.
    if (this.#waiting || prices.length === 0) return tickEveryMs;
    this.#waiting = true;
    void this.#sender
      .send({ type: 'index_ticks', source: demoSource, observedAtMs: Math.floor(nowMs), prices })
      .finally(() => {
        this.#waiting = false;
      });
    return tickEveryMs;
  }

  /** Prices of the currencies whose index uses this source, by currency. */
  #prices(nowMs: number): AssetPrice[] {
    return this.#views.indexPrices.all().flatMap(({ asset, decimals, sources }) => {
      const path = sources.includes(demoSource) ? this.#paths.get(asset) : undefined;
      if (path === undefined) return [];
      return [{ asset, price: indexPrice(Math.round(path.priceAt(nowMs) * 10 ** decimals)) }];
    });
  }
}
