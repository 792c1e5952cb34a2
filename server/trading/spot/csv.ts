/**
 * Returns a formatter for ISO 8601 times with milliseconds and the zone's UTC offset at each time. Null for an unknown
 * time zone.
 */
export function timesIn(timeZone: string): ((timeMs: number) => string) | null {
  const format = offsetFormat(timeZone);
  if (format === null) return null;
  // Computing an offset is expensive, and offsets change on quarter hours only.
  let quarter = NaN;
  let offset = '';
  return (timeMs) => {
    const at = Math.floor(timeMs / quarterMs);
    if (at !== quarter) {
      quarter = at;
      offset = offsetAt(format, timeMs);
    }
    return `${new Date(timeMs + offsetMs(offset)).toISOString().slice(0, -1)}${offset}`;
  };
}

const quarterMs = 900_000;

function offsetFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    return null;
  }
}

/** The offset such as `+05:30`; the formatter writes `GMT` alone for UTC. */
function offsetAt(format: Intl.DateTimeFormat, timeMs: number): string {
  const name = format.formatToParts(timeMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return /[+-]\d\d:\d\d/.exec(name)?.[0] ?? '+00:00';
}

function offsetMs(offset: string): number {
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000;
}
