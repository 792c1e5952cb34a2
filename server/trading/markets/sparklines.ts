import type { CallOutput } from '@bourse/contract';
import { sparklinePoints, type sparklines, sparklineStep } from '@bourse/contract/markets';
import { priceText, type Views } from '../../ground/feed/index.ts';

const minuteMs = 60_000;

type Sparklines = CallOutput<typeof sparklines>;

/**
 * Reads the sparklines of all markets from the views. Cached for a minute however many clients ask, because a thousand
 * markets need fifty thousand look-ups.
 */
export class SparklineReader {
  readonly #views: Views;
  #kept: { readonly minute: number; readonly markets: number; readonly lines: Sparklines } | null = null;

  constructor(views: Views) {
    this.#views = views;
  }

  /**
   * The sparklines up to the current minute, computed at the first request of the minute or after a market was listed.
   */
  read(): Sparklines {
    const minute = Math.floor(this.#views.timeMs / minuteMs);
    const views = this.#views.markets();
    if (this.#kept?.minute === minute && this.#kept.markets === views.length) return this.#kept.lines;
    const time = ((minute + 1) * minuteMs) / 1_000;
    const moments = Array.from({ length: sparklinePoints }, (_, n) => time - (sparklinePoints - 1 - n) * sparklineStep);
    const lines = {
      time,
      lines: views.map(({ market, candles }) => ({
        currency_match_id: market.id,
        closes: candles.closesBefore(moments).map((close) => priceText(market, close)),
      })),
    };
    this.#kept = { minute, markets: views.length, lines };
    return lines;
  }
}
