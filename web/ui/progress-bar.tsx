import { useId } from 'react';
import classes from './progress-bar.module.css';

interface ProgressBarProps {
  /** What is under way. */
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** How far it is, in words, e.g. "12 of 30 days"; beside the label. */
  readonly text?: string;
}

/** How far something is that has an end, under its label. */
export function ProgressBar({ label, value, max, text }: ProgressBarProps) {
  const id = useId();
  return (
    <span className={classes.progress}>
      <span className={classes.words}>
        <span id={id}>{label}</span>
        {text !== undefined && <span className="figures">{text}</span>}
      </span>
      <progress className={classes.bar} aria-labelledby={id} aria-valuetext={text} value={value} max={max} />
    </span>
  );
}
