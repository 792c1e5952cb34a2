import { PasswordInput } from '@mantine/core';
import { sessionCalls, staffPasswordLength, type ConsoleOutput } from '@bourse/contract/console';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { QrCode } from '../../../ui/qr-code-later.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { CodeInput } from '../../parts/code-input.tsx';
import { EntryForm, FormProblem } from '../../parts/entry-form.tsx';
import { useRefusal } from '../../parts/use-refusal.ts';
import { useConsole } from '../../wire/console-context.tsx';
import { useTexts } from '../../texts/texts.ts';
import { enrolProblems, noProblems, type EnrolValues } from './enrol-problems.ts';
import classes from './enrol-screen.module.css';

interface EnrolFormProps {
  readonly token: string;
  readonly invitation: ConsoleOutput<typeof sessionCalls.enrolment>;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}

const empty: EnrolValues = { password: '', repeat: '', first: '', second: '' };

/** A password, the authenticator app, and two of its codes in a row. */
export function EnrolForm({ token, invitation: { name, email, uri }, onDone }: EnrolFormProps) {
  const t = useTexts();
  const refusal = useRefusal();
  const copy = useCopy();
  const { call } = useConsole();
  const [values, setValues] = useState(empty);
  const [tried, setTried] = useState(false);
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const enrol = useMutation({
    mutationFn: async () => {
      const { password, first, second } = values;
      return (await call(sessionCalls.enrol, { token, password, first_code: first, second_code: second })).data;
    },
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
  });
  const problems = tried ? enrolProblems(values) : noProblems;
  const set = (name: keyof EnrolValues) => (value: string) => {
    enrol.reset();
    setValues((typed) => ({ ...typed, [name]: value }));
  };
  const submit = (form: HTMLFormElement): void => {
    if (enrol.isPending) return;
    setTried(true);
    if (Object.values(enrolProblems(values)).some((problem) => problem !== null)) focusFirstError(form);
    else enrol.mutate();
  };
  const said = (name: keyof EnrolValues): string | null => {
    const problem = problems[name];
    return problem === null ? null : t(problem, { min: staffPasswordLength.min });
  };
  return (
    <EntryForm title={t('enrol.title')} onSubmit={submit}>
      <p className={classes.quiet}>{t('enrol.forWhom', { name, email })}</p>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordInput
        label={t('enrol.password')}
        description={t('enrol.passwordHint', staffPasswordLength)}
        size="sm"
        autoComplete="new-password"
        maxLength={staffPasswordLength.max}
        value={values.password}
        error={said('password')}
        onChange={(event) => set('password')(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('enrol.repeat')}
        size="sm"
        autoComplete="new-password"
        maxLength={staffPasswordLength.max}
        value={values.repeat}
        error={said('repeat')}
        onChange={(event) => set('repeat')(event.currentTarget.value)}
      />
      <div className={classes.app}>
        <p>{t('enrol.scan')}</p>
        <div className={classes.qr}>
          <QrCode address={uri} label={t('enrol.qr')} size={180} />
        </div>
        <p className={classes.quiet}>{t('enrol.secret')}</p>
        <button type="button" className={classes.secret} title={t('enrol.copySecret')} onClick={() => copy(secret)}>
          {inFours(secret)}
        </button>
      </div>
      <div className={classes.codes}>
        <CodeInput
          label={t('enrol.first')}
          description={null}
          value={values.first}
          error={said('first')}
          onChange={set('first')}
        />
        <CodeInput
          label={t('enrol.second')}
          description={null}
          value={values.second}
          error={said('second')}
          onChange={set('second')}
        />
      </div>
      <p className={classes.quiet}>{t('enrol.codesHint')}</p>
      <FormProblem text={enrol.isError ? (refusal(enrol.error) ?? t('enrol.failed')) : null} />
      <Button type="submit" aria-busy={enrol.isPending} aria-disabled={enrol.isPending}>
        {t('enrol.submit')}
      </Button>
    </EntryForm>
  );
}

function inFours(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}
