import type { CallOutput } from '@bourse/contract';
import { sparklinePoints, type sparklines, sparklineStep } from '@bourse/contract/markets';
import { priceText, type Views } from '../feed/index.ts';

const minuteMs = 60_000;

type Sparklines = CallOutput<typeof sparklines>;

/**
 * Reads the small price lines of all markets from the views. They are put together once a minute, however many people
 * ask: for a thousand markets that is fifty thousand look-ups in memory.
 */
export class SparklineReader {
  readonly #views: Views;
  #kept: { readonly minute: number; readonly markets: number; readonly lines: Sparklines } | null = null;

  constructor(views: Views) {
    this.#views = views;
  }

  /**
   * The lines that end with the running minute, as they stood when somebody first asked in it, or when a market was
   * listed since.
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
