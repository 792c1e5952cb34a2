import { agentCalls, type AgentRow, agentStates } from '@bourse/contract/console';
import { useMemo, useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { ConsoleColumn } from '../../parts/column.ts';
import { idColumn, shownColumn } from '../../parts/columns.tsx';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Figure, Time } from '../../parts/figures.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { Screen } from '../../parts/screen.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useList } from '../../wire/use-list.ts';
import { type AgentAction, AgentDialog } from './agent-dialog.tsx';
import { AgentDrawer } from './agent-drawer.tsx';
import { shareText } from './agent-form.ts';

/** The agents, the newest user first. */
export function AgentsView({ tabs }: { readonly tabs: ReactNode }) {
  const t = useTexts();
  const filters = useFilters(agentCalls.agents);
  const list = useList(agentCalls.agents, filters.values);
  const drawer = useDrawer();
  const maySet = useMay(agentCalls.setAgent);
  const [action, begin] = useState<AgentAction | null>(null);
  const columns = useColumns();
  const open = list.rows?.find((row) => String(row.user_id) === drawer.id);
  return (
    <Screen
      title={t('agents.title')}
      actions={
        maySet && (
          <Button size="dense" look="accent" onClick={() => begin({ kind: 'make', row: null })}>
            {t('agents.make')}
          </Button>
        )
      }
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
                options: agentStates.map((value) => ({ value, label: t(`agents.states.${value}`) })),
              },
              { kind: 'text', name: 'user', label: t('agents.user'), width: 110 },
            ]}
          />
        </>
      }
      drawer={
        open !== undefined && <AgentDrawer key={open.user_id} row={open} onClose={drawer.close} onAction={begin} />
      }
    >
      <ConsoleTable
        name="agents"
        caption={t('agents.title')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.user_id)}
        empty={t('agents.none')}
        drawer={drawer}
        filters={filters}
      />
      {action !== null && <AgentDialog action={action} onClose={() => begin(null)} />}
    </Screen>
  );
}

function useColumns(): readonly ConsoleColumn<AgentRow>[] {
  const t = useTexts();
  return useMemo(
    (): readonly ConsoleColumn<AgentRow>[] => [
      idColumn('user', t('agents.user'), (row) => row.user_id),
      { id: 'account', head: t('agents.account'), text: (row) => row.account },
      shownColumn(
        { id: 'state', head: t('words.state'), width: 110, text: (row) => t(`agents.states.${row.state}`) },
        (row) => (
          <StateBadge tone={row.state === 'active' ? 'good' : 'quiet'}>{t(`agents.states.${row.state}`)}</StateBadge>
        ),
      ),
      { id: 'share', head: t('agents.share'), figure: true, width: 100, text: (row) => shareText(row.share_ppm) },
      { id: 'users', head: t('agents.users'), figure: true, width: 90, text: (row) => String(row.users) },
      shownColumn(
        { id: 'paid30', head: t('agents.paid30'), figure: true, width: 160, text: (row) => row.paid_usd_30d },
        (row) => <Figure value={row.paid_usd_30d} />,
      ),
      shownColumn(
        { id: 'paid', head: t('agents.paid'), figure: true, width: 130, text: (row) => row.paid_usd },
        (row) => <Figure value={row.paid_usd} />,
      ),
      shownColumn(
        {
          id: 'unpaid',
          head: t('agents.unpaidDays'),
          figure: true,
          width: 110,
          text: (row) => String(row.unpaid_days),
        },
        (row) =>
          row.unpaid_days > 1 ? (
            <StateBadge tone="bad">{row.unpaid_days}</StateBadge>
          ) : (
            <Figure value={row.unpaid_days} />
          ),
      ),
      shownColumn(
        { id: 'changed', head: t('agents.changed'), width: 110, text: (row) => new Date(row.changed_at).toISOString() },
        (row) => <Time at={row.changed_at} only="relative" />,
      ),
      { id: 'by', head: t('agents.changedBy'), width: 130, text: (row) => row.changed_by ?? '' },
    ],
    [t],
  );
}
