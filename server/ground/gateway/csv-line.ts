/**
 * A line of a CSV file according to RFC 4180. Text that a spreadsheet would interpret as a formula is prefixed with an
 * apostrophe.
 */
export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | boolean | null): string {
  const text = value === null ? '' : String(value);
  const safe = /^[=+\-@\t\r\n]/.test(text) && !decimal.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const decimal = /^-?\d+(\.\d+)?$/;
