import { describe, expect, it } from 'vitest';
import { simulate } from './simulate.ts';

/**
 * Enough for books to fill, fees to change and remembered ids to expire, and one run for each focus; all runs together
 * take a minute on one core. `npm run simulate` looks further.
 */
const commands = 10_000;
const runs = 6;

/** When a seed finds a difference, add it to the list in `simulate.test.ts` permanently. */
const firstSeed = Math.floor(Math.random() * 1_000_000_000);
const seeds = Array.from({ length: runs }, (_, n) => firstSeed + n);

describe('the engine and an independent model, on new random seeds', () => {
  it.each(seeds)(
    'agree on every event and every balance, restarts included (seed %i)',
    { timeout: 300_000 },
    (seed) => {
      const outcome = simulate(seed, commands);

      expect(outcome.commands).toBe(commands);
      expect(outcome.restarts).toBeGreaterThan(0);
    },
  );
});
