import { Textarea } from '@mantine/core';
import { type P2pAdRow, p2pCalls } from '@bourse/contract/console';
import { adStates } from '@bourse/contract/p2p';
import { useMemo, useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { noFigure } from '../../../ui/figures.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import type { ConsoleColumn } from '../../parts/column.ts';
import { amountColumn, idColumn, shownColumn, timeColumn } from '../../parts/columns.tsx';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Amount, Figure, Time } from '../../parts/figures.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { Screen } from '../../parts/screen.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useList } from '../../wire/use-list.ts';
import { adTones } from './p2p-tones.ts';
import { UserLink } from './user-link.tsx';
import classes from './p2p.module.css';

/** The ads of all merchants. */
export function AdsView({ tabs }: { readonly tabs: ReactNode }) {
  const t = useTexts();
  const filters = useFilters(p2pCalls.p2pAds);
  const list = useList(p2pCalls.p2pAds, filters.values);
  const drawer = useDrawer();
  const [changing, change] = useState<P2pAdRow | null>(null);
  const columns = useColumns();
  const open = list.rows?.find((row) => String(row.id) === drawer.id);
  return (
    <Screen
      title={t('fiat.title')}
      filters={
        <>
          {tabs}
          <Filters
            filters={filters}
            fields={[
              {
                kind: 'choice',
                name: 'state',
                label: t('words.state'),
                options: adStates.map((value) => ({ value, label: t(`fiat.adStates.${value}`) })),
              },
              { kind: 'text', name: 'user', label: t('fiat.user'), width: 110 },
              { kind: 'text', name: 'fiat', label: t('fiat.currency'), width: 110 },
            ]}
          />
        </>
      }
      drawer={
        open !== undefined && <AdDrawer key={open.id} row={open} onClose={drawer.close} onChange={() => change(open)} />
      }
    >
      <ConsoleTable
        name="fiat-ads"
        caption={t('fiat.views.ads')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.id)}
        empty={t('fiat.noAds')}
        drawer={drawer}
        filters={filters}
      />
      {changing !== null && <SuspendDialog row={changing} onClose={() => change(null)} />}
    </Screen>
  );
}

function isSuspendedByStaff({ state, suspended_by: by }: P2pAdRow): boolean {
  return state === 'suspended' && by === 'staff';
}

interface AdDrawerProps {
  readonly row: P2pAdRow;
  readonly onClose: () => void;
  readonly onChange: () => void;
}

function AdDrawer({ onChange, onClose, row }: AdDrawerProps) {
  const t = useTexts();
  const maySuspend = useMay(p2pCalls.suspendP2pAd);
  const isHeld = isSuspendedByStaff(row);
  const words = (text: string): ReactNode => <span className={classes.text}>{text === '' ? noFigure : text}</span>;
  return (
    <Drawer
      title={t('fiat.adOf', { id: row.id })}
      onClose={onClose}
      actions={
        maySuspend &&
        row.state !== 'off_shelf' && (
          <Button size="dense" look={isHeld ? 'accent' : 'danger'} onClick={onChange}>
            {t(isHeld ? 'fiat.freeAd' : 'fiat.suspendAd')}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [t('fiat.merchant'), row.merchant],
          [t('fiat.user'), <UserLink key="user" id={row.user_id} />],
          [t('words.state'), <AdState key="state" row={row} />],
          [t('fiat.side'), t(`fiat.sides.${row.side}`)],
          [t('fiat.coin'), row.currency_code],
          [t('fiat.price'), <AdPrice key="price" row={row} />],
          [t('fiat.limits'), <Limits key="limits" row={row} />],
          [t('fiat.total'), <Amount key="total" value={row.total} currency={row.currency_code} />],
          [t('fiat.left'), <Amount key="left" value={row.left} currency={row.currency_code} />],
          [t('fiat.openOrders'), <Figure key="orders" value={row.orders_open} />],
          [t('fiat.reportsOf'), <Figure key="reports" value={row.reports} />],
          [t('fiat.changed'), <Time key="changed" at={row.changed_at} />],
          [t('fiat.terms'), words(row.terms)],
          [t('fiat.autoReply'), words(row.auto_reply)],
        ]}
      />
    </Drawer>
  );
}

function AdState({ row }: { readonly row: P2pAdRow }) {
  const t = useTexts();
  const { state, suspended_by: by } = row;
  return (
    <StateBadge tone={adTones[state]}>
      {by === null ? t(`fiat.adStates.${state}`) : `${t(`fiat.adStates.${state}`)}: ${t(`fiat.suspensions.${by}`)}`}
    </StateBadge>
  );
}

function AdPrice({ row: { fiat, percent, price } }: { readonly row: P2pAdRow }) {
  const t = useTexts();
  return percent === null ? <Amount value={price} currency={fiat} /> : t('fiat.percentOf', { percent });
}

function Limits({ row: { fiat, max, min } }: { readonly row: P2pAdRow }) {
  return (
    <>
      <Figure value={min} /> – <Amount value={max} currency={fiat} />
    </>
  );
}

/** The most characters of a text to a merchant. */
const longest = 500;

/** Suspends an ad, or ends that. Its owner reads the words. */
function SuspendDialog({ onClose, row }: Pick<AdDrawerProps, 'onClose' | 'row'>) {
  const t = useTexts();
  const [words, setWords] = useState('');
  const suspended = !isSuspendedByStaff(row);
  const text = words.trim();
  return (
    <ActionDialog
      call={p2pCalls.suspendP2pAd}
      title={t(suspended ? 'fiat.suspendAdTitle' : 'fiat.freeAdTitle', { id: row.id })}
      confirmLabel={t(suspended ? 'fiat.suspendAd' : 'fiat.freeAd')}
      reasonCode="policy"
      isDestructive={suspended}
      input={suspended && text === '' ? null : { id: row.id, version: row.version, suspended, words: text }}
      fields={['words']}
      fieldOf={{ words_required: 'words' }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {suspended && <p>{t('fiat.suspendAdHint')}</p>}
          <Textarea
            label={t('fiat.wordsToMerchant')}
            rows={3}
            maxLength={longest}
            value={words}
            error={errorOf('words')}
            spellCheck
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        </>
      )}
    </ActionDialog>
  );
}

function useColumns(): readonly ConsoleColumn<P2pAdRow>[] {
  const t = useTexts();
  return useMemo(
    (): readonly ConsoleColumn<P2pAdRow>[] => [
      idColumn('id', t('words.id'), (row) => row.id),
      { id: 'merchant', head: t('fiat.merchant'), text: (row) => row.merchant },
      shownColumn({ id: 'state', head: t('words.state'), width: 220, text: (row) => row.state }, (row) => (
        <AdState row={row} />
      )),
      { id: 'side', head: t('fiat.side'), width: 70, text: (row) => t(`fiat.sides.${row.side}`) },
      { id: 'coin', head: t('fiat.coin'), width: 80, text: (row) => row.currency_code },
      shownColumn(
        {
          id: 'price',
          head: t('fiat.price'),
          width: 200,
          figure: true,
          text: (row) => (row.percent === null ? `${row.price ?? ''} ${row.fiat}` : `${row.percent} %`),
        },
        (row) => <AdPrice row={row} />,
      ),
      amountColumn('left', t('fiat.left'), (row) => [row.left, row.currency_code]),
      idColumn('orders', t('fiat.openOrders'), (row) => row.orders_open),
      idColumn('reports', t('fiat.reportsOf'), (row) => row.reports),
      timeColumn('changed', t('fiat.changed'), (row) => row.changed_at),
    ],
    [t],
  );
}
