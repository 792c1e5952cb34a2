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

/** The socket: how one connects, what one says, what one hears. */
export function socketSection({ rates, socket }: DocumentedBounds): Markup {
  const idle = socket.idleMs / 1_000;
  const ping = socketTiming.pingEvery / 1_000;
  const [first, most] = [socketTiming.reconnectFirst / 1_000, socketTiming.reconnectMost / 1_000];
  return html`<section id="socket">
    <h2>The socket</h2>
    ${paragraph('`/ws` of the same address, `/ws?lang=de` for texts in German. Messages are JSON texts. A browser may connect from the venue’s own page only; programs send no `Origin` and may connect.')}
    ${titled('A first conversation', listing(conversation()))}
    <h3>What one has to know</h3>
    <dl>
      ${[
        topic(
          'Heartbeat',
          `Send the text \`ping\`, which is answered \`pong\`, every ${ping} s. Who has said nothing for ${idle} s, nor answered a ping of RFC 6455, is cut off. No \`pong\` within some seconds means that the line is dead: connect again.`,
        ),
        topic(
          'Connecting again',
          `Wait ${first} s, then twice as long each time, ${most} s at most, with a little chance in it. Log in and subscribe again, with \`from\` and \`run\` to be told what was missed; what the server does not know any more begins with where it stands, as without them. Logins that have to be looked up and subscriptions count for the network as requests do; whoever is over a bound, or cannot be recognised at that moment, is closed with the code 1013 and comes back in the same way.`,
        ),
        topic(
          'Sequences',
          'Every message carries the journal sequence that it reflects, as the answers of calls do: keep the higher one of what you have. Changes of `MARKET_DEPTH` name the message before them in `previous_sequence`; when that is not the last one you had, subscribe again.',
        ),
        topic(
          'What is left out for a slow reader',
          'While a reader does not take what it was sent, it is spared news of books, day quotations, bars and indices; then it gets of each what is different, once, or where it stands. Trades, private messages and answers are never left out of an open connection; when too much of these waits, it is closed as `slow_reader`.',
        ),
        topic(
          'Logging in',
          '`login` with a session’s token. Private messages begin with it, and calls are for whoever has logged in. A connection is of the last login that it was told of. It is closed when the session ends.',
        ),
        topic(
          'Calls',
          'A call is answered when what it did is durable; answers carry its `id` and may come in another order than the calls, which are carried out in the order in which they arrive. A connection that breaks leaves its calls without an answer: ask again with the same `key`, here or over HTTP.',
        ),
      ]}
    </dl>
    <h3 id="socket-said">What you send</h3>
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
      ${paragraph('The answer has the same `type` and `id`, and the envelope of an answer over HTTP.')}
    </article>
    ${documentedSocketCalls.map((documented) => socketCallSection(documented, rates))}
    <h3 id="socket-heard">What you are sent</h3>
    ${Array.from(channels.values(), (channel) => channelSection(channel, { socket }))}
    <article id="socket-errors" data-name="error close reasons ${socketErrors.join(' ')}">
      <h4>Errors and why a connection is closed</h4>
      ${fieldsOf('Message', ErrorMessage)}
      <dl>
        ${socketErrors.map(
          (key) =>
            html`<div>
              <dt><code>${key}</code></dt>
              <dd>
                ${sentence(socketErrorTexts[key].says)}
                ${socketErrorTexts[key].closes ? 'It is the close reason, too.' : 'The connection stays.'}
              </dd>
            </div>`,
        )}
      </dl>
      ${paragraph('The close code is 1001 for `server_stopping` and 1008 for whatever the client did. A line that is cut off without a close was silent for too long.')}
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
  // The four messages of an own order look alike but for their name.
  const shown = begins === 'login' && typeof example === 'object' ? { ...example, type: name } : example;
  return html`<article id="${anchorOf(`channel ${kind}`)}" data-name="channel ${name} ${summary}">
    <h3><span class="method">${begin[begins]}</span> <code>${name}</code></h3>
    <p class="summary">${sentence(`${summary}.`)}</p>
    ${paragraph(noteOf(kind))}
    ${policyList(channel, begins === 'sub' ? `One of at most ${socket.subscriptions} subscriptions of a connection.` : '', message)}
    ${fieldsOf('Message', message)}
    <div class="examples">${titled('You are sent', json(shown))}</div>
  </article>`;
}

/** How a channel begins. */
const begin = { sub: 'after sub', login: 'after login', connection: 'by itself' } as const;

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
