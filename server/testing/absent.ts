import type { Envelope } from './running-venue.ts';

/** The refusals for missing resources, which also hide resources of other users. */
const absent = [
  'ad_unknown',
  'address_unknown',
  'agent_request_unknown',
  'alert_unknown',
  'collect_unknown',
  'deposit_unknown',
  'device_unknown',
  'draw_unknown',
  'escrow_unknown',
  'image_unknown',
  'order_not_found',
  'order_unknown',
  'passkey_unknown',
  'position_not_found',
  'feedback_unknown',
  'real_name_unknown',
  'session_unknown',
  'user_unknown',
];

/** The errors of an answer, or of each entry of a batch. */
export function errorsOf({ error, data }: Envelope<unknown>): string[] {
  if (error !== undefined) return [error];
  const results = typeof data === 'object' && data !== null && 'results' in data ? data.results : [];
  if (!Array.isArray(results)) return [];
  return results.flatMap((entry: Envelope<unknown>) => (entry.error === undefined ? [] : [entry.error]));
}

/** Whether an answer, or each entry of a batch, says that the resource does not exist. */
export function areAbsent(answer: Envelope<unknown>): boolean {
  const errors = errorsOf(answer);
  return errors.length > 0 && errors.every((error) => absent.includes(error));
}
