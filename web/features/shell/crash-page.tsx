import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import classes from './plain-page.module.css';

/** Replaces a screen that threw an error. Nothing is lost: money and orders are on the server. */
export function CrashPage() {
  const { t } = useTranslation();
  return (
    <div className={classes.page} role="alert">
      <h1>{t('shell.crashTitle')}</h1>
      <p className={classes.text}>{t('shell.crashText')}</p>
      <div className={classes.ways}>
        <Button onClick={() => location.reload()}>{t('shell.reload')}</Button>
        {/* A full page load, because the loaded script itself may be the cause. */}
        <a href="/home" className={classes.quietAction}>
          {t('shell.toHome')}
        </a>
      </div>
    </div>
  );
}
