import { type Call, code, type ErrorKey, type Refusal } from '@bourse/contract';
import type { Language, SuccessKey } from '@bourse/contract/texts';
import type { FastifyReply } from 'fastify';
import { say, sayRefusal } from '../texts/index.ts';
import type { Answer, Refused } from './answer.ts';
import { compress, compressedFrom, encodingFor } from './compression.ts';

/**
 * Sends an answer in its envelope: HTTP 200 for success and every handled refusal, 429 with `Retry-After` for rate
 * limits, 500 for an unexpected fault. `sequence` is used if the answer has none of its own.
 */
export function sendAnswer(
  reply: FastifyReply,
  call: Pick<Call, 'message'>,
  answer: Answer<unknown>,
  language: Language,
  sequence: number,
) {
  return answer.ok
    ? send(reply, 200, envelopeOf(call, answer, language, sequence))
    : sendRefusal(reply, answer, language, sequence);
}

export function sendRefusal(reply: FastifyReply, refusal: Refused, language: Language, sequence: number) {
  const { error, parameters } = refusal;
  if (error === 'too_many_requests') void reply.header('retry-after', String(parameters['retry_after'] ?? 1));
  if (error === 'server_error') void reply.header('x-request-id', reply.request.id);
  return send(reply, httpStatus(error), {
    ...refusalOf(refusal, language, sequence),
    ...(error === 'server_error' ? { request_id: reply.request.id } : {}),
  });
}

/** An answer in its wire format. */
export type Envelope<Data> =
  | {
      readonly code: typeof code.success;
      readonly message: string;
      readonly data: Data;
      readonly sequence: number;
      readonly repeated?: true;
    }
  | Refusal;

/** Converts an answer to its wire format, for HTTP and the socket. `sequence` is as in `sendAnswer`. */
export function envelopeOf<Data>(
  call: Pick<Call, 'message'>,
  answer: Answer<Data>,
  language: Language,
  sequence: number,
): Envelope<Data> {
  if (answer.ok) {
    const message = call.message === null ? '' : say(language, successKey(call.message));
    const envelope = { code: code.success, message, data: answer.data, sequence: answer.sequence ?? sequence };
    return answer.repeated === undefined ? envelope : { ...envelope, repeated: true };
  }
  return refusalOf(answer, language, sequence);
}

const successKeys = new Map<SuccessKey, `success.${SuccessKey}`>();

/** The full key of a message, built once: a concatenated string has to be hashed for each look-up. */
function successKey(message: SuccessKey): `success.${SuccessKey}` {
  const known = successKeys.get(message);
  if (known !== undefined) return known;
  const key = `success.${message}` as const;
  successKeys.set(message, key);
  return key;
}

/** Converts a refusal to its wire format. */
export function refusalOf({ error, parameters }: Refused, language: Language, sequence: number): Refusal {
  return {
    code: envelopeCode(error),
    message: sayRefusal(language, error, parameters),
    data: null,
    error,
    details: parameters,
    sequence,
  };
}

function send(reply: FastifyReply, status: number, envelope: Envelope<unknown>): FastifyReply | Promise<FastifyReply> {
  if (reply.log.level === 'debug') note(reply, envelope);
  const text = JSON.stringify(envelope);
  void reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8');
  return text.length >= compressedFrom && reply.request.method === 'GET' ? sendSmall(reply, text) : reply.send(text);
}

/**
 * Compresses a long answer in another thread if the client accepts an encoding. Only answers to GET are compressed,
 * because latency matters less for them than for orders. Another site cannot make a browser send the session, which is
 * no cookie, so the compressed length reveals nothing.
 */
async function sendSmall(reply: FastifyReply, text: string): Promise<FastifyReply> {
  const encoding = encodingFor(reply.request.headers['accept-encoding']);
  void reply.header('vary', 'accept-encoding');
  if (encoding === null) return reply.send(text);
  const bytes = await compress(text, encoding);
  return reply.header('content-encoding', encoding).send(bytes);
}

/**
 * Logs the request and the sequence of an answer, so that the request and its command can be correlated; never the
 * contents of the request.
 */
function note({ log, request }: FastifyReply, { code: answered, sequence, ...rest }: Envelope<unknown>): void {
  const error = 'error' in rest ? rest.error : undefined;
  log.debug({ reqId: request.id, call: request.routeOptions.url, code: answered, error, sequence }, 'answered');
}

function httpStatus(error: ErrorKey): number {
  if (error === 'server_error') return 500;
  return error === 'too_many_requests' ? 429 : 200;
}

function envelopeCode(error: ErrorKey): Refusal['code'] {
  if (error === 'session_ended') return code.sessionEnded;
  return error === 'superseded' ? code.superseded : code.refusal;
}
