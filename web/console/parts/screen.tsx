import type { ReactNode } from 'react';
import classes from './screen.module.css';

interface ScreenProps {
  readonly title: string;
  /** Buttons beside the title, such as one that adds something. */
  readonly actions?: ReactNode;
  /** The row of filters. */
  readonly filters?: ReactNode;
  /** The open row, beside the content. */
  readonly drawer?: ReactNode;
  /** Whether the content scrolls as a whole with space around it, as forms and figures do; tables scroll themselves. */
  readonly padded?: boolean;
  readonly children: ReactNode;
}

/** A screen: its title, filters, content, and the drawer of the open row. */
export function Screen({ title, actions, filters, drawer, padded = false, children }: ScreenProps) {
  return (
    <div className={classes.screen}>
      <div className={classes.main}>
        <div className={classes.head}>
          <h1 className={classes.title}>{title}</h1>
          <div className={classes.actions}>{actions}</div>
        </div>
        {filters}
        <div className={padded ? classes.padded : classes.content}>{children}</div>
      </div>
      {drawer}
    </div>
  );
}
