import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { StaleNote } from './states.tsx';
import classes from './panel.module.css';

interface PanelProps {
  readonly label: string;
  readonly children: ReactNode;
  /** Content of the header in place of the label, such as tabs. */
  readonly head?: ReactNode;
  /** Controls at the end of the header. */
  readonly tools?: ReactNode;
  readonly headless?: boolean;
  readonly stale?: boolean;
  readonly className?: string | undefined;
}

/** A section of the screen with a header. Its size does not depend on its content. */
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
