import { agentCalls, type AgentUserRow } from '@bourse/contract/console';
import { useMemo, type ReactNode } from 'react';
import { noFigure } from '../../../ui/figures.ts';
import type { ConsoleColumn } from '../../parts/column.ts';
import { idColumn, shownColumn } from '../../parts/columns.tsx';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Figure, Time } from '../../parts/figures.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { Screen } from '../../parts/screen.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useList } from '../../wire/use-list.ts';
import { shareText } from './agent-form.ts';

/** The attachments of users to agents, the newest first, with what risk should look at. */
export function AgentUsersView({ tabs }: { readonly tabs: ReactNode }) {
  const t = useTexts();
  const filters = useFilters(agentCalls.agentUsers);
  const list = useList(agentCalls.agentUsers, filters.values);
  const columns = useColumns();
  return (
    <Screen
      title={t('agents.title')}
      filters={
        <>
          {tabs}
          <Filters
            filters={filters}
            fields={[
              { kind: 'text', name: 'agent', label: t('agents.agent'), width: 110 },
              { kind: 'text', name: 'user', label: t('agents.user'), width: 110 },
              {
                kind: 'choice',
                name: 'same_document',
                label: t('agents.ended'),
                options: [{ value: '1', label: t('agents.endedChoices.1') }],
              },
            ]}
          />
        </>
      }
    >
      <ConsoleTable
        name="agent-users"
        caption={t('agents.views.users')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.id)}
        empty={t('agents.noUsers')}
        filters={filters}
      />
    </Screen>
  );
}

function useColumns(): readonly ConsoleColumn<AgentUserRow>[] {
  const t = useTexts();
  return useMemo(
    (): readonly ConsoleColumn<AgentUserRow>[] => [
      idColumn('user', t('agents.user'), (row) => row.user_id),
      { id: 'account', head: t('agents.account'), text: (row) => row.account },
      idColumn('agent', t('agents.agent'), (row) => row.agent_id),
      { id: 'share', head: t('agents.share'), figure: true, width: 100, text: (row) => shareText(row.share_ppm) },
      { id: 'by', head: t('agents.by'), width: 120, text: (row) => t(`agents.ways.${row.by}`) },
      shownColumn(
        { id: 'since', head: t('agents.since'), width: 200, text: (row) => new Date(row.since).toISOString() },
        (row) => <Time at={row.since} />,
      ),
      shownColumn(
        {
          id: 'until',
          head: t('agents.until'),
          width: 200,
          text: (row) => (row.until === null ? '' : new Date(row.until).toISOString()),
        },
        (row) => (row.until === null ? noFigure : <Time at={row.until} />),
      ),
      shownColumn(
        {
          id: 'ended',
          head: t('agents.ended'),
          width: 130,
          text: (row) => (row.ended === null ? '' : t(`agents.ends.${endOf(row)}`)),
        },
        (row) =>
          row.ended === null ? (
            noFigure
          ) : (
            <StateBadge tone={row.dropped ? 'bad' : 'quiet'}>{t(`agents.ends.${endOf(row)}`)}</StateBadge>
          ),
      ),
      shownColumn(
        {
          id: 'device',
          head: t('agents.sameDevice'),
          width: 120,
          text: (row) => t(row.same_device ? 'words.yes' : 'words.no'),
        },
        (row) => (row.same_device ? <StateBadge tone="bad">{t('words.yes')}</StateBadge> : t('words.no')),
      ),
      shownColumn(
        { id: 'fees', head: t('agents.fees'), figure: true, width: 120, text: (row) => row.fees_usd },
        (row) => <Figure value={row.fees_usd} />,
      ),
      shownColumn(
        { id: 'paid', head: t('agents.paid'), figure: true, width: 120, text: (row) => row.paid_usd },
        (row) => <Figure value={row.paid_usd} />,
      ),
    ],
    [t],
  );
}

/** Why an attachment earns nothing any more: one that had ended before may have lost its commission later. */
function endOf({ dropped, ended }: AgentUserRow): NonNullable<AgentUserRow['ended']> {
  return dropped || ended === null ? 'document' : ended;
}
