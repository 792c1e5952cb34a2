import { useId } from 'react';
import classes from './progress-bar.module.css';

interface ProgressBarProps {
  /** The subject of the progress. */
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** The progress in words next to the label, such as "12 of 30 days". */
  readonly text?: string;
}

/** A progress bar below its label. */
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
