import type { ConsoleCall, ConsoleInput, ReasonCode } from '@bourse/contract/console';
import { type OperatorCommand, type UserId, userId } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import { type Committed, type Core, CoreRefusal } from '../core/index.ts';
import { inTransaction, type Schema } from '../database/index.ts';
import { networkOf, Turns } from '../gateway/index.ts';
import { answered, type ConsoleDone, type ConsoleRefused, refusal } from './answer.ts';
import type { Admit, AuditEntry, AuditPort, StaffMember, Subject } from './ports.ts';

/** The effect of an action, for the people who vote and the readers of the audit log. */
export interface Effect {
  readonly subject: Subject;
  readonly before: unknown;
  readonly after: unknown;
}

type Undecided<Command> = Command extends unknown ? Omit<Command, 'operator' | 'cause'> : never;
/** A command of an operator without the fields for who decided and why. */
export type Decision = Undecided<OperatorCommand>;

/** The facts with which an action is carried out. */
export interface ActionContext {
  readonly by: StaffMember;
  /** The approved request; null if none was needed. */
  readonly approval: number | null;
  /** A number that identifies this movement of money permanently, and the source that counts it. */
  readonly movement: { readonly source: string; readonly n: number };
  readonly now: number;
}

export type Changed<Data> = ConsoleDone<Data> & Effect;
export type ChangeContext = ActionContext & {
  readonly transaction: Transaction<Schema>;
  /** Calls back once the change is durable, before it is answered; never for a preview or a rolled back change. */
  readonly committed: (then: () => void | Promise<void>) => void;
};

/** A handler that changes tables within the transaction of the context. */
export type ChangeHandler<C extends ConsoleCall, Data> = (
  input: ConsoleInput<C>,
  context: ChangeContext,
) => Promise<Changed<Data> | ConsoleRefused>;

export interface Prepared<Data> extends Effect {
  readonly ok: true;
  readonly command: Decision;
  /** The data of the answer. */
  readonly result: (committed: Committed) => Data | Promise<Data>;
}

/** A handler that checks a request and names its command, without effects of its own. */
export type CommandHandler<C extends ConsoleCall, Data> = (
  input: ConsoleInput<C>,
  context: ActionContext,
) => Prepared<Data> | ConsoleRefused | Promise<Prepared<Data> | ConsoleRefused>;

/** Changed tables, with the effect that the audit log shows. */
export function changed<Data>(data: Data, effect: Effect): Changed<Data> {
  return { ...answered(data), ...effect };
}

/** A command to submit, with its effect if it is accepted. */
export function prepared<Data>(
  command: Decision,
  effect: Effect,
  result: (committed: Committed) => Data | Promise<Data>,
): Prepared<Data> {
  return { ok: true, command, ...effect, result };
}

/** Why a member of staff acts, and on which request. */
export interface Grounds {
  readonly path: string;
  readonly context: ActionContext;
  /** Asked in the transaction of the action: sessions end and roles are taken away while a request arrives. */
  readonly admit: Admit;
  /** Null for calls that need no reason. */
  readonly reasonCode: ReasonCode | null;
  readonly reason: string | null;
  /** The request without its reason, for the row of a refusal; null if it is too long for one. */
  readonly asked: object | null;
}

/** Stores something together with the end of an action, in the transaction of its audit row. */
export type Settle = (transaction: Transaction<Schema>, answer: ConsoleDone<unknown> | ConsoleRefused) => Promise<void>;

export interface Ending {
  readonly settle: Settle;
  /** The answer that the request has got from another attempt meanwhile; null if there is none. */
  readonly given?: () => Promise<ConsoleDone<unknown> | null>;
}

/** The request was answered by another attempt, and nothing was done again. */
export interface Repeated {
  readonly ok: true;
  readonly repeated: ConsoleDone<unknown>;
}

export interface ActionParts {
  readonly db: Kysely<Schema>;
  readonly core: Pick<Core, 'submit' | 'sequence'>;
  readonly audit: AuditPort;
}

/** Rolls a transaction back and carries the answer out of it. */
class RolledBack extends Error {
  readonly answer: ConsoleDone<unknown> | ConsoleRefused;

