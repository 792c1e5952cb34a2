import { section } from '../capability.ts';
import { fingerprintOf } from './request-keys.ts';
import type { Capability } from '../capability.ts';
import type { UserRequest } from '../command.ts';
import type { AnsweredRequest } from './request-keys.ts';

/** A line of a snapshot before logic version 3, which contained the whole command and was sorted by user. */
interface OlderLine extends Omit<AnsweredRequest, 'user' | 'fingerprint'> {
  readonly command: UserRequest;
}

/** Users' request keys and the outcomes stored for them. */
export const requestCapability: Capability = {
  snapshot: [
    section<AnsweredRequest | OlderLine>(
      'request',
      ({ requestKeys, timeMs }) => requestKeys.remembered(timeMs),
      ({ requestKeys }, line) => {
        requestKeys.load('command' in line ? presentForm(line) : line);
      },
    ),
  ],
  loaded: ({ requestKeys }) => {
    requestKeys.loaded();
  },
};

function presentForm({ command, requestKey, sequence, timeMs, outcome }: OlderLine): AnsweredRequest {
  return { user: command.user, requestKey, sequence, timeMs, fingerprint: fingerprintOf(command), outcome };
}
