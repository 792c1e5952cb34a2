import type { Call, CallInput } from '@bourse/contract';
import { refused, type Refused } from './answer.ts';

/** Keys of clients. Programs of the exchange put other characters into theirs, so no client can use one of them. */
const requestKeyShape = /^[A-Za-z0-9_-]{1,36}$/;

/** Whether a text is a valid idempotency key. */
export function isRequestKey(text: string): boolean {
  return requestKeyShape.test(text);
}

/** Narrows an input to the call's type with its compiled validator. */
export function isInput<C extends Pick<Call, 'input'>>(
  validator: { Check(value: unknown): boolean },
  input: unknown,
): input is CallInput<C> {
  return validator.Check(input);
}

/** Reports the first invalid field and the violated schema keyword, such as `type`, `required` or `maxLength`. */
export function invalidRequest(
  errors: readonly { readonly keyword: string; readonly instancePath: string; readonly params: object }[],
): Refused<'invalid_request'> {
  const first = errors[0];
  if (first === undefined) return refused('invalid_request', { field: 'body', problem: 'type' });
  const missing: unknown = 'requiredProperties' in first.params ? first.params.requiredProperties : undefined;
  const field = Array.isArray(missing) ? String(missing[0]) : first.instancePath.replace(/^\//, '');
  // An error without a path concerns the body itself, for example an array instead of an object.
  return refused('invalid_request', { field: field === '' ? 'body' : field, problem: first.keyword });
}
