import { isId, refuse } from '../../simulation/naive-rules.ts';
import type { NaiveEvent } from '../../simulation/naive-rules.ts';
import type { OpenEscrow } from '../commands.ts';

/** Whole numbers from the first to below the second, by field in the order of the command. */
const ranges = [
  ['n', 1, 2 ** 53],
  ['offer', 1, 2 ** 53],
  ['feePpm', 0, 1_000_000],
  ...(['windowMs', 'delayMs', 'autoMs'] as const).map((name) => [name, 1000, 2_592_000_001] as const),
  ...(['appealMs', 'matureMs', 'autoMatureMs'] as const).map((name) => [name, 0, 2_592_000_001] as const),
  ['terms', 0, 0],
  ['unpaidLimit', 1, 1001],
  ['openLimit', 1, 1001],
] as const;

/** Refuses the first term that is out of its range. */
export function checkTerms(command: OpenEscrow): void {
  for (const [field, from, below] of ranges) {
    const value = command[field];
    if (typeof value === 'string') refuse(!isHash(value), invalid(field));
    else if (value !== null) {
      const isWithin = value === from || (isId(value, below) && value >= from);
      refuse(!isWithin, invalid(field));
    }
  }
}

export function isHash(text: string): boolean {
  return text.length === 64 && text.split('').every((digit) => '0123456789abcdef'.includes(digit));
}

export function invalid(field: string): NaiveEvent {
  return { reason: 'escrow_terms_invalid', field };
}
