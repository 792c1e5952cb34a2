import { useTranslation } from 'react-i18next';
import { useDecimalInput } from './use-decimal-input.ts';

interface DecimalFieldOptions {
  /** A plain decimal, the beginning of one, or `unreadable`. */
  readonly value: string;
  readonly decimals: number;
  /** The error that the form shows at the field. */
  readonly error: string | null;
  readonly onChange: (value: string) => void;
}

/** The properties of an input for an exact number, and its error: that of the text, or else that of the form. */
export function useDecimalField({ value, decimals, error, onChange }: DecimalFieldOptions) {
  const { t } = useTranslation();
  const { input, problem } = useDecimalInput({ value, decimals, invalid: error !== null, onChange });
  if (problem === null) return { input, error };
  const { kind } = problem;
  return { input, error: kind === 'noNumber' ? t('field.noNumber') : t('field.ambiguous', problem) };
}
