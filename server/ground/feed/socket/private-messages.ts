import type { ServerMessage } from '@bourse/contract/capabilities';
import type { Language } from '@bourse/contract/texts';
import type { UserId } from '@bourse/engine';

/** A message, or how it is written in a language. */
export type PrivateMessage = ServerMessage | ((language: Language) => ServerMessage);

type SaidListener = (user: UserId, message: PrivateMessage) => void;

/**
 * Private messages that follow from no command, such as notices. They are sent to connected clients only and never
 * resumed; clients that reconnect read them over HTTP, by number.
 */
export class PrivateMessages {
  readonly #listeners: SaidListener[] = [];

  /** Sends a message to the connected clients of a user. */
  readonly say = (user: UserId, message: PrivateMessage): void => {
    for (const listener of this.#listeners) listener(user, message);
  };

  onSaid(listener: SaidListener): void {
    this.#listeners.push(listener);
  }
}

declare module '../../parts.ts' {
  interface Parts {
    /** Sends private messages that follow from no command. */
    readonly privately: PrivateMessages;
  }
}