  constructor(answer: ConsoleDone<unknown> | ConsoleRefused) {
    super('The transaction was rolled back.');
    this.answer = answer;
  }
}

/** Carries out actions of staff, each with its rows in the audit log. */
export class Actions {
  readonly #parts: ActionParts;
  /** Commands of a member of staff follow one another, so that intents are unambiguous. */
  readonly #turns = new Turns<number>();
  /** Outcomes of commands that could not be recorded, by the number of the intent. */
  readonly #late = new Map<number, (transaction: Transaction<Schema>) => Promise<void>>();

  constructor(parts: ActionParts) {
    this.#parts = parts;
  }

  /** Changes tables; the row of the audit log and the end of the action are part of the transaction. */
  async change<Data>(
    grounds: Grounds,
    handle: (context: ChangeContext) => Promise<Changed<Data> | ConsoleRefused>,
    settle: Settle,
  ): Promise<ConsoleDone<Data> | ConsoleRefused> {
    const { audit, db } = this.#parts;
    try {
      const followUps: (() => void | Promise<void>)[] = [];
      const committed: ChangeContext['committed'] = (then) => followUps.push(then);
      const ending = await inTransaction(db, async (transaction) => {
        const refused = await grounds.admit(transaction);
        if (refused !== null) throw new RolledBack(refused);
        const answer = await handle({ ...grounds.context, transaction, committed });
        if (!answer.ok) throw new RolledBack(answer);
        const { subject, before, after, data } = answer;
        await settle(transaction, answered(data));
        // Last, because rows of the audit log are written one after another.
        await audit.write(transaction, entryOf('change', grounds, { subject, before, after }));
        return answered(data);
      });
      for (const followUp of followUps) await followUp();
      return ending;
    } catch (error) {
      if (!(error instanceof RolledBack) || error.answer.ok) throw error;
      await this.#refused(grounds, error.answer, settle);
      return error.answer;
    }
  }

  /** Runs a change and rolls it back, to learn whether it would be refused and what it would change. */
  async preview<Data>(
    context: ActionContext,
    handle: (context: ChangeContext) => Promise<Changed<Data> | ConsoleRefused>,
  ): Promise<Effect | ConsoleRefused> {
    const { promise, resolve } = Promise.withResolvers<Changed<Data> | ConsoleRefused>();
    try {
      await inTransaction(this.#parts.db, async (transaction) => {
        const answer = await handle({ ...context, transaction, committed: () => undefined });
        resolve(answer);
        throw new RolledBack(answer);
      });
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
    }
    return promise;
  }

  /**
   * Submits a command, between a row with the intent and a row with the outcome. Resolves when the outcome is recorded,
   * however long the exchange takes.
   */
  async command<Data>(
    grounds: Grounds,
    prepare: (context: ActionContext) => Prepared<Data> | ConsoleRefused | Promise<Prepared<Data> | ConsoleRefused>,
    { given, settle }: Ending,
  ): Promise<ConsoleDone<Data> | ConsoleRefused | Repeated> {
    return this.#turns.run(grounds.context.by.id, async () => {
      const repeated = (await given?.()) ?? null;
      if (repeated !== null) return { ok: true, repeated };
      const plan = await prepare(grounds.context);
      if (!plan.ok) {
        await this.#refused(grounds, plan, settle);
        return plan;
      }
      const { audit, core, db } = this.#parts;
      if (grounds.reasonCode === null) throw new Error(`${grounds.path} has no reason.`);
      const command = decided(plan.command, userId(grounds.context.by.id), grounds.reasonCode);
      const { subject, before, after } = plan;
      const from_sequence = core.sequence;
      const intended = entryOf('intent', grounds, { subject, before, after: { command, from_sequence } });
      const intent = await inTransaction(db, async (transaction) => {
        return (await grounds.admit(transaction)) ?? audit.write(transaction, intended);
      });
      if (typeof intent !== 'number') {
        await this.#refused(grounds, intent, settle);
        return intent;
      }
      const committed = await core
        .submit(command, { deadlineMs: Number.POSITIVE_INFINITY })
        .catch((error: unknown) => refusalOfCore(error));
      if ('ok' in committed) {
        // The exchange has stopped and the command may be durable: the next start finds out and records the outcome.
        if (committed.error === 'outcome_pending') return committed;
        await this.#recordOutcome(intent, async (transaction) => {
          await settle(transaction, committed);
          const end = { subject, before, after: { refused: committed.error } };
          await audit.write(transaction, { ...entryOf('outcome', grounds, end), intent });
        });
        return committed;
      }
      const answer = await answerOfCommitted(committed, plan);
      await this.#recordOutcome(intent, async (transaction) => {
        await settle(transaction, answer);
        const end = { subject, before, after: answer.ok ? after : { refused: answer.details } };
        const { sequence } = committed;
        await audit.write(transaction, { ...entryOf('outcome', grounds, end), intent, sequence });
      });
      return answer;
    });
  }

  /** Records outcomes that could not be recorded before, and returns how many are still not. */
  async recordLate(): Promise<number> {
    for (const [intent, write] of this.#late) {
      try {
        await inTransaction(this.#parts.db, async (transaction) => {
          // The first attempt may have been committed although it failed.
          if (!(await hasOutcome(transaction, intent))) await write(transaction);
        });
        this.#late.delete(intent);
      } catch {
        // The number of those that remain is an alarm, and they are tried again.
      }
    }
    return this.#late.size;
  }

  async #recordOutcome(intent: number, write: (transaction: Transaction<Schema>) => Promise<void>): Promise<void> {
    try {
      await inTransaction(this.#parts.db, write);
    } catch (error) {
      this.#late.set(intent, write);
      throw error;
    }
  }

  /** Records a refused action. */
  async #refused(grounds: Grounds, answer: ConsoleRefused, settle: Settle): Promise<void> {
    const { audit, db } = this.#parts;
    await inTransaction(db, async (transaction) => {
      await settle(transaction, answer);
      await audit.write(transaction, refusalEntry(grounds, answer));
    });
  }
}

