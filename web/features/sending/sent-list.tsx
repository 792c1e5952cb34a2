import {
  recentRecipients,
  sendingChannels,
  sendingQuote,
  type SendingSide,
  type SentCoins,
  sentCoinsList,
} from '@bourse/contract/sending';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { useRead } from '../../live/read.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import classes from '../../ui/wallet.module.css';

type Choice = SendingSide | 'all';

/** Coins that the user has sent and received, with the receipt of each. */
export function SentList({ onShow }: { readonly onShow: (row: SentCoins) => void }) {
  const { t } = useTranslation();
  const [{ choice, page }, setShown] = useState<{ readonly choice: Choice; readonly page: number }>({
    choice: 'all',
    page: 1,
  });
  const { data, isError, refetch } = useRead(
    sentCoinsList,
    { page, ...(choice !== 'all' && { side: choice }) },
    { keepPrevious: true },
  );
  useSentCoins();
  return (
    <section className={classes.card} aria-labelledby="sent-coins">
      <h2 id="sent-coins" className={classes.subtitle}>
        {t('sending.list')}
      </h2>
      <Tabs
        label={t('sending.list')}
        look="pills"
        tabs={[
          { id: 'all', label: t('sending.all') },
          { id: 'sent', label: t('sending.side.sent') },
          { id: 'received', label: t('sending.side.received') },
        ]}
        selected={choice}
        onSelect={(next) => setShown({ choice: next, page: 1 })}
      />
      <DataTable
        caption={t('sending.list')}
        columns={useColumns(onShow)}
        rows={data?.data.data}
        rowKey={({ id }) => id}
        failed={isError}
        onRetry={() => void refetch()}
        empty={t('sending.none')}
        expectedRows={4}
      />
      {data !== undefined && (
        <PageButtons page={page} pages={data.data.last_page} onChange={(next) => setShown({ choice, page: next })} />
      )}
    </section>
  );
}

/** Reads the lists and limits again whenever coins were sent or received. */
function useSentCoins(): void {
  const { queries, socket } = useLive();
  useEffect(
    () =>
      socket.onPrivate(sendingChannels.SENT, () => {
        for (const { path } of [sentCoinsList, recentRecipients, sendingQuote])
          void queries.invalidateQueries({ queryKey: [path] });
      }),
    [queries, socket],
  );
}

function useColumns(onShow: (row: SentCoins) => void): readonly Column<SentCoins>[] {
  const { t } = useTranslation();
  const figures = useFigures();
  const inCoins = useAmount();
  return [
    {
      id: 'time',
      head: t('assets.time'),
      cell: ({ created_at: time }) => <span className="figures">{figures.dateTime(time)}</span>,
    },
    { id: 'side', head: t('sending.direction'), cell: ({ side }) => t(`sending.side.${side}`) },
    {
      id: 'other',
      head: t('sending.other'),
      cell: ({ hint, uid }) => (
        <span>
          <span className="figures">{uid}</span> {hint}
        </span>
      ),
    },
    {
      id: 'amount',
      head: t('assets.amount'),
      cell: ({ currency_code: code, number, side }) => `${side === 'sent' ? '−' : '+'}${inCoins(number, code)}`,
      figure: true,
    },
    { id: 'status', head: t('sending.status'), cell: ({ status }) => t(`sending.statuses.${status}`) },
    {
      id: 'receipt',
      head: '',
      cell: (row) => (
        <button
          type="button"
          className={classes.link}
          aria-label={`${t('sending.receipt')} ${row.id}`}
          onClick={() => onShow(row)}
        >
          {t('sending.receipt')}
        </button>
      ),
      wide: true,
    },
  ];
}
