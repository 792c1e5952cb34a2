import { auditCalls, auditKinds, type AuditKind } from '@bourse/contract/console';
import { useMemo } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Drawer } from '../../parts/drawer.tsx';
import { Time } from '../../parts/figures.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { Screen } from '../../parts/screen.tsx';
import { StateBadge, type Tone } from '../../parts/state-badge.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useConsole } from '../../wire/console-context.tsx';
import { type RowOf, useList } from '../../wire/use-list.ts';
import { useRead } from '../../wire/use-read.ts';
import { AuditDetails } from './audit-details.tsx';
import { ChainState } from './chain-state.tsx';

type Row = RowOf<typeof auditCalls.audit>;

/** Everything that staff did, by who, what, whom and when, with the state of its chain. */
export function AuditScreen() {
  const t = useTexts();
  const { download } = useConsole();
  const filters = useFilters(auditCalls.audit);
  const list = useList(auditCalls.audit, filters.values);
  const drawer = useDrawer();
  const isRow = drawer.id !== null && /^[1-9][0-9]{0,14}$/.test(drawer.id);
  // A row never changes.
  const read = useRead(auditCalls.auditRecord, { id: drawer.id ?? '' }, { when: isRow, every: null });
  const open = isRow && String(read.data?.id) === drawer.id ? read.data : undefined;
  const columns = useColumns();
  return (
    <Screen
      title={t('audit.title')}
      actions={
        <>
          <ChainState />
          <Button
            size="dense"
            look="plain"
            onClick={() => void download(auditCalls.exportAudit, filters.values, 'audit.csv')}
          >
            {t('audit.export')}
          </Button>
        </>
      }
      filters={
        <Filters
          filters={filters}
          fields={[
            { kind: 'text', name: 'staff', label: t('audit.staff'), width: 90 },
            {
              kind: 'choice',
              name: 'kind',
              label: t('audit.kind'),
              options: auditKinds.map((value) => ({ value, label: t(`audit.kinds.${value}`) })),
            },
            { kind: 'text', name: 'action', label: t('audit.action') },
            { kind: 'text', name: 'subject_kind', label: t('audit.subjectKind') },
            { kind: 'text', name: 'subject_id', label: t('audit.subjectId') },
            { kind: 'text', name: 'approval', label: t('audit.approval'), width: 90 },
            { kind: 'time', name: 'from', label: t('audit.from') },
            { kind: 'time', name: 'to', label: t('audit.to') },
          ]}
        />
      }
      drawer={
        open !== undefined && (
          <Drawer title={t('audit.row', { id: open.id })} onClose={drawer.close}>
            <AuditDetails row={open} />
          </Drawer>
        )
      }
    >
      <ConsoleTable
        name="audit"
        caption={t('audit.title')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.id)}
        empty={t('audit.empty')}
        drawer={drawer}
        filters={filters}
      />
    </Screen>
  );
}

const kindTones: Readonly<Record<AuditKind, Tone>> = {
  login: 'quiet',
  look: 'quiet',
  export: 'warning',
  change: 'accent',
  intent: 'quiet',
  outcome: 'accent',
  refusal: 'bad',
};

function useColumns(): readonly ConsoleColumn<Row>[] {
  const t = useTexts();
  return useMemo(
    () => [
      { id: 'id', head: t('words.id'), text: (row) => String(row.id), figure: true, width: 80 },
      {
        id: 'at',
        head: t('words.time'),
        text: (row) => new Date(row.at).toISOString(),
        cell: (row) => <Time at={row.at} only="absolute" />,
        width: 170,
      },
      { id: 'by', head: t('audit.by'), text: (row) => row.by?.name ?? t('audit.machine'), width: 140 },
      {
        id: 'kind',
        head: t('audit.kind'),
        text: (row) => row.kind,
        cell: (row) => <StateBadge tone={kindTones[row.kind]}>{t(`audit.kinds.${row.kind}`)}</StateBadge>,
        width: 110,
      },
      { id: 'action', head: t('audit.action'), text: (row) => row.action, width: 190 },
      {
        id: 'subject',
        head: t('audit.subject'),
        text: (row) => (row.subject_kind === null ? '' : `${row.subject_kind} ${row.subject_id ?? ''}`),
        width: 160,
      },
      { id: 'reason', head: t('audit.reason'), text: (row) => row.reason ?? '' },
      {
        id: 'approval',
        head: t('audit.approval'),
        text: (row) => String(row.approval ?? ''),
        figure: true,
        width: 90,
      },
      {
        id: 'sequence',
        head: t('audit.sequence'),
        text: (row) => String(row.sequence ?? ''),
        figure: true,
        width: 110,
      },
      { id: 'network', head: t('audit.network'), text: (row) => row.network ?? '', width: 130, hidden: true },
      { id: 'roles', head: t('audit.roles'), text: (row) => row.roles.join(', '), width: 140, hidden: true },
    ],
    [t],
  );
}
