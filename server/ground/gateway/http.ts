import { randomBytes } from 'node:crypto';
import type { RateClass } from '@bourse/contract';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { maxBodyBytes } from './body-bytes.ts';
import { refuseBrokenRequest } from './broken-requests.ts';
import type { DocumentedBounds } from './documentation/conventions.ts';
import { registerDocumentation } from './documentation/routes.ts';
import { apiPrefix, Gateway } from './gateway.ts';
import { absent, registerPage } from './page.ts';
import { acceptJsonOnly } from './json-bodies.ts';
import { maxNesting } from './nesting.ts';
import { addressOf, isWithin, networkOf } from './network.ts';
import { problemOf } from './problem.ts';
import type { RateLimits } from './rate-limits.ts';
import { healthPolicy, pagePolicy, RoutePolicies } from './route-policies.ts';
import { headersOfData, securityHeaders } from './security-headers.ts';
import type { SessionSource, Standing } from './session.ts';

/** Whether the exchange accepts commands, and if not, why. */
export interface Readiness {
  readonly open: boolean;
  readonly reason: string | null;
  readonly checks: {
    readonly recovered: boolean;
    readonly database: boolean;
    readonly fence: boolean;
    readonly clock: boolean;
  };
}

export interface HttpParts {
  readonly log: Logger;
  readonly sessions: SessionSource;
  readonly standing: Standing;
  /** The journal sequence that reads currently reflect. */
  readonly sequence: () => number;
  readonly readiness: () => Readiness;
  /** The folder of the built page; null to serve none. */
  readonly pageFolder: string | null;
  /** Addresses and networks of proxies whose `X-Forwarded-For` header is trusted. */
  readonly trustedProxies: readonly string[];
  readonly limits: RateLimits;
  /** Calls a function after this many milliseconds. */
  readonly later: (then: () => void, milliseconds: number) => void;
  /** The limits of the socket, for the documentation. */
  readonly socket: DocumentedBounds['socket'];
  /** Whether the venue is behind TLS; browsers then get the header that requires it. */
  readonly secure: boolean;
}

export interface Http {
  readonly app: FastifyInstance;
  readonly gateway: Gateway;
  /** Every route with its declared policy. */
  readonly policies: RoutePolicies;
}

/**
 * Delay of a refusal for exceeding a network's rate limit. Without it, a client that retries at once would be refused
 * as fast as the server can, at the expense of all others.
 */
const refusalPauseMs = 500;

/** The HTTP server without its calls: parsing, security headers, faults, the page, the API documentation, health. */
export async function createHttp(parts: HttpParts): Promise<Http> {
  const { later, limits, log, sessions, standing, sequence } = parts;
  const process = randomBytes(4).toString('hex');
  let requests = 0;
  const loggerInstance: FastifyBaseLogger = log;
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // No child logger per request, because few requests log a line; those lines contain the request id.
    childLoggerFactory: (logger) => logger,
    bodyLimit: maxBodyBytes,
    trustProxy: isWithin(parts.trustedProxies),
    genReqId: () => `${process}-${(requests += 1).toString(36)}`,
    requestTimeout: 30_000,
    // While the server stops, complete requests are still answered.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      // No hook runs for requests that cannot be routed, so they get their headers and are counted here.
      void reply.headers(headers);
      takeOrWait('page', request, reply, () => void answerFault(error, request, reply));
    },
    clientErrorHandler: (error, socket) => {
      refuseBrokenRequest(error, socket, sequence());
    },
  });
  const policies = new RoutePolicies(app);
  const gateway = new Gateway(app, { sessions, standing, limits, sequence });
  // For an undecodable address opened in a browser the answer is a plain sentence instead of JSON.
  const answerFault = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    isPlace(request, gateway) && problemOf(error)?.error === 'invalid_request'
      ? absent(reply)
      : gateway.failed(error, request, reply);
  app.setErrorHandler(answerFault);
  const takeOrWait = (rate: RateClass, request: FastifyRequest, reply: FastifyReply, proceed: () => void): void => {
    const waitSeconds = limits.takeOfNetwork(rate, networkOf(addressOf(request)));
    if (waitSeconds === 0) proceed();
    else later(() => void gateway.tooMany(request, reply, waitSeconds), refusalPauseMs);
  };
  acceptJsonOnly(app);
  const headers = await securityHeaders(parts.secure);
  const dataHeaders = headersOfData(headers);
  app.addHook('onRequest', (request, reply, next) => {
    // The answer to a POST is data that no browser shows as a page.
    void reply.headers(request.method === 'POST' ? dataHeaders : headers);
    takeOrWait(request.routeOptions.config.policy?.rate ?? 'page', request, reply, next);
  });
  registerDocumentation(app, {
    rates: limits.rates,
    bodyBytes: maxBodyBytes,
    nesting: maxNesting,
    socket: parts.socket,
  });
  registerHealth(app, parts.readiness);
  const page = await policies.cover(pagePolicy, () => registerPage(app, parts.pageFolder));
  app.setNotFoundHandler((request, reply) => {
    return isPlace(request, gateway) ? page(request, reply) : gateway.unknown(request, reply);
  });
  return { app, gateway, policies };
}

/** Whether a request may be an address opened in a browser: it reads, and is no call. */
function isPlace({ method, url }: FastifyRequest, gateway: Gateway): boolean {
  return (method === 'GET' || method === 'HEAD') && !url.startsWith(apiPrefix) && !gateway.isCall(url);
}

function registerHealth(app: FastifyInstance, readiness: () => Readiness): void {
  app.get('/healthz', { config: { policy: healthPolicy } }, (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', { config: { policy: healthPolicy } }, (_request, reply) => {
    const { open, reason, checks } = readiness();
    return reply.code(open ? 200 : 503).send({ ready: open, reason, ...checks });
  });
}
