import { PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './identity.module.css';

/** The server reads no more. A shorter limit would cut a pasted password silently. */
const maxPasswordLength = 128;

interface PasswordFieldProps {
  readonly label: string;
  readonly name: string;
  /** Whether password managers fill the field or suggest a new password. */
  readonly purpose: 'current-password' | 'new-password';
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (password: string) => void;
  readonly hint?: string;
  /** Content at the other end of the label's line. */
  readonly corner?: ReactNode;
  /** Content below the field, replaced by an error. */
  readonly children?: ReactNode;
}

/** A password field whose text can be revealed. */
export function PasswordField({
  label,
  name,
  purpose,
  value,
  error,
  onChange,
  hint,
  corner,
  children,
}: PasswordFieldProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.slot}>
      <PasswordInput
        label={label}
        name={name}
        autoComplete={purpose}
        value={value}
        error={error}
        aria-invalid={error !== null}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...(hint === undefined ? {} : { placeholder: hint })}
        {...(purpose === 'new-password' ? { maxLength: maxPasswordLength } : {})}
      />
      {corner}
      {error === null && children}
    </div>
  );
}
