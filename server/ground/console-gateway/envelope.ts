import { code } from '@bourse/contract';
import type { FastifyReply } from 'fastify';
import { sendFile } from '../gateway/index.ts';
import type { ConsoleDone, ConsoleRefused } from './answer.ts';

/**
 * Sends an answer in the envelope of the public calls: HTTP 200 for success and handled refusals, 404 at an unknown
 * address, 429 for rate limits, 500 for a fault. The page has the texts, so the message is empty.
 */
export async function sendConsoleAnswer(
  reply: FastifyReply,
  answer: ConsoleDone<unknown> | ConsoleRefused,
  sequence: number,
): Promise<FastifyReply> {
  const headers = { 'cache-control': 'no-store' };
  if (answer.ok) {
    return reply.code(200).headers(headers).send({ code: code.success, message: '', data: answer.data, sequence });
  }
  const { error, details } = answer;
  if (error === 'too_many_requests') void reply.header('retry-after', String(details['retry_after'] ?? 1));
  const envelope = {
    code: error === 'session_ended' ? code.sessionEnded : code.refusal,
    message: '',
    data: null,
    error,
    details,
    sequence,
    ...(error === 'server_error' ? { request_id: reply.request.id } : {}),
  };
  return reply.code(statusOf(error)).headers(headers).send(envelope);
}

function statusOf(error: string): number {
  if (error === 'server_error') return 500;
  if (error === 'not_found' || error === 'method_not_allowed') return 404;
  return error === 'too_many_requests' ? 429 : 200;
}

/** Streams lines as a CSV file. Calls `ended` with the number of rows that were sent, without the head. */
export async function sendConsoleFile(
  reply: FastifyReply,
  { name, lines }: { readonly name: string; readonly lines: AsyncIterable<string> },
  ended: (rows: number, isComplete: boolean) => Promise<void>,
): Promise<FastifyReply> {
  let rows = -1;
  let isComplete = false;
  async function* counted(): AsyncGenerator<string> {
    for await (const line of lines) {
      rows += 1;
      yield line;
    }
    isComplete = true;
  }
  const end = (): void => {
    ended(Math.max(0, rows), isComplete).catch((error: unknown) => {
      reply.log.error({ err: error }, 'the end of an export could not be recorded');
    });
  };
  return sendFile(reply, { name, pieces: counted(), ended: end }, 'text/csv');
}
