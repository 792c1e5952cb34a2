import type { ErrorKey } from './errors.ts';
import { needsSession, type Policy } from './policy.ts';

/** What carries a call. */
export type Carrier = 'GET' | 'POST' | 'socket';

/** What every call of a kind may be refused for, whatever it is about. */
export function generalRefusals(policy: Policy, carrier: Carrier): readonly ErrorKey[] {
  const asksForMore = policy.access === 'operator' || policy.access === 'seller';
  return [
    'invalid_request',
    'too_many_requests',
    ...(carrier === 'socket' ? (['too_many_in_flight'] as const) : []),
    ...(carrier === 'POST' ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(needsSession(policy) ? (['session_ended'] as const) : []),
    ...(asksForMore ? (['forbidden'] as const) : []),
    ...(policy.movesMoney ? ofMoney : []),
    ...(policy.movesMoney && policy.rate === 'order' ? (['cancels_only'] as const) : []),
    'exchange_closed',
    'server_error',
  ];
}

/** What every call that moves money may be refused for. */
const ofMoney = [
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'idempotency_keys_exhausted',
  'exchange_busy',
  'outcome_pending',
  'command_suspended',
] as const;

/** What is answered at an address or to a method that no call has. */
export const refusalsOfNoCall: readonly ErrorKey[] = ['not_found', 'method_not_allowed'];

/** What clients understand and this exchange has no occasion to answer. */
export const reservedRefusals: readonly ErrorKey[] = ['superseded'];
