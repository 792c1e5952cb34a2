/** A message as it is sent. A text message uses `text` only. */
export interface WrittenMessage {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends messages through an external service: a mail server or a provider of text messages. */
export interface Carrier {
  /**
   * Resolves once the service has accepted the message.
   *
   * @param id the same for every attempt to send a message, so that duplicates can be recognised
   * @throws Undeliverable if the service will never accept the message, CarrierAway if it accepts nothing at the
   *   moment; any other error concerns this attempt only
   */
  send(to: string, message: WrittenMessage, id: string, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Retrying is pointless, for example because the address does not exist. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}

/** The service is unreachable or refuses our login, so other messages would fail as well. */
export class CarrierAway extends Error {
  override readonly name = 'CarrierAway';
}
