import type { IncomingHttpHeaders } from 'node:http';
import { type Call, type CallInput, header, needsSession, type RateClass, type RefusalOf } from '@bourse/contract';
import { deviceIdShape } from '@bourse/contract/identity';
import { type Language, languageOf } from '@bourse/contract/texts';
import type { UserId } from '@bourse/engine';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Compile } from 'typebox/compile';
import { bodyBytesOf, maxBodyBytes } from './body-bytes.ts';
import { type Answer, answerOf, type AnswerTo, refused, type Refused } from './answer.ts';
import { sendAnswer, sendRefusal } from './envelope.ts';
import { FairTurns } from './fair-turns.ts';
import { sendFile, sendImage, type TextFile } from './file.ts';
import { invalidRequest, isInput, isRequestKey } from './input.ts';
import { addressOf, networkOf, siteOf } from './network.ts';
import { type RateLimits, weightOf } from './rate-limits.ts';
import { problemOf } from './problem.ts';
import { readJson } from './json-bodies.ts';
import { reportPolicy } from './route-policies.ts';
import { bearerToken, type Session, type SessionSource, type Standing } from './session.ts';
import { acceptForms, acceptFormsToo, readPart, readUpload, UploadSlots } from './uploads.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session that the request was admitted with; null before, and for calls that require none. */
    admitted: Session | null;
  }
}

/** Facts about the caller that every handler receives. */
export interface Caller {
  readonly language: Language;
  /** The network address of the request. */
  readonly address: string;
  /** The device id of the `flag` header; empty if it is missing or invalid. */
  readonly device: string;
  /** The `User-Agent` header; empty if it is missing. */
  readonly userAgent: string;
}

/** A caller of a public call. */
export interface Visitor extends Caller {
  /**
   * Runs work that costs the database more than a look-up: a few visitors at a time, with their networks taking turns,
   * so that they do not occupy all database sessions. Throws `TurnsBusy` if too many are waiting.
   */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** The live session of the caller, if there is one; null for a missing or stale one, which is no error here. */
  readonly session: () => Promise<Session | null>;
}

/** A caller with a live session. */
export interface Member extends Caller {
  readonly user: UserId;
  readonly session: Session;
  /** The `Idempotency-Key` of a call that moves money; null if there is none. */
  readonly requestKey: string | null;
}

export type VisitorHandler<C extends Call> = (
  input: CallInput<C>,
  caller: Visitor,
) => AnswerTo<C> | Promise<AnswerTo<C>>;

export type MemberHandler<C extends Pick<Call, 'input' | 'output' | 'refusals'>> = (
  input: CallInput<C>,
  member: Member,
) => AnswerTo<C> | Promise<AnswerTo<C>>;

export type FileHandler<C extends Call> = (
  input: CallInput<C>,
  member: Member,
) => Answer<TextFile, RefusalOf<C>> | Promise<Answer<TextFile, RefusalOf<C>>>;

export type ImageHandler<C extends Call> = (
  input: CallInput<C>,
  member: Member,
) => Promise<Answer<Buffer, RefusalOf<C>>>;

/** `bytes` is null if the file is larger than the call allows. */
export type UploadHandler<C extends Call> = (bytes: Buffer | null, member: Member) => Promise<AnswerTo<C>>;

/** Where an outside program reports, relative to `/api/`, and the longest report. */
export interface ReportPath {
  readonly path: string;
  readonly maxBytes: number;
}

/** Reads a report and returns the HTTP status of its answer. */
export type ReportHandler = (headers: IncomingHttpHeaders, body: Buffer) => Promise<number>;

export const apiPrefix = '/api/';

/** Advice to a user who sends too many files at once. */
const uploadPauseSeconds = 3;

/** Limits of expensive database work for visitors. */
const visitorsTurns = { atOnce: 3, waiting: 100 };

export interface GatewayParts {
  readonly sessions: SessionSource;
  readonly standing: Standing;
  readonly limits: RateLimits;
  /** The journal sequence that reads currently reflect. */
  readonly sequence: () => number;
}

/**
 * Turns the calls of the contract into routes under `/api/`: language, session, idempotency key, validation, envelope.
 */
