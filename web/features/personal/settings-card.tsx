import { useId, type ReactNode } from 'react';
import classes from './settings.module.css';

interface SettingsCardProps {
  /** The URL fragment of the card. */
  readonly id: string;
  readonly title: string;
  readonly text?: string;
  /** Content at the end of the header. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One section of the settings. */
export function SettingsCard({ id, title, text, action, children }: SettingsCardProps) {
  const titleId = useId();
  return (
    <section id={id} className={classes.card} aria-labelledby={titleId}>
      <div className={classes.head}>
        <div className={classes.about}>
          <h2 id={titleId} className={classes.cardTitle}>
            {title}
          </h2>
          {text !== undefined && <p className={classes.text}>{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
