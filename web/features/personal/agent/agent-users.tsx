import { agentRows, type AgentUser, agentUsers } from '@bourse/contract/agents';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../../live/read.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { PageButtons } from '../../../ui/page-buttons.tsx';
import { ratioPercent } from '../../../ui/ratio-percent.ts';
import { useFigures } from '../../../ui/use-figures.ts';
import { SettingsCard } from '../settings-card.tsx';
import { SumLines } from './sum-lines.tsx';

/** The users of the agent, with the fees and the commission of the days that were paid. */
export function AgentUsers() {
  const { t } = useTranslation();
  const figures = useFigures();
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useRead(agentUsers, { page, limit: agentRows }, { keepPrevious: true });
  const users = data?.data;
  return (
    <SettingsCard id="users" title={t('agent.people')} text={t('agent.peopleText')}>
      <DataTable
        caption={t('agent.people')}
        columns={[
          { id: 'account', head: t('agent.account'), cell: ({ account }) => account },
          { id: 'since', head: t('agent.userSince'), cell: ({ since }) => figures.dateTime(since), figure: true },
          {
            id: 'until',
            head: t('agent.until'),
            cell: ({ until }) => (until === null ? t('agent.now') : figures.dateTime(until)),
            figure: true,
          },
          {
            id: 'share',
            head: t('agent.share'),
            cell: ({ share }) => figures.percent(ratioPercent(share), 4),
            figure: true,
          },
          { id: 'fees', head: t('agent.fees'), cell: feesOf, figure: true },
          {
            id: 'commission',
            head: t('agent.commission'),
            cell: commissionOf,
            figure: true,
          },
        ]}
        rows={users?.data}
        rowKey={({ id }) => id}
        failed={isError}
        onRetry={() => void refetch()}
        empty={t('agent.peopleEmpty')}
      />
      {users !== undefined && <PageButtons page={page} pages={users.last_page} onChange={setPage} />}
    </SettingsCard>
  );
}

function feesOf({ sums }: AgentUser) {
  return <SumLines sums={sums} of="fees" />;
}

function commissionOf({ sums }: AgentUser) {
  return <SumLines sums={sums} of="commission" />;
}