export class Gateway {
  readonly #app: FastifyInstance;
  readonly #sessions: SessionSource;
  readonly #standing: Standing;
  readonly #limits: RateLimits;
  readonly #sequence: () => number;
  readonly #methods = new Map<string, string>();
  readonly #turns = new FairTurns(visitorsTurns);
  readonly #uploads = new UploadSlots();

  constructor(app: FastifyInstance, { sessions, standing, limits, sequence }: GatewayParts) {
    this.#app = app;
    this.#sessions = sessions;
    this.#standing = standing;
    this.#limits = limits;
    this.#sequence = sequence;
    app.decorateRequest('admitted', null);
  }

  /**
   * Serves a public call. `weigh` returns the number of requests that a query counts as, for calls with expensive
   * queries, or the rate class towards which it counts in addition to that of the call.
   */
  visitor<C extends Call>(
    call: C,
    handle: VisitorHandler<C>,
    weigh: (input: CallInput<C>) => number | RateClass = () => 1,
  ): void {
    this.#route(call, false, (input, request, reply, language) => {
      const caller = callerOf(request, language);
      const network = networkOf(caller.address);
      // The request itself was counted once when it arrived.
      const weight = weigh(input);
      const [rate, more] = typeof weight === 'number' ? [call.rate, weight - 1] : [weight, 1];
      const waitSeconds = more > 0 ? this.#limits.takeOfNetwork(rate, network, more) : 0;
      if (waitSeconds > 0) return this.tooMany(request, reply, waitSeconds);
      const inTurn: Visitor['inTurn'] = (work) => this.#turns.run(siteOf(network), work);
      const session = (): Promise<Session | null> => this.#sessionOf(request);
      return this.#answer(call, reply, language, () => handle(input, { ...caller, inTurn, session }));
    });
  }

  /**
   * Serves a call for users with a live session. Nothing is awaited between checking the session and starting the
   * handler, so no command can be submitted on a session that has ended.
   */
  member<C extends Call>(call: C, handle: MemberHandler<C>): void {
    this.#route(call, true, (input, request, reply, language, session, requestKey) =>
      session === null
        ? this.#refuse(reply, refused('session_ended'), language)
        : this.#answer(call, reply, language, () =>
            handle(input, { ...callerOf(request, language), user: session.user, session, requestKey }),
          ),
    );
  }

  /** Serves a file to users with a live session. */
  file<C extends Call & Required<Pick<Call, 'file'>>>(call: C, handle: FileHandler<C>): void {
    this.#route(call, true, async (input, request, reply, language, session, requestKey) => {
      if (session === null) return this.#refuse(reply, refused('session_ended'), language);
      const member = { ...callerOf(request, language), user: session.user, session, requestKey };
      const answer = await answerOf(() => handle(input, member));
      return answer.ok ? sendFile(reply, answer.data, call.file) : this.#refuse(reply, answer, language);
    });
  }

  /** Serves an image to users with a live session. */
  image<C extends Call & { readonly file: 'image/jpeg' }>(call: C, handle: ImageHandler<C>): void {
    this.#route(call, true, async (input, request, reply, language, session, requestKey) => {
      if (session === null) return this.#refuse(reply, refused('session_ended'), language);
      const member = { ...callerOf(request, language), user: session.user, session, requestKey };
      const answer = await answerOf(() => handle(input, member));
      return answer.ok ? sendImage(reply, answer.data, call.file) : this.#refuse(reply, answer, language);
    });
  }

  /** Serves a call that sends a file. */
  upload<C extends Call & Required<Pick<Call, 'upload'>>>(call: C, handle: UploadHandler<C>): void {
    // A scope of its own, because the other calls accept JSON only.
    this.#app.register(async (scope) => {
      await acceptForms(scope);
      this.#route(
        call,
        true,
        async (_input, request, reply, language, session, requestKey) => {
          if (session === null) return this.#refuse(reply, refused('session_ended'), language);
          const file = await readUpload(request, call.upload);
          if (file !== null && 'ok' in file) return this.#refuse(reply, file, language);
          // The session may have ended while the body was read.
          if (this.#sessions.stillKnown(session) === undefined)
            return this.#refuse(reply, refused('session_ended'), language);
          const member = { ...callerOf(request, language), user: session.user, session, requestKey };
          return this.#answer(call, reply, language, () => handle(file, member));
        },
        scope,
      );
    });
  }

  /**
   * Serves the reports of an outside program. `handle` gets the bytes as they were received, because their signature
   * covers them, and decides the status; the answer has no content. A longer body is refused.
   */
  reports({ maxBytes, path }: ReportPath, handle: ReportHandler): void {
    const url = apiPrefix + path;
    this.#methods.set(url, 'POST');
    // A scope of its own, because the other calls accept JSON only, and read it.
    this.#app.register((scope, _options, ready) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, finish) => {
        finish(null, body);
      });
      scope.setErrorHandler((error, request, reply) => {
        const isTooLong = problemOf(error)?.error === 'payload_too_large';
        if (!isTooLong) request.log.error({ err: error, reqId: request.id }, 'a report could not be taken');
        // Programs look at the status: they send again what was not taken.
        return reply.code(isTooLong ? 413 : 500).send();
      });
      scope.route({
        method: 'POST',
        url,
        bodyLimit: maxBytes,
        config: { policy: reportPolicy },
        handler: async ({ body, headers }, reply) =>
          reply.code(await handle(headers, Buffer.isBuffer(body) ? body : Buffer.alloc(0))).send(),
      });
      ready();
    });
  }

  /** Whether a URL without its query is the address of a call. */
  isCall(url: string): boolean {
    return this.#methods.has(url.split('?', 1)[0] ?? '');
  }

  /** Answers a request for an unknown address or method. */
  unknown(request: FastifyRequest, reply: FastifyReply) {
    const refusal = this.isCall(request.url) ? refused('method_not_allowed') : refused('not_found');
    return this.#refuse(reply, refusal, languageOf(headerOf(request, header.language)));
  }

  /** Refuses a request that exceeds a rate limit. */
  tooMany(request: FastifyRequest, reply: FastifyReply, waitSeconds: number) {
    const language = languageOf(headerOf(request, header.language));
    return this.#refuse(reply, refused('too_many_requests', { retry_after: waitSeconds }), language);
  }

  /**
   * Answers a request that failed before or inside its handler. Known problems become refusals, all others a logged
   * fault.
   */
  failed(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const language = languageOf(headerOf(request, header.language));
    const refusal = problemOf(error);
    if (refusal === null) request.log.error({ err: error, reqId: request.id }, 'a request failed unexpectedly');
    return this.#refuse(reply, refusal ?? refused('server_error'), language);
  }

  #route<C extends Call>(
    call: C,
    forMembers: boolean,
    handle: (
      input: CallInput<C>,
      request: FastifyRequest,
      reply: FastifyReply,
      language: Language,
      session: Session | null,
      requestKey: string | null,
    ) => unknown,
    app = this.#app,
  ): void {
    if (needsSession(call) !== forMembers) throw new Error(`${call.path} is declared for another kind of caller.`);
    const { access, rate, movesMoney } = call;
    const limits = { bodyLimit: Math.min(bodyBytesOf(call.input), maxBodyBytes) };
    const url = apiPrefix + call.path;
    const validator = Compile(call.input);
    const options = {
      config: { policy: { access, rate, movesMoney } },
      ...(forMembers && {
        onRequest: (request: FastifyRequest, reply: FastifyReply) => this.#admit(request, reply, call),
      }),
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const language = languageOf(headerOf(request, header.language));
        let session: Session | null = null;
        if (forMembers) {
          // The session was loaded before the body was read; memory shows whether it has ended since.
          const { admitted } = request;
          session = admitted === null ? null : (this.#sessions.stillKnown(admitted) ?? null);
          if (session === null) return this.#refuse(reply, refused('session_ended'), language);
          if (access === 'seller' || access === 'agent') {
            const { user } = session;
            const isLet = access === 'seller' ? this.#standing.isSeller(user) : this.#standing.isAgent(user);
            if (!(await isLet)) return this.#refuse(reply, refused('forbidden'), language);
            if (this.#sessions.stillKnown(session) === undefined)
              return this.#refuse(reply, refused('session_ended'), language);
          }
        }
        const requestKey = movesMoney ? headerOf(request, header.idempotencyKey) : undefined;
        if (requestKey !== undefined && !isRequestKey(requestKey)) {
          return this.#refuse(reply, refused('idempotency_key_invalid'), language);
        }
        const sent = await sentWith(call, request);
        // A missing body means an empty object; an explicit null is invalid.
        const input = sent === undefined ? {} : sent;
        if (!isInput<C>(validator, input))
          return this.#refuse(reply, invalidRequest(validator.Errors(input)), language);
        if (session !== null) {
          const network = networkOf(addressOf(request));
          const waitSeconds = this.#limits.takeEntries(rate, network, session.user, weightOf(input));
          if (waitSeconds > 0) return this.tooMany(request, reply, waitSeconds);
        }
        const answered = await handle(input, request, reply, language, session, requestKey ?? null);
        return answered;
      },
    };
    this.#methods.set(url, call.method);
    app.route({ ...options, method: call.method, url, ...(call.method === 'POST' ? limits : {}) });
    const { earlier } = call;
    if (earlier === undefined) return;
    this.#methods.set(earlier.url, earlier.methods.join(' '));
    app.register(async (scope) => {
      if (earlier.part !== undefined) await acceptFormsToo(scope);
      for (const method of earlier.methods)
        scope.route({ ...options, method, url: earlier.url, ...(method === 'POST' ? limits : {}) });
    });
  }

  /** Admits users with a live session before the body of the request is read. */
  async #admit(request: FastifyRequest, reply: FastifyReply, call: Call) {
    const token = bearerToken(request.headers[header.session]);
    request.admitted = token === null ? null : (this.#sessions.known(token) ?? null);
    if (token !== null && request.admitted === null) {
      const waitSeconds = await this.#load(token, request);
      if (waitSeconds > 0) return this.tooMany(request, reply, waitSeconds);
      request.admitted = this.#sessions.known(token) ?? null;
    }
    if (request.admitted !== null) {
      const isTooMany = call.upload !== undefined && !this.#uploads.take(request.admitted.user, reply.raw);
      return isTooMany ? this.tooMany(request, reply, uploadPauseSeconds) : undefined;
    }
    return this.#refuse(reply, refused('session_ended'), languageOf(headerOf(request, header.language)));
  }

  /**
   * Loads the session of a token into memory, if there is one. Returns 0, or the number of seconds to wait if the
   * network is over its limit.
   */
  async #load(token: string, request: FastifyRequest): Promise<number> {
    return this.#limits.lookUp(networkOf(addressOf(request)), () => this.#sessions.load(token));
  }

  /** The session of a caller whose call requires none. */
  async #sessionOf(request: FastifyRequest): Promise<Session | null> {
    const token = bearerToken(request.headers[header.session]);
    if (token === null) return null;
    const known = this.#sessions.known(token);
    if (known !== undefined) return known;
    await this.#load(token, request);
    return this.#sessions.known(token) ?? null;
  }

  async #answer<C extends Call>(
    call: C,
    reply: FastifyReply,
    language: Language,
    run: () => AnswerTo<C> | Promise<AnswerTo<C>>,
  ) {
    const sequence = this.#sequence();
    return sendAnswer(reply, call, await answerOf(run, call), language, sequence);
  }

  #refuse(reply: FastifyReply, refusal: Refused, language: Language) {
    return sendRefusal(reply, refusal, language, this.#sequence());
  }
}

/** The input of a request, not validated yet. The body of an upload is read by its handler. */
async function sentWith({ earlier, input, upload }: Call, request: FastifyRequest): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') return request.query;
  if (upload !== undefined) return {};
  if (earlier?.part === undefined || !isForm(request)) return request.body;
  const text = await readPart(request, earlier.part, bodyBytesOf(input));
  return text === null ? null : readJson(text);
}

function isForm({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.toLowerCase().startsWith('multipart/form-data') === true;
}

function callerOf(request: FastifyRequest, language: Language): Caller {
  const device = headerOf(request, header.device) ?? '';
  return {
    language,
    address: addressOf(request),
    device: deviceIdShape.test(device) ? device : '',
    userAgent: headerOf(request, 'user-agent') ?? '',
  };
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

declare module '../parts.ts' {
  interface Parts {
    /** Serves calls over HTTP. */
    readonly gateway: Gateway;
  }
}
