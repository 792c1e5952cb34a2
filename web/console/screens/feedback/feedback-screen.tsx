import { feedbackCalls } from '@bourse/contract/console';
import { type FeedbackState, feedbackStates, feedbackTypes } from '@bourse/contract/support';
import { useMemo } from 'react';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleLink } from '../../parts/console-link.tsx';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Time } from '../../parts/figures.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { Screen } from '../../parts/screen.tsx';
import { StateBadge, type Tone } from '../../parts/state-badge.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { type RowOf, useList } from '../../wire/use-list.ts';
import { useRead } from '../../wire/use-read.ts';
import { FeedbackDrawer } from './feedback-drawer.tsx';

type Row = RowOf<typeof feedbackCalls.feedbackInbox>;

/** Feedback of users: open ones first, the longest waiting first. */
export function FeedbackScreen() {
  const t = useTexts();
  const filters = useFilters(feedbackCalls.feedbackInbox);
  const list = useList(feedbackCalls.feedbackInbox, filters.values);
  const drawer = useDrawer();
  const isRow = drawer.id !== null && /^[1-9][0-9]{0,14}$/.test(drawer.id);
  const read = useRead(feedbackCalls.feedbackThread, { id: drawer.id ?? '' }, { when: isRow });
  const open = isRow && String(read.data?.id) === drawer.id ? read.data : undefined;
  const columns = useColumns();
  return (
    <Screen
      title={t('feedback.title')}
      filters={
        <Filters
          filters={filters}
          fields={[
            {
              kind: 'choice',
              name: 'state',
              label: t('words.state'),
              options: feedbackStates.map((value) => ({ value, label: t(`feedback.states.${value}`) })),
            },
            {
              kind: 'choice',
              name: 'type',
              label: t('feedback.type'),
              options: feedbackTypes.map((value) => ({ value, label: t(`feedback.types.${value}`) })),
            },
            { kind: 'text', name: 'user', label: t('feedback.user') },
          ]}
        />
      }
      drawer={open !== undefined && <FeedbackDrawer key={open.id} thread={open} onClose={drawer.close} />}
    >
      <ConsoleTable
        name="feedback"
        caption={t('feedback.title')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.id)}
        empty={t('feedback.empty')}
        drawer={drawer}
        filters={filters}
      />
    </Screen>
  );
}

const stateTones: Readonly<Record<FeedbackState, Tone>> = { open: 'warning', answered: 'good', closed: 'quiet' };

function useColumns(): readonly ConsoleColumn<Row>[] {
  const t = useTexts();
  return useMemo(
    () => [
      { id: 'id', head: t('words.id'), text: (row) => String(row.id), width: 70, figure: true },
      {
        id: 'state',
        head: t('words.state'),
        width: 110,
        text: (row) => t(`feedback.states.${row.state}`),
        cell: (row) => <StateBadge tone={stateTones[row.state]}>{t(`feedback.states.${row.state}`)}</StateBadge>,
      },
      {
        id: 'waiting',
        head: t('feedback.waiting'),
        width: 100,
        text: (row) => (row.waiting_since === null ? '' : new Date(row.waiting_since).toISOString()),
        cell: (row) => <Time at={row.waiting_since} only="relative" />,
      },
      { id: 'title', head: t('feedback.heading'), text: (row) => row.title },
      { id: 'type', head: t('feedback.type'), width: 130, text: (row) => t(`feedback.types.${row.type}`) },
      {
        id: 'user',
        head: t('feedback.user'),
        width: 100,
        text: (row) => String(row.user_id),
        cell: (row) => <ConsoleLink to={`/users?user=${row.user_id}`}>{row.user_id}</ConsoleLink>,
      },
      { id: 'taken', head: t('feedback.taken'), width: 130, text: (row) => row.taken_by?.name ?? '' },
      {
        id: 'changed',
        head: t('feedback.changed'),
        width: 200,
        text: (row) => new Date(row.changed_at).toISOString(),
        cell: (row) => <Time at={row.changed_at} />,
      },
    ],
    [t],
  );
}
