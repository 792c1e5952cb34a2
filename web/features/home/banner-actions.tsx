import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSessionToken } from '../../live/read.ts';
import classes from './banner-actions.module.css';

/** The first steps on the site: registration and trading for a visitor, trading and savings for a user. */
export function BannerActions() {
  const { t } = useTranslation();
  const isVisitor = useSessionToken() === null;
  return (
    <>
      <Link to={isVisitor ? '/register' : '/trade'} className={classes.first}>
        {isVisitor ? t('shell.register') : t('shell.trade')}
      </Link>
      <Link to={isVisitor ? '/trade' : '/deposit'} className={classes.second}>
        {isVisitor ? t('shell.trade') : t('shell.deposit')}
      </Link>
    </>
  );
}
