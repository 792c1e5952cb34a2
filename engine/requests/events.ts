import { event } from '../declaration/event.ts';
import type { EventOf } from '../declaration/event.ts';
import { facts, nullable } from '../declaration/value-type.ts';
import type { ValueType } from '../declaration/value-type.ts';
import { count, user } from '../declaration/vocabulary.ts';
import type { CommandType } from '../command.ts';
import type { Accepted } from '../outcome.ts';
import type { UserId } from '../identifiers.ts';
import type { Rejection } from '../rejection.ts';

/** The user named by a rejected command. An invalid user id may not be a safe integer, so its text is hashed. */
const namedUser: ValueType<UserId | null> = {
  ...nullable(user),
  hash: (digest, value) => {
    digest.text(String(value));
  },
};

/** Text that was validated with the command, or that the engine itself produced. */
function known<Value extends string>(): ValueType<Value> {
  return {
    encode: (value) => value,
    check: (encoded) => typeof encoded === 'string',
    decode: (encoded) => encoded as Value,
    hash: (digest, value) => {
      digest.text(value);
    },
    shape: { kind: 'text', alphabet: '\\x21-\\x7e', maxLength: 128 },
  };
}

export const requestEvents = {
  /** The command was rejected and changed nothing. */
  rejected: event({ command: known<CommandType>(), user: namedUser, rejection: facts<Rejection>() }, 'user'),
  /**
   * The user's request key was already used by the command with `firstSequence`; nothing changed and the first outcome
   * still holds.
   */
  request_repeated: event(
    { user, requestKey: known<string>(), firstSequence: count, first: facts<Accepted>() },
    'user',
  ),
};
export type Rejected = EventOf<typeof requestEvents, 'rejected'>;
export type RequestRepeated = EventOf<typeof requestEvents, 'request_repeated'>;
