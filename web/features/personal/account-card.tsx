import { userInfo } from '@bourse/contract/identity';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { SecurityBar } from './security-bar.tsx';
import { CopyRow } from './copy-row.tsx';
import { SettingsCard } from './settings-card.tsx';
import classes from './settings.module.css';

const restrictionTexts = { outflow: 'account.outflowStopped', trading: 'account.tradingStopped' } as const;

/** The user's id, e-mail address and phone number. */
export function AccountCard() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useRead(userInfo, {}, { staleMs: Infinity });
  const user = data?.data;
  return (
    <SettingsCard id="account" title={t('account.yours')}>
      {user === undefined &&
        (isError ? <ErrorState onRetry={() => void refetch()} /> : <SkeletonRows count={3} height={44} />)}
      {user !== undefined && user.restriction !== 'none' && (
        <p className={classes.warning}>{t(user.frozen ? 'account.frozen' : restrictionTexts[user.restriction])}</p>
      )}
      {user !== undefined && <SecurityBar user={user} />}
      {user !== undefined && (
        <dl className={classes.rows}>
          <CopyRow name={t('account.uid')} value={String(user.uid)} copyLabel={t('account.copyUid')} />
          <ContactRow name={t('account.email')} contact={user.email} />
          <ContactRow name={t('account.phone')} contact={user.mobile_bound ? user.mobile : ''} />
        </dl>
      )}
    </SettingsCard>
  );
}

function ContactRow({ name, contact }: { readonly name: string; readonly contact: string }) {
  const { t } = useTranslation();
  return (
    <div className={classes.row}>
      <dt>{name}</dt>
      <dd className={contact === '' ? classes.quiet : classes.value}>
        {contact === '' ? t('account.notLinked') : contact}
      </dd>
    </div>
  );
}
