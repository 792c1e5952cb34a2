import { secondFactorRefusals } from '@bourse/contract/identity';
import { CallFailure } from '../../live/failure.ts';

const refusals: ReadonlySet<string> = new Set([...secondFactorRefusals, 'passkeys_unavailable']);

/** Whether a failure concerns the second factor, so that another one can be tried. */
export function concernsFactor(error: unknown): boolean {
  return error instanceof CallFailure && error.outcome.kind === 'refused' && refusals.has(error.outcome.error);
}

/** The methods of an account whose second factor a call requires; null for any other failure. */
export function methodsRequired(error: unknown): string | null {
  if (!(error instanceof CallFailure) || error.outcome.kind !== 'refused') return null;
  const { details, error: key } = error.outcome;
  return key === 'second_factor_required' ? String(details['methods'] ?? '') : null;
}
