import { useId, type ReactNode } from 'react';
import classes from './savings.module.css';

interface CardProps {
  readonly title: ReactNode;
  /** At the end of the head. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the page under a heading of its own. */
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
