import { randomBytes } from 'node:crypto';
import { consolePrefix } from '@bourse/contract/console';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import {
  acceptJsonOnly,
  addressOf,
  headersOfData,
  isWithin,
  networkOf,
  refuseBrokenRequest,
  registerPage,
  securityHeaders,
} from '../../ground/gateway/index.ts';
import type { With } from '../../ground/parts.ts';

export interface ConsoleListenerParts extends With<'limits' | 'log'> {
  /** The journal sequence that reads currently reflect. */
  readonly sequence: () => number;
  /** The folder of the console's built page; null to serve none. */
  readonly pageFolder: string | null;
  /** Addresses and networks of proxies whose `X-Forwarded-For` header is trusted. */
  readonly trustedProxies: readonly string[];
  /** Whether a request from this address is served; everyone else gets 404 before anything else is read. */
  readonly allows: (address: string) => boolean;
  /** Whether browsers reach the console over TLS. */
  readonly secure: boolean;
}

/** The parts that answer requests to calls; set before the first request is served. */
export interface ConsoleAnswers {
  readonly unknown: (request: FastifyRequest, reply: FastifyReply) => unknown;
  readonly failed: (error: unknown, request: FastifyRequest, reply: FastifyReply) => unknown;
}

/**
 * The HTTP server of the operators' console: parsing, security headers, the list of allowed networks, the console's
 * page. It shares no route, session or header with the public server.
 */
export async function createConsoleHttp(
  parts: ConsoleListenerParts,
  answers: () => ConsoleAnswers,
): Promise<FastifyInstance> {
  const { allows, limits, log, sequence } = parts;
  const process = randomBytes(4).toString('hex');
  let requests = 0;
  const loggerInstance: FastifyBaseLogger = log;
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    trustProxy: isWithin(parts.trustedProxies),
    genReqId: () => `c${process}-${(requests += 1).toString(36)}`,
    requestTimeout: 30_000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      void reply.code(404).type('text/plain; charset=utf-8').send('Not found.');
    },
    clientErrorHandler: (error, socket) => {
      refuseBrokenRequest(error, socket, sequence());
    },
  });
  acceptJsonOnly(app);
  const headers = await securityHeaders(parts.secure);
  const dataHeaders = headersOfData(headers);
  app.addHook('onRequest', async (request, reply) => {
    const address = addressOf(request);
    if (!allows(address)) return reply.code(404).type('text/plain; charset=utf-8').send('Not found.');
    void reply.headers(request.url.startsWith(consolePrefix) ? dataHeaders : headers);
    const waitSeconds = limits.takeOfNetwork('page', networkOf(address));
    if (waitSeconds > 0) return reply.code(429).header('retry-after', String(waitSeconds)).send();
    return undefined;
  });
  app.setErrorHandler((error, request, reply) => answers().failed(error, request, reply));
  const page = await registerPage(app, parts.pageFolder);
  app.setNotFoundHandler((request, reply) => {
    const isPlace = (request.method === 'GET' || request.method === 'HEAD') && !request.url.startsWith(consolePrefix);
    return isPlace ? page(request, reply) : answers().unknown(request, reply);
  });
  return app;
}
