import { readFileSync, writeFileSync } from 'node:fs';

/**
 * One measured value; `ratio` is `value` divided by the peer's value from the same run, unless the peer's name contains
 * a date.
 */
export interface Row {
  readonly name: string;
  readonly metric: string;
  readonly value: number;
  readonly unit: string;
  readonly peer: string | null;
  readonly ratio: number | null;
}

/** The value that a row is compared with: its name and its value of the same metric. */
export interface Peer {
  readonly name: string;
  readonly value: number;
}

/** Builds a row, compared with a peer if one is given. */
export function measurement(name: string, metric: string, value: number, unit: string, peer: Peer | null = null): Row {
  return { name, metric, value, unit, peer: peer?.name ?? null, ratio: peer === null ? null : value / peer.value };
}

/** Prints rows as an aligned table, and writes them as JSON if `--json FILE` is given. */
export function report(rows: readonly Row[], args: readonly string[]): void {
  const cells = rows.map((row) => [
    row.name,
    row.metric,
    printed(row.value),
    row.unit,
    row.ratio === null || row.peer === null ? '' : `${row.ratio.toFixed(2)} × ${row.peer}`,
  ]);
  const table = [['benchmark', 'metric', 'value', 'unit', 'beside'], ...cells];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
  for (const line of table) {
    const text = line.map((cell, column) =>
      column === 2 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    );
    process.stdout.write(`${text.join('  ').trimEnd()}\n`);
  }
  const file = textArgument(args, 'json');
  if (file !== null) writeRows(file, rows);
}

/** Concatenates the rows of several files into one file. */
export function gatherRows(from: readonly string[], file: string): void {
  const rows = from.flatMap((each): unknown => JSON.parse(readFileSync(each, 'utf8')));
  writeRows(file, rows);
}

function writeRows(file: string, rows: readonly unknown[]): void {
  writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`);
}

function printed(value: number): string {
  if (value === 0) return '0';
  return Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

/** The number after `--name` among the arguments, or `otherwise`. */
export function numberArgument(args: readonly string[], name: string, otherwise: number): number {
  const text = textArgument(args, name);
  if (text === null) return otherwise;
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new Error(`--${name} requires a positive number`);
  return value;
}

/** The argument after `--name`, or null. */
export function textArgument(args: readonly string[], name: string): string | null {
  const at = args.indexOf(`--${name}`);
  if (at < 0) return null;
  const text = args[at + 1];
  if (text === undefined || text.startsWith('--')) throw new Error(`--${name} requires a value`);
  return text;
}
