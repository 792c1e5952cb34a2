import { type ErrorKey, errorParameters, errorKeys, needsSession } from '@bourse/contract';
import { channels } from '@bourse/contract/capabilities';
import {
  descriptions,
  documentedCalls,
  documentedSocketCalls,
  refusalsOfNoCall,
  reservedRefusals,
} from '@bourse/contract/documentation';
import { sayRefusal } from '../../texts/index.ts';
import { anchorOf, callSection, fieldList } from './calls.ts';
import { bounds, conventions, type DocumentedBounds } from './conventions.ts';
import { html, type Markup, nothing, sentence } from './markup.ts';
import { fieldRows } from './shapes.ts';
import { socketSection } from './socket-section.ts';

/**
 * The whole documentation as one page, so that the browser’s own search covers everything; the script only filters the
 * list.
 */
export function documentationPage(facts: DocumentedBounds): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <title>Bourse API</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href="/api/docs/page.css" />
        <script src="/api/docs/page.js" defer></script>
      </head>
      <body>
        <a class="skip" href="#basics">Skip to the text</a>
        <header>
          <a href="/">Bourse</a>
          <h1>API</h1>
          <p><a href="/api/docs/openapi.json">OpenAPI</a> <a href="/api/docs/asyncapi.json">AsyncAPI</a></p>
        </header>
        <nav aria-label="Contents">
          <input
            type="search"
            id="search"
            placeholder="Search calls and fields"
            aria-label="Search calls and fields"
            autocomplete="off"
            hidden
          />
          <p id="found" role="status"></p>
          <details open>
            <summary>Contents</summary>
            ${contents()}
          </details>
        </nav>
        <main>
          ${conventions()} ${bounds(facts)}
          ${documentedCalls.map(
            ({ title, calls }) =>
              html`<section id="${anchorOf(title)}">
                <h2>${title}</h2>
                ${calls.map((call) => callSection(call, facts.rates))}
              </section>`,
          )}
          ${socketSection(facts)} ${objects()} ${errors()}
        </main>
      </body>
    </html>`;
  return page.text;
}

function contents(): Markup {
  return html`<ul>
    ${[
      entry('basics', 'Making calls'),
      entry('policy', 'Access and rate limits'),
      ...documentedCalls.map(({ title, calls }) =>
        entry(
          anchorOf(title),
          title,
          calls.map(({ call }) => entry(anchorOf(call.path), call.path)),
        ),
      ),
      entry('socket', 'The socket', [
        entry('socket-client', 'sub, unsub, login'),
        ...documentedSocketCalls.map(({ call }) => entry(anchorOf(call.type), call.type)),
        ...Array.from(channels.keys(), (name) => entry(anchorOf(`channel ${name}`), name)),
        entry('socket-errors', 'Errors and closing'),
      ]),
      entry(
        'objects',
        'Objects',
        namedObjects.map(({ name }) => entry(`object-${name}`, name)),
      ),
      entry('errors', 'Error keys'),
    ]}
  </ul>`;
}

function entry(anchor: string, title: string, below: readonly Markup[] = []): Markup {
  const list =
    below.length === 0
      ? nothing
      : html`<ul>
          ${below}
        </ul>`;
  return html`<li><a href="#${anchor}">${title}</a>${list}</li>`;
}

/** The named objects that several calls share. */
const namedObjects = descriptions.flatMap(({ name, schema }) => (name === null ? [] : [{ name, schema }]));

function objects(): Markup {
  return html`<section id="objects">
    <h2>Objects</h2>
    ${namedObjects.map(
      ({ name, schema }) =>
        html`<article id="object-${name}" data-name="object ${name}">
          <h3>${name}</h3>
          ${fieldList(fieldRows(schema))}
        </article>`,
    )}
  </section>`;
}

function errors(): Markup {
  const rows = errorKeys.map((key) => {
    const parameters = errorParameters[key].map((parameter) => `\`${parameter}\``).join(', ');
    return html`<tr id="error-${key}">
      <th scope="row"><code>${key}</code></th>
      <td>${sayRefusal('en', key, {})}</td>
      <td>${sentence(parameters)}</td>
      <td>${answeredBy(key)}</td>
    </tr>`;
  });
  return html`<section id="errors">
    <h2>Error keys</h2>
    <p>
      A key never changes its meaning. The sentences are the English ones; <code>{{name}}</code> is a parameter in
      <code>details</code>.
    </p>
    <div class="wide" tabindex="0">
      <table>
        <caption>
          Every key with its sentence and parameters
        </caption>
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">Sentence</th>
            <th scope="col">details</th>
            <th scope="col">Answered by</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </section>`;
}

const everyCall = [
  ...documentedCalls.flatMap(({ calls }) => calls.map((one) => ({ ...one, name: one.call.path }))),
  ...documentedSocketCalls.map((one) => ({ ...one, name: one.call.type })),
];

/** The calls that answer with a key: a whole kind of calls, or those that declare it. */
function answeredBy(key: ErrorKey): Markup {
  if (refusalsOfNoCall.includes(key)) return html`unknown addresses and methods`;
  if (reservedRefusals.includes(key)) return html`reserved`;
  const naming = everyCall.filter(({ refusals }) => refusals.includes(key));
  const general = everyCall.filter((one) => one.general.includes(key));
  const kind = kinds.find(([, isOne]) => general.length > 0 && general.length === everyCall.filter(isOne).length);
  const shown = kind === undefined ? [...general, ...naming] : naming;
  const links = shown.map(({ name }) => html`<a href="#${anchorOf(name)}">${name}</a>`);
  return html`${kind?.[0] ?? ''} ${links}`;
}

type Named = (typeof everyCall)[number];

/** Kinds of calls that share general refusals. */
const kinds: readonly (readonly [words: string, isOne: (one: Named) => boolean])[] = [
  ['every call', () => true],
  ['every POST', ({ call }) => 'method' in call && call.method === 'POST'],
  ['every call over the socket', ({ call }) => 'type' in call],
  ['every call that requires a session', ({ call }) => needsSession(call)],
  ['every call that moves money', ({ call }) => call.movesMoney],
  ['every call of class order that moves money', ({ call }) => call.movesMoney && call.rate === 'order'],
];