async function hasOutcome(transaction: Transaction<Schema>, intent: number): Promise<boolean> {
  const query = transaction.selectFrom('operator_log').select('id').where('intent_id', '=', String(intent));
  return (await query.executeTakeFirst()) !== undefined;
}

function decided(command: Decision, operator: UserId, cause: ReasonCode): OperatorCommand {
  return { ...command, operator, cause };
}

function refusalOfCore(error: unknown): ConsoleRefused {
  if (error instanceof CoreRefusal) return refusal(error.key);
  throw error;
}

async function answerOfCommitted<Data>(
  committed: Committed,
  plan: Prepared<Data>,
): Promise<ConsoleDone<Data> | ConsoleRefused> {
  const { outcome } = committed;
  if (outcome.type === 'rejected') {
    const { reason, ...details } = outcome.rejection;
    return refusal('command_rejected', { reason, ...numbersAndTexts(details) });
  }
  return answered(await plan.result(committed));
}

function numbersAndTexts(details: object): Record<string, string | number> {
  const known: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(details)) {
    if (typeof value === 'number' || typeof value === 'string') known[name] = value;
  }
  return known;
}

/** A row of the audit log about a refused request. */
export function refusalEntry(grounds: Grounds, { error, details }: ConsoleRefused): AuditEntry {
  const { asked } = grounds;
  const after = { refused: error, ...details, ...(asked === null ? {} : { asked }) };
  return entryOf('refusal', grounds, { subject: null, before: null, after });
}

/** A row of the audit log about an action. */
export function entryOf(
  kind: AuditEntry['kind'],
  { path, context, reasonCode, reason }: Grounds,
  effect: { readonly subject: Subject | null; readonly before: unknown; readonly after: unknown },
): AuditEntry {
  const { by, approval } = context;
  return {
    kind,
    staff: by.id,
    roles: by.roles,
    action: path,
    ...effect,
    reasonCode,
    reason,
    sequence: null,
    approval,
    intent: null,
    network: networkOf(by.address),
    requestId: by.requestId,
  };
}
