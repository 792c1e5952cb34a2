import type { AccountCode } from '@bourse/contract/texts';
import { accountList, accountLogCauses, type AccountLogRow } from '@bourse/contract/wallet';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { rangeOf } from '../../ui/date-range.ts';
import { noFigure } from '../../ui/figures.ts';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { DayField, SelectField } from '../../ui/select-field.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { accountLogs, isLoggedAccount } from './account-logs.ts';
import { LogExport } from './log-export.tsx';
import classes from './transaction-log.module.css';

interface Filter {
  /** Empty for all. */
  readonly currency: string;
  readonly cause: string;
  readonly first: string;
  readonly last: string;
}

interface AccountRecordsProps {
  readonly caption: string;
  readonly account: AccountCode;
  /** A filter in front of the others. */
  readonly children?: ReactNode;
}

/** The changes of one account, with filters and export. The filters stay when the account changes. */
export function AccountRecords({ caption, account, children }: AccountRecordsProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const [filter, setFilter] = useState<Filter>({ currency: '', cause: '', first: '', last: '' });
  const [{ page, of }, setPage] = useState({ page: 1, of: account });
  // Another account starts with its first page.
  const shown = of === account ? page : 1;
  const range = rangeOf({ span: 'own', first: filter.first, last: filter.last }, figures.timeZone, 0);
  const chosen = {
    ...(filter.currency === '' ? {} : { currency_id: Number(filter.currency) }),
    ...(filter.cause === '' ? {} : { cause: filter.cause }),
  };
  const log = useRead(
    accountLogs[account],
    { ...chosen, ...range, page: shown },
    { keepPrevious: true, enabled: range !== null },
  );
  const change = (next: Filter): void => {
    setFilter(next);
    setPage({ page: 1, of: account });
  };
  return (
    <>
      <Filters filter={filter} onChange={change}>
        {children}
      </Filters>
      {range === null && (
        <p className={classes.problem} role="alert">
          {t('accountLog.daysWrong')}
        </p>
      )}
      <LogExport account={account} chosen={chosen} range={range} />
      <section className={classes.card} aria-label={caption}>
        <DataTable
          caption={caption}
          columns={useColumns()}
          rows={log.data?.data.data}
          rowKey={({ id }) => id}
          failed={log.isError}
          onRetry={() => void log.refetch()}
          empty={t('accountLog.empty')}
          expectedRows={8}
        />
        {log.data !== undefined && (
          <PageButtons
            page={shown}
            pages={log.data.data.last_page}
            onChange={(next) => setPage({ page: next, of: account })}
          />
        )}
      </section>
    </>
  );
}

function useColumns(): readonly Column<AccountLogRow>[] {
  const { t } = useTranslation();
  const figures = useFigures();
  const amount = (value: string): string => figures.trimmed(value, 8);
  return [
    {
      id: 'time',
      head: t('accountLog.time'),
      cell: ({ time }) => <span className="figures">{time === null ? noFigure : figures.dateTime(time)}</span>,
    },
    { id: 'cause', head: t('accountLog.cause'), cell: ({ memo }) => memo },
    {
      id: 'from',
      head: t('accountLog.other'),
      cell: ({ extra_data: { from } }) => {
        if (isLoggedAccount(from)) return t(`accounts.${from}`);
        // The other user of coins sent or received.
        return /^\d+$/.test(from) ? from : noFigure;
      },
    },
    { id: 'currency', head: t('accountLog.currency'), cell: (row) => row.currency_code },
    {
      id: 'amount',
      head: t('accountLog.amount'),
      cell: ({ value }) => `${value.startsWith('-') ? '' : '+'}${amount(value)}`,
      figure: true,
    },
    { id: 'fee', head: t('accountLog.fee'), cell: ({ fee }) => amount(fee), figure: true },
  ];
}

interface FiltersProps {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
  readonly children: ReactNode;
}

function Filters({ filter, onChange, children }: FiltersProps) {
  const { t } = useTranslation();
  const accounts = useRead(accountList, {}, { staleMs: Infinity }).data?.data ?? [];
  const currencies = accounts[0]?.accounts ?? [];
  return (
    <div className={classes.filters}>
      {children}
      <SelectField
        label={t('accountLog.currency')}
        value={filter.currency}
        all={t('accountLog.all')}
        options={currencies.map((one) => ({ id: String(one.currency_id), name: one.currency_code }))}
        onChange={(currency) => onChange({ ...filter, currency })}
      />
      <SelectField
        label={t('accountLog.cause')}
        value={filter.cause}
        all={t('accountLog.all')}
        options={accountLogCauses.map((id) => ({ id, name: t(`causes.${id}`) }))}
        onChange={(cause) => onChange({ ...filter, cause })}
      />
      <DayField
        label={t('accountLog.from')}
        value={filter.first}
        onChange={(first) => onChange({ ...filter, first })}
      />
      <DayField label={t('accountLog.to')} value={filter.last} onChange={(last) => onChange({ ...filter, last })} />
    </div>
  );
}
