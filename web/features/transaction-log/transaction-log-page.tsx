import type { AccountCode } from '@bourse/contract/texts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../ui/select-field.tsx';
import { accountLogs, isLoggedAccount } from './account-logs.ts';
import { AccountRecords } from './account-records.tsx';
import classes from './transaction-log.module.css';

/** The changes of the user's accounts, and their export. */
export function TransactionLogPage() {
  const { t } = useTranslation();
  const [account, setAccount] = useState<AccountCode>('change_account');
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{t('shell.transactionLog')}</h1>
        <p className={classes.text}>{t('accountLog.text')}</p>
      </header>
      <AccountRecords caption={t('shell.transactionLog')} account={account}>
        <SelectField
          label={t('accountLog.account')}
          value={account}
          options={Object.keys(accountLogs)
            .filter(isLoggedAccount)
            .map((id) => ({ id, name: t(`accounts.${id}`) }))}
          onChange={(code) => {
            if (isLoggedAccount(code)) setAccount(code);
          }}
        />
      </AccountRecords>
    </div>
  );
}
