import { describe, expect, it } from 'vitest';
import { simulate } from './simulate.ts';

/**
 * Long enough for books to fill, fees to change and ids to be forgotten; together the runs take a minute of one core.
 */
const commands = 16_000;
const runs = 12;

/** A seed that finds a difference belongs in the list of `simulate.test.ts`, for ever. */
const firstSeed = Math.floor(Math.random() * 1_000_000_000);
const seeds = Array.from({ length: runs }, (_, n) => firstSeed + n);

describe('the engine and a model without any code in common, on seeds that nobody has tried before', () => {
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
