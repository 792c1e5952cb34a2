import { type ChangeEvent, useState } from 'react';
import { unreadable } from '../live/decimal-input.ts';
import { type DecimalProblem, enteredDecimal, shownDecimal, type TypedDecimal } from './typed-decimal.ts';
import { useFigures } from './use-figures.ts';

interface DecimalInputOptions {
  /** A plain decimal, the beginning of one, or `unreadable`. */
  readonly value: string;
  readonly decimals: number;
  /** Whether the number may be negative. */
  readonly signed?: boolean;
  /** Whether the form shows an error of the value, which a problem of the text explains. */
  readonly invalid: boolean;
  /** Called with a plain decimal, the beginning of one, or `unreadable` for a text that is no number. */
  readonly onChange: (value: string) => void;
}

/**
 * The properties of an input for an exact number. The text stays as it is typed until the field is left, and stays
 * after that if it is no number; `problem` then says why.
 */
export function useDecimalInput({ value, decimals, signed = false, invalid, onChange }: DecimalInputOptions) {
  const { signs } = useFigures();
  const [typed, setTyped] = useState<TypedDecimal | null>(null);
  const [left, setLeft] = useState(true);
  // A value that the form has set, such as the maximum, replaces the text.
  const own = typed !== null && typed.value === value ? typed : null;
  const noNumber: DecimalProblem | null = value === unreadable ? { kind: 'noNumber' } : null;
  const problem = own === null ? noNumber : own.problem;
  const input = {
    type: 'text',
    inputMode: 'decimal',
    autoComplete: 'off',
    value: own?.text ?? shownDecimal(value, signs),
    onChange: ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>): void => {
      const pasted = 'inputType' in nativeEvent && nativeEvent.inputType === 'insertFromPaste';
      const next = enteredDecimal(currentTarget.value, { decimals, signed, signs }, pasted);
      if (next === null) return;
      setLeft(false);
      setTyped(next);
      onChange(next.value);
    },
    onBlur: (): void => {
      setLeft(true);
      if (own?.problem === null) setTyped(null);
    },
  } as const;
  return { input, problem: left || invalid ? problem : null };
}
