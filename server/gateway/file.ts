import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * A text that is made while it is sent. `name` is what a browser calls the file; `ended` is told when nothing more of
 * it is asked for, whole or not.
 */
export interface TextFile {
  readonly name: string;
  readonly pieces: AsyncIterable<string>;
  readonly ended: () => void;
}

/**
 * Sends a file piece by piece, as fast as its reader takes it. One that breaks off ends the connection, so that nobody
 * takes a part for the whole.
 */
export function sendFile(reply: FastifyReply, { name, pieces, ended }: TextFile, type: string) {
  const text = Readable.from(pieces, { objectMode: false });
  text.once('close', ended);
  return reply
    .code(200)
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type(`${type}; charset=utf-8`)
    .send(text);
}
