import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/states.tsx';
import { AccountCards } from './account-cards.tsx';
import { Allocation } from './allocation.tsx';
import { BalanceTable } from './balance-table.tsx';
import { holdings, totalWorth } from './holdings.ts';
import { useAccounts } from './use-accounts.ts';
import { useHiddenAmounts } from './use-hidden-amounts.ts';
import { WorthHead } from './worth-head.tsx';
import classes from './assets.module.css';

/** All accounts together: their value, its parts, and the balances by currency. */
export function OverviewPage() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useAccounts();
  const [hidden, setHidden] = useHiddenAmounts();
  const groups = data?.data;
  const balances = useMemo(() => (groups === undefined ? undefined : holdings(groups)), [groups]);
  const retry = (): void => void refetch();
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('shell.assetsOverview')}</h1>
      <WorthHead worth={groups === undefined ? null : totalWorth(groups)} hidden={hidden} onHide={setHidden}>
        <Link to="/assets/transfer" search={{}} className={classes.button}>
          {t('shell.transfer')}
        </Link>
        <Link to="/assets/dealRecords" search={{}} className={classes.plainButton}>
          {t('shell.dealRecords')}
        </Link>
      </WorthHead>
      {groups === undefined && isError ? (
        <section className={classes.card}>
          <ErrorState onRetry={retry} />
        </section>
      ) : (
        <>
          <div className={classes.columns}>
            <Allocation balances={balances} hidden={hidden} />
            <AccountCards groups={groups} hidden={hidden} />
          </div>
          <BalanceTable
            caption={t('assets.balances')}
            balances={balances}
            account="change_account"
            recharges
            failed={isError}
            onRetry={retry}
            hidden={hidden}
            onConvert={() => undefined}
          />
        </>
      )}
    </div>
  );
}
