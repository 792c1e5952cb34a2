import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { accountOfPath } from './accounts.ts';
import { BalanceTable } from './balance-table.tsx';
import { OutflowBanners } from './outflow-banners.tsx';
import { useAccounts } from './use-accounts.ts';
import { useConvertDialog } from './use-convert-dialog.tsx';
import { useHiddenAmounts } from './use-hidden-amounts.ts';
import { WorthHead } from './worth-head.tsx';
import classes from './assets.module.css';

/** The accounts whose money deposits and bought coins keep from leaving. */
const withBanners = ['change_account', 'legal_account'] as const;

/** The balances of the account that the path names. */
export function AccountPage() {
  const { t } = useTranslation();
  const code = useRouterState({ select: ({ location }) => accountOfPath(location.pathname) });
  const { data, isError, refetch } = useAccounts();
  const [hidden, setHidden] = useHiddenAmounts();
  const convert = useConvertDialog();
  const group = data?.data.find(({ account_code }) => account_code === code);
  const name = t(`accounts.${code}`);
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>{name}</h1>
        <p className={classes.lead}>{t(`assets.leads.${code}`)}</p>
      </header>
      <WorthHead
        worth={group === undefined ? null : { usd: group.convert_usd, btc: group.convert_btc }}
        hidden={hidden}
        onHide={setHidden}
        actions={
          <>
            <Link to="/assets/transfer" search={{ from: code }} className={classes.button}>
              {t('shell.transfer')}
            </Link>
            <Link to="/assets/dealRecords" search={{ type: code }} className={classes.plainButton}>
              {t('shell.dealRecords')}
            </Link>
          </>
        }
      />
      {withBanners.some((one) => one === code) && <OutflowBanners />}
      <BalanceTable
        key={code}
        caption={name}
        balances={group?.accounts}
        account={code}
        recharges={group?.is_recharge === 1}
        failed={isError}
        onRetry={() => void refetch()}
        hidden={hidden}
        onConvert={convert.open}
      />
      {convert.dialog}
    </div>
  );
}
