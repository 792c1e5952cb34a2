const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** A duration in its largest unit: "2 d", "19 min". */
export function coarseDuration(milliseconds: number): string {
  const [name, size] = units.find(([, size]) => milliseconds >= size) ?? ['s', 1_000];
  return `${Math.floor(milliseconds / size)} ${name}`;
}

/** A duration in its two largest units: "2 d 4 h", "19 min 58 s", "8 s". */
export function durationText(milliseconds: number): string {
  const at = units.findIndex(([, size]) => milliseconds >= size);
  const first = units[at];
  if (first === undefined) return '0 s';
  const [name, size] = first;
  const whole = Math.floor(milliseconds / size);
  const [nextName, nextSize] = units[at + 1] ?? [null, 1];
  const rest = Math.floor((milliseconds % size) / nextSize);
  return nextName === null || rest === 0 ? `${whole} ${name}` : `${whole} ${name} ${rest} ${nextName}`;
}
