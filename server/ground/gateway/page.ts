import { extname, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { socketPath } from './front.ts';

/** Answers a request for an address that is neither a call nor a file. */
export type PageFallback = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Serves the built page: files with a hash in their name are cached permanently, all others are revalidated. Every
 * other address without a file extension is answered with the page, which does its own routing.
 */
export async function registerPage(app: FastifyInstance, folder: string | null): Promise<PageFallback> {
  if (folder === null) return (_request, reply) => absent(reply, 'The page has not been built.');
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    // Internal files of the build are not served.
    dotfiles: 'ignore',
    allowedPath: (path) => !ofTheBuild.test(path),
    schemaHide: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', cachingOf(path));
      // The only file that the page shows in a frame. PDF viewers of browsers load scripts and styles of their own.
      if (path.endsWith(`${sep}WhitePaper.pdf`)) void reply.headers(framedByUs);
    },
  });
  return (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPlace = isRead && extname(path) === '' && path !== socketPath && !ofCalls.test(path);
    return isPlace ? reply.sendFile('index.html') : absent(reply);
  };
}

/** Addresses of calls, on whichever listener they are served: a page there would be mistaken for an answer. */
const ofCalls = /^\/(?:api|console)\//;

const ofTheBuild = /(?:^|\/)\.|\.sha256$/;

const framedByUs = { 'content-security-policy': "frame-ancestors 'self'", 'x-frame-options': 'SAMEORIGIN' };

export function absent(reply: FastifyReply, sentence = 'This address does not exist.'): FastifyReply {
  return reply.code(404).type('text/plain; charset=utf-8').send(sentence);
}

/** The build puts files with a hash in their name into `assets`. */
function cachingOf(path: string): string {
  if (path.includes(`${sep}assets${sep}`)) return 'public, max-age=31536000, immutable';
  return path.includes(`${sep}coins${sep}`) ? 'public, max-age=86400' : 'no-cache';
}
