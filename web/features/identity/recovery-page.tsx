import { forgetPassword } from '@bourse/contract/identity';
import { codePurpose } from '@bourse/contract/notify';
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { toast } from '../../ui/toasts.ts';
import { useSiteConfig } from '../../live/site-config.ts';
import { type SecondFactorProof, useSecondFactor } from '../second-factor/index.ts';
import { AccountFields } from './account-fields.tsx';
import { AccountTabs } from './account-tabs.tsx';
import { CodeField } from './code-field.tsx';
import { FormEnd } from './form-end.tsx';
import { accountOf } from './form-rules.ts';
import { IdentityPage } from './identity-layout.tsx';
import { knownAccount, rememberAccount } from './known-account.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { recoveryErrors, type RecoveryDraft } from './recovery-form.ts';
import { useIdentityForm } from './use-identity-form.ts';
import classes from './identity.module.css';

/** Sets a new password, with a code sent to the account. */
export function RecoveryPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/forgetPassword' });
  const typed = useLocation({ select: ({ state }) => state.account });
  const { storage } = useLive();
  const config = useSiteConfig();
  const phones = config?.phone_accounts === 1;
  const [draft, setDraft] = useState<RecoveryDraft>(() => ({
    ...knownAccount(storage, phones, typed === '' ? undefined : typed),
    code: '',
    password: '',
    repeat: '',
  }));
  const onward = search.redirect === undefined ? {} : { redirect: search.redirect };
  const { withFactor, factorDialog } = useSecondFactor();
  const setPassword = useSetPassword(withFactor, onward);
  const form = useIdentityForm({
    draft,
    setDraft,
    check: (given) => recoveryErrors(given, config?.password_policy ?? null),
    fields: ['code', 'password', 'repeat'],
    send: setPassword,
  });
  return (
    <IdentityPage title={t('forgot.title')}>
      <p className={classes.word}>{t('forgot.text')}</p>
      <AccountTabs label={t('forgot.title')} form={form}>
        <AccountFields form={form} autoComplete="username" />
        <CodeField form={form} purpose={codePurpose.recovery} />
        <NewPasswordFields form={form} label={t('forgot.password')} repeatLabel={t('forgot.repeat')} />
        <FormEnd form={form} submit={t('forgot.submit')}>
          {t('forgot.remembered')}{' '}
          <Link to="/login" search={onward} className={classes.way}>
            {t('register.toLogin')}
          </Link>
        </FormEnd>
      </AccountTabs>
      {factorDialog}
    </IdentityPage>
  );
}

function useSetPassword(withFactor: SecondFactorProof['withFactor'], onward: { readonly redirect?: string }) {
  const { t } = useTranslation();
  const { device, storage } = useLive();
  const navigate = useNavigate();
  return async (draft: RecoveryDraft): Promise<void> => {
    const { data } = await withFactor(forgetPassword, {
      account: accountOf(draft),
      new_password: draft.password,
      secondary_password: draft.repeat,
      type: draft.kind,
      auth_code: draft.code,
      ...(draft.kind === 'mobile' && draft.area !== null ? { area_id: draft.area } : {}),
    });
    device.keep(data.device_id);
    rememberAccount(storage, draft);
    toast(t('forgot.success'), 'success');
    await navigate({ to: '/login', search: onward });
  };
}
