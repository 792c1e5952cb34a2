import { Type, type Static, type TObject, type TSchema, type TString } from 'typebox';
import type { OperatorRole } from '../policy.ts';
import { Line } from '../values.ts';

/**
 * Who may make a call of the operators' console: `anyone` without a session, `staff` with one, or staff with one of the
 * named roles.
 */
export type ConsoleAudience = 'anyone' | 'staff' | readonly [OperatorRole, ...OperatorRole[]];

/**
 * The effect of a call:
 *
 * - `entry`: part of logging in or enrolling; needs no session
 * - `read`, `list`: returns data and leaves no row in the audit log
 * - `look`: returns data whose reading is recorded in the audit log, with a reason
 * - `file`: streams a table as CSV; recorded with its filter and number of rows
 * - `write`: changes something and is recorded with its reason
 */
export type ConsoleCallKind = 'entry' | 'read' | 'list' | 'look' | 'file' | 'write';

/** The kinds of rows that belong to a user, or, for an order of peer-to-peer trading, to both of its sides. */
export type OwnedKind = 'user' | 'withdrawal' | 'verification' | 'feedback' | 'p2p_order' | 'topup';

/** The user whom a call concerns: `field` of its input is the id of the user, or of a row that belongs to one. */
export interface ConsoleConcern {
  readonly kind: OwnedKind;
  readonly field: string;
}

/** The refusals of a call: error key → names of its details, in the order of importance. */
export type ConsoleRefusals = Readonly<Record<string, readonly string[]>>;

/**
 * A call of the console, declared once: the server derives routing, validation, authorization and the audit row from
 * it, the page its types and navigation. `path` is relative to `/console/api/`; `input` is the query of a GET and the
 * JSON body of a POST.
 */
export interface ConsoleCall<
  Input extends TSchema = TSchema,
  Output extends TSchema = TSchema,
  Refusals extends ConsoleRefusals = ConsoleRefusals,
> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly audience: ConsoleAudience;
  readonly kind: ConsoleCallKind;
  /** Whether the one-time password must have been entered within the last five minutes. */
  readonly stepUp: boolean;
  /** Whether it can need the approval of a second person; its output is then a `ConsoleOutcome`. */
  readonly fourEyes: boolean;
  /** The user whom it concerns, who may neither make it nor vote on it as a member of staff; null if there is none. */
  readonly concerns: ConsoleConcern | null;
  /** Whether it moves money: it then requires an `Idempotency-Key`. */
  readonly movesMoney: boolean;
  readonly input: Input;
  readonly output: Output;
  /** The reasons for which it may be refused, besides `consoleRefusals`. */
  readonly refusals: Refusals;
}

export type ConsoleInput<C extends Pick<ConsoleCall, 'input'>> = Static<C['input']>;
export type ConsoleOutput<C extends Pick<ConsoleCall, 'output'>> = Static<C['output']>;

