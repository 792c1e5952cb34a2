import { agreementId, newsCategory } from '@bourse/contract/content';
import { register } from '@bourse/contract/identity';
import { codePurpose } from '@bourse/contract/notify';
import { Checkbox } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { toast } from '../../ui/toasts.ts';
import { useSiteConfig } from '../../live/site-config.ts';
import { AccountFields, PhoneFields } from './account-fields.tsx';
import { AccountTabs } from './account-tabs.tsx';
import { CodeField } from './code-field.tsx';
import { FormEnd } from './form-end.tsx';
import { accountOf } from './form-rules.ts';
import { IdentityPage } from './identity-layout.tsx';
import { InviteField } from './invite-field.tsx';
import { rememberAccount } from './known-account.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { registerErrors, type RegisterDraft } from './register-form.ts';
import { useIdentityForm, type IdentityForm } from './use-identity-form.ts';
import classes from './identity.module.css';

/** How long the success message is shown before the login page opens, in milliseconds. */
const loginDelayMs = 500;

export function RegisterPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/register' });
  const config = useSiteConfig();
  const demands = {
    phone: config?.register_mobile === 1,
    code: config?.register_code === 1,
    policy: config?.password_policy ?? null,
  };
  const [draft, setDraft] = useState<RegisterDraft>(() => ({
    kind: 'email',
    email: '',
    mobile: '',
    area: null,
    code: '',
    password: '',
    repeat: '',
    invite: search.extension_code ?? '',
    agreed: true,
  }));
  const open = useOpenAccount(search.redirect, demands.code);
  const form = useIdentityForm({
    draft,
    setDraft,
    check: (given) => registerErrors(given, demands),
    fields: ['area', 'mobile', 'code', 'password', 'repeat', 'invite'],
    send: open,
  });
  return (
    <IdentityPage title={t('shell.registerTitle')}>
      <AccountTabs label={t('shell.registerTitle')} form={form}>
        {config !== null && config.register_word !== '' && <p className={classes.word}>{config.register_word}</p>}
        <AccountFields form={form} autoComplete="username" />
        {demands.code && <CodeField form={form} purpose={codePurpose.register} />}
        <NewPasswordFields form={form} label={t('login.password')} repeatLabel={t('register.repeat')} />
        {draft.kind === 'email' && (
          <PhoneFields form={form} label={demands.phone ? t('register.phone') : t('register.phoneOptional')} />
        )}
        <InviteField
          value={draft.invite}
          locked={draft.invite === search.extension_code && form.errorOf('invite') === null}
          offered={config?.default_invite_code ?? ''}
          error={form.errorOf('invite')}
          onChange={(invite) => form.change({ invite })}
        />
        <Agreement form={form} />
        <FormEnd form={form} submit={t('register.submit')}>
          {t('register.haveAccount')}{' '}
          <Link
            to="/login"
            search={search.redirect === undefined ? {} : { redirect: search.redirect }}
            className={classes.way}
          >
            {t('register.toLogin')}
          </Link>
        </FormEnd>
      </AccountTabs>
    </IdentityPage>
  );
}

/** The agreement opens in a new tab, so that the form is not lost. */
function Agreement({ form }: { readonly form: IdentityForm<RegisterDraft> }) {
  const error = form.errorOf('agreed');
  const article = { id: String(agreementId), category_id: String(newsCategory.support) };
  const terms = <Link to="/notice" search={article} target="_blank" className={classes.terms} />;
  return (
    <div className={classes.agreement}>
      <Checkbox
        name="agreed"
        label={<Trans i18nKey="register.agree" components={{ terms }} />}
        checked={form.draft.agreed}
        error={error}
        aria-invalid={error !== null}
        onChange={(event) => form.change({ agreed: event.currentTarget.checked })}
      />
    </div>
  );
}

/** Creates the account and, half a second later, opens the login page with the account filled in. */
function useOpenAccount(requested: string | undefined, withCode: boolean) {
  const { t } = useTranslation();
  const { call, device, storage } = useLive();
  const navigate = useNavigate();
  return async (draft: RegisterDraft): Promise<void> => {
    const mobile = draft.mobile.trim();
    const { data } = await call(register, {
      account: accountOf(draft),
      password: draft.password,
      re_password: draft.repeat,
      invite_code: draft.invite.trim(),
      type: draft.kind,
      device_id: device.id(),
      ...(withCode ? { sms_code: draft.code } : {}),
      ...(draft.kind === 'mobile' || mobile === '' ? {} : { mobile }),
      ...(draft.area === null ? {} : { area_id: draft.area }),
    });
    device.keep(data.device_id);
    rememberAccount(storage, draft);
    toast(t('register.success'), 'success');
    await new Promise((resolve) => setTimeout(resolve, loginDelayMs));
    await navigate({ to: '/login', search: requested === undefined ? {} : { redirect: requested } });
  };
}
