import { wideText } from '../../feed/index.ts';
import { readDecimal } from '../../gateway/index.ts';

/** Why a decimal cannot be converted: the field, the problem, and the unit of which it must be a multiple. */
export interface FigureProblem {
  readonly field: string;
  readonly problem: 'malformed' | 'too_precise' | 'too_large' | 'zero' | 'not_a_multiple';
  readonly unit: string;
  readonly [detail: string]: string;
}

/** A unit of `points` × 10^-`decimals`. */
export interface Unit {
  readonly decimals: number;
  readonly points: number;
}

/** Fractions are counted in parts per million. */
const millionth: Unit = { decimals: 6, points: 1 };

/** A count of units as a decimal. */
export function figureText(count: number, { decimals, points }: Unit): string {
  return wideText(BigInt(count) * BigInt(points), decimals);
}

/** A unit as a decimal. */
export function unitText(unit: Unit): string {
  return figureText(1, unit);
}

/**
 * Converts the decimals of one request exactly. It keeps the first problem and returns 0 for every figure that it
 * cannot convert, so check `problem` before the figures are used.
 */
export class FigureReader {
  #problem: FigureProblem | null = null;

  get problem(): FigureProblem | null {
    return this.#problem;
  }

  /** A count of units, which may be zero. */
  count(field: string, text: string, unit: Unit): number {
    const read = readDecimal(text, unit.decimals);
    if (read.kind === 'absent') return 0;
    if (read.kind !== 'units') return this.#refuse(field, read.kind, unit);
    return read.units % unit.points === 0 ? read.units / unit.points : this.#refuse(field, 'not_a_multiple', unit);
  }

  /** A count of units that is not zero. */
  positive(field: string, text: string, unit: Unit): number {
    const known = this.#problem;
    const count = this.count(field, text, unit);
    return count === 0 && this.#problem === known ? this.#refuse(field, 'zero', unit) : count;
  }

  /** A count of 10^-`decimals` that is not zero and may exceed the safe integers, as amounts on chains do. */
  wide(field: string, text: string, decimals: number): bigint {
    const unit: Unit = { decimals, points: 1 };
    const read = readDecimal(text, decimals);
    if (read.kind === 'units') return BigInt(read.units);
    if (read.kind !== 'too_large')
      return BigInt(this.#refuse(field, read.kind === 'absent' ? 'zero' : read.kind, unit));
    const [whole = '', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  }

  /** A fraction in parts per million; negative values only where they are `signed`. */
  fraction(field: string, text: string, options: { readonly signed?: boolean } = {}): number {
    const isNegative = options.signed === true && text.startsWith('-');
    const count = this.count(field, isNegative ? text.slice(1) : text, millionth);
    return isNegative && count !== 0 ? 0 - count : count;
  }

  #refuse(field: string, problem: FigureProblem['problem'], unit: Unit): 0 {
    this.#problem ??= { field, problem, unit: unitText(unit) };
    return 0;
  }
}
