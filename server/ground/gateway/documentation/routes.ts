import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { compress, encodingFor } from '../compression.ts';
import { documentPolicy } from '../route-policies.ts';
import type { DocumentedBounds } from './conventions.ts';

/**
 * Serves the API documentation at `/api/docs`, derived entirely from the contract: a page for people, OpenAPI and
 * AsyncAPI for programs. Each document and its code are loaded on the first request, so that they do not delay the
 * startup. The page loads no script but its own, under the same security headers as everything else.
 */
export function registerDocumentation(app: FastifyInstance, bounds: DocumentedBounds): void {
  const page = async (): Promise<string> => (await import('./page.ts')).documentationPage(bounds);
  const file = (name: string) => async (): Promise<string> => readFile(join(import.meta.dirname, name), 'utf8');
  serve(app, '/api/docs', 'text/html', page);
  serve(app, '/api/docs/', 'text/html', page);
  serve(app, '/api/docs/page.css', 'text/css', file('page.css'));
  serve(app, '/api/docs/page.js', 'text/javascript', file('page.js'));
  serve(app, '/api/docs/openapi.json', 'application/json', async () => {
    const { openApiDocument } = await import('./openapi.ts');
    return JSON.stringify(openApiDocument(bounds.rates));
  });
  serve(app, '/api/docs/asyncapi.json', 'application/json', async () => {
    const { asyncApiDocument } = await import('./asyncapi.ts');
    return JSON.stringify(asyncApiDocument());
  });
}

function serve(app: FastifyInstance, path: string, type: string, make: () => Promise<string>): void {
  const text = once(make);
  // A buffer shared by all responses: with a string, every connection whose client does not read would hold a copy in
  // memory.
  const plain = once(async () => Buffer.from(await text()));
  const smaller = {
    br: once(async () => compress(await text(), 'br')),
    gzip: once(async () => compress(await text(), 'gzip')),
  };
  app.get(path, { config: { policy: documentPolicy } }, async (request, reply) => {
    const encoding = encodingFor(request.headers['accept-encoding']);
    void reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').header('vary', 'accept-encoding');
    if (encoding === null) return reply.send(await plain());
    const bytes = await smaller[encoding]();
    return reply.header('content-encoding', encoding).send(bytes);
  });
}

/** Computes a value on the first call and caches it, unless that failed. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return async () => {
    made ??= make();
    try {
      return await made;
    } catch (error) {
      made = null;
      throw error;
    }
  };
}
