import { typedCode } from '@bourse/contract';
import { TextInput } from '@mantine/core';
import { useTexts } from '../texts/texts.ts';

interface CodeInputProps {
  readonly value: string;
  readonly error: string | null;
  readonly label?: string;
  readonly description?: string | null;
  readonly onChange: (value: string) => void;
}

/** The field of a one-time password. */
export function CodeInput({ value, error, label, description, onChange }: CodeInputProps) {
  const t = useTexts();
  return (
    <TextInput
      label={label ?? t('action.code')}
      description={description === undefined ? t('action.codeHint') : description}
      value={value}
      error={error}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={32}
      className="figures"
      onChange={(event) => onChange(typedCode(event.currentTarget.value))}
    />
  );
}

/** Whether a text may be a one-time password. */
export function isCode(text: string): boolean {
  return /^[0-9]{6}$/.test(text);
}
