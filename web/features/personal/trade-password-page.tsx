import { amendPayPassword, userInfo } from '@bourse/contract/identity';
import { Link } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { PasswordField, SecurityCodeField, usePasswordHint } from '../identity/index.ts';
import { useSecondFactor } from '../second-factor/index.ts';
import { SettingsCard } from './settings-card.tsx';
import { useAction } from './use-action.ts';
import classes from './settings.module.css';
import security from './security.module.css';

/** Changes the trade password. The first one is created with the identity verification. */
export function TradePasswordPage() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useRead(userInfo, {});
  const user = data?.data;
  return (
    <div className={security.narrow}>
      <SettingsCard isPage id="trade-password" title={t('shell.tradePassword')} text={t('account.tradePasswordText')}>
        {user === undefined &&
          (isError ? <ErrorState onRetry={() => void refetch()} /> : <SkeletonRows count={3} height={64} />)}
        {user?.has_pay_password === false && (
          <EmptyState text={t('errors.pay_password_missing')}>
            <Link to="/personal/authentication">{t('shell.authentication')}</Link>
          </EmptyState>
        )}
        {user?.has_pay_password === true && <ChangeForm />}
      </SettingsCard>
    </div>
  );
}

function ChangeForm() {
  const { t } = useTranslation();
  const hint = usePasswordHint();
  const { withFactor, factorDialog } = useSecondFactor();
  const { busy, refusal, run } = useAction();
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setAsked(true);
    if (password === '' || password !== repeat) return;
    void save();
  };
  const save = async (): Promise<void> => {
    if (!(await run(() => withFactor(amendPayPassword, { password, auth_code: code })))) return;
    setAsked(false);
    for (const set of [setPassword, setRepeat, setCode]) set('');
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <PasswordField
        label={t('account.newPassword')}
        name="trade-password"
        purpose="new-password"
        hint={hint}
        value={password}
        error={asked && password === '' ? t('account.emptyNew') : null}
        onChange={setPassword}
      />
      <PasswordField
        label={t('account.repeatPassword')}
        name="repeat-trade-password"
        purpose="new-password"
        value={repeat}
        error={asked && password !== repeat ? t('errors.passwords_differ') : null}
        onChange={setRepeat}
      />
      <SecurityCodeField value={code} error={refusal} onChange={setCode} />
      <Button type="submit" size="touch" className={classes.submit} disabled={busy}>
        {t('account.save')}
      </Button>
      {factorDialog}
    </form>
  );
}
