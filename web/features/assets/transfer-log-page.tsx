import type { AccountCode } from '@bourse/contract/texts';
import type { AccountLogRow } from '@bourse/contract/wallet';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { noFigure } from '../../ui/figures.ts';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { accountLogs } from '../transaction-log/index.ts';
import { accountCodes, isAccountCode } from './accounts.ts';
import { useAccounts } from './use-accounts.ts';
import classes from './assets.module.css';

/** The transfers of one account. The address names the currency; without one, all are listed. */
export function TransferLogPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/assets/transferLog' });
  const [account, setAccount] = useState<AccountCode>('change_account');
  const currency = /^\d{1,9}$/.test(search.currency_id ?? '') ? Number(search.currency_id) : null;
  const selection = `${account} ${currency}`;
  const [{ page, of }, setPage] = useState({ page: 1, of: selection });
  // Another selection starts with its first page.
  const shown = of === selection ? page : 1;
  const log = useRead(
    accountLogs[account],
    { cause: 'transfer', page: shown, ...(currency === null ? {} : { currency_id: currency }) },
    { keepPrevious: true },
  );
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{t('shell.transferLog')}</h1>
        <Link to="/assets/transfer" search={{}} className={classes.button}>
          {t('shell.transfer')}
        </Link>
      </header>
      <section className={classes.card} aria-label={t('shell.transferLog')}>
        <div className={classes.choices}>
          <SelectField
            label={t('assets.account')}
            value={account}
            options={accountCodes.map((id) => ({ id, name: t(`accounts.${id}`) }))}
            onChange={(code) => {
              if (isAccountCode(code)) setAccount(code);
            }}
          />
          <CurrencyChoice id={search.currency_id} />
        </div>
        <DataTable
          caption={t('shell.transferLog')}
          columns={useColumns(account)}
          rows={log.data?.data.data}
          rowKey={({ id }) => id}
          failed={log.isError}
          onRetry={() => void log.refetch()}
          empty={t('assets.noTransfers')}
          expectedRows={8}
        >
          <Link to="/assets/transfer" search={{}}>
            {t('shell.transfer')}
          </Link>
        </DataTable>
        {log.data !== undefined && (
          <PageButtons
            page={shown}
            pages={log.data.data.last_page}
            onChange={(next) => setPage({ page: next, of: selection })}
          />
        )}
      </section>
    </div>
  );
}

/** Chooses the currency of the address. */
function CurrencyChoice({ id }: { readonly id: string | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const currencies = useAccounts().data?.data[0]?.accounts ?? [];
  return (
    <SelectField
      label={t('assets.currency')}
      value={id ?? ''}
      all={t('assets.all')}
      options={currencies.map((one) => ({ id: String(one.currency_id), name: one.currency_code }))}
      onChange={(chosen) => {
        const code = currencies.find((one) => String(one.currency_id) === chosen)?.currency_code;
        const search = code === undefined ? {} : { currency_id: chosen, currency_code: code };
        void navigate({ to: '/assets/transferLog', search, replace: true });
      }}
    />
  );
}

function useColumns(account: AccountCode): readonly Column<AccountLogRow>[] {
  const { t } = useTranslation();
  const figures = useFigures();
  const amount = useAmount();
  const nameOf = (code: string): string => (isAccountCode(code) ? t(`accounts.${code}`) : noFigure);
  const leaves = ({ value }: AccountLogRow): boolean => value.startsWith('-');
  return [
    {
      id: 'time',
      head: t('assets.time'),
      cell: ({ created_at: time }) => (
        <span className="figures">{time === null ? noFigure : figures.dateTime(time)}</span>
      ),
    },
    {
      id: 'from',
      head: t('assets.from'),
      cell: (row) => nameOf(leaves(row) ? account : row.extra_data.from),
    },
    { id: 'to', head: t('assets.to'), cell: (row) => nameOf(leaves(row) ? row.extra_data.from : account) },
    {
      id: 'amount',
      head: t('assets.amount'),
      cell: ({ value, currency }) => amount(value.replace('-', ''), currency.code),
      figure: true,
    },
  ];
}
