import { type Carrier, CarrierAway, Undeliverable } from './carrier.ts';

export interface SmsSettings {
  /** The URL that text messages are posted to. */
  readonly url: string;
  /** Sent as a bearer token; null if the provider needs none. */
  readonly token: string | null;
}

const answerWithinMs = 10_000;

/**
 * Posts text messages as JSON `{ "to": "+49…", "text": "…", "id": "…" }` to a provider. Any 2xx status accepts the
 * message; 400, 404, 410 and 422 reject it permanently; 401, 403 and 429 mean that the provider accepts nothing at the
 * moment; any other status is retried.
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
        // Following a redirect would send the message to another host.
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
