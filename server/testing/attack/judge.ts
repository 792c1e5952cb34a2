import { code, conforms, errorParameters, type ErrorKey, errorKeys, Refusal, Success } from '@bourse/contract';
import type { TSchema } from 'typebox';
import { differenceOfAnswer } from '../documented.ts';
import { parsed } from './json.ts';
import { leakIn } from './leaks.ts';
import type { WireAnswer } from './line.ts';
import type { Shot } from './shots.ts';

/** Of a call: answered; too many; too slow, as anybody is on a machine that does not come round; too long. */
const statusesOfCalls = new Set([200, 429, 408, 431]);

/** What is wrong with an answer, in sentences; nothing when it is as it should be. */
export type Complaints = readonly string[];

/** An envelope that the contract knows. */
export type Told =
  | { readonly code: typeof code.success; readonly data: unknown }
  | { readonly code: 0 | 996 | 999; readonly error: ErrorKey };

/** Statuses that anything may be answered with; of a call itself there are fewer. */
const statuses = new Set([
  101, 200, 204, 301, 302, 304, 400, 401, 403, 404, 405, 408, 413, 414, 416, 417, 426, 429, 431,
]);

/**
 * Judges the answer to a request by what every answer has to be and, where the request has reached its call, by what
 * that call declares.
 */
export function judge(shot: Shot, answer: WireAnswer): { readonly complaints: Complaints; readonly told: Told | null } {
  const { call, input } = shot;
  const { status, headers, body } = answer;
  const complaints = complaintsOfAny(shot, answer);
  if (call.file !== undefined && headers.get('content-type')?.startsWith(call.file) === true) {
    return { complaints, told: { code: code.success, data: body } };
  }
  const envelope = isData(headers) ? parsed(body) : undefined;
  if (!shot.certain && !isEnvelopeLike(envelope)) return { complaints, told: null };
  if (shot.certain && !statusesOfCalls.has(status)) complaints.push(`its status is ${status}, of a call`);
  if (headers.get('cache-control') !== 'no-store') complaints.push('it may be stored');
  const { complaints: ofEnvelope, told } = judgeEnvelope(envelope, call.output);
  const isTold = told !== null && isEnvelopeLike(envelope);
  const undocumented = isTold ? differenceOfAnswer(call.method, call.path, envelope) : null;
  const readable = input !== undefined || call.method === 'GET';
  const undeserved =
    told?.code === code.success && (!readable || (input !== undefined && !conforms(call.input, input)));
  return {
    complaints: [
      ...complaints,
      ...ofEnvelope,
      ...(undocumented === null ? [] : [undocumented]),
      ...(undeserved ? ['it is a success, but the input is not what the call takes'] : []),
    ],
    told,
  };
}

/** What is true of every answer, wherever it comes from. */
function complaintsOfAny(shot: Shot, { status, headers, body, rest }: WireAnswer): string[] {
  const complaints: string[] = [];
  const isMeantToBeRead = body.startsWith(`{"code":${code.success},`) || (status === 200 && !isData(headers));
  const leak = leakIn(`${[...headers].flat().join('\n')}\n${body}`, isMeantToBeRead);
  if (leak !== null) complaints.push(`it tells ${JSON.stringify(leak)}`);
  if (status >= 500 || !statuses.has(status)) complaints.push(`its status is ${status}`);
  if (rest !== '' && shot.what !== 'broken HTTP') complaints.push('another answer comes behind it');
  // What Node and the library of the socket say of broken HTTP themselves is a status, and a sentence at most.
  const sniffed = headers.get('x-content-type-options') !== 'nosniff' && shot.what !== 'broken HTTP';
  if (sniffed) complaints.push('a browser may guess what it is');
  if (headers.has('set-cookie')) complaints.push('it sets a cookie');
  return complaints;
}

/** An envelope that conforms, with exactly the figures of its error and a text that has all of them in it. */
export function judgeEnvelope(
  envelope: unknown,
  output: TSchema,
): { readonly complaints: Complaints; readonly told: Told | null } {
  if (conforms(successOf(output), envelope))
    return { complaints: [], told: { code: code.success, data: envelope.data } };
  if (!conforms(Refusal, envelope)) return { complaints: ['it is not what the call declares'], told: null };
  const complaints: string[] = [];
  const error = errorKeys.find((key) => key === envelope.error);
  if (error === undefined || error === 'server_error') complaints.push(`its error is ${envelope.error}`);
  const expected = error === undefined ? [] : [...errorParameters[error]].toSorted();
  if (Object.keys(envelope.details).toSorted().join() !== expected.join()) complaints.push('its details are others');
  if (envelope.message === '' || /\{\{|\bundefined\b|\bNaN\b/.test(envelope.message))
    complaints.push('its text has holes');
  return { complaints, told: { code: envelope.code, error: error ?? 'server_error' } };
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
