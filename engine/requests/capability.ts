import { section } from '../capability.ts';
import type { Capability } from '../capability.ts';
import type { AnsweredRequest } from './request-keys.ts';

/** Users' request keys and the outcomes stored for them. */
export const requestCapability: Capability = {
  snapshot: [
    section<AnsweredRequest>(
      'request',
      ({ requestKeys, timeMs }) => requestKeys.remembered(timeMs),
      ({ requestKeys }, { command, requestKey, sequence, timeMs, outcome }) => {
        requestKeys.remember({ command, requestKey, sequence, timeMs, outcome });
      },
    ),
  ],
};
