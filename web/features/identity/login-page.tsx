import { siteSetting } from '@bourse/contract/content';
import { login, userInfo } from '@bourse/contract/identity';
import { codePurpose } from '@bourse/contract/notify';
import { Checkbox } from '@mantine/core';
import { IconDeviceMobileCheck } from '@tabler/icons-react';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { isRefusedFor } from '../../live/failure.ts';
import { readQuery } from '../../live/read.ts';
import { type GivenFactor, methodsRequired } from '../second-factor/index.ts';
import { toast } from '../../ui/toasts.ts';
import { useSiteConfig } from '../../live/site-config.ts';
import { AccountFields } from './account-fields.tsx';
import { AccountTabs } from './account-tabs.tsx';
import { CodeField } from './code-field.tsx';
import { FormEnd } from './form-end.tsx';
import { accountOf } from './form-rules.ts';
import { IdentityPage } from './identity-layout.tsx';
import { knownAccount, rememberAccount } from './known-account.ts';
import { loginErrors, type LoginDraft } from './login-form.ts';
import { pathAfterLogin } from './path-after-login.ts';
import { PasskeyLogin } from './passkey-login.tsx';
import { PasswordField } from './password-field.tsx';
import { SecondStep } from './second-step.tsx';
import { useDiallingCode } from './use-areas.ts';
import { useIdentityForm } from './use-identity-form.ts';
import { useTakesCode } from './use-takes-code.ts';
import classes from './identity.module.css';

export function LoginPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/login' });
  const form = useLoginForm(search.redirect);
  const { draft } = form;
  const onward = search.redirect === undefined ? {} : { redirect: search.redirect };
  if (form.methods !== null) {
    return (
      <IdentityPage title={t('shell.loginTitle')}>
        <SecondStep methods={form.methods} prove={form.prove} onBack={form.back} />
      </IdentityPage>
    );
  }
  return (
    <IdentityPage title={t('shell.loginTitle')}>
      <AccountTabs label={t('shell.loginTitle')} form={form}>
        <AccountFields form={form} autoComplete="username" />
        <PasswordField
          label={t('login.password')}
          name="password"
          purpose="current-password"
          value={draft.password}
          error={form.errorOf('password')}
          onChange={(password) => form.change({ password })}
          corner={
            <Link to="/forgetPassword" search={onward} state={{ account: accountOf(draft) }} className={classes.corner}>
              {t('login.forgot')}
            </Link>
          }
        />
        {form.takesCode === true ? (
          <CodeField form={form} purpose={codePurpose.login} password={draft.password} />
        ) : (
          <p className={classes.device}>
            <IconDeviceMobileCheck size={20} stroke={1.5} aria-hidden="true" />
            {form.takesCode === null ? t('codes.newDevice') : t('codes.noCode')}
          </p>
        )}
        <div className={classes.remember}>
          <Checkbox
            name="remember"
            label={t('login.remember')}
            checked={draft.remember}
            onChange={(event) => form.change({ remember: event.currentTarget.checked })}
          />
        </div>
        <FormEnd form={form} submit={t('login.submit')}>
          {t('login.noAccount')}{' '}
          <Link to="/register" search={onward} className={classes.way}>
            {t('login.toRegister')}
          </Link>
        </FormEnd>
        <PasskeyLogin remember={draft.remember} onLogin={form.open} />
      </AccountTabs>
    </IdentityPage>
  );
}

function useLoginForm(requested: string | undefined) {
  const { storage } = useLive();
  const phones = useSiteConfig()?.phone_accounts === 1;
  const [draft, setDraft] = useState<LoginDraft>(() => ({
    ...knownAccount(storage, phones),
    password: '',
    code: '',
    remember: storage.read('remember') === '1',
  }));
  const { takesCode, insist } = useTakesCode(draft);
  const [methods, setMethods] = useState<string | null>(null);
  const open = useOpening(draft.remember, requested);
  const logIn = useLogIn(draft, open);
  const form = useIdentityForm({
    draft,
    setDraft,
    check: (given) => loginErrors(given, takesCode === true),
    fields: ['password', 'code'],
    beforeSending: ['password'],
    send: async () => {
      try {
        await logIn(takesCode === true);
      } catch (error) {
        if (isRefusedFor(error, 'verification_code_required')) insist();
        setMethods(methodsRequired(error));
        throw error;
      }
    },
  });
  return {
    ...form,
    takesCode,
    open,
    /** The methods of the second factor, once the password was right; null before. */
    methods,
    prove: (factor: GivenFactor) => logIn(takesCode === true, factor),
    back: (error: unknown): void => {
      setMethods(null);
      if (error === null) form.change({ password: '' });
      else form.refuse(error);
    },
  };
}

/** Starts a session and opens the requested page. The password is sent in the request and stored nowhere. */
function useLogIn(draft: LoginDraft, open: (token: string, account: string) => Promise<void>) {
  const { call, device, storage } = useLive();
  const countryCode = useDiallingCode(draft);
  return async (takesCode: boolean, factor: GivenFactor | null = null): Promise<void> => {
    const { kind, password, remember } = draft;
    const account = accountOf(draft);
    const answer = await call(login, {
      account,
      password,
      remember,
      login_type: kind,
      device_id: device.id(),
      ...(takesCode ? { sms_code: draft.code } : {}),
      ...(countryCode === null ? {} : { country_code: countryCode }),
      ...factor,
    });
    device.keep(answer.data.device_id);
    rememberAccount(storage, draft);
    await open(answer.data.token, account);
  };
}

/** Keeps a started session and opens the requested page. */
function useOpening(remember: boolean, requested: string | undefined) {
  const { t } = useTranslation();
  const live = useLive();
  const router = useRouter();
  return async (token: string, account: string): Promise<void> => {
    const { queries, session } = live;
    session.start(token, account, remember);
    // After this login the server knows the device, so the cached answer is outdated.
    queries.removeQueries({ queryKey: [siteSetting.path, { key: 'login_use_sms' }] });
    toast(t('success.logged_in'), 'success');
    // The next page depends on the user's data; a failure to load it does not block the navigation.
    await queries.query({ ...readQuery(live, userInfo, {}, token), staleTime: Infinity }).catch(() => null);
    router.history.push(pathAfterLogin(requested));
  };
}
