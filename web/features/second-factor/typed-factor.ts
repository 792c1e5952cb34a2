import { typedCode } from '@bourse/contract';

/** The text of an error of a typed one-time password or recovery code; null if it may be one. */
export function factorError(text: string): 'factor.emptyCode' | 'errors.second_factor_malformed' | null {
  const code = typedCode(text);
  if (code === '') return 'factor.emptyCode';
  return /^(?:[0-9]{6}|[0-9a-z]{12})$/i.test(code) ? null : 'errors.second_factor_malformed';
}
