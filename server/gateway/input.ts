import type { Call, CallInput } from '@bourse/contract';
import { refused, type Refused } from './answer.ts';

const requestKeyShape = /^[A-Za-z0-9_-]{1,36}$/;

/** Whether a caller's text can be an idempotency key. */
export function isRequestKey(text: string): boolean {
  return requestKeyShape.test(text);
}

/** The type that the schema of the call stands for, once its own validator has agreed. */
export function isInput<C extends Pick<Call, 'input'>>(
  validator: { Check(value: unknown): boolean },
  input: unknown,
): input is CallInput<C> {
  return validator.Check(input);
}

/** Names the first field that is wrong, and how: a schema keyword such as `type`, `required` or `maxLength`. */
export function invalidRequest(
  errors: readonly { readonly keyword: string; readonly instancePath: string; readonly params: object }[],
): Refused<'invalid_request'> {
  const first = errors[0];
  if (first === undefined) return refused('invalid_request', { field: 'body', problem: 'type' });
  const missing: unknown = 'requiredProperties' in first.params ? first.params.requiredProperties : undefined;
  const field = Array.isArray(missing) ? String(missing[0]) : first.instancePath.replace(/^\//, '');
  // What has no name is the body itself: an array, say, where an object is wanted.
  return refused('invalid_request', { field: field === '' ? 'body' : field, problem: first.keyword });
}
