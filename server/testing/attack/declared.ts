import type { Call, SocketCall } from '@bourse/contract';
import { documentedCalls, documentedSocketCalls } from '@bourse/contract/documentation';

/** Every call of the contract, of either wire; what is added there is attacked without being named here. */
export const declaredCalls: readonly Call[] = documentedCalls.flatMap(({ calls }) => calls.map(({ call }) => call));
export const declaredSocketCalls: readonly SocketCall[] = documentedSocketCalls.map(({ call }) => call);
