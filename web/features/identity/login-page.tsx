import { login } from '@bourse/contract';
import { Checkbox, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { Button } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toasts.ts';
import { AccountField } from './account-field.tsx';
import { IdentityPage } from './identity-page.tsx';
import { loginErrors, pathAfterLogin, type LoginDraft } from './login-form.ts';
import { focusFirstError } from './focus-first-error.ts';
import classes from './identity.module.css';

export function LoginPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/login' });
  const { storage } = useLive();
  const [draft, setDraft] = useState<LoginDraft>(() => ({
    account: storage.read('accountNumber') ?? '',
    password: '',
    remember: storage.read('remember') === '1',
  }));
  const [asked, setAsked] = useState(false);
  const start = useLogin(search.redirect);
  const errors = asked ? loginErrors(draft) : {};
  const change = (part: Partial<LoginDraft>): void => setDraft((known) => ({ ...known, ...part }));

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setAsked(true);
    if (Object.keys(loginErrors(draft)).length > 0) focusFirstError(event.currentTarget);
    else start.mutate(draft);
  };

  return (
    <IdentityPage title={t('login.title')}>
      <Tabs
        label={t('login.title')}
        tabs={[{ id: 'email', label: t('login.email') }]}
        selected="email"
        onSelect={() => undefined}
      />
      <form className={classes.form} onSubmit={submit} noValidate>
        <AccountField
          label={t('login.account')}
          value={draft.account}
          error={errors.account === undefined ? null : t(errors.account)}
          onChange={(account) => change({ account })}
        />
        <PasswordInput
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          size="md"
          value={draft.password}
          error={errors.password === undefined ? null : t(errors.password)}
          onChange={(event) => change({ password: event.currentTarget.value })}
        />
        <Checkbox
          name="remember"
          label={t('login.remember')}
          checked={draft.remember}
          onChange={(event) => change({ remember: event.currentTarget.checked })}
        />
        <Button type="submit" size="touch" disabled={start.isPending}>
          {t('login.submit')}
        </Button>
        <p className={classes.other}>
          {t('login.noAccount')}{' '}
          <Link to="/register" search={search.redirect === undefined ? {} : { redirect: search.redirect }}>
            {t('login.toRegister')}
          </Link>
        </p>
      </form>
    </IdentityPage>
  );
}

/** Starts a session and goes to the requested page. The password leaves this page only in the request. */
function useLogin(requested: string | undefined) {
  const { t } = useTranslation();
  const { call, session, deviceId } = useLive();
  const router = useRouter();
  return useMutation({
    mutationFn: async ({ account, password, remember }: LoginDraft) => {
      const given = account.trim();
      const answer = await call(login, {
        account: given,
        password,
        remember,
        login_type: 'email',
        device_id: deviceId,
      });
      return { token: answer.data.token, account: given, remember };
    },
    onSuccess: ({ token, account, remember }) => {
      session.start(token, account, remember);
      toast(t('login.success'), 'success');
      router.history.push(pathAfterLogin(requested));
    },
  });
}
