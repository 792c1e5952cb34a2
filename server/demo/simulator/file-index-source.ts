import { indexPrice, parseDecimal } from '@bourse/engine';
import { demoSources, indexPrices } from '../../trading/index-price/index.ts';
import type { SimulatorLog } from './command-sender.ts';
import { PriceFile } from './price-file.ts';
import type { With } from '../../ground/parts.ts';

const tickEveryMs = 500;

interface FileSource extends With<'core' | 'views'> {
  /** The path of a JSON file with a price in USDT for each currency code, as `{"BTC":"65000.5"}`. */
  readonly file: string;
  readonly clock: () => number;
  readonly log: SimulatorLog;
}

/**
 * A demo's sources of index prices without simulated traders: all of them report the prices of a file twice a second,
 * so that a scripted market can be shown. While the file is missing, empty or damaged they are silent.
 */
export function startFileIndexSource({ file, core, views, clock, log }: FileSource): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;
  let hasFailed = false;
  const source = new PriceFile(file, log);
  const observe = async (): Promise<void> => {
    const written = await source.read();
    const observedAtMs = Math.floor(clock());
    for (const from of demoSources) {
      const prices = indexPrices
        .of(views)
        .all()
        .flatMap(({ asset, decimals, sources }) => {
          const text = sources.includes(from) ? written[views.listings.currency(asset).code] : undefined;
          const units = text === undefined ? null : parseDecimal(text, decimals);
          return units === null ? [] : [{ asset, price: indexPrice(units) }];
        });
      if (prices.length > 0) await core.submit({ type: 'index_ticks', source: from, observedAtMs, prices });
    }
  };
  let running = Promise.resolve();
  const next = async (): Promise<void> => {
    try {
      await observe();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log.warn({ error }, 'index prices could not be reported');
      hasFailed = true;
    }
    if (!stopped) timer = setTimeout(start, tickEveryMs);
  };
  const start = (): void => {
    running = next();
  };
  start();
  return async () => {
    stopped = true;
    if (timer !== null) clearTimeout(timer);
    await running;
  };
}
