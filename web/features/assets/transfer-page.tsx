import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { TransferForm } from './transfer-form.tsx';
import { useAccounts } from './use-accounts.ts';
import classes from './assets.module.css';

/** Moves money between the user's accounts. */
export function TransferPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/assets/transfer' });
  const { data, isError, refetch } = useAccounts();
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>{t('shell.transfer')}</h1>
        <p className={classes.lead}>{t('assets.transferLead')}</p>
      </header>
      <section className={classes.formCard} aria-label={t('shell.transfer')}>
        {data !== undefined && (
          <TransferForm
            key={`${search.currency} ${search.from}`}
            groups={data.data}
            currency={search.currency}
            from={search.from}
          />
        )}
        {data === undefined && isError && <ErrorState onRetry={() => void refetch()} />}
        {data === undefined && !isError && (
          <div className={classes.formRoom}>
            <SkeletonRows count={4} height={74} />
          </div>
        )}
      </section>
      <p>
        <Link to="/assets/transferLog" search={{}}>
          {t('shell.transferLog')}
        </Link>
      </p>
    </div>
  );
}
