import { TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountDraft } from './form-rules.ts';
import type { PhoneFieldsProps } from './phone-fields.tsx';
import type { IdentityForm } from './use-identity-form.ts';
import classes from './identity.module.css';

interface AccountFieldsProps {
  readonly form: IdentityForm<AccountDraft>;
  /** The `autocomplete` token for password managers. */
  readonly autoComplete: 'username' | 'email';
}

/** The account field of the selected tab: e-mail address or phone number. */
export function AccountFields({ form, autoComplete }: AccountFieldsProps) {
  const { t } = useTranslation();
  if (form.draft.kind === 'mobile') return <PhoneFields form={form} label={t('register.phone')} account />;
  return (
    <div className={classes.slot}>
      <TextInput
        label={t('login.account')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete={autoComplete}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={254}
        value={form.draft.email}
        error={form.errorOf('email')}
        onChange={(event) => form.change({ email: event.currentTarget.value })}
      />
    </div>
  );
}

/** Loaded on demand: most sites identify users by e-mail, and the country search is large. */
const LoadedPhoneFields = lazy(async () => {
  const { PhoneFields: component } = await import('./phone-fields.tsx');
  return { default: component };
});

/** A phone number with its country's dialling code. Space is reserved while the fields load. */
export function PhoneFields(props: PhoneFieldsProps) {
  return (
    <Suspense fallback={<div className={classes.phone} />}>
      <LoadedPhoneFields {...props} />
    </Suspense>
  );
}
