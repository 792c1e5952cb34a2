import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ConnectionError } from 'fastify';
import { refused } from './answer.ts';
import { refusalOf } from './envelope.ts';

/** Answers data that is not valid HTTP with a refusal, in English because the headers are unknown. */
export function refuseBrokenRequest(error: ConnectionError, socket: Duplex, sequence: number): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = parserStatus[error.code] ?? 400;
  const body = JSON.stringify(
    refusalOf(refused('invalid_request', { field: 'body', problem: 'format' }), 'en', sequence),
  );
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const parserStatus: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };
