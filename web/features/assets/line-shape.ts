/** A point of a line in the coordinates of its drawing. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * Places values evenly over a width, the highest at the top and the lowest at the bottom. Equal values lie in the
 * middle.
 */
export function placeValues(values: readonly number[], width: number, height: number): readonly Place[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  return values.map((value, index) => ({
    x: index * step,
    y: high === low ? height / 2 : height - ((value - low) / (high - low)) * height,
  }));
}

/** The line through the places as the data of an SVG path. */
export function pathThrough(places: readonly Place[]): string {
  return places.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

/** The index of the place nearest to a share of the width. */
export function nearestIndex(share: number, count: number): number {
  return Math.min(Math.max(Math.round(share * (count - 1)), 0), count - 1);
}
