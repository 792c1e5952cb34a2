import { header, rateClasses } from '@bourse/contract';
import { languageCodes } from '@bourse/contract/texts';
import type { Rates } from '../rate-limits.ts';
import { html, listing, type Markup, sentence } from './markup.ts';
import { accesses, classWords, rateWords } from './policy-words.ts';

/** Limits of the exchange per connection, network and request. */
export interface DocumentedBounds {
  readonly rates: Rates;
  readonly bodyBytes: number;
  readonly nesting: number;
  readonly socket: {
    readonly socketsPerNetwork: number;
    readonly subscriptions: number;
    readonly callsInFlight: number;
    readonly messagesPerSecond: number;
    readonly pingsPerSecond: number;
    readonly idleMs: number;
  };
}

/** The section on how calls are made and answered. */
export function conventions(): Markup {
  const languages = languageCodes.map((name) => `\`${name}\``);
  return html`<section id="basics">
    <h2>Making calls</h2>
    ${paragraph('A call is `GET /api/…` with its fields in the query, or `POST /api/…` with a JSON object as its body. Every handled answer is HTTP 200; too many requests are 429 with `Retry-After`, an unexpected fault is 500, an exchange that is still starting is 503. Unknown fields of a request are ignored; expect new fields in answers.')}
    ${listing(
      [
        'GET /api/market/deal?currency_match_id=1',
        `${header.language}: en`,
        '',
        '{ "code": 1, "message": "", "data": { … }, "sequence": 90210 }',
      ].join('\n'),
    )}
    <dl>
      ${[
        definition(
          'code',
          '1 success, 0 refusal, 999 private call without a live session, 996 superseded by a newer request of the same client.',
        ),
        definition('message', 'A sentence for people in the requested language; may be empty.'),
        definition('data', 'The requested data; null in a refusal.'),
        definition(
          'sequence',
          'The journal sequence that the answer reflects. It continues across restarts and never decreases: data with a lower sequence is older. Socket messages have it too.',
        ),
        definition('error', 'The stable key of a refusal; its parameters are in `details`. All keys are listed below.'),
        definition(
          'repeated',
          'True if a request with this `Idempotency-Key` was carried out before: nothing was executed, and `data` is that of the first answer. A refused request is not remembered; repeating it decides it again. `tx_history/order` returns the current state of an order.',
        ),
        definition('request_id', 'Only for an unexpected fault; the same id is in the server’s log.'),
      ]}
    </dl>
    <h3>Headers</h3>
    <dl>
      ${[
        definition(
          'Authorization',
          'The token returned by `user/login`, with or without the prefix `Bearer`. It is not a cookie, so other sites cannot make a browser send it.',
        ),
        definition(
          'Idempotency-Key',
          'For calls that move money: 1 to 36 letters, digits, `_` and `-`. For 24 hours, repeating a request with the same key returns the first answer and executes nothing; using the key for a different request is refused.',
        ),
        definition('lang', `Language of texts: ${languages.join(', ')}; \`in\` is Hindi. Default English.`),
        definition(
          'flag',
          'The id of the device: any text at first, then the `device_id` in the answer of a login or registration. A login with an id that the server has not issued for the account may require a code.',
        ),
      ]}
    </dl>
    <h3>Values</h3>
    ${paragraph('Amounts, prices and rates are decimal strings in plain notation, never rounded up; requests may also use JSON numbers, which are read exactly, or refused as `inexact_number` if a double cannot represent them. Times are epoch milliseconds, or epoch seconds in charts and filters, as each field says. Ids are integers. `1` is on and `0` is off. Every answer, including a refusal, is sent only when its result is durable. Web pages of other sites cannot read answers: there is no CORS.')}
  </section>`;
}

/** The section on access and rate limits. */
export function bounds({ rates, bodyBytes, nesting, socket }: DocumentedBounds): Markup {
  const rows = rateClasses.map((name) => {
    const { network, person } = rates[name];
    return html`<tr>
      <th scope="row"><code>${name}</code></th>
      <td>${classWords[name]}</td>
      <td>${person === null ? '—' : rateWords(person)}</td>
      <td>${rateWords(network)}</td>
    </tr>`;
  });
  return html`<section id="policy">
    <h2>Access and rate limits</h2>
    ${paragraph('Every call and channel declares who may use it:')}
    <dl>${Object.entries(accesses).map(([name, says]) => definition(name, says))}</dl>
    ${paragraph('A network is an IPv4 address or the first 64 bits of an IPv6 one; all networks of a /56 share four times the limit of one, and those of a /48 sixteen times. A request counts towards the network’s limit first, then the user’s; a chart counts once per 150 candles, a range of index ticks once per 10 seconds. Above a limit the answer is `too_many_requests`, HTTP 429 with `Retry-After` in seconds, and nothing is executed. A user’s limits apply to HTTP and the socket together.')}
    <div class="wide" tabindex="0">
      <table>
        <caption>
          Classes of calls
        </caption>
        <thead>
          <tr>
            <th scope="col">Class</th>
            <th scope="col">Calls</th>
            <th scope="col">Per user</th>
            <th scope="col">Per network</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
    ${paragraph(`Other limits: a body no longer than the fields of its call can be, at most ${bodyBytes} bytes with ${nesting} levels of nesting; a few invalid tokens per second and network; ${socket.socketsPerNetwork} sockets per network, each with ${socket.subscriptions} subscriptions, ${socket.messagesPerSecond} messages and ${socket.pingsPerSecond} pings or pongs (RFC 6455) per second, and ${socket.callsInFlight} unanswered calls.`)}
  </section>`;
}

export function paragraph(text: string): Markup {
  return html`<p>${sentence(text)}</p>`;
}

function definition(name: string, says: string): Markup {
  return html`<div>
    <dt><code>${name}</code></dt>
    <dd>${sentence(says)}</dd>
  </div>`;
}
