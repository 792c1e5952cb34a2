import { createHmac } from 'node:crypto';
import { tailedDraw } from './seeded-noise.ts';

/**
 * A secret of one installation. Paths follow from it from a time on, so that no one can compute their future from the
 * source code and the prices so far.
 */
export interface PathSecret {
  readonly key: string;
  /** The first minute that depends on the key, in epoch milliseconds. */
  readonly fromMs: number;
}

/** Uniform in [0, 1), the same for the same numbers. */
export type Draw = (a: number, b: number) => number;

/** Draws that only the key determines. Seeds of 32 bits could be found by trying all of them. */
export function createDraw({ key }: PathSecret, name: string): Draw {
  return (a, b) => createHmac('sha256', key).update(`${name} ${a} ${b}`).digest().readUIntBE(0, 6) / 2 ** 48;
}

/** About 23 days. A walk is drawn towards the ends of its blocks, which keeps it bounded. */
const blockMinutes = 2 ** 15;
/** The deviation of the ends of blocks, as a part of that of a walk of the same length. */
const endSwing = 0.6;

/**
 * The logarithm of a factor on a price by whole minutes, zero at minute 0. Between the ends of a block it is a Brownian
 * bridge by midpoint displacement: steps do not depend on earlier ones, so the past of a price says nothing of its next
 * move, and each minute is computed alone. The draws have fat tails.
 *
 * @param minuteDeviation the deviation of the steps of a minute
 */
export function createSecretWalk(draw: Draw, minuteDeviation: number): (minute: number) => number {
  const endOf = (block: number): number => {
    if (block === 0) return 0;
    return endSwing * minuteDeviation * Math.sqrt(blockMinutes) * tailedDraw(draw(block, 0));
  };
  return (minute) => {
    const block = Math.floor(minute / blockMinutes);
    let [from, to] = [block * blockMinutes, (block + 1) * blockMinutes];
    let [before, after] = [endOf(block), endOf(block + 1)];
    while (minute > from && to - from > 1) {
      const middle = (from + to) / 2;
      const displacement = minuteDeviation * (Math.sqrt(to - from) / 2) * tailedDraw(draw(middle, to - from));
      const value = (before + after) / 2 + displacement;
      if (minute < middle) [to, after] = [middle, value];
      else [from, before] = [middle, value];
    }
    return before;
  };
}
