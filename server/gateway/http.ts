import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RateClass } from '@bourse/contract';
import helmet from '@fastify/helmet';
import fastify, {
  errorCodes,
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { refused } from './answer.ts';
import { maxBodyBytes } from './body-bytes.ts';
import type { DocumentedBounds } from './documentation/conventions.ts';
import { registerDocumentation } from './documentation/routes.ts';
import { refusalOf } from './envelope.ts';
import { apiPrefix, Gateway } from './gateway.ts';
import { absent, registerPage } from './page.ts';
import { InexactNumber, inexactNumberIn } from './exact-numbers.ts';
import { maxNesting, isNestedBeyond } from './nesting.ts';
import { addressOf, isWithin, networkOf } from './network.ts';
import { problemOf } from './problem.ts';
import type { RateLimits } from './rate-limits.ts';
import { healthPolicy, pagePolicy, RoutePolicies } from './route-policies.ts';
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
    isPlace(request) && problemOf(error)?.error === 'invalid_request'
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
    return isPlace(request) ? page(request, reply) : gateway.unknown(request, reply);
  });
  return { app, gateway, policies };
}

/** Whether a request may be an address opened in a browser: it reads, and is no call. */
function isPlace({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !url.startsWith(apiPrefix);
}

/** Parses JSON bodies; an empty body is an empty object, because clients send the header even without a body. */
function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, finish) => {
    if (body.length === 0) finish(null, {});
    else if (isNestedBeyond(body.toString(), maxNesting)) finish(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY());
    else {
      const field = inexactNumberIn(body.toString());
      if (field === null) void parse(request, body.toString(), finish);
      else finish(new InexactNumber(field));
    }
  });
}

function registerHealth(app: FastifyInstance, readiness: () => Readiness): void {
  app.get('/healthz', { config: { policy: healthPolicy } }, (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', { config: { policy: healthPolicy } }, (_request, reply) => {
    const { open, reason, checks } = readiness();
    return reply.code(open ? 200 : 503).send({ ready: open, reason, ...checks });
  });
}

/** Answers data that is not valid HTTP with a refusal, in English because the headers are unknown. */
function refuseBrokenRequest(error: ConnectionError, socket: Duplex, sequence: number): void {
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

/**
 * The security headers of every answer that a browser may show. They are constant, so they are computed once instead of
 * for each request.
 */
async function securityHeaders(secure: boolean): Promise<Readonly<Record<string, string>>> {
  const probe = fastify();
  await probe.register(helmet, headerOptions(secure));
  probe.get('/', (_request, reply) => reply.send());
  const { headers } = await probe.inject('/');
  await probe.close();
  const perAnswer = new Set(['connection', 'content-length', 'content-type', 'date']);
  const given = Object.entries(headers).flatMap<readonly [string, string]>(([name, value]) =>
    perAnswer.has(name) || value === undefined ? [] : [[name, String(value)]],
  );
  const unused = unusedFeatures.map((name) => `${name}=()`).join(', ');
  return Object.fromEntries<string>([...given, ['permissions-policy', unused]]);
}

/** Browser features that no page uses, disabled so that injected content cannot use them either. */
const unusedFeatures = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb'];

/** The security headers for data: browsers must not sniff another type, frame it, or fetch it without TLS. */
function headersOfData(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const concerning = new Set(['x-content-type-options', 'x-frame-options', 'strict-transport-security']);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => concerning.has(name)));
}

function headerOptions(secure: boolean) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Sizes and colours set by script are not restricted by this.
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        // Includes the socket, which has the origin of the page.
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        // The white paper is framed by its page; all other files refuse to be framed.
        frameSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
    // Browsers ignore these two headers over plain HTTP on a local network and warn on every page.
    crossOriginOpenerPolicy: secure,
    originAgentCluster: secure,
    xFrameOptions: { action: 'deny' as const },
    referrerPolicy: { policy: 'same-origin' as const },
  };
}
