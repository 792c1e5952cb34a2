import { invitation, invitedList } from '@bourse/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { QrCode } from '../../ui/qr-code-later.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { CopyRow } from './copy-row.tsx';
import { SettingsCard } from './settings-card.tsx';
import classes from './settings.module.css';

const qrSize = 132;
const peoplePerPage = 10;

/** One's own code, the link that carries it, and who came with it. */
export function InvitationCard() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useRead(invitation, {});
  const own = data?.data ?? null;
  const link = own === null ? null : invitationLink(own.invite_code);
  return (
    <SettingsCard id="invitation" title={t('account.invitation')} text={t('account.invitationText')}>
      {isError && own === null ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <>
          <div className={classes.invitation}>
            <dl className={classes.rows}>
              <CopyRow
                name={t('account.inviteCode')}
                value={own?.invite_code ?? null}
                copyLabel={t('account.copyCode')}
              />
              <CopyRow name={t('account.inviteLink')} value={link} copyLabel={t('account.copyLink')} />
              <div className={classes.row}>
                <dt>{t('account.invited')}</dt>
                <dd className="figures">{own?.invited}</dd>
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

/** The address at which a code is filled in and locked. */
function invitationLink(code: string): string {
  return `${location.origin}/register?extension_code=${encodeURIComponent(code)}`;
}

function InvitedPeople() {
  const { t } = useTranslation();
  const figures = useFigures();
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useRead(invitedList, { page, limit: peoplePerPage }, { keepPrevious: true });
  if (data === undefined) {
    return isError ? <ErrorState onRetry={() => void refetch()} /> : <SkeletonRows count={2} height={40} />;
  }
  return (
    <div className={classes.people}>
      <table className={classes.table}>
        <caption className="visually-hidden">{t('account.invited')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('account.invitedAccount')}</th>
            <th scope="col">{t('account.invitedAt')}</th>
          </tr>
        </thead>
        <tbody>
          {data.data.data.map((person, index) => (
            <tr key={index}>
              <td>{person.account}</td>
              <td className="figures">{figures.dateTime(person.created_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <PageButtons page={page} pages={data.data.last_page} onChange={setPage} />
    </div>
  );
}
