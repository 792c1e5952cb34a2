import { topupSetting } from '@bourse/contract/topup';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { EmptyState, ErrorState, LoadingRoom, SkeletonRows } from '../../ui/states.tsx';
import { OwnTopups } from './own-topups.tsx';
import { TopupForm } from './topup-form.tsx';
import classes from '../../ui/wallet.module.css';

/** Buys coins with a card at a provider, and follows the orders. */
export function TopupPage() {
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>{t('shell.topup')}</h1>
        <p className={classes.lead}>{t('topup.lead')}</p>
      </header>
      <section className={classes.card} aria-label={t('shell.topup')}>
        <Purchase />
      </section>
      <OwnTopups />
    </div>
  );
}

function Purchase() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useRead(topupSetting, {});
  if (data === undefined) {
    return isError ? (
      <ErrorState onRetry={() => void refetch()} />
    ) : (
      <LoadingRoom>
        <SkeletonRows count={4} height={82} />
      </LoadingRoom>
    );
  }
  const setting = data.data;
  return setting.currencies.length === 0 ? (
    <EmptyState text={t('errors.topup_unavailable')} />
  ) : (
    <TopupForm setting={setting} />
  );
}
