interface RingShape {
  readonly radius: number;
  /** The share of the circumference that stays empty between two parts. */
  readonly gap: number;
}

/** A part of a ring as the dashes of a circle, in its units. */
export interface Arc {
  readonly start: number;
  readonly length: number;
  readonly circumference: number;
}

/** The parts of a ring, clockwise from the top, for fractions that sum to 1. A single part has no gap. */
export function arcs(fractions: readonly number[], { radius, gap }: RingShape): readonly Arc[] {
  const circumference = 2 * Math.PI * radius;
  const between = fractions.length > 1 ? gap * circumference : 0;
  let start = 0;
  return fractions.map((fraction) => {
    const arc = { start, length: Math.max(fraction * circumference - between, 0), circumference };
    start += fraction * circumference;
    return arc;
  });
}
