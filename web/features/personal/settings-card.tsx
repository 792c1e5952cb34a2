import { useId, type ReactNode } from 'react';
import classes from './settings.module.css';

interface SettingsCardProps {
  /** The URL fragment of the card. */
  readonly id: string;
  readonly title: string;
  readonly text?: string;
  /** Content at the end of the header. */
  readonly action?: ReactNode;
  /** The card is the whole page, so that its title is the page's heading. */
  readonly isPage?: boolean;
  readonly children: ReactNode;
}

/** One section of the settings. */
export function SettingsCard({ id, title, text, action, isPage = false, children }: SettingsCardProps) {
  const titleId = useId();
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <section id={id} className={classes.card} aria-labelledby={titleId}>
      <div className={classes.head}>
        <div className={classes.about}>
          <Heading id={titleId} className={classes.cardTitle}>
            {title}
          </Heading>
          {text !== undefined && <p className={classes.text}>{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
