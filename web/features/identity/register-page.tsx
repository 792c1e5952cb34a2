import { register } from '@bourse/contract';
import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { Button } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toasts.ts';
import { useSiteConfig } from '../shell/site-config.ts';
import { AccountField } from './account-field.tsx';
import { focusFirstError } from './focus-first-error.ts';
import { IdentityPage } from './identity-page.tsx';
import { PasswordStrength } from './password-strength.tsx';
import { PhoneField } from './phone-field.tsx';
import { registerErrors, type RegisterDraft, type RegisterField } from './register-form.ts';
import classes from './identity.module.css';

/** How long the success message stands before the login page comes, in milliseconds. */
const loginDelayMs = 500;

export function RegisterPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/register' });
  const config = useSiteConfig();
  const phoneRequired = config?.register_mobile === 1;
  const [draft, setDraft] = useState<RegisterDraft>({
    account: '',
    password: '',
    repeat: '',
    areaId: null,
    mobile: '',
    invite: search.extension_code ?? '',
    agreed: true,
  });
  const [asked, setAsked] = useState(false);
  const open = useRegister(search.redirect);
  const errors = asked ? registerErrors(draft, phoneRequired) : {};
  const errorOf = (field: RegisterField): string | null => {
    const key = errors[field];
    return key === undefined ? null : t(key);
  };
  const change = (part: Partial<RegisterDraft>): void => setDraft((known) => ({ ...known, ...part }));

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setAsked(true);
    if (Object.keys(registerErrors(draft, phoneRequired)).length > 0) focusFirstError(event.currentTarget);
    else open.mutate(draft);
  };

  return (
    <IdentityPage title={t('register.title')}>
      <Tabs
        label={t('register.title')}
        tabs={[{ id: 'email', label: t('register.email') }]}
        selected="email"
        onSelect={() => undefined}
      />
      {config !== null && config.register_word !== '' && <p className={classes.hint}>{config.register_word}</p>}
      <form className={classes.form} onSubmit={submit} noValidate>
        <AccountField
          label={t('register.account')}
          value={draft.account}
          error={errorOf('account')}
          onChange={(account) => change({ account })}
        />
        <div>
          <PasswordInput
            label={t('register.password')}
            name="new-password"
            autoComplete="new-password"
            maxLength={16}
            placeholder={t('register.passwordHint')}
            size="md"
            value={draft.password}
            error={errorOf('password')}
            onChange={(event) => change({ password: event.currentTarget.value })}
          />
          <PasswordStrength password={draft.password} />
        </div>
        <PasswordInput
          label={t('register.repeat')}
          name="repeat-password"
          autoComplete="new-password"
          maxLength={16}
          size="md"
          value={draft.repeat}
          error={errorOf('repeat')}
          onChange={(event) => change({ repeat: event.currentTarget.value })}
        />
        <PhoneField
          required={phoneRequired}
          areaId={draft.areaId}
          mobile={draft.mobile}
          error={errorOf('mobile')}
          onChange={change}
        />
        <InviteField
          value={draft.invite}
          locked={search.extension_code !== undefined}
          offered={config?.default_invite_code ?? ''}
          error={errorOf('invite')}
          onChange={(invite) => change({ invite })}
        />
        <Checkbox
          name="agreed"
          label={t('register.agree')}
          checked={draft.agreed}
          error={errorOf('agreed')}
          onChange={(event) => change({ agreed: event.currentTarget.checked })}
        />
        <Button type="submit" size="touch" disabled={open.isPending}>
          {t('register.submit')}
        </Button>
        <p className={classes.other}>
          {t('register.haveAccount')}{' '}
          <Link to="/login" search={search.redirect === undefined ? {} : { redirect: search.redirect }}>
            {t('register.toLogin')}
          </Link>
        </p>
      </form>
    </IdentityPage>
  );
}

interface InviteFieldProps {
  readonly value: string;
  /** The code came with the link and cannot be changed. */
  readonly locked: boolean;
  /** A code that the site gives to anybody; empty when it gives none. */
  readonly offered: string;
  readonly error: string | null;
  readonly onChange: (code: string) => void;
}

function InviteField({ value, locked, offered, error, onChange }: InviteFieldProps) {
  const { t } = useTranslation();
  return (
    <div>
      <TextInput
        label={t('register.invite')}
        name="invite_code"
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        size="md"
        value={value}
        readOnly={locked}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {locked && <p className={classes.hint}>{t('register.inviteLocked')}</p>}
      {!locked && offered !== '' && value !== offered && (
        <p className={classes.hint}>
          <span>{t('register.inviteHint', { code: offered })}</span>
          <button type="button" className={classes.use} onClick={() => onChange(offered)}>
            {t('register.inviteUse')}
          </button>
        </p>
      )}
    </div>
  );
}

function useRegister(requested: string | undefined) {
  const { t } = useTranslation();
  const { call, deviceId, storage } = useLive();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (draft: RegisterDraft) => {
      const account = draft.account.trim();
      const mobile = draft.mobile.trim();
      await call(register, {
        account,
        password: draft.password,
        re_password: draft.repeat,
        invite_code: draft.invite.trim(),
        type: 'email',
        device_id: deviceId,
        ...(mobile === '' ? {} : { mobile }),
        ...(draft.areaId === null ? {} : { area_id: draft.areaId }),
      });
      return account;
    },
    onSuccess: async (account) => {
      storage.write('accountNumber', account);
      toast(t('register.success'), 'success');
      await new Promise((resolve) => setTimeout(resolve, loginDelayMs));
      await navigate({ to: '/login', search: requested === undefined ? {} : { redirect: requested } });
    },
  });
}
