import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { compress, encodingFor } from '../compression.ts';
import { pagePolicy } from '../route-policies.ts';
import { asyncApiDocument } from './asyncapi.ts';
import type { DocumentedBounds } from './conventions.ts';
import { openApiDocument } from './openapi.ts';
import { documentationPage } from './page.ts';

/**
 * The API documentation at `/api/docs`, made of the contract alone: a page for people, OpenAPI and AsyncAPI for programs. Each is made when it is first asked
 * for. The page runs nothing but its own file, under the same headers as everything else.
 */
export function registerDocumentation(app: FastifyInstance, bounds: DocumentedBounds): void {
  serve(app, '/api/docs', 'text/html', () => documentationPage(bounds));
  serve(app, '/api/docs/', 'text/html', () => documentationPage(bounds));
  serve(app, '/api/docs/page.css', 'text/css', () => readFile(join(import.meta.dirname, 'page.css'), 'utf8'));
  serve(app, '/api/docs/page.js', 'text/javascript', () => readFile(join(import.meta.dirname, 'page.js'), 'utf8'));
  serve(app, '/api/docs/openapi.json', 'application/json', () => JSON.stringify(openApiDocument(bounds.rates)));
  serve(app, '/api/docs/asyncapi.json', 'application/json', () => JSON.stringify(asyncApiDocument()));
}

function serve(app: FastifyInstance, path: string, type: string, make: () => string | Promise<string>): void {
  let made: Promise<string> | null = null;
  app.get(path, { config: { policy: pagePolicy } }, async (request, reply) => {
    made ??= Promise.resolve(make());
    return send(reply.type(`${type}; charset=utf-8`), await made, request.headers['accept-encoding']);
  });
}

async function send(reply: FastifyReply, text: string, accepted: string | undefined): Promise<FastifyReply> {
  void reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding');
  const encoding = encodingFor(accepted);
  if (encoding === null) return reply.send(text);
  return reply.header('content-encoding', encoding).send(await compress(text, encoding));
}
