import { IconBarrierBlock } from '@tabler/icons-react';
import { Link, useMatches } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './plain-page.module.css';

/** A placeholder for a page that is not built yet: its title, a note and links to other pages. */
export function ComingPage() {
  const { t } = useTranslation();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  return (
    <div className={classes.page}>
      <IconBarrierBlock size={40} stroke={1.5} className={classes.sign} aria-hidden="true" />
      {title !== undefined && <h1>{t(title)}</h1>}
      <p className={classes.state}>{t('shell.comingTitle')}</p>
      <p className={classes.text}>{t('shell.comingText')}</p>
      <div className={classes.ways}>
        <Link to="/trade" className={classes.action}>
          {t('shell.toTrade')}
        </Link>
        <Link to="/home" className={classes.quietAction}>
          {t('shell.toHome')}
        </Link>
      </div>
    </div>
  );
}
