import { type UserInfo, userInfo } from '@bourse/contract/identity';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { ErrorState, SkeletonRows, SkeletonText } from '../../ui/states.tsx';
import { SecurityBar } from './security-bar.tsx';
import { CopyRow } from './copy-row.tsx';
import { SettingsCard } from './settings-card.tsx';
import classes from './settings.module.css';

/** The rows below the security bar. */
const rowCount = 6;

const restrictionTexts = { outflow: 'account.outflowStopped', trading: 'account.tradingStopped' } as const;

const reviewTexts = { 0: 'account.notVerified', 1: 'account.inReview', 2: 'account.verified' } as const;

/** The user's id, addresses, identity and trade password, with links to change them. */
export function AccountCard() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useRead(userInfo, {}, { staleMs: Infinity });
  const user = data?.data;
  return (
    <SettingsCard id="account" title={t('account.yours')}>
      {user === undefined && isError && <ErrorState onRetry={() => void refetch()} />}
      {user === undefined && !isError && (
        <>
          <SkeletonRows count={1} height={86} />
          <div className={classes.rows}>
            {Array.from({ length: rowCount }, (_, index) => (
              <div key={index} className={classes.row}>
                <SkeletonText width="60%" />
                <SkeletonText width="40%" />
              </div>
            ))}
          </div>
        </>
      )}
      {user !== undefined && user.restriction !== 'none' && (
        <p className={classes.warning}>{t(user.frozen ? 'account.frozen' : restrictionTexts[user.restriction])}</p>
      )}
      {user !== undefined && <SecurityBar user={user} />}
      {user !== undefined && (
        <dl className={classes.rows}>
          <CopyRow name={t('account.uid')} value={String(user.uid)} copyLabel={t('account.copyUid')} />
          <ContactRow name={t('account.email')} contact={user.email} type="email" />
          <ContactRow name={t('account.phone')} contact={user.mobile_bound ? user.mobile : ''} type="mobile" />
          <IdentityRow user={user} />
          <TradePasswordRow isSet={user.has_pay_password} />
          <AddressRow />
        </dl>
      )}
    </SettingsCard>
  );
}

interface ChangeRowProps {
  readonly name: string;
  /** The present value; null if there is none. */
  readonly value: string | null;
  /** The words for no value. */
  readonly none: string;
  /** The link to the page that changes it. */
  readonly children: ReactNode;
}

function ChangeRow({ name, value, none, children }: ChangeRowProps) {
  return (
    <div className={classes.row}>
      <dt>{name}</dt>
      <dd className={classes.changed}>
        <span className={value === null ? classes.quiet : classes.value}>{value ?? none}</span>
        {children}
      </dd>
    </div>
  );
}

interface ContactRowProps {
  readonly name: string;
  /** The linked address; empty if there is none. */
  readonly contact: string;
  readonly type: 'email' | 'mobile';
}

function ContactRow({ name, contact, type }: ContactRowProps) {
  const { t } = useTranslation();
  const text = t(contact === '' ? 'account.link' : 'account.edit');
  return (
    <ChangeRow name={name} value={contact === '' ? null : contact} none={t('account.notLinked')}>
      <Link to="/bindAccount" search={{ type }} aria-label={`${name}: ${text}`}>
        {text}
      </Link>
    </ChangeRow>
  );
}

function IdentityRow({ user: { review_status: status } }: { readonly user: UserInfo }) {
  const { t } = useTranslation();
  const name = t('shell.authentication');
  return (
    <ChangeRow name={name} value={status === 0 ? null : t(reviewTexts[status])} none={t(reviewTexts[0])}>
      {status !== 2 && (
        <Link to="/personal/authentication" aria-label={`${name}: ${t('account.show')}`}>
          {t('account.show')}
        </Link>
      )}
    </ChangeRow>
  );
}

function AddressRow() {
  const { t } = useTranslation();
  const [name, text] = [t('shell.bindAddr'), t('account.show')];
  return (
    <ChangeRow name={name} value={null} none="">
      <Link to="/personal/editAddress" aria-label={`${name}: ${text}`}>
        {text}
      </Link>
    </ChangeRow>
  );
}

/** The first trade password is set with the documents of the identity. */
function TradePasswordRow({ isSet }: { readonly isSet: boolean }) {
  const { t } = useTranslation();
  const [name, text] = [t('shell.tradePassword'), t(isSet ? 'account.edit' : 'account.show')];
  return (
    <ChangeRow name={name} value={isSet ? '••••••' : null} none={t('account.notSet')}>
      <Link to="/tradePassword" aria-label={`${name}: ${text}`}>
        {text}
      </Link>
    </ChangeRow>
  );
}