/** Why a member of staff does something; the commands of the exchange carry the same code. */
export const reasonCodes = [
  'listing',
  'policy',
  'agreement',
  'market_conditions',
  'maintenance',
  'incident',
  'correction',
  'capital',
  'funding',
  'commission',
  'compensation',
  'appeal',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

/** The shortest explanation that is accepted, in characters without surrounding spaces. */
export const minReasonLength = 10;

const Reason = Type.String({
  minLength: minReasonLength,
  maxLength: 500,
  pattern: `^\\s*\\S(?:[^\\x00-\\x09\\x0b-\\x1f\\x7f]{${minReasonLength - 2},})\\S\\s*$`,
});

/** The reason of an action: a code for statistics and a sentence for the reader of the audit log. */
export const reasonFields = { reason_code: Type.Enum(reasonCodes), reason: Reason };

/** An opaque position in a list; absent for its first page. */
const Cursor = Line(200);
const PageSize = Type.Union([
  Type.Integer({ minimum: 1, maximum: 200 }),
  Type.String({ pattern: '^(?:[1-9][0-9]?|1[0-9]{2}|200)$' }),
]);

/** One page of a list with its time; `next` continues it and is null at its end. */
export function ConsoleList<Row extends TSchema>(row: Row) {
  return Type.Object({
    rows: Type.Array(row),
    next: Type.Union([Type.String(), Type.Null()]),
    as_of: Type.Integer({ minimum: 0 }),
  });
}

/**
 * The output of a call that can need a second person: the number of the approval that was opened, or the result if it
 * was carried out at once. Exactly one of them is not null.
 */
export function ConsoleOutcome<Output extends TSchema>(output: Output) {
  return Type.Object({
    approval: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
    result: Type.Union([output, Type.Null()]),
  });
}

type Fields = Readonly<Record<string, TSchema>>;

interface Reading<Input extends Fields> {
  readonly audience: ConsoleAudience;
  readonly path: string;
  /** The fields of the query. */
  readonly input?: Input;
  readonly concerns?: ConsoleConcern;
}

interface Refusing<Refusals extends ConsoleRefusals> {
  readonly refusals?: Refusals;
}

const none = {};
type None = typeof none;

/** A call with the exact types of its declaration. */
interface Made<
  Kind extends ConsoleCallKind,
  Input extends Fields,
  Output extends TSchema,
  Refusals extends ConsoleRefusals,
> extends ConsoleCall<TObject<Input>, Output, Refusals> {
  readonly kind: Kind;
}

const flags = { stepUp: false, fourEyes: false, movesMoney: false, concerns: null };

/** A call that reads. */
export function consoleRead<
  Output extends TSchema,
  Input extends Fields = None,
  Refusals extends ConsoleRefusals = None,
>(terms: Reading<Input> & Refusing<Refusals> & { readonly output: Output }): Made<'read', Input, Output, Refusals>;
export function consoleRead(terms: Reading<Fields> & Refusing<ConsoleRefusals> & { readonly output: TSchema }) {
  const { audience, concerns = null, input = none, output, path, refusals = none } = terms;
  const fields = Type.Object(input);
  return { method: 'GET', kind: 'read', path, audience, ...flags, concerns, input: fields, output, refusals };
}

const paging = { cursor: Type.Optional(Cursor), limit: Type.Optional(PageSize) };

/** A call that reads a list, page by page; `input` has its filters. */
export function consoleList<Row extends TSchema, Input extends Fields = None, Refusals extends ConsoleRefusals = None>(
  terms: Reading<Input> & Refusing<Refusals> & { readonly row: Row },
): Made<'list', Input & typeof paging, ReturnType<typeof ConsoleList<Row>>, Refusals>;
export function consoleList(terms: Reading<Fields> & Refusing<ConsoleRefusals> & { readonly row: TSchema }) {
  const { audience, concerns = null, path, refusals = none, row } = terms;
  const input = Type.Object({ ...terms.input, ...paging });
  return { method: 'GET', kind: 'list', path, audience, ...flags, concerns, input, output: ConsoleList(row), refusals };
}

/** A call that reads something confidential: it needs a reason, and the audit log records it. */
export function consoleLook<
  Output extends TSchema,
  Input extends Fields = None,
  Refusals extends ConsoleRefusals = None,
>(
  terms: Reading<Input> & Refusing<Refusals> & { readonly output: Output; readonly stepUp?: boolean },
): Made<'look', Input & typeof reasonFields, Output, Refusals>;
export function consoleLook(
  terms: Reading<Fields> & Refusing<ConsoleRefusals> & { readonly output: TSchema; readonly stepUp?: boolean },
) {
  const { audience, concerns = null, output, path, refusals = none, stepUp = false } = terms;
  const input = Type.Object({ ...terms.input, ...reasonFields });
  return { method: 'POST', kind: 'look', path, audience, ...flags, concerns, stepUp, input, output, refusals };
}

/** A call that streams a table as CSV. */
export function consoleFile<Input extends Fields = None, Refusals extends ConsoleRefusals = None>(
  terms: Reading<Input> & Refusing<Refusals>,
): Made<'file', Input, TString, Refusals>;
export function consoleFile(terms: Reading<Fields> & Refusing<ConsoleRefusals>) {
  const { audience, concerns = null, input = none, path, refusals = none } = terms;
  const output = Type.String();
  const fields = Type.Object(input);
  return { method: 'GET', kind: 'file', path, audience, ...flags, concerns, input: fields, output, refusals };
}

interface Writing<Input extends Fields, Output extends TSchema> extends Reading<Input> {
  readonly output: Output;
  readonly stepUp?: boolean;
  readonly movesMoney?: boolean;
}

/** A call that changes something. Its input also has the reason. */
export function consoleWrite<
  Output extends TSchema,
  Input extends Fields = None,
  Refusals extends ConsoleRefusals = None,
>(
  terms: Writing<Input, Output> & Refusing<Refusals>,
): Made<'write', Input & typeof reasonFields, Output, Refusals> & { readonly fourEyes: false };
export function consoleWrite(terms: Writing<Fields, TSchema> & Refusing<ConsoleRefusals>) {
  return { ...writeOf(terms), fourEyes: false };
}

/** A write that can need the approval of a second person. */
export function consoleFourEyes<
  Output extends TSchema,
  Input extends Fields = None,
  Refusals extends ConsoleRefusals = None,
>(
  terms: Omit<Writing<Input, Output>, 'stepUp'> & Refusing<Refusals>,
): Made<'write', Input & typeof reasonFields, ReturnType<typeof ConsoleOutcome<Output>>, Refusals> & {
  readonly fourEyes: true;
};
export function consoleFourEyes(terms: Omit<Writing<Fields, TSchema>, 'stepUp'> & Refusing<ConsoleRefusals>) {
  const output = ConsoleOutcome(terms.output);
  return { ...writeOf({ ...terms, stepUp: true, output }), fourEyes: true };
}

function writeOf(terms: Writing<Fields, TSchema> & Refusing<ConsoleRefusals>) {
  const { audience, concerns = null, movesMoney = false, output, path, refusals = none, stepUp = false } = terms;
  const input = Type.Object({ ...terms.input, ...reasonFields });
  return { method: 'POST', kind: 'write', path, audience, stepUp, movesMoney, concerns, input, output, refusals };
}

interface Entering<Input extends Fields, Output extends TSchema> {
  readonly path: string;
  readonly input?: Input;
  readonly output: Output;
  /** `staff` for calls about one's own session. */
  readonly audience?: 'anyone' | 'staff';
}

/** A call without a session: logging in, enrolling. It needs no reason. */
export function consoleEntry<
  Output extends TSchema,
  Input extends Fields = None,
  Refusals extends ConsoleRefusals = None,
>(terms: Entering<Input, Output> & Refusing<Refusals>): Made<'entry', Input, Output, Refusals>;
export function consoleEntry(terms: Entering<Fields, TSchema> & Refusing<ConsoleRefusals>): ConsoleCall {
  const { audience = 'anyone', input = none, output, path, refusals = none } = terms;
  return { method: 'POST', kind: 'entry', path, audience, ...flags, input: Type.Object(input), output, refusals };
}

/** The prefix of all calls of the console. */
export const consolePrefix = '/console/api/';

/** A request without this header is refused: pages of other origins cannot send it. */
export const consoleHeader = { name: 'x-console', value: '1' } as const;

/**
 * The refusals that any call of the console may give. `changed_meanwhile`: the version in the request is not the
 * current one. `own_account`: the caller is the user whom the call concerns. `account_undeclared`: it is not
 * stated which account the caller has as a user. `command_rejected`: the rules of the exchange refuse the command for
 * this reason.
 */
export const consoleRefusals = {
  invalid_request: ['field', 'problem'],
  not_found: [],
  method_not_allowed: [],
  payload_too_large: [],
  unsupported_media_type: [],
  server_error: [],
  too_many_requests: ['retry_after'],
  session_ended: [],
  forbidden: [],
  own_account: [],
  account_undeclared: [],
  foreign_origin: [],
  step_up_needed: [],
  idempotency_key_required: [],
  idempotency_key_invalid: [],
  idempotency_key_reused: [],
  changed_meanwhile: [],
  command_rejected: ['reason'],
  exchange_busy: [],
  exchange_closed: [],
  cancels_only: [],
  outcome_pending: [],
  command_suspended: [],
} as const satisfies ConsoleRefusals;
export type ConsoleRefusal = keyof typeof consoleRefusals;

/** The refusals that the handler of a call may return. */
export type ConsoleRefusalOf<C extends Pick<ConsoleCall, 'refusals'>> = (keyof C['refusals'] & string) | ConsoleRefusal;
