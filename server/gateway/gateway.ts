import { type Call, type CallInput, header, needsSession, type Policy, type RefusalOf } from '@bourse/contract';
import { deviceIdShape } from '@bourse/contract/identity';
import { type Language, languageOf } from '@bourse/contract/texts';
import type { UserId } from '@bourse/engine';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Compile } from 'typebox/compile';
import { bodyBytesOf, maxBodyBytes } from './body-bytes.ts';
import { type Answer, answerOf, type AnswerTo, refused, type Refused } from './answer.ts';
import { sendAnswer, sendRefusal } from './envelope.ts';
import { FairTurns } from './fair-turns.ts';
import { sendFile, type TextFile } from './file.ts';
import { invalidRequest, isInput, isRequestKey } from './input.ts';
import { addressOf, networkOf, siteOf } from './network.ts';
import { type RateLimits, weightOf } from './rate-limits.ts';
import { problemOf } from './problem.ts';
import { bearerToken, type Session, type SessionSource, type Standing } from './session.ts';

/** What every handler is told about its caller. */
export interface Caller {
  readonly language: Language;
  /** The network address that the request came from. */
  readonly address: string;
  /** The device id of the `flag` header; empty when there is none that could be one. */
  readonly device: string;
  /** What the browser or program calls itself; empty when it says nothing. */
  readonly userAgent: string;
}

/** A caller of a call that anybody may make. */
export interface Visitor extends Caller {
  /**
   * Does for a visitor what costs the database more than a look-up: of all visitors a few at a time, their networks in
   * turns, so that nobody else waits for a session of it. Throws `TurnsBusy` when too many are waiting.
   */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /**
   * The live session that the caller has nevertheless; null when there is none, or a stale one, which disturbs nobody
   * here.
   */
  readonly session: () => Promise<Session | null>;
}

/** A caller with a live session. */
export interface Member extends Caller {
  readonly user: UserId;
  readonly session: Session;
  /** The `Idempotency-Key` of a call that moves money; null when the caller gave none. */
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

export const apiPrefix = '/api/';

/** What visitors may have the database do at a time. */
const visitorsTurns = { atOnce: 3, waiting: 100 };

export interface GatewayParts {
  readonly sessions: SessionSource;
  readonly standing: Standing;
  readonly limits: RateLimits;
  /** The journal sequence that reads reflect at this moment. */
  readonly sequence: () => number;
}

/** Turns the contract's calls into routes under `/api/`: language, session, idempotency key, validation, envelope. */
export class Gateway {
  readonly #app: FastifyInstance;
  readonly #sessions: SessionSource;
  readonly #standing: Standing;
  readonly #limits: RateLimits;
  readonly #sequence: () => number;
  readonly #methods = new Map<string, string>();
  readonly #turns = new FairTurns(visitorsTurns);

  constructor(app: FastifyInstance, { sessions, standing, limits, sequence }: GatewayParts) {
    this.#app = app;
    this.#sessions = sessions;
    this.#standing = standing;
    this.#limits = limits;
    this.#sequence = sequence;
  }

