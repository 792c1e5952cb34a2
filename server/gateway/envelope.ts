import { type Call, code, type ErrorKey, type Refusal } from '@bourse/contract';
import type { Language, SuccessKey } from '@bourse/contract/texts';
import type { FastifyReply } from 'fastify';
import { say, sayRefusal } from '../texts/index.ts';
import type { Answer, Refused } from './answer.ts';
import { compress, compressedFrom, encodingFor } from './compression.ts';

/**
 * Sends an answer in its envelope: HTTP 200 for success and every handled refusal, 429 with `Retry-After` for rate
 * limits, 500 for an unexpected fault. `sequence` is what the answer reflects when it does not say so itself.
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

/** An answer as the wire shows it. */
export type Envelope<Data> =
  | {
      readonly code: typeof code.success;
      readonly message: string;
      readonly data: Data;
      readonly sequence: number;
      readonly repeated?: true;
    }
  | Refusal;

/** What an answer looks like on the wire, whatever carries it. `sequence` is as `sendAnswer` takes it. */
export function envelopeOf<Data>(
  call: Pick<Call, 'message'>,
  answer: Answer<Data>,
  language: Language,
  sequence: number,
): Envelope<Data> {
  if (answer.ok) {
    const message = call.message === null ? '' : say(language, successKey(call.message));
    const told = { code: code.success, message, data: answer.data, sequence: answer.sequence ?? sequence };
    return answer.repeated === undefined ? told : { ...told, repeated: true };
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

/** The same for an answer that is known to be a refusal. */
export function refusalOf({ error, parameters, repeated }: Refused, language: Language, sequence: number): Refusal {
  return {
    code: envelopeCode(error),
    message: sayRefusal(language, error, parameters),
    data: null,
    error,
    details: parameters,
    sequence,
    ...(repeated === undefined ? {} : { repeated }),
  };
}

function send(reply: FastifyReply, status: number, envelope: Envelope<unknown>): FastifyReply | Promise<FastifyReply> {
  if (reply.log.level === 'debug') note(reply, envelope);
  const text = JSON.stringify(envelope);
  void reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8');
  return text.length >= compressedFrom && reply.request.method === 'GET' ? sendSmall(reply, text) : reply.send(text);
}

/**
 * Sends a long answer in a shorter form to whoever takes one, compressed in another thread. Reads alone: nobody waits
 * for them as they do for an order. No page of another site can make a browser ask with a session, which is no cookie,
 * so lengths give nothing away.
 */
async function sendSmall(reply: FastifyReply, text: string): Promise<FastifyReply> {
  const encoding = encodingFor(reply.request.headers['accept-encoding']);
  void reply.header('vary', 'accept-encoding');
  if (encoding === null) return reply.send(text);
  const bytes = await compress(text, encoding);
  return reply.header('content-encoding', encoding).send(bytes);
}

/**
 * Says of an answer which request it was and which command, so that both can be found from each other; never what was
 * sent.
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
