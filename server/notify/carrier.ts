/** A message in words. A text message has the text alone. */
export interface WrittenMessage {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Takes messages out of the house. */
export interface Carrier {
  /**
   * Resolves when the message was taken.
   *
   * @param id the same for each try of one message, so that who receives it twice can tell
   * @throws Undeliverable when it will never be taken, CarrierAway when nothing is taken at the moment, or whatever
   *   else went wrong
   */
  send(to: string, message: WrittenMessage, id: string, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** No further try will succeed: the address does not exist, say. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}

/** The mail server or the provider cannot be reached, or does not let us in; another message would not fare better. */
export class CarrierAway extends Error {
  override readonly name = 'CarrierAway';
}
