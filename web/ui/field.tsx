import { useId, type ReactNode } from 'react';
import classes from './field.module.css';

interface ControlProps {
  readonly id: string;
  readonly className: string | undefined;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error: string | null;
  /** The native control, to which these properties are given. */
  readonly children: (control: ControlProps) => ReactNode;
}

/** A label, a native control and its error, for pages without the component library. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      {children({
        id,
        className: classes.control,
        'aria-invalid': error !== null,
        'aria-describedby': `${id}-hint ${id}-error`,
      })}
      <p id={`${id}-error`} className={classes.error}>
        {error}
      </p>
    </div>
  );
}
