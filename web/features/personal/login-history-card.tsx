import { loginHistory } from '@bourse/contract/identity';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { SettingsCard } from './settings-card.tsx';
import { useDeviceName } from './use-device-name.ts';

const loginsPerPage = 10;

/** The successful logins of the last 90 days. */
export function LoginHistoryCard() {
  const { t } = useTranslation();
  const figures = useFigures();
  const nameOf = useDeviceName();
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useRead(loginHistory, { page, limit: loginsPerPage }, { keepPrevious: true });
  const logins = data?.data;
  return (
    <SettingsCard id="history" title={t('account.history')} text={t('account.historyText')}>
      <DataTable
        caption={t('account.history')}
        columns={[
          { id: 'device', head: t('account.device'), cell: (login) => nameOf(login) },
          { id: 'address', head: t('account.address'), cell: ({ address }) => address, figure: true },
          { id: 'time', head: t('account.time'), cell: ({ at }) => figures.dateTime(at), figure: true },
        ]}
        rows={logins?.data}
        rowKey={(_, index) => index}
        failed={isError}
        onRetry={() => void refetch()}
        empty={t('account.historyText')}
      />
      {logins !== undefined && <PageButtons page={page} pages={logins.last_page} onChange={setPage} />}
    </SettingsCard>
  );
}
