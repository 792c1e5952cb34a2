import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './plain-page.module.css';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <p className={classes.number} aria-hidden="true">
        {'404'}
      </p>
      <h1>{t('shell.notFoundTitle')}</h1>
      <p className={classes.text}>{t('shell.notFoundText')}</p>
      <div className={classes.ways}>
        <Link to="/home" className={classes.action}>
          {t('shell.toHome')}
        </Link>
        <Link to="/trade" className={classes.quietAction}>
          {t('shell.toTrade')}
        </Link>
      </div>
    </div>
  );
}
