import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/field.tsx';

interface PasswordLineProps {
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
}

/** The trade password. Browsers should not offer the one of the login. */
export function PasswordLine({ value, error, onChange }: PasswordLineProps) {
  const { t } = useTranslation();
  return (
    <Field label={t('p2p.password')} error={error}>
      {(control) => (
        <input
          {...control}
          type="password"
          name="trade-password"
          autoComplete="off"
          maxLength={128}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
