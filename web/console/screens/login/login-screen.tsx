import { PasswordInput, TextInput } from '@mantine/core';
import { sessionCalls } from '@bourse/contract/console';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { useAddress } from '../../parts/address.ts';
import { EntryForm, FormProblem } from '../../parts/entry-form.tsx';
import { useRefusal } from '../../parts/use-refusal.ts';
import { useConsole } from '../../wire/console-context.tsx';
import { returnAddress } from '../../wire/login-address.ts';
import { useTexts } from '../../texts/texts.ts';
import classes from './login-screen.module.css';

const empty = { email: '', password: '', code: '' };

/** Address, password and one-time password in one form; every mistake gets the same answer. */
export function LoginScreen() {
  const t = useTexts();
  const refusal = useRefusal();
  const { query } = useAddress();
  const { call, go, queries } = useConsole();
  const [values, setValues] = useState(empty);
  const [tried, setTried] = useState(false);
  const login = useMutation({
    mutationFn: async () => {
      await call(sessionCalls.login, { ...values, email: values.email.trim() });
    },
    onSuccess: () => {
      queries.clear();
      go(returnAddress(query), { replace: true });
    },
    onError: () => setValues((typed) => ({ ...typed, code: '' })),
  });
  useEffect(() => {
    document.title = `${t('login.title')} · ${t('frame.product')}`;
  }, [t]);
  const errorOf = (name: keyof typeof empty): string | null =>
    tried && values[name].trim() === '' && !login.isError ? t('login.missing') : null;
  const fieldOf = (name: keyof typeof empty) => ({
    value: values[name],
    error: errorOf(name),
    onChange: (event: { readonly currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      login.reset();
      setValues((typed) => ({ ...typed, [name]: value }));
    },
  });
  const submit = (form: HTMLFormElement): void => {
    if (login.isPending) return;
    setTried(true);
    if (Object.values(values).some((value) => value.trim() === '')) focusFirstError(form);
    else login.mutate();
  };
  const why = query.get('why');
  return (
    <EntryForm title={t('frame.product')} onSubmit={submit}>
      {why === 'ended' && <output className={classes.why}>{t('login.ended')}</output>}
      {why === 'logged_out' && <output className={classes.why}>{t('login.loggedOut')}</output>}
      <TextInput
        label={t('login.email')}
        size="sm"
        type="email"
        autoComplete="username"
        spellCheck={false}
        {...fieldOf('email')}
      />
      <PasswordInput label={t('login.password')} size="sm" autoComplete="current-password" {...fieldOf('password')} />
      <TextInput
        label={t('login.code')}
        description={t('login.codeHint')}
        size="sm"
        autoComplete="one-time-code"
        spellCheck={false}
        {...fieldOf('code')}
      />
      <FormProblem text={login.isError ? (refusal(login.error) ?? t('login.failed')) : null} />
      <Button type="submit" aria-busy={login.isPending} aria-disabled={login.isPending}>
        {t('login.submit')}
      </Button>
    </EntryForm>
  );
}
