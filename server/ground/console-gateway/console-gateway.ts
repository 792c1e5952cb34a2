import {
  type ConsoleCall,
  type ConsoleInput,
  type ConsoleOutput,
  consolePrefix,
  consoleRefusals,
  type OwnedKind,
} from '@bourse/contract/console';
import type { RateClass } from '@bourse/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import { Compile } from 'typebox/compile';
import type { Core } from '../core/index.ts';
import { inTransaction, type Schema } from '../database/index.ts';
import {
  addressOf,
  bodyBytesOf,
  invalidRequest,
  networkOf,
  problemOf,
  RateLimit,
  type RateLimits,
  Turns,
} from '../gateway/index.ts';
import {
  type ActionContext,
  Actions,
  type ChangeHandler,
  type CommandHandler,
  type Ending,
  entryOf,
  refusalEntry,
  type Grounds,
  type Repeated,
  type Settle,
} from './actions.ts';
import { cookieName, isOwnRequest, refusalOfStaff, staffOf } from './admission.ts';
import { answered, type ConsoleAnswer, type ConsoleDone, type ConsoleRefused, refusal } from './answer.ts';
import { askedOf, reasonOf } from './asked.ts';
import { Concerns, type OwnerOf } from './concerns.ts';
import { sendConsoleAnswer, sendConsoleFile } from './envelope.ts';
import { consoleRefusalOf } from './general-refusal.ts';
import { about, type ConsoleFile, type Entry, type Look, type ResultOf, resultOf } from './handled.ts';
import type { Admit, ApprovalPort, AuditEntry, AuditPort, StaffMember, StaffSessionSource, Subject } from './ports.ts';
import { MoneyRequests } from './money-requests.ts';

interface FourEyesOptions<C extends ConsoleCall> {
  /**
   * Whether this request of a call with `fourEyes` needs a second person; default: every one. Requests of a call take
   * turns from here until they are carried out, so that a limit on sums sees the one before.
   */
  readonly needsSecond?: (input: ConsoleInput<C>, by: StaffMember) => boolean | Promise<boolean>;
}

export interface ConsoleGatewayParts {
  readonly app: FastifyInstance;
  readonly db: Kysely<Schema>;
  readonly core: Pick<Core, 'submit' | 'sequence'>;
  readonly sessions: StaffSessionSource;
  readonly audit: AuditPort;
  readonly approvals: ApprovalPort;
  readonly limits: RateLimits;
  readonly log: Logger;
  /** Whether browsers reach the console over TLS. */
  readonly secure: boolean;
  /** The only origin whose requests are served; null for the host that a request names. */
  readonly origin: string | null;
  /** Whether staff need to have stated their account as users for calls about users. */
  readonly needsDeclared: boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
  /** The journal sequence that reads currently reflect. */
  readonly sequence: () => number;
}

/** Requests of a member of staff. */
const staffRate = { perSecond: 20, burst: 200 };

/** The longest body: an article in one language. */
const maxBodyBytes = 1_048_576;

/** How long an answer waits for the exchange. */
const maxAnswerMs = 10_000;

/** The rate class of calls without a session: logging in costs as much as for users. */
const entryRate: RateClass = 'password';

/**
 * Turns the calls of the console into routes under `/console/api/`: origin, session, role, second factor, validation,
 * audit log and approvals. Roles are read for each request.
 */
export class ConsoleGateway {
  readonly #parts: ConsoleGatewayParts;
  readonly #actions: Actions;
  /** The calls of which some requests need a second person. */
  readonly #limited = new Turns<string>();
  readonly #money: MoneyRequests;
  readonly #people: RateLimit<number>;
  readonly #methods = new Map<string, string>();
  readonly #served = new Set<ConsoleCall>();
  readonly #concerns: Concerns;
  #isExporting = false;

  constructor(parts: ConsoleGatewayParts) {
    this.#parts = parts;
    this.#concerns = new Concerns(parts.needsDeclared);
    this.#actions = new Actions(parts);
    this.#money = new MoneyRequests(parts.db);
    this.#people = new RateLimit(staffRate);
  }

  /** Says to whom rows of a kind belong, which calls concern. */
  owns(kind: OwnedKind, ownerOf: OwnerOf): void {
    this.#concerns.add(kind, ownerOf);
  }

