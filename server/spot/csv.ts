/**
 * A line of a table as RFC 4180 writes it. What somebody has named and a spreadsheet would take for a formula is marked
 * as text.
 */
export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | boolean | null): string {
  const text = value === null ? '' : String(value);
  const safe = /^[=+\-@\t\r\n]/.test(text) && !figure.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const figure = /^-?\d+(\.\d+)?$/;

/**
 * Writes times as ISO 8601 has them, to the millisecond and with the offset that the zone has at that time. Null for a
 * zone that nobody knows.
 */
export function timesIn(timeZone: string): ((timeMs: number) => string) | null {
  const format = offsetFormat(timeZone);
  if (format === null) return null;
  // Offsets change on the quarter of an hour at most, and to ask for one is dear.
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

/** `+05:30`, also where the language writes nothing but GMT. */
function offsetAt(format: Intl.DateTimeFormat, timeMs: number): string {
  const name = format.formatToParts(timeMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return /[+-]\d\d:\d\d/.exec(name)?.[0] ?? '+00:00';
}

function offsetMs(offset: string): number {
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000;
}
