import { typedCode } from '@bourse/contract';
import { isOneTimeCode } from './one-time-password.ts';
import { isRecoveryCode } from './recovery-codes.ts';

/** A second factor that a person typed. A malformed text can be neither of the two, and is no attempt to guess. */
export type TypedFactor =
  | { readonly kind: 'one_time' | 'recovery'; readonly code: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'malformed' };

export function typedFactor(text: string): TypedFactor {
  const code = typedCode(text);
  if (code === '') return { kind: 'empty' };
  if (isOneTimeCode(code)) return { kind: 'one_time', code };
  return isRecoveryCode(code) ? { kind: 'recovery', code } : { kind: 'malformed' };
}
