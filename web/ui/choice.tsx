import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import classes from './choice.module.css';

interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  /** Drawn as a switch, for a setting that applies immediately. */
  readonly look?: 'box' | 'switch';
  readonly describedBy?: string | undefined;
  readonly title?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** An option with its label, on or off. */
export function Checkbox(props: CheckboxProps) {
  const { checked, onChange, disabled, look = 'box', describedBy, title, className, children } = props;
  return (
    <label className={classNames(classes.choice, className)} title={title}>
      <input
        type="checkbox"
        role={look === 'switch' ? 'switch' : undefined}
        className={classes[look]}
        checked={checked}
        disabled={disabled}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

interface RadioProps {
  /** The name of the group. */
  readonly name: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** One of several exclusive options, with its label. */
export function Radio({ name, checked, onChoose, children }: RadioProps) {
  return (
    <label className={classes.choice}>
      <input type="radio" name={name} className={classes.radio} checked={checked} onChange={onChoose} />
      <span>{children}</span>
    </label>
  );
}
