import { useNavigate, useSearch } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Tabs } from '../../ui/tabs.tsx';
import { AccountRecords } from '../transaction-log/index.ts';
import { accountCodes } from './accounts.ts';
import classes from './assets.module.css';

/** The changes of each account, one tab per account. The address names the open one (`type`). */
export function DealRecordsPage() {
  const { t } = useTranslation();
  const { type } = useSearch({ from: '/assets/dealRecords' });
  const navigate = useNavigate();
  const panel = useId();
  const account = accountCodes.find((code) => code === type) ?? 'change_account';
  const name = t(`accounts.${account}`);
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('shell.dealRecords')}</h1>
      <Tabs
        label={t('assets.accounts')}
        tabs={accountCodes.map((id) => ({ id, label: t(`accounts.${id}`) }))}
        selected={account}
        controls={panel}
        onSelect={(next) => void navigate({ to: '/assets/dealRecords', search: { type: next }, replace: true })}
      />
      <div id={panel} role="tabpanel" aria-label={name} className={classes.page}>
        <AccountRecords caption={`${t('shell.dealRecords')}: ${name}`} account={account} />
      </div>
    </div>
  );
}
