import { type Call, ErrorKey, errorParameters, errorKeys, header, needsSession, Refusal } from '@bourse/contract';
import { type Documented, documentedCalls, examples } from '@bourse/contract/documentation';
import { languageCodes } from '@bourse/contract/texts';
import Type, { type TSchema } from 'typebox';
import { sayRefusal } from '../../texts/index.ts';
import type { Rates } from '../rate-limits.ts';
import { accessWords, boundWords } from './policy-words.ts';
import { successText } from './success-text.ts';
import { namedSchemas, type WireSchema, wireSchema } from './wire-schemas.ts';

/** The OpenAPI 3.1 document of the HTTP calls. */
export function openApiDocument(rates: Rates): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bourse',
      version: '1',
      description:
        'Every handled answer is HTTP 200 with `code`, `message` and `data`: `code` 1 is success, 0 a refusal with an `error` key and `details`, 999 a private call without a live session. Amounts and prices are decimal strings.',
    },
    servers: [{ url: '/' }],
    externalDocs: { url: '/api/docs', description: 'The same documentation for people, including the WebSocket API' },
    tags: documentedCalls.map(({ title }) => ({ name: title })),
    paths: Object.fromEntries(
      documentedCalls.flatMap(({ title, calls }) =>
        calls.map((one) => [
          `/api/${one.call.path}`,
          { [one.call.method.toLowerCase()]: operation(title, one, rates) },
        ]),
      ),
    ),
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'Authorization' } },
      schemas: { ...namedSchemas(), ErrorKey: wireSchema(ErrorKey) },
    },
    'x-errors': Object.fromEntries(
      errorKeys.map((key) => [key, { message: sayRefusal('en', key, {}), details: errorParameters[key] }]),
    ),
  };
}

function operation(title: string, documented: Documented<Call>, rates: Rates): object {
  const { call, summary, says, general, refusals, input } = documented;
  const { access, method, movesMoney, path, rate } = call;
  const description = [says, accessWords(call), `Class ${rate}: ${boundWords(rates, rate)}`].filter(
    (text) => text !== '',
  );
  const body = { required: true, content: bodyOf(call, input) };
  return {
    tags: [title],
    operationId: path.replaceAll('/', '_'),
    summary,
    description: description.join('\n\n'),
    ...securityOf(call),
    parameters: [...(method === 'GET' ? queryOf(call.input, input) : []), ...headersOf(call)],
    ...(method === 'POST' ? { requestBody: body } : {}),
    responses: responsesOf(documented),
    'x-policy': { access, rate, moves_money: movesMoney },
    'x-errors': { of_this_call: refusals, of_every_such_call: general },
  };
}

function bodyOf({ input: schema, upload }: Call, example: unknown): object {
  if (upload === undefined) return { 'application/json': { schema: wireSchema(schema), example } };
  const file = { type: 'string', format: 'binary', maxLength: upload.maxBytes };
  const form = { type: 'object', properties: { [upload.part]: file }, required: [upload.part] };
  return { 'multipart/form-data': { schema: form } };
}

function securityOf(call: Call): object {
  if (needsSession(call)) return { security: [{ session: [] }] };
  return call.access === 'either' ? { security: [{}, { session: [] }] } : {};
}

function queryOf(input: TSchema, example: unknown): object[] {
  if (!Type.IsObject(input)) return [];
  const given = new Map(typeof example === 'object' && example !== null ? Object.entries(example) : []);
  const fields = examples.describe(input)?.fields ?? {};
  return Object.entries(input.properties).map(([name, schema]) => {
    const shown: unknown = given.get(name);
    return {
      in: 'query',
      name,
      required: !Type.IsOptional(schema),
      description: fields[name]?.[0] ?? '',
      schema: wireSchema(schema),
      ...(shown === undefined ? {} : { example: shown }),
    };
  });
}

function headersOf({ movesMoney }: Call): object[] {
  const parameter = (name: string, description: string, schema: object) => ({
    in: 'header',
    name,
    description,
    schema,
  });
  const language = parameter(header.language, 'Language of texts; default English.', {
    type: 'string',
    enum: languageCodes,
  });
  if (!movesMoney) return [language];
  const key = 'Repeating a request with the same key within 24 hours returns the first answer.';
  return [language, parameter('Idempotency-Key', key, { type: 'string', pattern: '^[A-Za-z0-9_-]{1,36}$' })];
}

function responsesOf({ call, message, output }: Documented<Call>): object {
  const refusal = wireSchema(Refusal);
  const tooMany = {
    description: 'Too many requests; `Retry-After` is the number of seconds to wait.',
    headers: { 'Retry-After': { schema: { type: 'integer' } } },
    content: { 'application/json': { schema: refusal } },
  };
  const fault = {
    description: 'An unexpected fault, or an exchange that is still starting.',
    content: { 'application/json': { schema: refusal } },
  };
  if (call.file !== undefined) {
    const content = {
      [call.file]: {
        schema: call.file === 'text/csv' ? { type: 'string' } : { type: 'string', format: 'binary' },
        example: output,
      },
      'application/json': { schema: refusal },
    };
    return { 200: { description: 'The file, or a refusal', content }, 429: tooMany, default: fault };
  }
  const schema = { oneOf: [success(wireSchema(call.output)), refusal] };
  const sequence = 90_210;
  const shown = {
    success: { value: { code: 1, message: successText(message), data: output, sequence } },
    refusal: { value: examples.of(Refusal) },
  };
  const content = { 'application/json': { schema, examples: shown } };
  return { 200: { description: 'Success, or a refusal', content }, 429: tooMany, default: fault };
}

export function success(data: WireSchema): object {
  return {
    type: 'object',
    properties: {
      code: { const: 1 },
      message: { type: 'string' },
      data,
      sequence: { type: 'integer' },
      repeated: { const: true },
    },
    required: ['code', 'message', 'data', 'sequence'],
  };
}
