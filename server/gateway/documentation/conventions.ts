import { header, operatorRoles, rateClasses } from '@bourse/contract';
import { languageCodes } from '@bourse/contract/texts';
import type { Rates } from '../rate-limits.ts';
import { html, listing, type Markup, sentence } from './markup.ts';
import { accesses, classWords, rateWords } from './policy-words.ts';

/** What the exchange takes of one connection, network or request. */
export interface DocumentedBounds {
  readonly rates: Rates;
  readonly bodyBytes: number;
  readonly nesting: number;
  readonly socket: {
    readonly socketsPerNetwork: number;
    readonly subscriptions: number;
    readonly callsInFlight: number;
    readonly messagesPerSecond: number;
    readonly signsPerSecond: number;
    readonly idleMs: number;
  };
}

/** How every call is made and answered. */
export function conventions(): Markup {
  const languages = languageCodes.map((name) => `\`${name}\``);
  return html`<section id="basics">
    <h2>How to ask</h2>
    ${paragraph('A call is `GET /api/…` with its fields in the query, or `POST /api/…` with a JSON object as its body. Every handled answer is HTTP 200; too many requests are 429 with `Retry-After`, an unexpected fault is 500, an exchange that is still starting 503. Fields that a call does not know are passed over; expect that answers gain fields.')}
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
          '1 success, 0 a refusal, 999 a private call without a live session, 996 a newer request of the same client took its place.',
        ),
        definition('message', 'A sentence for people, in the language asked for; empty where there is nothing to say.'),
        definition('data', 'What was asked for; null in a refusal.'),
        definition(
          'sequence',
          'The journal sequence that the answer reflects. It survives restarts and only grows: what has a lower one is older. Socket messages carry it too.',
        ),
        definition(
          'error',
          'In a refusal its key, stable for ever, with the figures behind it in `details`. See the table of all keys below.',
        ),
        definition(
          'repeated',
          'True where the `Idempotency-Key` had been answered before: nothing was done, and `data` or the refusal is as it was then. How an order stands now, `tx_history/order` says.',
        ),
        definition('request_id', 'Only of an unexpected fault: the same id is in the server’s log.'),
      ]}
    </dl>
    <h3>Headers</h3>
    <dl>
      ${[
        definition(
          'Authorization',
          'The token that `user/login` answered, alone or behind `Bearer`. It is no cookie: no other site can make a browser send it.',
        ),
        definition(
          'Idempotency-Key',
          'On calls that move money, 1 to 36 letters, digits, `_` and `-`. The same key of the same person is answered as the first time for 24 hours, whatever became of the connection; for another request it is refused.',
        ),
        definition('lang', `Language of texts: ${languages.join(', ')}; \`in\` is Hindi. English when absent.`),
        definition(
          'flag',
          'A random id that the client keeps for the device it runs on. Logging in from a new one may take a code.',
        ),
      ]}
    </dl>
    <h3>Values</h3>
    ${paragraph('Amounts, prices and rates are decimal strings in plain notation, never rounded up; in requests a JSON number is taken too and read exactly. Times are epoch milliseconds, those of charts and filters epoch seconds, as each field says. Ids are integers. `1` is on and `0` is off. An answer is sent when what it says is durable, refusals included. Browsers of other sites cannot read answers: there is no CORS.')}
  </section>`;
}

/** Who may ask, and how often. */
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
    <h2>Who may ask, and how often</h2>
    ${paragraph('Every call and channel says who may use it:')}
    <dl>${Object.entries(accesses).map(([name, says]) => definition(name, says))}</dl>
    ${paragraph(`Operators have roles: ${operatorRoles.map((role) => `\`${role}\``).join(', ')}.`)}
    ${paragraph('A network is an IPv4 address or the first 64 bits of an IPv6 one; what its first 56 and 48 bits name may ask for four and sixteen times as much together. Its requests are counted first, then those of the person, and a chart counts as one for each 150 bars. Beyond a bound the answer is `too_many_requests`, HTTP 429 with `Retry-After` in seconds, and nothing was done. A person’s bounds hold for HTTP and the socket together.')}
    <div class="wide" tabindex="0">
      <table>
        <caption>
          Classes of calls
        </caption>
        <thead>
          <tr>
            <th scope="col">Class</th>
            <th scope="col">What counts in it</th>
            <th scope="col">A person</th>
            <th scope="col">A network</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
    ${paragraph(`Besides: a body as long as the fields of its call can be, ${bodyBytes} bytes at most, with ${nesting} levels within each other; few tokens a second of a network that are nobody’s; ${socket.socketsPerNetwork} sockets of a network, and on each ${socket.subscriptions} subscriptions, ${socket.messagesPerSecond} messages and ${socket.signsPerSecond} pings or pongs of RFC 6455 a second, and ${socket.callsInFlight} calls that wait for their answer.`)}
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
