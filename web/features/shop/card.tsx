import { useId, type ReactNode } from 'react';
import classes from './shop.module.css';

interface CardProps {
  readonly title: string;
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

interface FactsProps {
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
}

/** Pairs of a label and a value. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
