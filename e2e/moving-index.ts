import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A file of index prices of BTC and ETH for `INDEX_FILE`, and what moves them. */
export interface MovingIndex {
  readonly file: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts to move the prices twice a second around 60 000 and 3000: by up to 0.3 % at random, and up and down by the
 * swing in half a minute, which liquidates large positions of both sides.
 */
export async function startMoving(folder: string, random: () => number): Promise<MovingIndex> {
  const file = join(folder, 'prices.json');
  const stopping = new AbortController();
  const { signal } = stopping;
  const middles = new Map([
    ['BTC', 60_000],
    ['ETH', 3000],
  ]);
  const noise = new Map<string, number>();
  let steps = 0;
  const write = async (): Promise<void> => {
    const swung = 1 + swing * Math.sin((2 * Math.PI * steps) / stepsOfSwing);
    const shown = Object.fromEntries(
      [...middles].map(([code, middle]) => [code, (middle * swung * (1 + (noise.get(code) ?? 0))).toFixed(2)]),
    );
    // Renamed, so that the exchange never reads half of it.
    await writeFile(`${file}.new`, JSON.stringify(shown));
    await rename(`${file}.new`, file);
  };
  await write();
  const moving = (async () => {
    while (!signal.aborted) {
      steps += 1;
      for (const code of middles.keys()) {
        const before = noise.get(code) ?? 0;
        noise.set(code, before * 0.95 + (random() - 0.5) * 0.006);
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

const swing = 0.04;
const stepsOfSwing = 60;
