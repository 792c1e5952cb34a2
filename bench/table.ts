import { writeFileSync } from 'node:fs';

/** One measured figure; `ratio` is `value` over the peer's, measured in the same run. */
export interface Row {
  readonly name: string;
  readonly metric: string;
  readonly value: number;
  readonly unit: string;
  readonly peer: string | null;
  readonly ratio: number | null;
}

/** Prints rows as an aligned table, and writes them as JSON where `--json FILE` asks for it. */
export function report(rows: readonly Row[], args: readonly string[]): void {
  const cells = rows.map((row) => [
    row.name,
    row.metric,
    figure(row.value),
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
  const at = args.indexOf('--json');
  const file = at < 0 ? undefined : args[at + 1];
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`);
}

function figure(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

/** The number that follows `--name` among the arguments, or `otherwise`. */
export function numberArgument(args: readonly string[], name: string, otherwise: number): number {
  const at = args.indexOf(`--${name}`);
  if (at < 0) return otherwise;
  const value = Number(args[at + 1]);
  if (!Number.isFinite(value) || value <= 0) throw new Error(`--${name} takes a positive number`);
  return value;
}
