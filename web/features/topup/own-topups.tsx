import { ownTopups, type Topup } from '@bourse/contract/topup';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { noFigure } from '../../ui/figures.ts';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { useMovements } from '../wallet/index.ts';
import { mayOpen } from './topup-draft.ts';
import classes from '../../ui/wallet.module.css';

/** Reports of the provider send no message, so that orders under way are looked at again. */
const refreshMs = 4_000;

/** The user's top-ups with their states, newest first. */
export function OwnTopups() {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const [isOpen, setOpen] = useState(false);
  const columns = useColumns();
  const { data, isError, refetch } = useRead(
    ownTopups,
    { page },
    { keepPrevious: true, ...(isOpen ? { refreshMs } : {}) },
  );
  useMovements('deposit', [ownTopups.path]);
  const isUnderWay = data?.data.data.some(({ status }) => status === 'pending' || status === 'paid') ?? false;
  if (isUnderWay !== isOpen) setOpen(isUnderWay);
  return (
    <section className={classes.card} aria-labelledby="topups">
      <h2 id="topups" className={classes.subtitle}>
        {t('topup.own')}
      </h2>
      <DataTable
        caption={t('topup.own')}
        columns={columns}
        rows={data?.data.data}
        rowKey={({ id }) => id}
        failed={isError}
        onRetry={() => void refetch()}
        empty={t('topup.none')}
        expectedRows={4}
      />
      {data !== undefined && <PageButtons page={page} pages={data.data.last_page} onChange={setPage} />}
    </section>
  );
}

function useColumns(): readonly Column<Topup>[] {
  const { t } = useTranslation();
  const figures = useFigures();
  const amount = useAmount();
  return [
    {
      id: 'time',
      head: t('topup.time'),
      cell: ({ created_at: time }) => <span className="figures">{figures.dateTime(time)}</span>,
    },
    { id: 'paid', head: t('topup.paid'), cell: (row) => amount(row.amount, row.fiat), figure: true },
    {
      id: 'coins',
      head: t('topup.coins'),
      cell: (row) => amount(row.credited ?? row.number, row.currency_code),
      figure: true,
    },
    { id: 'state', head: t('topup.state'), cell: ({ status }) => t(`topup.status.${status}`) },
    {
      id: 'leaves',
      head: t('topup.leaves'),
      cell: ({ matures_at: time, status }) => {
        if (status !== 'credited') return noFigure;
        return time === null ? t('topup.free') : t('topup.from', { time: figures.dateTime(time) });
      },
    },
    { id: 'action', head: '', cell: (row) => <Resume topup={row} />, wide: true },
  ];
}

function Resume({ topup: { expires_at: until, redirect_url: url, status } }: { readonly topup: Topup }) {
  const { t } = useTranslation();
  const figures = useFigures();
  if (status !== 'pending' || url === null || !mayOpen(url)) return null;
  return (
    <span className={classes.state}>
      <Button look="plain" size="dense" onClick={() => location.assign(url)}>
        {t('topup.resume')}
      </Button>
      <span className={classes.reason}>{t('topup.until', { time: figures.time(until) })}</span>
    </span>
  );
}
