/** The height in the path's own coordinates; its width is the number of steps. */
export const sparklineHeight = 100;

/**
 * The SVG path data of a price line, one step wide per price and `sparklineHeight` high, the highest price at the top.
 * A line shorter than a day ends at the right edge and starts later; a constant price is a flat line in the middle.
 * Floats are exact enough for pixels.
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
