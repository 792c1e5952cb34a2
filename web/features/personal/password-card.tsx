import { amendPassword, sessionList } from '@bourse/contract/identity';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { useSiteConfig } from '../../live/site-config.ts';
import { CallFailure, refusalOf } from '../../live/failure.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.ts';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { PasswordField, PasswordStrength, usePasswordHint } from '../identity/index.ts';
import { announce } from '../../ui/announcer.tsx';
import { useSecondFactor } from '../second-factor/index.ts';
import { fieldOfRefusal, passwordErrors, type PasswordDraft } from './password-form.ts';
import { SettingsCard } from './settings-card.tsx';
import classes from './settings.module.css';

const nothing: PasswordDraft = { old: '', wanted: '', repeat: '' };

/** Changes the login password, authorised by the current one. */
export function PasswordCard() {
  const { t } = useTranslation();
  const { session } = useLive();
  const account = useStore(session.store, (state) => state.account);
  const hint = usePasswordHint();
  const policy = useSiteConfig()?.password_policy ?? null;
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(nothing);
  const [asked, setAsked] = useState(false);
  const change = useChange(() => {
    setDraft(nothing);
    setAsked(false);
  });
  const errors = asked ? passwordErrors(draft, { account, policy }) : {};
  const errorOf = (field: keyof PasswordDraft): string | null => {
    const key = errors[field];
    return key === undefined ? null : t(key);
  };
  const { error: refusal } = change;
  // After the refusal is rendered, which may be later than the frame in which it arrived.
  useEffect(() => {
    if (fieldOf(refusal) !== null && form.current !== null) focusFirstError(form.current);
  }, [refusal]);
  // The server's message is shown at the field that it concerns.
  const refusalAt = (field: keyof PasswordDraft): string | null =>
    fieldOf(change.error) === field ? refusalOf(change.error) : null;
  const type = (part: Partial<PasswordDraft>): void => {
    change.reset();
    setDraft((known) => ({ ...known, ...part }));
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setAsked(true);
    if (Object.keys(passwordErrors(draft, { account, policy })).length > 0) focusFirstError(event.currentTarget);
    else change.mutate(draft);
  };

  return (
    <SettingsCard id="password" title={t('shell.resetPassword')} text={t('account.passwordText')}>
      <form ref={form} className={classes.form} onSubmit={submit} noValidate>
        {/* Shows password managers the account whose password changes. */}
        <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
        <PasswordField
          label={t('account.oldPassword')}
          name="old-password"
          purpose="current-password"
          value={draft.old}
          error={errorOf('old') ?? refusalAt('old')}
          onChange={(old) => type({ old })}
        />
        <PasswordField
          label={t('account.newPassword')}
          name="new-password"
          purpose="new-password"
          hint={hint}
          value={draft.wanted}
          error={errorOf('wanted') ?? refusalAt('wanted')}
          onChange={(wanted) => type({ wanted })}
        >
          <PasswordStrength password={draft.wanted} />
        </PasswordField>
        <PasswordField
          label={t('account.repeatPassword')}
          name="repeat-password"
          purpose="new-password"
          value={draft.repeat}
          error={errorOf('repeat')}
          onChange={(repeat) => type({ repeat })}
        />
        <Button type="submit" size="touch" className={classes.submit} disabled={change.isPending}>
          {t('account.change')}
        </Button>
      </form>
      {change.factorDialog}
    </SettingsCard>
  );
}

/** The field that the refusal of a change concerns; null if none. */
function fieldOf(error: unknown): keyof PasswordDraft | null {
  if (!(error instanceof CallFailure) || error.outcome.kind !== 'refused') return null;
  return fieldOfRefusal(error.outcome.error);
}

function useChange(onChanged: () => void) {
  const { queries, report } = useLive();
  const { withFactor, factorDialog } = useSecondFactor();
  const change = useMutation({
    mutationFn: ({ old, wanted, repeat }: PasswordDraft) =>
      withFactor(amendPassword, { old_password: old, new_password: wanted, secondary_password: repeat }),
    // A refusal is shown at its field, and in a toast only when it concerns none.
    meta: { saidInPlace: true },
    onError: (error) => {
      if (refusalOf(error) !== null && fieldOf(error) === null) report(error);
    },
    onSuccess: ({ message }) => {
      toast(message, 'success');
      announce(message);
      onChanged();
      void queries.invalidateQueries({ queryKey: [sessionList.path] });
    },
  });
  return { ...change, factorDialog };
}
