import { Type } from 'typebox';
import { addressErrors } from './addresses/errors.ts';
import { agentErrors } from './agents/errors.ts';
import { alertErrors } from './alerts/errors.ts';
import { chainErrors } from './chains/errors.ts';
import { contentErrors } from './content/errors.ts';
import { convertErrors } from './convert/errors.ts';
import { creditErrors } from './credits/errors.ts';
import { depositErrors } from './deposits/errors.ts';
import { identityErrors } from './identity/errors.ts';
import { imageErrors } from './images/errors.ts';
import { indexErrors } from './index-price/errors.ts';
import { leverageErrors } from './leverage/errors.ts';
import { secondsErrors } from './seconds/errors.ts';
import { marketErrors } from './markets/errors.ts';
import { notifyErrors } from './notify/errors.ts';
import { p2pErrors } from './p2p/errors.ts';
import { paymentErrors } from './payments/errors.ts';
import { savingsErrors } from './savings/errors.ts';
import { secondFactorErrors } from './second-factor/errors.ts';
import { sendingErrors } from './sending/errors.ts';
import { spotErrors } from './spot/errors.ts';
import { supportErrors } from './support/errors.ts';
import { topupErrors } from './topup/errors.ts';
import { verificationErrors } from './verification/errors.ts';
import { walletErrors } from './wallet/errors.ts';
import { withdrawalErrors } from './withdrawals/errors.ts';

/**
 * Every error key with its parameters. The parameters are the `details` of the answer and can be used as `{{name}}` in
 * its text, `errors.<key>` in `locales`; if the first is an integer it selects the plural form. A key never changes its
 * meaning. Each capability declares its own keys in its folder; those of every request and every amount are here.
 */
export const errorParameters = {
  // The request itself
  invalid_request: ['field', 'problem'],
  not_found: [],
  method_not_allowed: [],
  payload_too_large: [],
  unsupported_media_type: [],
  server_error: [],
  too_many_requests: ['retry_after'],
  too_many_in_flight: ['maximum'],
  session_ended: [],
  forbidden: [],
  superseded: [],
  idempotency_key_invalid: [],
  idempotency_key_reused: [],
  idempotency_keys_exhausted: ['maximum'],
  // The exchange as a whole
  exchange_busy: [],
  exchange_closed: [],
  cancels_only: [],
  outcome_pending: [],
  command_suspended: [],
  trading_stopped: [],
  // An amount of money
  quantity_required: [],
  quantity_precision: ['decimals'],
  amount_too_large: ['maximum'],
  insufficient_balance: ['available', 'needed', 'currency'],
  ...identityErrors,
  ...agentErrors,
  ...imageErrors,
  ...secondFactorErrors,
  ...notifyErrors,
  ...marketErrors,
  ...indexErrors,
  ...contentErrors,
  ...verificationErrors,
  ...walletErrors,
  ...chainErrors,
  ...depositErrors,
  ...topupErrors,
  ...withdrawalErrors,
  ...sendingErrors,
  ...addressErrors,
  ...spotErrors,
  ...savingsErrors,
  ...leverageErrors,
  ...secondsErrors,
  ...convertErrors,
  ...creditErrors,
  ...paymentErrors,
  ...p2pErrors,
  ...alertErrors,
  ...supportErrors,
} as const satisfies Record<string, readonly string[]>;

export type ErrorKey = keyof typeof errorParameters;

export const errorKeys = Object.keys(errorParameters).filter((key): key is ErrorKey => key in errorParameters);

export const ErrorKey = Type.Enum(errorKeys);
