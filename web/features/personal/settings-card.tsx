import { useId, type ReactNode } from 'react';
import classes from './settings.module.css';

interface SettingsCardProps {
  /** Names the card in addresses. */
  readonly id: string;
  readonly title: string;
  readonly text?: string;
  /** At the end of the head. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One matter of the settings. */
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
