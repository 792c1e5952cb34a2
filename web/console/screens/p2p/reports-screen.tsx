import { p2pCalls, type P2pReportRow } from '@bourse/contract/console';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { noFigure } from '../../../ui/figures.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleLink } from '../../parts/console-link.tsx';
import { idColumn, shownColumn } from '../../parts/columns.tsx';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Figure, Time } from '../../parts/figures.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { Screen } from '../../parts/screen.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useList } from '../../wire/use-list.ts';
import { reportTones } from './p2p-tones.ts';
import { UserLink } from './user-link.tsx';
import classes from './p2p.module.css';

type Decision = 'uphold' | 'dismiss';

interface ReportAction {
  readonly decision: Decision;
  readonly row: P2pReportRow;
}

const states = ['open', 'upheld', 'dismissed'] as const;

/** Reports of ads and traders by users. */
export function ReportsScreen() {
  const t = useTexts();
  const filters = useFilters(p2pCalls.p2pReports);
  // Without a filter, those that wait.
  const asked = useMemo(() => (filters.names.length === 0 ? { state: 'open' as const } : filters.values), [filters]);
  const list = useList(p2pCalls.p2pReports, asked);
  const drawer = useDrawer();
  const [action, begin] = useState<ReportAction | null>(null);
  const columns = useColumns();
  const open = list.rows?.find((row) => String(row.id) === drawer.id);
  return (
    <Screen
      title={t('fiat.reports')}
      filters={
        <Filters
          filters={filters}
          fields={[
            {
              kind: 'choice',
              name: 'state',
              label: t('words.state'),
              options: states.map((value) => ({ value, label: t(`fiat.reportStates.${value}`) })),
            },
            { kind: 'text', name: 'user', label: t('fiat.user'), width: 110 },
          ]}
        />
      }
      drawer={open !== undefined && <ReportDrawer key={open.id} row={open} onClose={drawer.close} onAction={begin} />}
    >
      <ConsoleTable
        name="reports"
        caption={t('fiat.reports')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.id)}
        empty={t('fiat.noReports')}
        drawer={drawer}
        filters={filters}
      />
      {action !== null && (
        <ActionDialog
          call={p2pCalls.decideP2pReport}
          title={t(`fiat.reportTitles.${action.decision}`, { id: action.row.id })}
          confirmLabel={t(`fiat.${action.decision}`)}
          reasonCode="policy"
          isDestructive={action.decision === 'uphold'}
          input={{ id: action.row.id, version: action.row.version, decision: action.decision }}
          onClose={() => begin(null)}
        >
          {action.decision === 'uphold' && <p>{t('fiat.upholdHint')}</p>}
        </ActionDialog>
      )}
    </Screen>
  );
}

interface ReportDrawerProps {
  readonly row: P2pReportRow;
  readonly onClose: () => void;
  readonly onAction: (action: ReportAction) => void;
}

function ReportDrawer({ onAction, onClose, row }: ReportDrawerProps) {
  const t = useTexts();
  const mayDecide = useMay(p2pCalls.decideP2pReport);
  return (
    <Drawer
      title={t('fiat.reportOf', { id: row.id })}
      onClose={onClose}
      actions={
        row.state === 'open' &&
        mayDecide && (
          <>
            <Button size="dense" look="danger" onClick={() => onAction({ decision: 'uphold', row })}>
              {t('fiat.uphold')}
            </Button>
            <Button size="dense" look="plain" onClick={() => onAction({ decision: 'dismiss', row })}>
              {t('fiat.dismiss')}
            </Button>
          </>
        )
      }
    >
      <Facts
        facts={[
          [t('words.state'), t(`fiat.reportStates.${row.state}`)],
          [t('fiat.subject'), t(`fiat.subjects.${row.subject}`)],
          [
            t('fiat.ad'),
            row.ad_id === null ? (
              noFigure
            ) : (
              <ConsoleLink key="ad" to={`/fiat?tab=ads&user=${row.user_id}`}>
                {row.ad_id}
              </ConsoleLink>
            ),
          ],
          [t('fiat.user'), <UserLink key="user" id={row.user_id} />],
          [t('fiat.upheld'), <Figure key="upheld" value={row.upheld} />],
          [t('fiat.reporter'), <UserLink key="reporter" id={row.reporter_id} />],
          [t('words.time'), <Time key="time" at={row.created_at} />],
          [t('fiat.reason'), t(`fiat.reportReasons.${row.reason}`)],
          [
            t('fiat.content'),
            <span key="content" className={classes.text}>
              {row.content === '' ? noFigure : row.content}
            </span>,
          ],
          [t('fiat.decidedAt'), <Time key="decided" at={row.decided_at} />],
          [t('fiat.decidedBy'), row.decided_by ?? noFigure],
        ]}
      />
    </Drawer>
  );
}

function useColumns(): readonly ConsoleColumn<P2pReportRow>[] {
  const t = useTexts();
  return useMemo(
    (): readonly ConsoleColumn<P2pReportRow>[] => [
      idColumn('id', t('words.id'), (row) => row.id),
      shownColumn(
        { id: 'state', head: t('words.state'), width: 110, text: (row) => t(`fiat.reportStates.${row.state}`) },
        (row) => <StateBadge tone={reportTones[row.state]}>{t(`fiat.reportStates.${row.state}`)}</StateBadge>,
      ),
      shownColumn(
        { id: 'age', head: t('fiat.age'), width: 90, text: (row) => new Date(row.created_at).toISOString() },
        (row) => <Time at={row.created_at} only="relative" />,
      ),
      { id: 'subject', head: t('fiat.subject'), width: 80, text: (row) => t(`fiat.subjects.${row.subject}`) },
      { id: 'reason', head: t('fiat.reason'), width: 200, text: (row) => t(`fiat.reportReasons.${row.reason}`) },
      { id: 'content', head: t('fiat.content'), text: (row) => row.content },
      idColumn('user', t('fiat.user'), (row) => row.user_id),
      idColumn('upheld', t('fiat.upheld'), (row) => row.upheld),
      idColumn('reporter', t('fiat.reporter'), (row) => row.reporter_id),
    ],
    [t],
  );
}
