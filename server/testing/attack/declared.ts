import type { Call, SocketCall } from '@bourse/contract';
import { documentedCalls, documentedSocketCalls } from '@bourse/contract/documentation';

/** Every call of the contract on both wires, so that new calls are attacked automatically. */
export const declaredCalls: readonly Call[] = documentedCalls.flatMap(({ calls }) => calls.map(({ call }) => call));
export const declaredSocketCalls: readonly SocketCall[] = documentedSocketCalls.map(({ call }) => call);
