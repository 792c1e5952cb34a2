import type { ErrorKey } from './errors.ts';
import { needsSession, type Policy } from './policy.ts';

/** The protocol and method that carry a call. */
export type Carrier = 'GET' | 'POST' | 'socket';

const ofMoney = [
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'idempotency_keys_exhausted',
  'exchange_busy',
  'outcome_pending',
  'command_suspended',
] as const;

/** A refusal that a call may meet whatever it is about. */
export type GeneralRefusal =
  | 'invalid_request'
  | 'too_many_requests'
  | 'too_many_in_flight'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'session_ended'
  | 'forbidden'
  | (typeof ofMoney)[number]
  | 'cancels_only'
  | 'exchange_closed'
  | 'server_error';

/** The refusals of every call of a kind, whatever it is about. */
export function generalRefusals(policy: Policy, carrier: Carrier): readonly GeneralRefusal[] {
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

/** The refusals at an address or of a method that no call has. */
export const refusalsOfNoCall: readonly ErrorKey[] = ['not_found', 'method_not_allowed'];

/** Refusals that clients understand and this exchange has no occasion to give. */
export const reservedRefusals: readonly ErrorKey[] = ['superseded'];
