import { invitation, invitedList } from '@bourse/contract/identity';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { QrCode } from '../../ui/qr-code-later.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { CopyRow } from './copy-row.tsx';
import { invitationLink } from './invitation-link.ts';
import { SettingsCard } from './settings-card.tsx';
import classes from './settings.module.css';

const qrSize = 132;
const peoplePerPage = 10;
/** As long as the codes of users. */
const likelyCode = 'MMMMMMMM';

/** The user's invitation code, its link, and the users who registered with it. */
export function InvitationCard({ isAgent }: { readonly isAgent: boolean }) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useRead(invitation, {});
  const own = data?.data ?? null;
  const link = own === null ? null : invitationLink(own.invite_code);
  return (
    <SettingsCard
      id="invitation"
      title={t('account.invitation')}
      text={t('account.invitationText')}
      action={isAgent && <Link to="/personal/agent">{t('agent.open')}</Link>}
    >
      {isError && own === null ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <>
          <div className={classes.invitation}>
            <dl className={classes.rows}>
              <CopyRow
                name={t('account.inviteCode')}
                value={own?.invite_code ?? null}
                likely={likelyCode}
                copyLabel={t('account.copyCode')}
              />
              <CopyRow
                name={t('account.inviteLink')}
                value={link}
                likely={invitationLink(likelyCode)}
                copyLabel={t('account.copyLink')}
              />
              <div className={classes.row}>
                <dt>{t('account.invited')}</dt>
                <dd className="figures">{own?.invited ?? '\u00a0'}</dd>
              </div>
            </dl>
            <div className={classes.qr}>
              {link !== null && <QrCode address={link} label={t('account.qr')} size={qrSize} />}
            </div>
          </div>
          {own !== null && own.invited > 0 && <InvitedPeople />}
        </>
      )}
    </SettingsCard>
  );
}

function InvitedPeople() {
  const { t } = useTranslation();
  const figures = useFigures();
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useRead(invitedList, { page, limit: peoplePerPage }, { keepPrevious: true });
  const people = data?.data;
  return (
    <div className={classes.people}>
      <DataTable
        caption={t('account.invited')}
        columns={[
          { id: 'account', head: t('account.invitedAccount'), cell: ({ account }) => account },
          {
            id: 'since',
            head: t('account.invitedAt'),
            cell: ({ created_at: since }) => figures.dateTime(since),
            figure: true,
          },
        ]}
        rows={people?.data}
        rowKey={(_, index) => index}
        failed={isError}
        onRetry={() => void refetch()}
        empty={t('account.invitationText')}
      />
      {people !== undefined && <PageButtons page={page} pages={people.last_page} onChange={setPage} />}
    </div>
  );
}
