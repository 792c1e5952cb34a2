const minuteMs = 60_000;

/**
 * A time rounded up to a minute, such as `2026-11-23 16:53 UTC`: the earliest minute in which a request that was
 * refused before can succeed.
 *
 * @param timeMs epoch milliseconds
 */
export function minuteText(timeMs: number): string {
  const minute = new Date(Math.ceil(timeMs / minuteMs) * minuteMs);
  return `${minute.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