  /** Serves a call that anybody may make. `weigh` says what a question counts as, where some are dearer than others. */
  visitor<C extends Call>(call: C, handle: VisitorHandler<C>, weigh?: (input: CallInput<C>) => number): void {
    this.#route(call, false, (input, request, reply, language) => {
      const caller = callerOf(request, language);
      const network = networkOf(caller.address);
      // One was counted when it came in.
      const more = weigh === undefined ? 0 : weigh(input) - 1;
      const waitSeconds = more > 0 ? this.#limits.takeOfNetwork(call.rate, network, more) : 0;
      if (waitSeconds > 0) return this.tooMany(request, reply, waitSeconds);
      const inTurn: Visitor['inTurn'] = (work) => this.#turns.run(siteOf(network), work);
      const session = (): Promise<Session | null> => this.#sessionOf(request);
      return this.#answer(call, reply, language, () => handle(input, { ...caller, inTurn, session }));
    });
  }

  /**
   * Serves a call of people with a live session. Nothing is awaited between finding the session alive and starting the
   * handler, so a session that was ended cannot slip in a command.
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

  /** Serves a file to people with a live session. */
  file<C extends Call & Required<Pick<Call, 'file'>>>(call: C, handle: FileHandler<C>): void {
    this.#route(call, true, async (input, request, reply, language, session, requestKey) => {
      if (session === null) return this.#refuse(reply, refused('session_ended'), language);
      const member = { ...callerOf(request, language), user: session.user, session, requestKey };
      const answer = await answerOf(() => handle(input, member));
      return answer.ok ? sendFile(reply, answer.data, call.file) : this.#refuse(reply, answer, language);
    });
  }

  /** Answers for an address or method that no call has. */
  unknown(request: FastifyRequest, reply: FastifyReply) {
    const path = request.url.split('?', 1)[0] ?? '';
    const refusal = this.#methods.has(path) ? refused('method_not_allowed') : refused('not_found');
    return this.#refuse(reply, refusal, languageOf(headerOf(request, header.language)));
  }

  /** Answers for a request of somebody who has made too many. */
  tooMany(request: FastifyRequest, reply: FastifyReply, waitSeconds: number) {
    const language = languageOf(headerOf(request, header.language));
    return this.#refuse(reply, refused('too_many_requests', { retry_after: waitSeconds }), language);
  }

  /**
   * Answers for a request that broke before or inside its handler. Refusals become envelopes, anything else is a logged
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
  ): void {
    if (needsSession(call) !== forMembers) throw new Error(`${call.path} is declared for another kind of caller.`);
    const { access, roles, rate, movesMoney } = call;
    const asksForMore = access === 'seller' || access === 'operator';
    const limits = { bodyLimit: Math.min(bodyBytesOf(call.input), maxBodyBytes) };
    const url = apiPrefix + call.path;
    const validator = Compile(call.input);
    this.#methods.set(url, call.method);
    this.#app.route({
      method: call.method,
      url,
      config: { policy: { access, roles, rate, movesMoney } },
      ...(call.method === 'POST' ? limits : {}),
      ...(forMembers && { onRequest: (request, reply) => this.#admit(request, reply) }),
      handler: async (request, reply) => {
        const language = languageOf(headerOf(request, header.language));
        let session: Session | null = null;
        if (forMembers) {
          // It was looked up before the body was read; memory alone knows whether it was ended meanwhile.
          const token = bearerToken(request.headers[header.session]);
          session = token === null ? null : (this.#sessions.known(token) ?? null);
          if (token === null || session === null) return this.#refuse(reply, refused('session_ended'), language);
          if (asksForMore) {
            if (!(await this.#standsFor(call, session.user)))
              return this.#refuse(reply, refused('forbidden'), language);
            if (this.#sessions.known(token) === undefined)
              return this.#refuse(reply, refused('session_ended'), language);
          }
        }
        const requestKey = movesMoney ? headerOf(request, header.idempotencyKey) : undefined;
        if (requestKey !== undefined && !isRequestKey(requestKey)) {
          return this.#refuse(reply, refused('idempotency_key_invalid'), language);
        }
        const sent: unknown = call.method === 'GET' ? request.query : request.body;
        // Whoever sends nothing may mean all; whoever sends null has something else in mind.
        const input = sent === undefined ? {} : sent;
        if (!isInput<C>(validator, input))
          return this.#refuse(reply, invalidRequest(validator.Errors(input)), language);
        if (session !== null) {
          const waitSeconds = this.#limits.takeOfPerson(rate, session.user, weightOf(input));
          if (waitSeconds > 0) return this.tooMany(request, reply, waitSeconds);
        }
        const answered = await handle(input, request, reply, language, session, requestKey ?? null);
        return answered;
      },
    });
  }

  /** Lets in whoever has a live session: nobody else's body is read. */
  async #admit(request: FastifyRequest, reply: FastifyReply) {
    const token = bearerToken(request.headers[header.session]);
    const waitSeconds = token === null ? 0 : await this.#recall(token, request);
    if (waitSeconds > 0) return this.tooMany(request, reply, waitSeconds);
    if (token !== null && this.#sessions.known(token) !== undefined) return undefined;
    return this.#refuse(reply, refused('session_ended'), languageOf(headerOf(request, header.language)));
  }

  /**
   * Sees to it that memory knows the session of a token, if there is one. Answers 0, or after how many seconds that may
   * be asked again.
   */
  async #recall(token: string, request: FastifyRequest): Promise<number> {
    if (this.#sessions.known(token) !== undefined) return 0;
    return this.#limits.lookUp(networkOf(addressOf(request)), () => this.#sessions.load(token));
  }

  /** Whether a user is what a call for sellers or operators asks for. */
  async #standsFor({ access, roles }: Policy, user: UserId): Promise<boolean> {
    if (access === 'seller') return this.#standing.isSeller(user);
    const held = await this.#standing.rolesOf(user);
    return held.some((role) => roles.includes(role));
  }

  /** The session of somebody whose call needs none. */
  async #sessionOf(request: FastifyRequest): Promise<Session | null> {
    const token = bearerToken(request.headers[header.session]);
    if (token === null) return null;
    await this.#recall(token, request);
    return this.#sessions.known(token) ?? null;
  }

  async #answer<C extends Call>(
    call: C,
    reply: FastifyReply,
    language: Language,
    run: () => AnswerTo<C> | Promise<AnswerTo<C>>,
  ) {
    const sequence = this.#sequence();
    return sendAnswer(reply, call, await answerOf(run), language, sequence);
  }

  #refuse(reply: FastifyReply, refusal: Refused, language: Language) {
    return sendRefusal(reply, refusal, language, this.#sequence());
  }
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
