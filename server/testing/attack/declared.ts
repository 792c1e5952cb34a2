import * as contract from '@bourse/contract';
import type { Call, SocketCall } from '@bourse/contract';

/** Every call of the contract, of either wire; what is added there is attacked without being named here. */
export const declaredCalls: readonly Call[] = Object.values<unknown>(contract).filter(isCall);
export const declaredSocketCalls: readonly SocketCall[] = Object.values<unknown>(contract).filter(isSocketCall);

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'movesMoney' in value;
}

function isSocketCall(value: unknown): value is SocketCall {
  return typeof value === 'object' && value !== null && 'type' in value && 'input' in value && 'movesMoney' in value;
}
