import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDecimalInput } from '../../ui/use-decimal-input.ts';
import { useTexts } from '../texts/texts.ts';
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

/** No figure of the console has more. */
const maxDecimals = 18;

/** The field of a number; it accepts pasted numbers with grouping. */
export function FigureInput(props: FigureInputProps) {
  const { label, value, error, unit, description, isSigned = false, onChange } = props;
  const t = useTexts();
  const { input, problem } = useDecimalInput({
    value,
    decimals: maxDecimals,
    signed: isSigned,
    invalid: error !== null,
    onChange,
  });
  const ambiguous = problem?.kind === 'ambiguous' ? t('field.ambiguous', problem) : null;
  return (
    <TextInput
      {...input}
      label={label}
      description={description}
      error={problem === null ? error : (ambiguous ?? t('field.noNumber'))}
      className="figures"
      {...(unit === undefined
        ? {}
        : { rightSection: <span className={classes.unit}>{unit}</span>, rightSectionWidth: 20 + 8 * unit.length })}
    />
  );
}
