import { code, conforms, errorParameters, type ErrorKey, errorKeys, Refusal, Success } from '@bourse/contract';
import type { TSchema } from 'typebox';
import { differenceOfAnswer } from '../documented.ts';
import { parsed } from './json.ts';
import { leakIn } from './leaks.ts';
import type { WireAnswer } from './line.ts';
import type { Shot } from './shots.ts';

/** Statuses of answered calls: success or refusal, rate limit, timeout on an overloaded machine, headers too long. */
const statusesOfCalls = new Set([200, 429, 408, 431]);

/** Defects of an answer, as sentences; empty if it is correct. */
export type Complaints = readonly string[];

/** The content of an envelope that conforms to the contract. */
export type Outcome =
  | { readonly code: typeof code.success; readonly data: unknown }
  | { readonly code: 0 | 996 | 999; readonly error: ErrorKey };

/** Statuses that the server may send for any request; calls use only some of them. */
const statuses = new Set([
  101, 200, 204, 301, 302, 304, 400, 401, 403, 404, 405, 408, 413, 414, 416, 417, 426, 429, 431,
]);

/**
 * Checks an answer against the rules for all answers and, if the request certainly reached its call, against the call's
 * declaration.
 */
export function judge(
  shot: Shot,
  answer: WireAnswer,
): { readonly complaints: Complaints; readonly outcome: Outcome | null } {
  const { call, input } = shot;
  const { status, headers, body } = answer;
  const complaints = complaintsOfAny(shot, answer);
  if (call.file !== undefined && headers.get('content-type')?.startsWith(call.file) === true) {
    return { complaints, outcome: { code: code.success, data: body } };
  }
  const envelope = isData(headers) ? parsed(body) : undefined;
  if (!shot.certain && !isEnvelopeLike(envelope)) return { complaints, outcome: null };
  if (shot.certain && !statusesOfCalls.has(status)) complaints.push(`status ${status} is invalid for a call`);
  if (headers.get('cache-control') !== 'no-store') complaints.push('the answer may be cached');
  const { complaints: ofEnvelope, outcome } = judgeEnvelope(envelope, call.output);
  const hasOutcome = outcome !== null && isEnvelopeLike(envelope);
  const undocumented = hasOutcome ? differenceOfAnswer(call.method, call.path, envelope) : null;
  const readable = input !== undefined || call.method === 'GET';
  const undeserved =
    outcome?.code === code.success && (!readable || (input !== undefined && !conforms(call.input, input)));
  return {
    complaints: [
      ...complaints,
      ...ofEnvelope,
      ...(undocumented === null ? [] : [undocumented]),
      ...(undeserved ? ['the call succeeded with invalid input'] : []),
    ],
    outcome,
  };
}

/** Checks that apply to every answer. */
function complaintsOfAny(shot: Shot, { status, headers, body, rest }: WireAnswer): string[] {
  const complaints: string[] = [];
  const isMeantToBeRead = body.startsWith(`{"code":${code.success},`) || (status === 200 && !isData(headers));
  const leak = leakIn(`${[...headers].flat().join('\n')}\n${body}`, isMeantToBeRead);
  if (leak !== null) complaints.push(`the answer leaks ${JSON.stringify(leak)}`);
  if (status >= 500 || !statuses.has(status)) complaints.push(`status ${status} is not allowed`);
  if (rest !== '' && shot.what !== 'broken HTTP') complaints.push('another answer follows it');
  // Node and the WebSocket library answer malformed HTTP themselves, with a bare status.
  const sniffed = headers.get('x-content-type-options') !== 'nosniff' && shot.what !== 'broken HTTP';
  if (sniffed) complaints.push('nosniff is missing');
  if (headers.has('set-cookie')) complaints.push('the answer sets a cookie');
  return complaints;
}

/**
 * Checks that an envelope conforms, has exactly the parameters of its error, and a message without unfilled parameters.
 */
export function judgeEnvelope(
  envelope: unknown,
  output: TSchema,
): { readonly complaints: Complaints; readonly outcome: Outcome | null } {
  if (conforms(successOf(output), envelope))
    return { complaints: [], outcome: { code: code.success, data: envelope.data } };
  if (!conforms(Refusal, envelope)) return { complaints: ['the envelope does not conform to the call'], outcome: null };
  const complaints: string[] = [];
  const error = errorKeys.find((key) => key === envelope.error);
  if (error === undefined || error === 'server_error') complaints.push(`unexpected error ${envelope.error}`);
  const expected = error === undefined ? [] : [...errorParameters[error]].toSorted();
  if (Object.keys(envelope.details).toSorted().join() !== expected.join())
    complaints.push('the details do not match the parameters of the error');
  if (envelope.message === '' || /\{\{|\bundefined\b|\bNaN\b/.test(envelope.message))
    complaints.push('the message has unfilled parameters');
  return { complaints, outcome: { code: envelope.code, error: error ?? 'server_error' } };
}

const successes = new WeakMap<object, ReturnType<typeof Success>>();

function successOf(output: TSchema): ReturnType<typeof Success> {
  const known = successes.get(output);
  if (known !== undefined) return known;
  const made = Success(output);
  successes.set(output, made);
  return made;
}

function isData(headers: WireAnswer['headers']): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true;
}

function isEnvelopeLike(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value;
}
