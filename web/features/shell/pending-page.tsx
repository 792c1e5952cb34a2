import { useTranslation } from 'react-i18next';
import classes from './pending-page.module.css';

/**
 * Takes the place of a page whose scripts are still loading, below the header. It uses no component that the pages
 * load, because its own scripts are part of every page.
 */
export function PendingPage() {
  const { t } = useTranslation();
  return (
    <output className={classes.page} data-testid="pending-page">
      <span className="visually-hidden">{t('common.loading')}</span>
    </output>
  );
}
