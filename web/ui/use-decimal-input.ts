import type { ChangeEvent, ClipboardEvent } from 'react';
import { isDecimalDraft, readDecimalInput } from '../live/decimal-input.ts';
import { truncateDecimal } from '../live/decimal.ts';
import { useFigures } from './use-figures.ts';

interface DecimalInputOptions {
  /** A plain decimal or the beginning of one. */
  readonly value: string;
  readonly decimals: number;
  readonly onChange: (value: string) => void;
}

/**
 * The properties of an input for an exact number: it accepts only a number with at most `decimals` decimals, and pasted
 * text in either decimal notation.
 */
export function useDecimalInput({ value, decimals, onChange }: DecimalInputOptions) {
  const { signs } = useFigures();
  const accept = (text: string, pasted: boolean): void => {
    const read = readDecimalInput(text, signs, pasted);
    if (read === null) return;
    const cut = pasted && read !== '' ? truncateDecimal(read.startsWith('.') ? `0${read}` : read, decimals) : read;
    if (isDecimalDraft(cut, decimals)) onChange(cut);
  };
  return {
    type: 'text',
    inputMode: 'decimal',
    autoComplete: 'off',
    value: value.replace('.', signs.decimal),
    onChange: (event: ChangeEvent<HTMLInputElement>): void => accept(event.currentTarget.value, false),
    onPaste: (event: ClipboardEvent<HTMLInputElement>): void => {
      const { selectionStart, selectionEnd, value: text } = event.currentTarget;
      const replacesAll = (selectionEnd ?? 0) - (selectionStart ?? 0) === text.length;
      if (!replacesAll) return;
      event.preventDefault();
      accept(event.clipboardData.getData('text'), true);
    },
  } as const;
}
