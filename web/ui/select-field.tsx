import { useId } from 'react';
import classes from './select-field.module.css';

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  /** The name of the option for everything, whose value is empty, if there is one. */
  readonly all?: string;
  /** Touch height, for the main fields of a form. */
  readonly large?: boolean;
  readonly onChange: (value: string) => void;
}

/** A choice among a few options, with its label above. */
export function SelectField({ label, value, options, all, large = false, onChange }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={classes.field} data-large={large}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {all !== undefined && <option value="">{all}</option>}
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

interface DayFieldProps {
  readonly label: string;
  /** A day such as `2026-11-21`; empty for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A choice of a day, with its label above. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <input id={id} type="date" value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
    </div>
  );
}
