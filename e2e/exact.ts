/** Counts of 10^-12 by name, so that sums are exact. */
export type Sums = ReadonlyMap<string, bigint>;

export const scale = 10n ** 12n;

/** A decimal as a count of 10^-12, exactly. */
export function units(decimal: string): bigint {
  const sign = decimal.startsWith('-') ? -1n : 1n;
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.');
  return sign * (BigInt(whole) * scale + BigInt(fraction.padEnd(12, '0')));
}

export function add(sums: Map<string, bigint>, name: string, amount: bigint): void {
  sums.set(name, (sums.get(name) ?? 0n) + amount);
}

/** A sentence for each name whose sums differ. */
export function unequal(a: Sums, b: Sums, whatA: string, whatB: string): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((name) => {
    const [inA, inB] = [a.get(name) ?? 0n, b.get(name) ?? 0n];
    return inA === inB ? [] : [`${name}: ${inA} ${whatA}, ${inB} ${whatB} (in units of 10^-12)`];
  });
}
