/** Whole seconds until a time, rounded up, so that 0 means that it has come. */
export function secondsUntil(untilMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((untilMs - nowMs) / 1_000));
}

/** How long it takes until the number of seconds changes; null once there are none. */
export function untilNextSecond(untilMs: number, nowMs: number): number | null {
  const leftMs = untilMs - nowMs;
  return leftMs <= 0 ? null : leftMs % 1_000 || 1_000;
}

/** A duration as on a clock: "14:05", from an hour on "1:14:05". */
export function clockText(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const rest = `${two(minutes)}:${two(seconds % 60)}`;
  return hours === 0 ? rest : `${hours}:${rest}`;
}
