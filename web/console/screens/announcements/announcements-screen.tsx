import { type Announcement, announcementCalls, announcementStates } from '@bourse/contract/console';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Time } from '../../parts/figures.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { Screen } from '../../parts/screen.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { type RowOf, useList } from '../../wire/use-list.ts';
import { useRead } from '../../wire/use-read.ts';
import { AnnouncementDrawer } from './announcement-drawer.tsx';
import { AnnouncementEditor } from './announcement-editor.tsx';
import { useAudienceText } from './audience-text.ts';

type Row = RowOf<typeof announcementCalls.announcements>;

/** Announcements with their progress, and the editor of drafts. */
export function AnnouncementsScreen() {
  const t = useTexts();
  const filters = useFilters(announcementCalls.announcements);
  const list = useList(announcementCalls.announcements, filters.values);
  const drawer = useDrawer();
  const mayWrite = useMay(announcementCalls.saveAnnouncement);
  const [edited, edit] = useState<Announcement | 'new' | null>(null);
  const isRow = drawer.id !== null && /^[1-9][0-9]{0,14}$/.test(drawer.id);
  const read = useRead(announcementCalls.announcement, { id: drawer.id ?? '' }, { when: isRow });
  const open = isRow && String(read.data?.id) === drawer.id ? read.data : undefined;
  const columns = useColumns();
  if (edited !== null) {
    return <AnnouncementEditor announcement={edited === 'new' ? null : edited} onClose={() => edit(null)} />;
  }
  return (
    <Screen
      title={t('announcements.title')}
      actions={
        mayWrite && (
          <Button size="dense" look="accent" onClick={() => edit('new')}>
            {t('announcements.add')}
          </Button>
        )
      }
      filters={
        <Filters
          filters={filters}
          fields={[
            {
              kind: 'choice',
              name: 'state',
              label: t('words.state'),
              options: announcementStates.map((value) => ({ value, label: t(`announcements.states.${value}`) })),
            },
          ]}
        />
      }
      drawer={open !== undefined && <AnnouncementDrawer announcement={open} onClose={drawer.close} onEdit={edit} />}
    >
      <ConsoleTable
        name="announcements"
        caption={t('announcements.title')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.id)}
        empty={t('announcements.empty')}
        drawer={drawer}
        filters={filters}
      />
    </Screen>
  );
}

const stateTones = { draft: 'quiet', sending: 'accent', sent: 'good', stopped: 'warning' } as const;

function useColumns(): readonly ConsoleColumn<Row>[] {
  const t = useTexts();
  const audienceText = useAudienceText();
  return useMemo(
    () => [
      { id: 'id', head: t('words.id'), text: (row) => String(row.id), width: 70, figure: true },
      { id: 'title', head: t('announcements.heading'), text: (row) => row.title },
      {
        id: 'state',
        head: t('words.state'),
        width: 110,
        text: (row) => t(`announcements.states.${row.state}`),
        cell: (row) => <StateBadge tone={stateTones[row.state]}>{t(`announcements.states.${row.state}`)}</StateBadge>,
      },
      { id: 'audience', head: t('announcements.audience'), width: 220, text: audienceText },
      { id: 'languages', head: t('announcements.languages'), width: 140, text: (row) => row.languages.join(', ') },
      {
        id: 'progress',
        head: t('announcements.progress'),
        width: 240,
        text: ({ queued, seen, state, total }) =>
          state === 'draft' ? '' : t('announcements.progressOf', { seen, total, queued }),
      },
      {
        id: 'changed',
        head: t('announcements.changed'),
        width: 200,
        text: (row) => new Date(row.changed_at).toISOString(),
        cell: (row) => <Time at={row.changed_at} />,
      },
      { id: 'by', head: t('announcements.by'), width: 140, text: (row) => row.changed_by },
    ],
    [t, audienceText],
  );
}
