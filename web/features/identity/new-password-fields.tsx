import type { AccountDraft } from './form-rules.ts';
import { PasswordField } from './password-field.tsx';
import { PasswordStrength } from './password-strength.tsx';
import { usePasswordHint } from './use-password-hint.ts';
import type { IdentityForm } from './use-identity-form.ts';

interface NewPasswordFieldsProps {
  readonly form: IdentityForm<AccountDraft & { readonly password: string; readonly repeat: string }>;
  readonly label: string;
  readonly repeatLabel: string;
}

/** A new password with its strength, and its repetition. */
export function NewPasswordFields({ form, label, repeatLabel }: NewPasswordFieldsProps) {
  const { password, repeat } = form.draft;
  return (
    <>
      <PasswordField
        label={label}
        name="new-password"
        purpose="new-password"
        hint={usePasswordHint()}
        value={password}
        error={form.errorOf('password')}
        onChange={(value) => form.change({ password: value })}
      >
        <PasswordStrength password={password} />
      </PasswordField>
      <PasswordField
        label={repeatLabel}
        name="repeat-password"
        purpose="new-password"
        value={repeat}
        error={form.errorOf('repeat')}
        onChange={(value) => form.change({ repeat: value })}
      />
    </>
  );
}
