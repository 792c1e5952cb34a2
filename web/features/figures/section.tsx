import { useId, type ReactNode } from 'react';
import classes from './figures.module.css';

interface SectionProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** A titled table of figures with its explanation. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.head}>
        {title}
      </h2>
      <p className={classes.text}>{text}</p>
      {children}
    </section>
  );
}
