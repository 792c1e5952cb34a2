import { isDatabaseUnavailable } from '../database/index.ts';
import { refused, type Refused } from './answer.ts';
import { InexactNumber } from './exact-numbers.ts';
import { TurnsBusy } from './fair-turns.ts';

/**
 * The refusal for an error that is not a fault of the server: broken JSON, a body that is too large, another content
 * type, an invalid address, a busy queue, a number that would be rounded. If the database is unavailable, the exchange
 * is closed. Null for all other errors.
 */
export function problemOf(error: unknown): Refused | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof TurnsBusy) return refused('too_many_requests', { retry_after: 5 });
  if (error instanceof InexactNumber) {
    return refused('invalid_request', { field: error.field, problem: 'inexact_number' });
  }
  if (isDatabaseUnavailable(error)) return refused('exchange_closed');
  switch ('code' in error ? error.code : undefined) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refused('payload_too_large');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return refused('unsupported_media_type');
    case 'FST_ERR_NOT_FOUND':
      return refused('not_found');
    case 'FST_ERR_BAD_URL':
      return refused('invalid_request', { field: 'url', problem: 'format' });
    default:
  }
  const status = 'statusCode' in error ? error.statusCode : undefined;
  const callersDoing = typeof status === 'number' && status >= 400 && status < 500;
  return callersDoing ? refused('invalid_request', { field: 'body', problem: 'format' }) : null;
}
