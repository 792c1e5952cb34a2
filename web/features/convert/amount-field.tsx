import type { ConvertibleCurrency } from '@bourse/contract/convert';
import { type ClipboardEvent, type ReactNode, useId } from 'react';
import { isDecimalDraft, readDecimalInput } from '../../live/decimal-input.ts';
import { truncateDecimal } from '../../live/decimal.ts';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import classes from './convert.module.css';

interface AmountFieldProps {
  readonly label: string;
  /** The name of the choice of the currency. */
  readonly choiceLabel: string;
  readonly currencies: readonly ConvertibleCurrency[];
  readonly currency: ConvertibleCurrency;
  /** A plain decimal, or the beginning of one. */
  readonly value: string;
  readonly error?: string | null;
  /** Without it, the amount follows from the quote and cannot be edited. */
  readonly onChange?: (value: string) => void;
  readonly onChoose: (id: number) => void;
  /** Content at the end of the label's line. */
  readonly aside?: ReactNode;
  readonly disabled: boolean;
}

/** An amount with the choice of its currency. */
export function AmountField(props: AmountFieldProps) {
  const { label, choiceLabel, currencies, currency, value, error = null, onChange, onChoose, aside, disabled } = props;
  const { signs } = useFigures();
  const id = useId();
  const accept = (text: string, pasted: boolean): void => {
    const read = readDecimalInput(text, signs, pasted);
    if (read === null) return;
    const cut =
      pasted && read !== '' ? truncateDecimal(read.startsWith('.') ? `0${read}` : read, currency.decimals) : read;
    if (isDecimalDraft(cut, currency.decimals)) onChange?.(cut);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const { selectionStart, selectionEnd, value: text } = event.currentTarget;
    if ((selectionEnd ?? 0) - (selectionStart ?? 0) !== text.length) return;
    event.preventDefault();
    accept(event.clipboardData.getData('text'), true);
  };
  return (
    <div className={classes.field}>
      <div className={classes.top} data-aside={aside !== undefined}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className={classes.frame} data-invalid={error !== null} data-fixed={onChange === undefined}>
        <input
          id={id}
          className={classes.input}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          readOnly={onChange === undefined}
          disabled={disabled}
          value={value.replace('.', signs.decimal)}
          aria-invalid={error !== null}
          aria-describedby={`${id}-error`}
          onChange={(event) => accept(event.currentTarget.value, false)}
          onPaste={paste}
        />
        <span className={classes.choice}>
          <CoinMark code={currency.code} />
          <select
            aria-label={choiceLabel}
            value={currency.id}
            disabled={disabled}
            onChange={(event) => onChoose(Number(event.currentTarget.value))}
          >
            {currencies.map((one) => (
              <option key={one.id} value={one.id}>
                {one.code}
              </option>
            ))}
          </select>
        </span>
      </div>
      <p id={`${id}-error`} className={classes.error}>
        {error}
      </p>
    </div>
  );
}