  /** @throws Error if one of the calls has no handler, or concerns rows whose owners are not known */
  check(calls: readonly ConsoleCall[]): void {
    const missing = calls.filter((call) => !this.#served.has(call));
    if (missing.length > 0) throw new Error(`No handler: ${missing.map(({ path }) => path).join(', ')}.`);
    this.#concerns.check(calls);
  }

  /** Serves a call without a session, or about the caller's own. */
  entry<C extends ConsoleCall & { readonly kind: 'entry' }>(
    call: C,
    handle: (input: ConsoleInput<C>, entry: Entry) => ConsoleAnswer<C> | Promise<ConsoleAnswer<C>>,
  ): void {
    this.#route(call, async (input, request, reply, staff) =>
      this.#send(reply, call, await handle(input, this.#entryOf(request, reply, staff))),
    );
  }

  /** Serves a call that reads. */
  read<C extends ConsoleCall & { readonly kind: 'read' | 'list' }>(
    call: C,
    handle: (input: ConsoleInput<C>, staff: StaffMember) => ConsoleAnswer<C> | Promise<ConsoleAnswer<C>>,
  ): void {
    this.#route(call, async (input, _request, reply, staff) =>
      this.#send(reply, call, staff === null ? refusal('session_ended') : await handle(input, staff)),
    );
  }

  /** Serves a confidential reading. Its row in the audit log is durable before the answer is sent. */
  look<C extends ConsoleCall & { readonly kind: 'look' }>(
    call: C,
    handle: (
      input: ConsoleInput<C>,
      staff: StaffMember,
    ) => Look<ConsoleOutput<C>> | ConsoleRefused | Promise<Look<ConsoleOutput<C>> | ConsoleRefused>,
  ): void {
    this.#route(call, async (input, _request, reply, staff) => {
      if (staff === null) return this.#send(reply, call, refusal('session_ended'));
      const answer = await handle(input, staff);
      const grounds = this.#groundsOf(call, input, staff);
      const shown = answer.ok
        ? await this.#recordIfAdmitted(grounds, entryOf('look', grounds, { ...about(answer), after: null }))
        : answer;
      if (shown !== null) {
        await this.#parts.audit.record(refusalEntry(grounds, shown));
        return this.#send(reply, call, shown);
      }
      return this.#send(reply, call, answer.ok ? answered(answer.data) : answer);
    });
  }

  /** Serves a table as a file, one at a time. The audit log has its filter, and at the end its number of rows. */
  file<C extends ConsoleCall & { readonly kind: 'file' }>(
    call: C,
    handle: (
      input: ConsoleInput<C>,
      staff: StaffMember,
    ) => ConsoleFile | ConsoleRefused | Promise<ConsoleFile | ConsoleRefused>,
  ): void {
    this.#route(call, async (input, _request, reply, staff) => {
      if (staff === null) return this.#send(reply, call, refusal('session_ended'));
      if (this.#isExporting) return this.#send(reply, call, refusal('too_many_requests', { retry_after: 10 }));
      this.#isExporting = true;
      let isStreaming = false;
      try {
        const file = await handle(input, staff);
        if (!file.ok) return await this.#send(reply, call, file);
        const { audit } = this.#parts;
        const grounds = this.#groundsOf(call, {}, staff);
        const started = { ...about(file), after: { filter: input, state: 'started' } };
        const refused = await this.#recordIfAdmitted(grounds, entryOf('export', grounds, started));
        if (refused !== null) return await this.#send(reply, call, refused);
        isStreaming = true;
        return await sendConsoleFile(reply, file, async (rows, isComplete) => {
          this.#isExporting = false;
          const state = isComplete ? 'complete' : 'interrupted';
          await audit.record(entryOf('export', grounds, { ...about(file), after: { filter: input, state, rows } }));
        });
      } finally {
        if (!isStreaming) this.#isExporting = false;
      }
    });
  }

  /** Serves a call that changes tables. */
  change<C extends ConsoleCall & { readonly kind: 'write' }>(
    call: C,
    handle: ChangeHandler<C, ResultOf<C>>,
    options: FourEyesOptions<C> = {},
  ): void {
    const carryOut = async (input: ConsoleInput<C>, grounds: Grounds, { settle }: Ending) =>
      this.#actions.change(grounds, async (context) => handle(input, context), settle);
    const preview = async (input: ConsoleInput<C>, context: ActionContext) =>
      this.#actions.preview(context, async (inside) => handle(input, inside));
    this.#action(call, options, carryOut, preview);
  }

  /** Serves a call that submits a command to the exchange. */
  command<C extends ConsoleCall & { readonly kind: 'write' }>(
    call: C,
    handle: CommandHandler<C, ResultOf<C>>,
    options: FourEyesOptions<C> = {},
  ): void {
    const carryOut = async (input: ConsoleInput<C>, grounds: Grounds, ending: Ending) =>
      this.#actions.command(grounds, async (context) => handle(input, context), ending);
    const preview = async (input: ConsoleInput<C>, context: ActionContext) => handle(input, context);
    this.#action(call, options, carryOut, preview);
  }

  /** Records outcomes of commands that could not be recorded before, and returns how many are still not. */
  recordLate(): Promise<number> {
    return this.#actions.recordLate();
  }

  /** Answers a request for an unknown address or method. */
  unknown(request: FastifyRequest, reply: FastifyReply) {
    const path = request.url.split('?', 1)[0] ?? '';
    return this.#refuse(reply, refusal(this.#methods.has(path) ? 'method_not_allowed' : 'not_found'));
  }

  /** Answers a request that failed before or inside its handler. */
  failed(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const problem = problemOf(error);
    if (problem !== null) return this.#refuse(reply, consoleRefusalOf(problem));
    request.log.error({ err: error, reqId: request.id }, 'a request of the console failed unexpectedly');
    return this.#refuse(reply, refusal('server_error'));
  }

  #action<C extends ConsoleCall & { readonly kind: 'write' }>(
    call: C,
    { needsSecond }: FourEyesOptions<C>,
    carryOut: (
      input: ConsoleInput<C>,
      grounds: Grounds,
      ending: Ending,
    ) => Promise<ConsoleDone<unknown> | ConsoleRefused | Repeated>,
    preview: (
      input: ConsoleInput<C>,
      context: ActionContext,
    ) => Promise<{ subject: Subject; before: unknown; after: unknown } | ConsoleRefused>,
  ): void {
    const { approvals, db } = this.#parts;
    this.#route(call, async (input, request, reply, staff) => {
      if (staff === null) return this.#send(reply, call, refusal('session_ended'));
      const known = call.movesMoney ? await this.#money.begin(request, call, staff, input, this.#parts.now()) : null;
      if (known !== null && !known.ok) return this.#send(reply, call, known);
      const repeatedAnswer = known?.answer ?? null;
      if (repeatedAnswer !== null) return this.#send(reply, call, repeatedAnswer);
      const keep: Settle = async (transaction, answer) => {
        if (known !== null) await this.#money.keep(transaction, known.id, wrapped(call, answer));
      };
      const given = async () => (known === null ? null : this.#money.answerOf(db, known.id));
      const grounds = this.#groundsOf(call, input, staff, known?.id ?? 0);
      const carriedOut = async () => {
        const asks = call.fourEyes && (await (needsSecond?.(input, staff) ?? true)) && (await approvals.isRequired());
        return asks ? null : carryOut(input, grounds, { settle: keep, given });
      };
      const isLimited = call.fourEyes && needsSecond !== undefined;
      const done = await this.#patiently(isLimited ? this.#limited.run(call.path, carriedOut) : carriedOut());
      if (done !== null) return this.#send(reply, call, wrapped(call, done));
      const effect = await preview(input, grounds.context);
      if ('error' in effect) {
        await this.#parts.audit.record(refusalEntry(grounds, effect));
        return this.#send(reply, call, effect);
      }
      const { subject, before, after } = effect;
      const { reasonCode, reason } = grounds;
      if (reasonCode === null || reason === null) throw new Error(`${call.path} has no reason.`);
      const moneyRequest = known?.id ?? null;
      const asked = { call, payload: input, by: staff, reasonCode, reason, subject, before, after, moneyRequest };
      const opened = await inTransaction(db, async (transaction) => {
        const refused = await grounds.admit(transaction);
        if (refused !== null) return refused;
        const earlier = known === null ? null : await this.#money.lockedAnswerOf(transaction, known.id);
        if (earlier !== null) return earlier;
        const approval = await approvals.open(transaction, asked);
        const answer = answered({ approval, result: null });
        if (known !== null) await this.#money.keep(transaction, known.id, answer);
        return answer;
      });
      if (!opened.ok) await this.#parts.audit.record(refusalEntry(grounds, opened));
      return this.#send(reply, call, opened);
    });
    if (!call.fourEyes) return;
    const validator = Compile(call.input);
    approvals.carryOutBy(
      call.path,
      async ({ admit, id, moneyRequest, payload, by, reasonCode, reason }, settle) => {
        if (!isInputOf<C>(validator, payload))
          throw new Error(`Approval ${id} does not have the input of ${call.path}.`);
        // An attempt before the approval, if any, had the same number, so that money moves once.
        const movement = moneyRequest === null ? { source: 'approval', n: id } : { source: 'console', n: moneyRequest };
        const context = { by, approval: id, movement, now: this.#parts.now() };
        await carryOut(
          payload,
          { path: call.path, context, admit, reasonCode, reason, asked: askedOf(payload) },
          { settle: async (transaction, answer) => settle(transaction, resultOf(answer)) },
        );
      },
      (any, payload, staff) => this.#concerns.refusalOf(any, call, payload, staff),
    );
  }

  /** Waits a while for an action, which is carried out and recorded in any case. */
  async #patiently<Done>(action: Promise<Done>): Promise<Done | ConsoleRefused> {
    const { promise, resolve } = Promise.withResolvers<ConsoleRefused>();
    const timer = setTimeout(() => {
      resolve(refusal('outcome_pending'));
      // Its failure can no longer be answered.
      action.catch((error: unknown) => this.#parts.log.error({ err: error }, 'an action failed after its answer'));
    }, maxAnswerMs);
    try {
      return await Promise.race([action, promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  #groundsOf(call: ConsoleCall, input: unknown, by: StaffMember, movement = 0): Grounds {
    const context = { by, approval: null, movement: { source: 'console', n: movement }, now: this.#parts.now() };
    const admit: Admit = (transaction) => this.#refusalWithin(transaction, call, input, by);
    return { path: call.path, context, admit, ...reasonOf(input), asked: askedOf(input) };
  }

  /** Why the call may not be made any more, as of a transaction; null if it may. */
  async #refusalWithin(
    transaction: Transaction<Schema>,
    call: ConsoleCall,
    input: unknown,
    by: StaffMember,
  ): Promise<ConsoleRefused | null> {
    const present = await this.#parts.sessions.within(transaction, call, by);
    if (present === null) return refusal('session_ended');
    const concern = await this.#concerns.refusalOf(transaction, call, input, [by.id]);
    if (concern !== null) return refusal(concern);
    return refusalOfStaff(call, present, this.#parts.now());
  }

  /** Writes a row of the audit log, unless the call may not be made any more: returns why. */
  async #recordIfAdmitted({ admit }: Grounds, entry: AuditEntry): Promise<ConsoleRefused | null> {
    return inTransaction(this.#parts.db, async (transaction) => {
      const refused = await admit(transaction);
      if (refused === null) await this.#parts.audit.write(transaction, entry);
      return refused;
    });
  }

  #route<C extends ConsoleCall>(
    call: C,
    handle: (
      input: ConsoleInput<C>,
      request: FastifyRequest,
      reply: FastifyReply,
      staff: StaffMember | null,
    ) => Promise<FastifyReply>,
  ): void {
    const { now, secure, sessions } = this.#parts;
    const url = consolePrefix + call.path;
    const validator = Compile(call.input);
    const admitted = new WeakMap<FastifyRequest, StaffMember>();
    this.#methods.set(url, call.method);
    this.#served.add(call);
    this.#parts.app.route({
      method: call.method,
      url,
      ...(call.method === 'POST' ? { bodyLimit: Math.min(bodyBytesOf(call.input), maxBodyBytes) } : {}),
      // Before the body is read.
      onRequest: async (request, reply) => {
        if (!isOwnRequest(request, this.#parts.origin)) return this.#refuse(reply, refusal('foreign_origin'));
        if (call.kind === 'entry') {
          const waitSeconds = this.#parts.limits.takeOfNetwork(entryRate, networkOf(addressOf(request)));
          if (waitSeconds > 0) return this.#refuse(reply, refusal('too_many_requests', { retry_after: waitSeconds }));
        }
        if (call.audience === 'anyone') return undefined;
        const staff = await staffOf(request, sessions, { secure, nowMs: now() });
        if (staff === null) return this.#refuse(reply, refusal('session_ended'));
        const waitMs = this.#people.take(staff.id, this.#parts.elapsed());
        if (waitMs > 0) {
          return this.#refuse(reply, refusal('too_many_requests', { retry_after: Math.ceil(waitMs / 1_000) }));
        }
        const refused = refusalOfStaff(call, staff, now());
        if (refused?.error === 'forbidden') await this.#recordForbidden(call, staff);
        if (refused !== null) return this.#refuse(reply, refused);
        admitted.set(request, staff);
        return undefined;
      },
      handler: async (request, reply) => {
        // A body can arrive long after the request was admitted.
        const staff = call.method === 'GET' ? (admitted.get(request) ?? null) : await this.#readmit(request, call);
        if (staff !== null && 'error' in staff) return this.#refuse(reply, staff);
        const sent: unknown = call.method === 'GET' ? request.query : request.body;
        const input = sent === undefined ? {} : sent;
        const { audit, db } = this.#parts;
        const concern = staff === null ? null : await this.#concerns.refusalOf(db, call, input, [staff.id]);
        if (staff !== null && concern !== null) {
          const refused = refusal(concern);
          await audit.record(refusalEntry(this.#groundsOf(call, input, staff), refused));
          return this.#refuse(reply, refused);
        }
        if (!isInputOf<C>(validator, input)) {
          return this.#refuse(reply, consoleRefusalOf(invalidRequest(validator.Errors(input))));
        }
        return handle(input, request, reply, staff);
      },
    });
  }

  /** The caller of a request whose body has arrived; null for calls without a session. */
  async #readmit(request: FastifyRequest, call: ConsoleCall): Promise<StaffMember | ConsoleRefused | null> {
    if (call.audience === 'anyone') return null;
    const { now, secure, sessions } = this.#parts;
    const staff = await staffOf(request, sessions, { secure, nowMs: now() });
    if (staff === null) return refusal('session_ended');
    const refused = refusalOfStaff(call, staff, now());
    if (refused?.error === 'forbidden') await this.#recordForbidden(call, staff);
    return refused ?? staff;
  }

  async #recordForbidden(call: ConsoleCall, staff: StaffMember): Promise<void> {
    const grounds = this.#groundsOf(call, {}, staff);
    await this.#parts.audit.record(refusalEntry(grounds, refusal('forbidden')));
  }

  #entryOf(request: FastifyRequest, reply: FastifyReply, staff: StaffMember | null): Entry {
    const { secure } = this.#parts;
    const address = addressOf(request);
    const agent = request.headers['user-agent'];
    return {
      address,
      network: networkOf(address),
      userAgent: agent ?? '',
      requestId: request.id,
      staff,
      setSession: (session) => {
        const { token, maxAgeSeconds } = session ?? { token: '', maxAgeSeconds: 0 };
        const terms = [
          'Path=/',
          `Max-Age=${maxAgeSeconds}`,
          'HttpOnly',
          'SameSite=Strict',
          ...(secure ? ['Secure'] : []),
        ];
        void reply.header('set-cookie', `${cookieName(secure)}=${token}; ${terms.join('; ')}`);
      },
    };
  }

  /** Sends an answer; a refusal that the call does not declare is a fault of its handler. */
  #send(reply: FastifyReply, call: ConsoleCall, answer: ConsoleDone<unknown> | ConsoleRefused): Promise<FastifyReply> {
    if (!answer.ok && !(answer.error in consoleRefusals) && !(answer.error in call.refusals)) {
      throw new Error(`${call.path} does not declare the refusal ${answer.error}.`);
    }
    return sendConsoleAnswer(reply, answer, this.#parts.sequence());
  }

  #refuse(reply: FastifyReply, refused: ConsoleRefused): Promise<FastifyReply> {
    return sendConsoleAnswer(reply, refused, this.#parts.sequence());
  }
}

/** The answer to a call that can need others, for an action that was carried out at once. */
function wrapped(call: ConsoleCall, answer: ConsoleDone<unknown> | ConsoleRefused | Repeated) {
  if ('repeated' in answer) return answer.repeated;
  return call.fourEyes && answer.ok ? answered({ approval: null, result: answer.data }) : answer;
}

function isInputOf<C extends ConsoleCall>(
  validator: { Check(value: unknown): boolean },
  input: unknown,
): input is ConsoleInput<C> {
  return validator.Check(input);
}

declare module '../parts.ts' {
  interface Parts {
    /** Serves the calls of staff. */
    readonly console: ConsoleGateway;
  }
}
