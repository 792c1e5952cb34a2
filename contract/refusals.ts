import type { ErrorKey } from './errors.ts';
import { needsSession, type Policy } from './policy.ts';

/** The method or protocol of a call. */
export type Carrier = 'GET' | 'POST' | 'socket';

const ofMoney = [
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'idempotency_keys_exhausted',
  'exchange_busy',
  'outcome_pending',
  'command_suspended',
] as const;

/** A refusal that is not specific to a call. */
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

/** The general refusals of a kind of calls. */
export function generalRefusals(policy: Policy, carrier: Carrier): readonly GeneralRefusal[] {
  return [
    'invalid_request',
    'too_many_requests',
    ...(carrier === 'socket' ? (['too_many_in_flight'] as const) : []),
    ...(carrier === 'POST' ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(needsSession(policy) ? (['session_ended'] as const) : []),
    ...(policy.access === 'seller' || policy.access === 'agent' ? (['forbidden'] as const) : []),
    ...(policy.movesMoney ? ofMoney : []),
    ...(policy.movesMoney && policy.rate === 'order' ? (['cancels_only'] as const) : []),
    'exchange_closed',
    'server_error',
  ];
}

/** The refusals at an unknown address or with a wrong method. */
export const refusalsOfNoCall: readonly ErrorKey[] = ['not_found', 'method_not_allowed'];

/** Refusals that clients understand but this exchange does not give. */
export const reservedRefusals: readonly ErrorKey[] = ['superseded'];
