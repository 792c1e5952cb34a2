import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import classes from './plain-page.module.css';

/** What stands in place of a screen that threw. Nothing was lost: money and orders live on the server. */
export function CrashPage() {
  const { t } = useTranslation();
  return (
    <div className={classes.page} role="alert">
      <h1>{t('shell.crashTitle')}</h1>
      <p className={classes.text}>{t('shell.crashText')}</p>
      <div className={classes.ways}>
        <Button onClick={() => location.reload()}>{t('shell.reload')}</Button>
        {/* A whole new page, because what failed may be the one that is loaded. */}
        <a href="/home" className={classes.quietAction}>
          {t('shell.toHome')}
        </a>
      </div>
    </div>
  );
}
