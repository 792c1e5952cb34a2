const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** A number of bytes in its largest unit, with three digits: "512 B", "1.45 GiB". */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1_024 && unit < units.length - 1) {
    value /= 1_024;
    unit += 1;
  }
  const decimals = unit === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toFixed(decimals)} ${units[unit] ?? ''}`;
}
