import { useId, type ReactNode } from 'react';
import classes from './savings.module.css';

interface CardProps {
  readonly title: ReactNode;
  /** Content at the end of the header. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A section of the page with a heading. */
export function Card({ title, note, children }: CardProps) {
  const titleId = useId();
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <div className={classes.cardHead}>
        <h2 id={titleId} className={classes.cardTitle}>
          {title}
        </h2>
        {note}
      </div>
      {children}
    </section>
  );
}
