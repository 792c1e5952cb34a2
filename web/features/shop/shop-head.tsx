import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './shop.module.css';

/** The title of the shop's pages and the links between them. */
export function ShopHead({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation();
  const current = { 'aria-current': 'page' } as const;
  return (
    <header className={classes.head}>
      <h1 className={classes.title}>{t('shell.myshop')}</h1>
      <nav className={classes.menu} aria-label={t('shell.myshop')}>
        <Link to="/myshop/myshoporders" search={{}} className={classes.entry} activeProps={current}>
          {t('shop.ads')}
        </Link>
        <Link to="/myshop/shoporders" className={classes.entry} activeProps={current}>
          {t('shop.orders')}
        </Link>
      </nav>
      {children}
    </header>
  );
}
