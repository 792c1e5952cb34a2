/** The label of a line: the left end of its baseline in pixels, and its width. */
interface Label {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

const lineHeight = 13;

/** The labels that have room, by id: one that would cover an earlier one is left out. */
export function freeLabels(labels: readonly Label[]): ReadonlySet<number> {
  const drawn: Label[] = [];
  for (const label of labels) if (!drawn.some((one) => isCovering(one, label))) drawn.push(label);
  return new Set(drawn.map(({ id }) => id));
}

function isCovering(one: Label, other: Label): boolean {
  const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x;
  return !isBeside && Math.abs(one.y - other.y) < lineHeight;
}
