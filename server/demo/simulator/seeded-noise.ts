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

/** Value noise between -1 and 1: seeded values at whole positions, blended smoothly between them. */
export function latticeNoise(seed: number, position: number): number {
  const cell = Math.floor(position);
  const inside = position - cell;
  const blend = inside * inside * (3 - 2 * inside);
  const from = 2 * hashUnit(seed, cell, 1) - 1;
  const to = 2 * hashUnit(seed, cell + 1, 1) - 1;
  return from + (to - from) * blend;
}

const longestTail = 6;

/**
 * A draw with fat tails from a uniform one: Student's t with four degrees of freedom, scaled to a deviation of 1 and
 * capped at 6.
 */
export function tailedDraw(unit: number): number {
  const alpha = Math.min(1, Math.max(1e-9, 4 * unit * (1 - unit)));
  const root = Math.sqrt(alpha);
  const size = Math.sqrt(2 * Math.max(0, Math.cos(Math.acos(root) / 3) / root - 1));
  return (unit < 0.5 ? -1 : 1) * Math.min(longestTail, size);
}

/** A seeded sequence of random numbers. */
export interface Random {
  /** Uniform in [0, 1). */
  unit(): number;
  /** Uniform in [from, to). */
  between(from: number, to: number): number;
  /** Exponential with mean 1, capped at 4. */
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
    waiting: () => Math.min(4, -Math.log(1 - unit())),
    heavyTailed: () => {
      // A log-normal draw by Box and Muller; subtracting half the variance keeps the mean at 1.
      const normal = Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit());
      return Math.min(12, Math.exp(1.15 * normal - 0.66));
    },
  };
}
