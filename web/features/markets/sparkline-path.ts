/** The height of a line's own coordinates; its width is the count of its steps. */
export const sparklineHeight = 100;

/**
 * A price line as the data of an SVG path, in coordinates of one step by `sparklineHeight`, the highest price on top. A
 * line that is shorter than a whole day ends at the right edge and begins later; a price that never moved is a flat
 * line in the middle. Pixels need no exact decimals.
 */
export function sparklinePath(closes: readonly string[], points: number): string {
  const values = closes.slice(-points).map(Number);
  if (values.length < 2) return '';
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const offset = points - values.length;
  const height = (value: number): number =>
    span === 0 ? sparklineHeight / 2 : Math.round(sparklineHeight * (1 - (value - low) / span) * 10) / 10;
  return values.map((value, at) => `${at === 0 ? 'M' : 'L'}${offset + at} ${height(value)}`).join('');
}
