import type { AssetPrice, CurrencyId } from '@bourse/engine';
import { indexPrice } from '@bourse/engine';
import { demoSources } from '../../trading/index-price/index.ts';
import type { BotViews } from './bots.ts';
import type { CommandSender } from './command-sender.ts';
import type { TradedMarket } from './traded-market.ts';

/** How often a source reports. */
const tickEveryMs = 500;

/**
 * The demo's sources of index prices, which report in turn, each twice a second: the path of every coin priced in USDT,
 * around which the makers quote. Trades do not affect it.
 */
export class IndexSources {
  readonly #paths = new Map<CurrencyId, TradedMarket['path']>();
  readonly #sender: CommandSender;
  readonly #views: BotViews;
  #waiting = false;
  #turn = 0;

  constructor(markets: readonly TradedMarket[], sender: CommandSender, views: BotViews) {
    for (const { base, quote, path } of markets) if (quote.code === 'USDT') this.#paths.set(base.id, path);
    this.#sender = sender;
    this.#views = views;
  }

  /** Sends the current prices of the next source. Returns the milliseconds until the next observation. */
  observe(nowMs: number): number {
    const untilNextMs = tickEveryMs / demoSources.length;
    const source = demoSources[this.#turn % demoSources.length] ?? demoSources[0];
    this.#turn += 1;
    const prices = this.#prices(source, nowMs);
    // A tick queued behind another one would be stale on arrival.
    if (this.#waiting || prices.length === 0) return untilNextMs;
    this.#waiting = true;
    void this.#sender.send({ type: 'index_ticks', source, observedAtMs: Math.floor(nowMs), prices }).finally(() => {
      this.#waiting = false;
    });
    return untilNextMs;
  }

  /** Prices of the currencies whose index uses this source, by currency. */
  #prices(source: string, nowMs: number): AssetPrice[] {
    return this.#views.indexPrices.all().flatMap(({ asset, decimals, sources }) => {
      const path = sources.includes(source) ? this.#paths.get(asset) : undefined;
      if (path === undefined) return [];
      return [{ asset, price: indexPrice(Math.round(path.priceAt(nowMs) * 10 ** decimals)) }];
    });
  }
}
