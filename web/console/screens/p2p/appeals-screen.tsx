import { type P2pAppealRow, p2pCalls } from '@bourse/contract/console';
import { useMemo, useState } from 'react';
import { noFigure } from '../../../ui/figures.ts';
import type { ConsoleColumn } from '../../parts/column.ts';
import { shownColumn } from '../../parts/columns.tsx';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Time } from '../../parts/figures.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { Screen } from '../../parts/screen.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useList } from '../../wire/use-list.ts';
import { type AppealAction, AppealDialog } from './appeal-dialogs.tsx';
import { AppealDrawer } from './appeal-drawer.tsx';
import { Due } from './due.tsx';
import { orderColumns } from './order-columns.tsx';

/** The appeals about orders: open ones, the longest waiting first, or those that have ended. */
export function AppealsScreen() {
  const t = useTexts();
  const filters = useFilters(p2pCalls.p2pAppeals);
  const list = useList(p2pCalls.p2pAppeals, filters.values);
  const drawer = useDrawer();
  const [action, begin] = useState<AppealAction | null>(null);
  const columns = useColumns();
  const open = list.rows?.find((row) => String(row.id) === drawer.id);
  return (
    <Screen
      title={t('fiat.appeals')}
      filters={
        <Filters
          filters={filters}
          fields={[
            {
              kind: 'choice',
              name: 'ended',
              label: t('fiat.ended'),
              options: (['0', '1'] as const).map((value) => ({ value, label: t(`fiat.endedChoices.${value}`) })),
            },
            { kind: 'text', name: 'user', label: t('fiat.user'), width: 110 },
            { kind: 'text', name: 'fiat', label: t('fiat.currency'), width: 110 },
          ]}
        />
      }
      drawer={open !== undefined && <AppealDrawer key={open.id} row={open} onClose={drawer.close} onAction={begin} />}
    >
      <ConsoleTable
        name="appeals"
        caption={t('fiat.appeals')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.id)}
        empty={t('fiat.noAppeals')}
        drawer={drawer}
        filters={filters}
      />
      {action !== null && <AppealDialog action={action} onClose={() => begin(null)} />}
    </Screen>
  );
}

function useColumns(): readonly ConsoleColumn<P2pAppealRow>[] {
  const t = useTexts();
  return useMemo((): readonly ConsoleColumn<P2pAppealRow>[] => {
    const [number, status, ...others] = orderColumns<P2pAppealRow>(t);
    return [
      ...(number === undefined ? [] : [number]),
      shownColumn(
        { id: 'age', head: t('fiat.age'), width: 90, text: (row) => new Date(row.opened_at).toISOString() },
        (row) => <Time at={row.opened_at} only="relative" />,
      ),
      { id: 'reason', head: t('fiat.reason'), width: 160, text: (row) => t(`fiat.causes.${row.reason}`) },
      { id: 'opened_by', head: t('fiat.openedBy'), width: 100, text: (row) => t(`fiat.parties.${row.opened_by}`) },
      shownColumn(
        {
          id: 'answer',
          head: t('fiat.answer'),
          width: 120,
          text: (row) => (row.answered ? t('fiat.answered') : new Date(row.answer_until).toISOString()),
        },
        (row) =>
          row.answered ? (
            <StateBadge tone="good">{t('fiat.answered')}</StateBadge>
          ) : (
            <Due at={row.answer_until} ended={row.outcome !== null} />
          ),
      ),
      shownColumn(
        {
          id: 'decide',
          head: t('fiat.decideUntil'),
          width: 120,
          text: (row) => new Date(row.decide_until).toISOString(),
        },
        (row) => <Due at={row.decide_until} ended={row.outcome !== null} />,
      ),
      { id: 'taken', head: t('fiat.taken'), width: 120, text: (row) => row.taken_by?.name ?? '' },
      ...others,
      ...(status === undefined ? [] : [status]),
      {
        id: 'approvers',
        head: t('fiat.approvers'),
        width: 110,
        text: (row) => t(row.four_eyes ? 'fiat.twoPeople' : 'fiat.onePerson'),
      },
      {
        id: 'outcome',
        head: t('fiat.outcome'),
        width: 170,
        text: (row) => (row.outcome === null ? noFigure : t(`fiat.outcomes.${row.outcome}`)),
      },
    ];
  }, [t]);
}
