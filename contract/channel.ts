import type { Static, TSchema } from 'typebox';
import { type Audience, type Policy, policyOf } from './policy.ts';

/** A channel of the socket, declared once: the server takes no subscription to another, and documents it from here. */
export interface Channel<Message extends TSchema = TSchema> extends Policy {
  /** As it is asked for; what stands in braces is filled in. */
  readonly name: string;
  readonly summary: string;
  /** How it begins: with a subscription, with a login on the socket, or with the connection. */
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
