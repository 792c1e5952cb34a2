import { verificationCalls, verificationStates } from '@bourse/contract/console';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Drawer } from '../../parts/drawer.tsx';
import { Figure, Time } from '../../parts/figures.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { Screen } from '../../parts/screen.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { type RowOf, useList } from '../../wire/use-list.ts';
import { VerificationDetails } from './verification-details.tsx';
import { type VerificationAction, VerificationDialog } from './verification-dialogs.tsx';
import { stateTones } from './state-tones.ts';

type Row = RowOf<typeof verificationCalls.verifications>;

/** The documents of users: those that wait first, the oldest at the top. */
export function VerificationsScreen() {
  const t = useTexts();
  const filters = useFilters(verificationCalls.verifications);
  // Without a filter, those that wait.
  const asked = useMemo(() => (filters.names.length === 0 ? { state: 'review' as const } : filters.values), [filters]);
  const list = useList(verificationCalls.verifications, asked);
  const drawer = useDrawer();
  const [action, begin] = useState<VerificationAction | null>(null);
  const columns = useColumns();
  const open = list.rows?.find((row) => String(row.id) === drawer.id);
  return (
    <Screen
      title={t('verifications.title')}
      filters={
        <Filters
          filters={filters}
          fields={[
            {
              kind: 'choice',
              name: 'state',
              label: t('words.state'),
              options: verificationStates.map((state) => ({ value: state, label: t(`verifications.states.${state}`) })),
            },
            { kind: 'text', name: 'user', label: t('verifications.user') },
          ]}
        />
      }
      drawer={
        open !== undefined && (
          <Drawer
            key={open.id}
            title={`${t('verifications.user')} ${open.user_id}`}
            onClose={drawer.close}
            actions={<Actions row={open} begin={begin} />}
          >
            <VerificationDetails row={open} />
          </Drawer>
        )
      }
    >
      <ConsoleTable
        name="verifications"
        caption={t('verifications.title')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.id)}
        empty={t('verifications.empty')}
        drawer={drawer}
        filters={filters}
      />
      {action !== null && <VerificationDialog action={action} onClose={() => begin(null)} />}
    </Screen>
  );
}

interface ActionsProps {
  readonly row: Row;
  readonly begin: (action: VerificationAction) => void;
}

/** Taking comes first; only the person who has taken the documents decides. */
function Actions({ row, begin }: ActionsProps) {
  const t = useTexts();
  const mayDecide = useMay(verificationCalls.approveVerification);
  if (row.state !== 'review') return null;
  if (row.taken_by?.is_me !== true) {
    return (
      <Button size="dense" disabled={row.taken_by !== null} onClick={() => begin({ kind: 'take', row })}>
        {t('verifications.take')}
      </Button>
    );
  }
  if (!mayDecide) return null;
  return (
    <>
      <Button size="dense" onClick={() => begin({ kind: 'approve', row })}>
        {t('verifications.approve')}
      </Button>
      <Button size="dense" look="danger" onClick={() => begin({ kind: 'reject', row })}>
        {t('verifications.reject')}
      </Button>
    </>
  );
}

function useColumns(): readonly ConsoleColumn<Row>[] {
  const t = useTexts();
  return useMemo<readonly ConsoleColumn<Row>[]>(
    () => [
      { id: 'user', head: t('verifications.user'), text: (row) => String(row.user_id), figure: true, width: 100 },
      {
        id: 'state',
        head: t('words.state'),
        text: (row) => row.state,
        cell: (row) => <StateBadge tone={stateTones[row.state]}>{t(`verifications.states.${row.state}`)}</StateBadge>,
      },
      {
        id: 'submitted',
        head: t('verifications.submitted'),
        width: 210,
        text: (row) => new Date(row.submitted_at).toISOString(),
        cell: (row) => <Time at={row.submitted_at} />,
      },
      {
        id: 'reminded',
        head: t('verifications.reminded'),
        text: (row) => (row.reminded_at === null ? '' : new Date(row.reminded_at).toISOString()),
        cell: (row) => <Time at={row.reminded_at} only="relative" />,
      },
      {
        id: 'taken',
        head: t('verifications.taken'),
        text: (row) => row.taken_by?.name ?? '',
        cell: (row) => (row.taken_by?.is_me === true ? t('verifications.me') : (row.taken_by?.name ?? '')),
      },
      {
        id: 'duplicates',
        head: t('verifications.duplicates'),
        text: (row) => String(row.duplicates),
        cell: (row) =>
          row.duplicates === 0 ? <Figure value={0} /> : <StateBadge tone="bad">{row.duplicates}</StateBadge>,
      },
    ],
    [t],
  );
}
