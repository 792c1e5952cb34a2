import { TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountDraft } from './form-rules.ts';
import type { PhoneFieldsProps } from './phone-fields.tsx';
import type { IdentityForm } from './use-identity-form.ts';
import classes from './identity.module.css';

interface AccountFieldsProps {
  readonly form: IdentityForm<AccountDraft>;
  /** What a password manager files the account under. */
  readonly autoComplete: 'username' | 'email';
}

/** What the account goes by, in the way that the chosen tab says. */
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

/** Most venues know people by their mail: the search among two hundred countries is fetched where it is asked for. */
const LoadedPhoneFields = lazy(async () => {
  const { PhoneFields: component } = await import('./phone-fields.tsx');
  return { default: component };
});

/** A country's dialling code and a number. Their place is kept while they are fetched. */
export function PhoneFields(props: PhoneFieldsProps) {
  return (
    <Suspense fallback={<div className={classes.phone} />}>
      <LoadedPhoneFields {...props} />
    </Suspense>
  );
}
