import { TextInput } from '@mantine/core';

interface AccountFieldProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (account: string) => void;
}

/** The e-mail address that an account goes by. */
export function AccountField({ label, value, error, onChange }: AccountFieldProps) {
  return (
    <TextInput
      label={label}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      size="md"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
