import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/states.tsx';
import { useTopupOpen } from '../topup/index.ts';
import { AccountCards } from './account-cards.tsx';
import { Allocation } from './allocation.tsx';
import { BalanceTable } from './balance-table.tsx';
import { holdings, totalWorth } from './holdings.ts';
import { OutflowBanners } from './outflow-banners.tsx';
import { useAccounts } from './use-accounts.ts';
import { useConvertDialog } from './use-convert-dialog.tsx';
import { useHiddenAmounts } from './use-hidden-amounts.ts';
import { ValueLine } from './value-line.tsx';
import { WorthHead } from './worth-head.tsx';
import classes from './assets.module.css';

/** All accounts together: their value, its parts, and the balances by currency. */
export function OverviewPage() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useAccounts();
  const [hidden, setHidden] = useHiddenAmounts();
  const convert = useConvertDialog();
  const groups = data?.data;
  const balances = useMemo(() => (groups === undefined ? undefined : holdings(groups)), [groups]);
  const retry = (): void => void refetch();
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('shell.assetsOverview')}</h1>
      <OutflowBanners />
      <WorthHead
        worth={groups === undefined ? null : totalWorth(groups)}
        hidden={hidden}
        onHide={setHidden}
        actions={<OverviewActions />}
      >
        <ValueLine hidden={hidden} />
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
            onConvert={convert.open}
          />
        </>
      )}
      {convert.dialog}
    </div>
  );
}

/** The ways in and out, and between the accounts. */
function OverviewActions() {
  const { t } = useTranslation();
  const offersTopups = useTopupOpen();
  return (
    <>
      <Link to="/assets/deposit" search={{}} className={classes.button}>
        {t('assets.deposit')}
      </Link>
      <Link to="/assets/withdraw" search={{}} className={classes.plainButton}>
        {t('assets.withdraw')}
      </Link>
      <Link to="/assets/send" search={{}} className={classes.plainButton}>
        {t('shell.sendCoins')}
      </Link>
      <Link to="/assets/transfer" search={{}} className={classes.plainButton}>
        {t('assets.transfer')}
      </Link>
      {offersTopups && (
        <Link to="/assets/topup" className={classes.plainButton}>
          {t('shell.topup')}
        </Link>
      )}
    </>
  );
}
