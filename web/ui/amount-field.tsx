import { useId, type ReactNode, type Ref } from 'react';
import { useDecimalField } from './use-decimal-field.ts';
import classes from './amount-field.module.css';

interface AmountFieldProps {
  readonly label: string;
  readonly unit: string;
  /** A plain decimal or the beginning of one. */
  readonly value: string;
  readonly decimals: number;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
  /** Fills in the maximum. */
  readonly max?: { readonly label: string; readonly onPress: () => void };
  /** Content at the end of the label's line, such as the balance. */
  readonly aside?: ReactNode;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A field for an amount of money on a form page, with its unit at the right and its error below. */
export function AmountField(props: AmountFieldProps) {
  const { label, unit, max, aside, inputRef } = props;
  const id = useId();
  const { input, error } = useDecimalField(props);
  return (
    <div className={classes.field}>
      <div className={classes.top}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className={classes.frame} data-invalid={error !== null}>
        <input
          {...input}
          ref={inputRef}
          id={id}
          className={classes.input}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-error`}
        />
        {max !== undefined && (
          <button type="button" className={classes.max} onClick={max.onPress}>
            {max.label}
          </button>
        )}
        <span className={classes.unit}>{unit}</span>
      </div>
      {error !== null && (
        <p id={`${id}-error`} className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
