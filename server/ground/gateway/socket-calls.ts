import { randomUUID } from 'node:crypto';
import { needsSession, type RateClass, type SocketCall } from '@bourse/contract';
import type { CallMessage } from '@bourse/contract/socket';
import type { Logger } from 'pino';
import { Compile } from 'typebox/compile';
import { type Answer, answerOf, refused } from './answer.ts';
import { type Envelope, envelopeOf, refusalOf } from './envelope.ts';
import { InexactNumber } from './exact-numbers.ts';
import type { Caller, Member, MemberHandler } from './gateway.ts';
import { invalidRequest, isInput, isRequestKey } from './input.ts';
import { networkOf } from './network.ts';
import { type RateLimits, weightOf } from './rate-limits.ts';
import { problemOf } from './problem.ts';
import type { Session } from './session.ts';

type Answering = (
  params: unknown,
  member: Member,
  inexact: string | null,
) => Answer<unknown> | Promise<Answer<unknown>>;

type Served = Pick<SocketCall, 'message' | 'movesMoney'> & { readonly answering: Answering };

/** Serves the contract's socket calls: session, idempotency key, validation and envelope as over HTTP. */
export class SocketCalls {
  readonly #log: Logger;
  readonly #limits: RateLimits;
  readonly #sequence: () => number;
  readonly #calls = new Map<string, Served>();

  /** `sequence` returns the journal sequence that reads currently reflect. */
  constructor(log: Logger, limits: RateLimits, sequence: () => number) {
    this.#log = log;
    this.#limits = limits;
    this.#sequence = sequence;
  }

  /** Serves a call for users with a live session. */
  member<C extends SocketCall>(call: C, handle: MemberHandler<C>): void {
    if (!needsSession(call)) throw new Error(`${call.type} is declared for another kind of caller.`);
    const validator = Compile(call.input);
    const answering: Answering = (params, member, inexact) => {
      const waitSeconds =
        this.takeOfNetwork(call.rate, member.address) ||
        this.#limits.takeEntries(call.rate, networkOf(member.address), member.user, weightOf(params));
      if (waitSeconds > 0) return refused('too_many_requests', { retry_after: waitSeconds });
      if (inexact !== null) throw new InexactNumber(inexact);
      return isInput<C>(validator, params) ? handle(params, member) : invalidRequest(validator.Errors(params));
    };
    this.#calls.set(call.type, { message: call.message, movesMoney: call.movesMoney, answering });
  }

  /**
   * Counts a request on the socket towards the network's limit, as over HTTP. Returns 0 if it is allowed, otherwise the
   * whole seconds to wait.
   */
  takeOfNetwork(rate: RateClass, address: string): number {
    return this.#limits.takeOfNetwork(rate, networkOf(address));
  }

  /** Looks up a token that is not in memory; false if the network has shown too many unknown tokens. */
  async lookUp(address: string, load: () => Promise<object | null>): Promise<boolean> {
    return (await this.#limits.lookUp(networkOf(address), load)) === 0;
  }

  has(type: string): boolean {
    return this.#calls.has(type);
  }

  /**
   * Answers a call on a session, or on none. Nothing is awaited before the handler has started, so a session that is
   * live now is live when the command is submitted. `inexact` names a field of the message whose number would be
   * rounded, which refuses the call.
   */
  async answer(
    message: CallMessage,
    caller: Caller,
    session: Session | null,
    inexact: string | null = null,
  ): Promise<Envelope<unknown>> {
    const sequence = this.#sequence();
    try {
      const served = this.#calls.get(message.type) ?? null;
      const start = () => this.#start(served?.answering ?? null, message, caller, session, inexact);
      const answer = await answerOf(start, { movesMoney: served?.movesMoney ?? false });
      const envelope = envelopeOf(served ?? { message: null }, answer, caller.language, sequence);
      if (this.#log.level === 'debug') this.#note(message, session, envelope);
      return envelope;
    } catch (error) {
      const refusal = problemOf(error);
      if (refusal !== null) return refusalOf(refusal, caller.language, sequence);
      const requestId = randomUUID();
      this.#log.error({ err: error, reqId: requestId, call: message.type }, 'a socket call failed unexpectedly');
      return { ...refusalOf(refused('server_error'), caller.language, sequence), request_id: requestId };
    }
  }

  /**
   * Logs the call, its user and the sequence of an answer, so that the call and its command can be correlated; never
   * the contents of the request.
   */
  #note({ id, type }: CallMessage, session: Session | null, { code, sequence, ...rest }: Envelope<unknown>): void {
    const error = 'error' in rest ? rest.error : undefined;
    this.#log.debug({ call: type, callId: id, user: session?.user, code, error, sequence }, 'answered');
  }

  #start(
    answering: Answering | null,
    { key, params }: CallMessage,
    caller: Caller,
    session: Session | null,
    inexact: string | null,
  ): Answer<unknown> | Promise<Answer<unknown>> {
    if (session === null) return refused('session_ended');
    if (key !== undefined && !isRequestKey(key)) return refused('idempotency_key_invalid');
    if (answering === null) return refused('not_found');
    return answering(params, { ...caller, user: session.user, session, requestKey: key ?? null }, inexact);
  }
}

declare module '../parts.ts' {
  interface Parts {
    /** Serves calls over the socket. */
    readonly calls: SocketCalls;
  }
}
