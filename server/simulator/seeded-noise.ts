/**
 * Deterministic randomness: everything random in the simulator is a pure function of integers or a seeded generator, so
 * that restarts, other readers and tests see the same market.
 */

/** Mixes integers into 32 uniformly distributed bits. */
export function hashBits(seed: number, a: number, b = 0): number {
  let h = Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(a | 0, 0x85ebca6b) ^ Math.imul(b | 0, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Uniform in [0, 1). */
export function hashUnit(seed: number, a: number, b = 0): number {
  return hashBits(seed, a, b) / 4_294_967_296;
}

/** A seed for a name, such as a currency code. */
export function hashName(name: string): number {
  let h = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    h = Math.imul(h ^ name.charCodeAt(index), 0x01000193);
  }
  return h >>> 0;
}

// Lattice spacings from two minutes to a quarter of a year, each four times the previous one.
const octaves = 9;
const shortestSpacingMinutes = 2;
const minutesPerDay = 1440;

/**
 * Value noise over several octaves: continuous, mean-reverting and bounded. The amplitude of an octave grows with the
 * square root of its length, as in a random walk, up to the longest octave. `volatility` is the typical size of a daily
 * move. The result is the logarithm of a price factor, within ±20 × volatility.
 */
export function octaveNoise(seed: number, minute: number, volatility: number): number {
  let sum = 0;
  let spacing = shortestSpacingMinutes;
  let swing = Math.sqrt(spacing / minutesPerDay);
  for (let octave = 0; octave < octaves; octave += 1) {
    // Octaves have different phases; otherwise all would be flat at the same moments.
    sum += swing * latticeValue(seed + octave, minute / spacing + hashUnit(seed, octave, 7919));
    spacing *= 4;
    swing *= 2;
  }
  return sum * volatility;
}

function latticeValue(seed: number, position: number): number {
  const cell = Math.floor(position);
  const inside = position - cell;
  const blend = inside * inside * (3 - 2 * inside);
  const from = 2 * hashUnit(seed, cell, 1) - 1;
  const to = 2 * hashUnit(seed, cell + 1, 1) - 1;
  return from + (to - from) * blend;
}

/** A seeded sequence of random numbers. */
export interface Random {
  /** Uniform in [0, 1). */
  unit(): number;
  /** Uniform in [from, to). */
  between(from: number, to: number): number;
  /** Exponential with mean 1, capped at 6. */
  waiting(): number;
  /** Heavy-tailed with mean about 1: most draws are well below, one in a hundred is above 6; capped at 12. */
  heavyTailed(): number;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const unit = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    unit,
    between: (from, to) => from + (to - from) * unit(),
    waiting: () => Math.min(6, -Math.log(1 - unit())),
    heavyTailed: () => {
      // A log-normal draw by Box and Muller; subtracting half the variance keeps the mean at 1.
      const normal = Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit());
      return Math.min(12, Math.exp(1.15 * normal - 0.66));
    },
  };
}
