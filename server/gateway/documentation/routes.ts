import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { compress, encodingFor } from '../compression.ts';
import { documentPolicy } from '../route-policies.ts';
import type { DocumentedBounds } from './conventions.ts';

/**
 * The API documentation at `/api/docs`, made of the contract alone: a page for people, OpenAPI and AsyncAPI for
 * programs. Each is made, and what makes it loaded, when it is first asked for: a start does not wait for it. The page
 * runs nothing but its own file, under the same headers as everything else.
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
  // The same bytes for all: of a text, each reader who takes nothing would keep a copy in memory.
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

/** Makes something when it is first asked for and keeps it, unless that failed. */
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
