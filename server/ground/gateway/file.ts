import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * A text that is generated while it is sent. `name` is the file name for browsers; `ended` is called when the transfer
 * ends, complete or not.
 */
export interface TextFile {
  readonly name: string;
  readonly pieces: AsyncIterable<string>;
  readonly ended: () => void;
}

/**
 * Streams a file with backpressure. An error closes the connection, so that the client does not mistake a part for the
 * whole file.
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

/**
 * Sends an image of a user. The page fetches it with its token; opened as an address it must not act as a page,
 * whatever its bytes are.
 */
export function sendImage(reply: FastifyReply, bytes: Buffer, type: string) {
  return reply
    .code(200)
    .header('cache-control', 'no-store')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('content-disposition', 'inline; filename="image.jpg"')
    .type(type)
    .send(bytes);
}
