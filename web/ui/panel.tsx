import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { StaleNote } from './states.tsx';
import classes from './panel.module.css';

interface PanelProps {
  readonly label: string;
  readonly children: ReactNode;
  /** What stands in the head instead of the label, e.g. tabs. */
  readonly head?: ReactNode;
  /** At the end of the head. */
  readonly tools?: ReactNode;
  readonly headless?: boolean;
  readonly stale?: boolean;
  readonly className?: string | undefined;
}

/** A part of the screen with a head. Its size does not depend on what is in it. */
export function Panel({ label, children, head, tools, headless = false, stale = false, className }: PanelProps) {
  return (
    <section className={classNames(classes.panel, className)} aria-label={label}>
      {!headless && (
        <div className={classes.head}>
          {head ?? <h2 className={classes.title}>{label}</h2>}
          <div className={classes.tools}>
            {stale && <StaleNote />}
            {tools}
          </div>
        </div>
      )}
      <div className={classNames(classes.body, stale && classes.stale)}>{children}</div>
    </section>
  );
}
