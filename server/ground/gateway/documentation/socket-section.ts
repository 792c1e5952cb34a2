import type { Channel } from '@bourse/contract';
import { channels } from '@bourse/contract/capabilities';
import {
  CallMessage,
  ClientMessage,
  ErrorMessage,
  ReplyMessage,
  socketErrors,
  socketTiming,
} from '@bourse/contract/socket';
import { channelNotes, documentedSocketCalls, examples, socketErrorTexts } from '@bourse/contract/documentation';
import type { TSchema } from 'typebox';
import { anchorOf, fieldsOf, policyList, socketCallSection, titled } from './calls.ts';
import { type DocumentedBounds, paragraph } from './conventions.ts';
import { html, json, listing, type Markup, sentence } from './markup.ts';

/** The section on the socket: connecting, client messages, and server messages. */
export function socketSection({ rates, socket }: DocumentedBounds): Markup {
  const idle = socket.idleMs / 1_000;
  const ping = socketTiming.pingEvery / 1_000;
  const [first, max] = [socketTiming.reconnectFirst / 1_000, socketTiming.reconnectMax / 1_000];
  return html`<section id="socket">
    <h2>The socket</h2>
    ${paragraph('Connect to `/ws` on the same host, or to `/ws?lang=de` for texts in German. Messages are JSON. Browsers may connect only from the exchange’s own page; other programs send no `Origin` and may connect.')}
    ${titled('A first session', listing(conversation()))}
    <h3>Basics</h3>
    <dl>
      ${[
        topic(
          'Heartbeat',
          `Send the text \`ping\` every ${ping} s; the answer is \`pong\`. A client that sends nothing for ${idle} s, not even the answer to a ping of RFC 6455, is disconnected. If no \`pong\` arrives within a few seconds, the connection is dead: reconnect.`,
        ),
        topic(
          'Reconnecting',
          `Wait ${first} s, then twice as long each time up to ${max} s, with some random jitter. Log in and subscribe again, with \`from\` and \`run\` to receive the missed messages; if the server no longer has them, it sends a snapshot as without these fields. Subscriptions, and logins that need a look-up, count towards the network’s rate limit; a connection that exceeds it, or whose login cannot be checked at the moment, is closed with code 1013 and should reconnect in the same way.`,
        ),
        topic(
          'Sequences',
          'Every message has the journal sequence that it reflects, as answers to calls do: keep the data with the higher sequence. Changes of `MARKET_DEPTH` name the previous message in `previous_sequence`; if that is not the last one you received, subscribe again.',
        ),
        topic(
          'Slow clients',
          'While a client does not read, updates of books, day quotations, candles and indices are skipped; then it receives the merged changes or the current state of each, once. Trades, private messages and answers are never skipped on an open connection; when too many of them are buffered, it is closed with `slow_reader`.',
        ),
        topic(
          'Logging in',
          'Send `login` with the token of a session. Private messages and calls require it. The last login counts. The connection is closed when the session ends.',
        ),
        topic(
          'Calls',
          'A call is answered when its effect is durable. Calls are executed in order of arrival; answers have the `id` of the call and may arrive in another order. If the connection breaks before the answer, repeat the call with the same `key`, here or over HTTP.',
        ),
      ]}
    </dl>
    <h3 id="socket-said">Client messages</h3>
    <article id="socket-client" data-name="ping login sub unsub">
      <h4>Subscribing and logging in</h4>
      ${fieldsOf('Message', ClientMessage)}
      <div class="examples">
        ${titled('Subscribe', json(examples.of(ClientMessage)))} ${titled('Answer', json(examples.of(ReplyMessage)))}
      </div>
      ${fieldsOf('Its answer', ReplyMessage)}
    </article>
    <article id="socket-call" data-name="call key params">
      <h4>Making a call</h4>
      ${fieldsOf('Message', CallMessage)}
      ${paragraph('The answer has the same `type` and `id`, and the envelope of an HTTP answer.')}
    </article>
    ${documentedSocketCalls.map((documented) => socketCallSection(documented, rates))}
    <h3 id="socket-heard">Server messages</h3>
    ${Array.from(channels.values(), (channel) => channelSection(channel, { socket }))}
    <article id="socket-errors" data-name="error close reasons ${socketErrors.join(' ')}">
      <h4>Errors and close reasons</h4>
      ${fieldsOf('Message', ErrorMessage)}
      <dl>
        ${socketErrors.map(
          (key) =>
            html`<div>
              <dt><code>${key}</code></dt>
              <dd>
                ${sentence(socketErrorTexts[key].says)}
                ${socketErrorTexts[key].closes ? 'It is also the close reason.' : 'The connection stays open.'}
              </dd>
            </div>`,
        )}
      </dl>
      ${paragraph('The close code is 1001 for `server_stopping` and 1008 for errors of the client. A connection that ends without a close frame was silent for too long.')}
    </article>
  </section>`;
}

function channelSection(
  channel: Channel & { readonly message: TSchema },
  { socket }: Pick<DocumentedBounds, 'socket'>,
) {
  const { begins, message, name, summary } = channel;
  const kind = name.split('.', 1)[0] ?? '';
  const example: unknown = examples.of(message);
  // The messages of a user's own orders differ only in their name.
  const shown = begins === 'login' && typeof example === 'object' ? { ...example, type: name } : example;
  return html`<article id="${anchorOf(`channel ${kind}`)}" data-name="channel ${name} ${summary}">
    <h3><span class="method">${begin[begins]}</span> <code>${name}</code></h3>
    <p class="summary">${sentence(`${summary}.`)}</p>
    ${paragraph(noteOf(kind))}
    ${policyList(channel, begins === 'sub' ? `Counts as one of at most ${socket.subscriptions} subscriptions per connection.` : '', message)}
    ${fieldsOf('Message', message)}
    <div class="examples">${titled('You receive', json(shown))}</div>
  </article>`;
}

/** The event after which the messages of a channel begin. */
const begin = { sub: 'after sub', login: 'after login', connection: 'on connection' } as const;

function noteOf(kind: string): string {
  return channelNotes.get(kind) ?? '';
}

function topic(name: string, says: string): Markup {
  return html`<div>
    <dt>${name}</dt>
    <dd>${sentence(says)}</dd>
  </div>`;
}

function conversation(): string {
  return [
    '→ { "type": "login", "params": "dK3nV0x8QmYpW1sLzR7uTbEaGhJc5fIo" }',
    '← { "type": "login", "params": "", "sequence": 90208, "run": "c3Rvcm1z" }',
    '→ { "type": "sub", "params": "MARKET_DEPTH.BTC/USDT" }',
    '← { "type": "sub", "params": "MARKET_DEPTH.BTC/USDT", "sequence": 90208, "run": "c3Rvcm1z" }',
    '← { "type": "MARKET_DEPTH.BTC/USDT", "snapshot": true, "previous_sequence": null, "sequence": 90208, … }',
    '→ { "type": "order.add", "id": "17", "key": "once-17", "params": { "way": 2, "currency_match_id": 1, … } }',
    '← { "type": "TX_SUBMIT", "sequence": 90210, "order": { "id": 48213, … } }',
    '← { "type": "order.add", "id": "17", "code": 1, "data": { "id": 48213, … }, "sequence": 90210, … }',
  ].join('\n');
}
