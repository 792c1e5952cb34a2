import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { readDecimalInput } from '../../live/decimal-input.ts';
import { useFigures } from '../../ui/use-figures.ts';
import classes from './figure-input.module.css';

interface FigureInputProps {
  readonly label: string;
  /** A plain decimal, which may be incomplete. */
  readonly value: string;
  readonly error: string | null;
  /** Shown inside the field, at its end. */
  readonly unit?: string;
  readonly description?: ReactNode;
  /** Whether the number may be negative. */
  readonly isSigned?: boolean;
  readonly onChange: (value: string) => void;
}

/** The field of a number; it accepts pasted numbers with grouping. */
export function FigureInput(props: FigureInputProps) {
  const { label, value, error, unit, description, isSigned = false, onChange } = props;
  const { signs } = useFigures();
  return (
    <TextInput
      label={label}
      description={description}
      value={value}
      error={error}
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      className="figures"
      {...(unit === undefined
        ? {}
        : { rightSection: <span className={classes.unit}>{unit}</span>, rightSectionWidth: 20 + 8 * unit.length })}
      onChange={({ currentTarget, nativeEvent }) => {
        const pasted = 'inputType' in nativeEvent && nativeEvent.inputType === 'insertFromPaste';
        const typed = currentTarget.value.trim();
        const sign = isSigned && /^[-−]/.test(typed) ? '-' : '';
        const read = readDecimalInput(typed.slice(sign.length), signs, pasted);
        if (read !== null) onChange(`${sign}${read}`);
      }}
    />
  );
}
