import { type Carrier, CarrierAway, Undeliverable } from './carrier.ts';

export interface SmsSettings {
  /** Where text messages are posted to. */
  readonly url: string;
  /** Sent as a bearer token; null when the provider wants none. */
  readonly token: string | null;
}

const answerWithinMs = 10_000;

/**
 * Posts text messages as JSON `{ "to": "+49…", "text": "…", "id": "…" }` to a provider. Any 2xx says that it was taken.
 * 400, 404, 410 and 422 say that it never will be, 401, 403 and 429 that nothing is at the moment; everything else is
 * tried again.
 */
export function openSmsCarrier({ token, url }: SmsSettings): Carrier {
  const headers = {
    'content-type': 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  return {
    send: async (to, { text }, id, signal) => {
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ to, text, id }),
        // What was meant for the provider is not told to whoever it points at.
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
      }).catch((error: unknown) => {
        throw new CarrierAway('the provider of text messages cannot be reached', { cause: error });
      });
      await answer.body?.cancel();
      if (answer.ok) return;
      const sentence = `the provider of text messages answered ${answer.status}`;
      if ([400, 404, 410, 422].includes(answer.status)) throw new Undeliverable(sentence);
      if ([401, 403, 429].includes(answer.status)) throw new CarrierAway(sentence);
      throw new Error(sentence);
    },
    close: () => undefined,
  };
}
