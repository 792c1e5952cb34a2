import { useTranslation } from 'react-i18next';
import { useSessionToken } from '../../live/read.ts';
import { ConvertForm } from './convert-form.tsx';
import { DebtBanner } from './debt-banner.tsx';
import { UnmaturedBanner } from './unmatured-banner.tsx';
import classes from './convert.module.css';

/** Conversions between currencies of the spot account. */
export function ConvertPage() {
  const { t } = useTranslation();
  const token = useSessionToken();
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>{t('convert.title')}</h1>
        <p className={classes.lead}>{t('convert.lead')}</p>
      </header>
      <DebtBanner />
      <UnmaturedBanner />
      <section className={classes.card} aria-label={t('convert.title')}>
        {/* Remounted on a change of user, so that no quote of another user is left. */}
        <ConvertForm key={token} />
      </section>
    </div>
  );
}
