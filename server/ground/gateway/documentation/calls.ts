import { type Call, header, needsSession, type Policy, type SocketCall, type Upload } from '@bourse/contract';
import type { Documented } from '@bourse/contract/documentation';
import type { TSchema } from 'typebox';
import type { Rates } from '../rate-limits.ts';
import { paragraph } from './conventions.ts';
import { html, json, listing, type Markup, nothing, sentence } from './markup.ts';
import { accessWords, boundWords, personWords } from './policy-words.ts';
import { type FieldRow, fieldRows, isInLanguage, type Shape, shapeOf } from './shapes.ts';
import { successText } from './success-text.ts';

/** The HTML section that documents an HTTP call. */
export function callSection(
  { call, summary, says, general, refusals, ...example }: Documented<Call>,
  rates: Rates,
): Markup {
  const name = `${call.method} /api/${call.path}`;
  return html`<article id="${anchorOf(call.path)}" data-name="${name} ${summary}">
    <h3><span class="method">${call.method}</span> <code>/api/${call.path}</code></h3>
    <p class="summary">${sentence(`${summary}.`)}</p>
    ${says === '' ? nothing : paragraph(says)} ${policyList(call, boundWords(rates, call.rate), call.output)}
    ${call.upload === undefined ? fieldsOf(call.method === 'GET' ? 'Query' : 'Body', call.input) : paragraph(uploadWords(call.upload))}
    ${call.file === undefined ? fieldsOf('Answer: data', call.output) : paragraph(`The answer is a file, \`${call.file}\`; a refusal is an envelope as usual.`)}
    ${refusalList(general, refusals)}
    <div class="examples">${requestExample(call, example.input)} ${answerExample(call, example)}</div>
  </article>`;
}

/** The body of an upload, as a sentence. */
function uploadWords({ maxBytes, part }: Upload): string {
  return `The body is \`multipart/form-data\` with one part \`${part}\` of at most ${maxBytes / 1_048_576} MiB.`;
}

/** The HTML section that documents a socket call. */
export function socketCallSection(documented: Documented<SocketCall>, rates: Rates): Markup {
  const { call, summary, says, general, refusals, input, message, output } = documented;
  const { type } = call;
  const sent = { type, id: '17', ...(call.movesMoney ? { key: 'once-17' } : {}), params: input };
  return html`<article id="${anchorOf(type)}" data-name="${type} ${summary}">
    <h3><span class="method">call</span> <code>${type}</code></h3>
    <p class="summary">${sentence(`${summary}.`)}</p>
    ${says === '' ? nothing : paragraph(says)} ${policyList(call, personWords(rates, call.rate), call.output)}
    ${fieldsOf('params', call.input)} ${fieldsOf('Answer: data', call.output)} ${refusalList(general, refusals)}
    <div class="examples">
      ${titled('You send', json(sent))}
      ${titled('You receive', json({ type, id: '17', code: 1, message: successText(message), data: output, sequence: 90210 }))}
    </div>
  </article>`;
}

/** The fields of an object, each followed by the fields of its nested objects. */
export function fieldsOf(title: string, schema: TSchema): Markup {
  const rows = fieldRows(schema);
  if (rows.length === 0) {
    const shape = shapeOf(schema);
    const words = shape.object === null && (shape.words === 'object' || shape.words === 'null');
    return words
      ? nothing
      : html`<h4>${title}</h4>
          <p class="shape">${shapeMarkup(shape)}</p>`;
  }
  const shape = shapeOf(schema);
  if (shape.object !== null)
    return html`<h4>${title}</h4>
      <p class="shape">${shapeMarkup(shape)}</p>`;
  return html`<h4>${title}</h4>
    ${fieldList(rows)}`;
}

export function fieldList(rows: readonly FieldRow[]): Markup {
  return html`<dl class="fields">
    ${rows.map(
      ({ name, shape, isOptional, says, depth }) =>
        html`<div class="depth-${Math.min(depth, 3)}">
          <dt><code>${name}</code>${isOptional ? html` <span class="optional">optional</span>` : nothing}</dt>
          <dd><span class="shape">${shapeMarkup(shape)}</span> ${sentence(says)}</dd>
        </div>`,
    )}
  </dl>`;
}

/** The anchor of an item on the page. */
export function anchorOf(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]+/g, '-');
}

export function titled(title: string, content: Markup): Markup {
  return html`<figure>
    <figcaption>${title}</figcaption>
    ${content}
  </figure>`;
}

function shapeMarkup({ words, object }: Shape): Markup {
  if (object === null) return html`${words}`;
  const link = html`<a href="#object-${object}">${object}</a>`;
  return words === ''
    ? link
    : html`${words.startsWith('list') && !words.endsWith('of:') ? `${words} of` : words} ${link}`;
}

export function policyList(policy: Policy, bound: string, output: TSchema): Markup {
  return html`<ul class="policy">
    <li><b>${policy.access}</b> ${accessWords(policy)}</li>
    ${bound === '' ? nothing : html`<li><b>class ${policy.rate}</b> ${bound}</li>`}
    ${policy.movesMoney ? html`<li><b>moves money</b> Send an <code>Idempotency-Key</code>, or a <code>key</code> over the socket.</li>` : nothing}
    ${isInLanguage(output) ? html`<li><b>language</b> Names are in the language of <code>lang</code>.</li>` : nothing}
  </ul>`;
}

function refusalList(general: readonly string[], refusals: readonly string[]): Markup {
  const link = (key: string): Markup => html`<a href="#error-${key}"><code>${key}</code></a>`;
  const list = (title: string, keys: readonly string[]): Markup =>
    keys.length === 0 ? nothing : html`<p class="keys"><span>${title}</span> ${keys.map(link)}</p>`;
  return html`<h4>Refusals</h4>
    ${list('of this call', refusals)} ${list('of all such calls', general)}`;
}

function requestExample(call: Call, input: unknown): Markup {
  const fields = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  const query = new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString();
  const address = `${call.method} /api/${call.path}${call.method === 'GET' && query !== '' ? `?${query}` : ''}`;
  const lines = [
    address,
    ...(needsSession(call) ? ['Authorization: dK3nV0x8QmYpW1sLzR7uTbEaGhJc5fIo'] : []),
    ...(call.movesMoney ? ['Idempotency-Key: once-17'] : []),
    `${header.language}: en`,
    ...(call.method === 'POST' ? bodyLines(call, input) : []),
  ];
  return titled('Request', listing(lines.join('\n')));
}

function bodyLines({ upload }: Call, input: unknown): string[] {
  if (upload === undefined) return ['Content-Type: application/json', '', JSON.stringify(input, null, 2)];
  return [
    'Content-Type: multipart/form-data; boundary=part',
    '',
    '--part',
    `Content-Disposition: form-data; name="${upload.part}"; filename="front.jpg"`,
    '',
    '(the bytes of the file)',
    '--part--',
  ];
}

function answerExample(call: Call, { message, output }: Pick<Documented<Call>, 'message' | 'output'>): Markup {
  if (call.file !== undefined) return titled('Answer', listing(String(output)));
  return titled('Answer', json({ code: 1, message: successText(message), data: output, sequence: 90210 }));
}
