import type { ServerMessage } from '@bourse/contract/capabilities';
import type { UserId } from '@bourse/engine';

type SaidListener = (user: UserId, message: ServerMessage) => void;

/**
 * Private messages that follow from no command, such as notices. They are sent to connected clients only and never
 * resumed; clients that reconnect read them over HTTP, by number.
 */
export class PrivateMessages {
  readonly #listeners: SaidListener[] = [];

  /** Sends a message to the connected clients of a user. */
  readonly say = (user: UserId, message: ServerMessage): void => {
    for (const listener of this.#listeners) listener(user, message);
  };

  onSaid(listener: SaidListener): void {
    this.#listeners.push(listener);
  }
}
