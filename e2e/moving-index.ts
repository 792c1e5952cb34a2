import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A file of index prices of BTC and ETH for `INDEX_FILE`, and what moves them. */
export interface MovingIndex {
  readonly file: string;
  readonly stop: () => Promise<void>;
}

/** Starts to move the prices by up to 0.3 % twice a second, around 60 000 and 3000. */
export async function startMoving(folder: string, random: () => number): Promise<MovingIndex> {
  const file = join(folder, 'prices.json');
  const stopping = new AbortController();
  const { signal } = stopping;
  const prices = new Map([
    ['BTC', 60_000],
    ['ETH', 3000],
  ]);
  const write = async (): Promise<void> => {
    const shown = Object.fromEntries([...prices].map(([code, price]) => [code, price.toFixed(2)]));
    // Renamed, so that the exchange never reads half of it.
    await writeFile(`${file}.new`, JSON.stringify(shown));
    await rename(`${file}.new`, file);
  };
  await write();
  const moving = (async () => {
    while (!signal.aborted) {
      for (const [code, price] of prices) {
        const middle = code === 'BTC' ? 60_000 : 3000;
        const drift = (middle - price) / middle / 20;
        prices.set(code, price * (1 + drift + (random() - 0.5) * 0.006));
      }
      await write();
      await pause(500, null, { signal }).catch(() => undefined);
    }
  })();
  return {
    file,
    stop: async () => {
      stopping.abort();
      await moving;
    },
  };
}
