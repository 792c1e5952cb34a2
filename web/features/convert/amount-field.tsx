import type { ConvertibleCurrency } from '@bourse/contract/convert';
import { type ReactNode, useId } from 'react';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { useDecimalField } from '../../ui/use-decimal-field.ts';
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
  const { label, choiceLabel, currencies, currency, value, onChange, onChoose, aside, disabled } = props;
  const id = useId();
  const { input, error } = useDecimalField({
    value,
    decimals: currency.decimals,
    error: props.error ?? null,
    onChange: (next) => onChange?.(next),
  });
  return (
    <div className={classes.field}>
      <div className={classes.top} data-aside={aside !== undefined}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className={classes.frame} data-invalid={error !== null} data-fixed={onChange === undefined}>
        <input
          {...input}
          id={id}
          className={classes.input}
          placeholder="0"
          readOnly={onChange === undefined}
          disabled={disabled}
          aria-invalid={error !== null}
          aria-describedby={`${id}-error`}
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
