import type { Static, TSchema } from 'typebox';
import { type Audience, type Policy, policyOf } from './policy.ts';

/**
 * A channel of the socket, declared once: the server derives the accepted subscriptions and the documentation from it.
 */
export interface Channel<Message extends TSchema = TSchema> extends Policy {
  /** The name to subscribe to; parts in braces are placeholders. */
  readonly name: string;
  readonly summary: string;
  /** When its messages begin: after a subscription, after a login on the socket, or on connection. */
  readonly begins: 'sub' | 'login' | 'connection';
  readonly message: Message;
}

export type MessageOf<C extends Channel> = Static<C['message']>;

export function channel<Message extends TSchema>(
  access: Audience['access'],
  begins: Channel['begins'],
  name: string,
  summary: string,
  message: Message,
): Channel<Message> {
  return { ...policyOf({ access, rate: 'socket' }, false), name, begins, summary, message };
}
