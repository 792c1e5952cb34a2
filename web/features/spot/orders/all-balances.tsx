import type { Match } from '@bourse/contract/markets';
import { accountList } from '@bourse/contract/wallet';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../../live/context.tsx';
import { useRead } from '../../../live/read.ts';
import { Checkbox } from '../../../ui/choice.tsx';
import { CoinMark } from '../../../ui/coin-mark.tsx';
import { noFigure } from '../../../ui/figures.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { useMarketCatalogue } from '../../markets/index.ts';
import { spotAccountType } from '../../../live/balance.ts';
import { Cell } from './order-table.tsx';
import { shortAmount } from '../../../ui/short-amount.ts';
import table from './order-table.module.css';
import panel from './orders-panel.module.css';
import classes from './all-balances.module.css';
import { balanceRows } from './balance-rows.ts';

/** All balances of the spot account, with their value in the quote currency of the current market. */
export function AllBalances({ match }: { readonly match: Match }) {
  const { t } = useTranslation();
  const [hideSmall, setHideSmall] = useState(false);
  const { data, isError, refetch } = useRead(accountList, {}, { staleMs: 30_000, refreshMs: 30_000 });
  const updates = useStore(useLive().orders.store, (view) => view.balances);
  const { catalogue } = useMarketCatalogue();
  const group = catalogue?.groups.find(({ matches }) => matches.some(({ id }) => id === match.id));
  const quotePrice = group?.usd_price ?? '0';
  const accounts = useMemo(
    () => data?.data.flatMap(({ accounts: some }) => some).filter((one) => one.account_type_id === spotAccountType),
    [data],
  );
  if (data === undefined || accounts === undefined) {
    return isError ? <ErrorState onRetry={() => void refetch()} /> : <SkeletonRows count={4} height={32} />;
  }
  const rows = balanceRows({ accounts, sequence: data.sequence }, updates, quotePrice, hideSmall);
  return (
    <>
      <div className={panel.tools}>
        <Checkbox checked={hideSmall} className={panel.field} onChange={setHideSmall}>
          {t('orders.hideSmall')}
        </Checkbox>
        <Link to="/assets/tradeAccount" className={classes.link}>
          {t('shell.assets')}
        </Link>
      </div>
      {rows.length === 0 ? (
        <EmptyState text={hideSmall ? t('orders.onlySmall') : t('orders.noBalances')} />
      ) : (
        <BalanceTable rows={rows} quote={match.quote_currency_code} />
      )}
    </>
  );
}

function BalanceTable({ rows, quote }: { readonly rows: ReturnType<typeof balanceRows>; readonly quote: string }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const worth = t('orders.valueIn', { currency: quote });
  return (
    <div className={table.scroll}>
      <table className={`${table.table} ${classes.balances}`} aria-live="off">
        <caption className="visually-hidden">{t('orders.balances')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('orders.asset')}</th>
            <th scope="col">{t('trade.available')}</th>
            <th scope="col">{t('trade.held')}</th>
            <th scope="col">{t('orders.total')}</th>
            <th scope="col">{worth}</th>
            <th scope="col">{t('trade.action')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, code, available, locked, total, value }) => (
            <tr key={id} className={table.row} data-balance={code}>
              <Cell name={t('orders.asset')}>
                <span className={classes.coin}>
                  <CoinMark code={code} size={16} />
                  {code}
                </span>
              </Cell>
              <Cell name={t('trade.available')} className="figures">
                {figures.trimmed(available, 8)}
              </Cell>
              <Cell name={t('trade.held')} className="figures">
                {figures.trimmed(locked, 8)}
              </Cell>
              <Cell name={t('orders.total')} className="figures">
                {figures.trimmed(total, 8)}
              </Cell>
              <Cell name={worth} className="figures">
                {value === null ? noFigure : shortAmount(value, figures)}
              </Cell>
              <Cell name={t('trade.action')}>
                <Link to="/assets/tradeAccount" className={classes.link} aria-label={`${t('orders.deposit')} ${code}`}>
                  {t('orders.deposit')}
                </Link>
              </Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
