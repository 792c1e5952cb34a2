import {
  accountList,
  accountLogExport,
  type AccountLogRow,
  changeLog,
  financialLog,
  legalLog,
  leverLog,
  microLog,
} from '@bourse/contract/wallet';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { useRead } from '../../live/read.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { rangeOf } from '../../ui/date-range.ts';
import { noFigure } from '../../ui/figures.ts';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toasts.ts';
import { useFigures } from '../../ui/use-figures.ts';
import classes from './transaction-log.module.css';

const logs = {
  change_account: changeLog,
  legal_account: legalLog,
  lever_account: leverLog,
  micro_account: microLog,
  financial_account: financialLog,
} as const;
type Account = keyof typeof logs;

const causes = [
  'trade',
  'rebate',
  'transfer',
  'credit',
  'debit',
  'venue_transfer',
  'savings',
  'savings_interest',
  'convert',
] as const;
type Cause = (typeof causes)[number];

interface Filter {
  readonly account: Account;
  /** Empty for all. */
  readonly currency: string;
  readonly cause: string;
  readonly first: string;
  readonly last: string;
}

/** The changes of the user's accounts, and their export. */
export function TransactionLogPage() {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<Filter>({
    ...{ account: 'change_account', currency: '', cause: '', first: '', last: '' },
  });
  const [page, setPage] = useState(1);
  const figures = useFigures();
  const range = rangeOf({ span: 'own', first: filter.first, last: filter.last }, figures.timeZone, 0);
  const chosen = {
    ...(filter.currency === '' ? {} : { currency_id: Number(filter.currency) }),
    ...(filter.cause === '' ? {} : { cause: filter.cause }),
  };
  const log = useRead(
    logs[filter.account],
    { ...chosen, ...range, page },
    { keepPrevious: true, enabled: range !== null },
  );
  const change = (next: Filter): void => {
    setFilter(next);
    setPage(1);
  };
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{t('shell.transactionLog')}</h1>
        <p className={classes.text}>{t('accountLog.text')}</p>
      </header>
      <Filters filter={filter} onChange={change} />
      {range === null && (
        <p className={classes.problem} role="alert">
          {t('accountLog.daysWrong')}
        </p>
      )}
      <Export account={filter.account} chosen={chosen} range={range} />
      <section className={classes.card}>
        <DataTable
          caption={t('shell.transactionLog')}
          columns={useColumns()}
          rows={log.data?.data.data}
          rowKey={({ id }) => id}
          failed={log.isError}
          onRetry={() => void log.refetch()}
          empty={t('accountLog.empty')}
          expectedRows={8}
        />
        {log.data !== undefined && <PageButtons page={page} pages={log.data.data.last_page} onChange={setPage} />}
      </section>
    </div>
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
    { id: 'cause', head: t('accountLog.cause'), cell: ({ cause }) => (isCause(cause) ? t(`causes.${cause}`) : cause) },
    { id: 'currency', head: t('accountLog.currency'), cell: (row) => row.currency_code },
    { id: 'amount', head: t('accountLog.amount'), cell: (row) => amount(row.amount), figure: true },
    { id: 'fee', head: t('accountLog.fee'), cell: ({ fee }) => amount(fee), figure: true },
  ];
}

function isCause(cause: string): cause is Cause {
  return causes.some((known) => known === cause);
}

function Filters({ filter, onChange }: { readonly filter: Filter; readonly onChange: (filter: Filter) => void }) {
  const { t } = useTranslation();
  const accounts = useRead(accountList, {}, { staleMs: Infinity }).data?.data ?? [];
  const currencies = accounts[0]?.accounts ?? [];
  return (
    <div className={classes.filters}>
      <Choice
        label={t('accountLog.account')}
        value={filter.account}
        options={accounts.map(({ account_code: id, name }) => ({ id, name }))}
        onChange={(account) => {
          if (isAccount(account)) onChange({ ...filter, account });
        }}
      />
      <Choice
        label={t('accountLog.currency')}
        value={filter.currency}
        all={t('accountLog.all')}
        options={currencies.map((one) => ({ id: String(one.currency_id), name: one.currency_code }))}
        onChange={(currency) => onChange({ ...filter, currency })}
      />
      <Choice
        label={t('accountLog.cause')}
        value={filter.cause}
        all={t('accountLog.all')}
        options={causes.map((id) => ({ id, name: t(`causes.${id}`) }))}
        onChange={(cause) => onChange({ ...filter, cause })}
      />
      <Day label={t('accountLog.from')} value={filter.first} onChange={(first) => onChange({ ...filter, first })} />
      <Day label={t('accountLog.to')} value={filter.last} onChange={(last) => onChange({ ...filter, last })} />
    </div>
  );
}

function isAccount(code: string): code is Account {
  return Object.hasOwn(logs, code);
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

interface ChoiceProps extends FieldProps {
  readonly options: readonly { readonly id: string; readonly name: string }[];
  /** The name of the choice of everything, if there is one. */
  readonly all?: string;
}

function Choice({ label, value, options, all, onChange }: ChoiceProps) {
  return (
    <label className={classes.field}>
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {all !== undefined && <option value="">{all}</option>}
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Day({ label, value, onChange }: FieldProps) {
  return (
    <label className={classes.field}>
      <span>{label}</span>
      <input type="date" value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
    </label>
  );
}

interface ExportProps {
  readonly account: Account;
  readonly chosen: { readonly currency_id?: number; readonly cause?: string };
  /** Null while the days are invalid. */
  readonly range: { readonly from?: number; readonly to?: number } | null;
}

function Export({ account, chosen, range }: ExportProps) {
  const { t } = useTranslation();
  const { download } = useLive();
  const { timeZone } = useFigures();
  const exporting = useMutation({
    mutationFn: async () => {
      const { from = 0, to = 0 } = range ?? {};
      return download(accountLogExport, { account, ...chosen, from, to, time_zone: timeZone });
    },
    onSuccess: (file) => {
      const name = `${account}.csv`;
      saveFile(file, name);
      const text = t('accountLog.exported', { name });
      toast(text, 'success');
      announce(text);
    },
  });
  const isReady = range?.from !== undefined && range.to !== undefined;
  return (
    <div className={classes.export}>
      <Button look="plain" disabled={exporting.isPending || !isReady} onClick={() => exporting.mutate()}>
        {exporting.isPending ? t('accountLog.exporting') : t('accountLog.export')}
      </Button>
      <p className={classes.text}>{t('accountLog.exportText')}</p>
    </div>
  );
}
