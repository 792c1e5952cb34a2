import { code, conforms, ErrorKey, errorParameters, Refusal, type Call, type SocketCall } from '@bourse/contract';
import { channelOf } from '@bourse/contract/capabilities';
import { AnswerMessage, ErrorMessage, ReplyMessage } from '@bourse/contract/socket';
import {
  type Documented,
  documentedCalls,
  documentedSocketCalls,
  refusalsOfNoCall,
  unknownFields,
} from '@bourse/contract/documentation';
import Type, { type TSchema } from 'typebox';
import type { Envelope } from './running-venue.ts';

const calls = new Map(
  documentedCalls.flatMap((group) => group.calls).map((one) => [`${one.call.method} ${one.call.path}`, one]),
);
const socketCalls = new Map(documentedSocketCalls.map((one) => [one.call.type, one]));

/**
 * The difference between an answer and the documentation of its call; null if there is none. This makes every test of
 * the wire a test of the documentation.
 */
export function differenceOfAnswer(method: string, path: string, answer: Answered): string | null {
  const [name = ''] = path.split('?', 1);
  const documented = calls.get(`${method} ${name}`);
  return documented === undefined ? null : differenceOf(name, documented, answer);
}

/** The difference between a socket message and its documentation; null if there is none. */
export function differenceOfMessage(
  message: Readonly<Record<string, unknown>> & { readonly type: string },
): string | null {
  const { type } = message;
  const documented = socketCalls.get(type);
  if (documented !== undefined) {
    if (!conforms(AnswerMessage, message)) return `${type} was answered in an undocumented form`;
    return differenceOf(type, documented, message);
  }
  const channel = channelOf(type);
  if (channel !== undefined) return shapeDifference(type, channel.channel.message, message);
  return shapeDifference(type, type === 'error' ? ErrorMessage : ReplyMessage, message);
}

/** The parts of an answer that are checked. */
type Answered = Readonly<Record<string, unknown>> | Envelope<unknown>;

function differenceOf(
  name: string,
  { call, general, refusals }: Documented<Call | SocketCall>,
  answer: Answered,
): string | null {
  const keys = [...general, ...refusals];
  if (answer.code !== code.success) return refusalDifference(name, [...keys, ...beforeAnyCall], answer);
  const { data } = answer;
  const difference = shapeDifference(name, call.output, data);
  if (difference !== null || !conforms(BatchResults, data)) return difference;
  const refused = data.results.filter((entry) => entry.code !== code.success);
  return refused.map((entry) => refusalDifference(name, keys, entry)).find((found) => found !== null) ?? null;
}

/** Refusals that occur before the call: of an invalid path, method or body, including a body on a GET call. */
const beforeAnyCall: readonly string[] = [...refusalsOfNoCall, 'payload_too_large', 'unsupported_media_type'];

/** Entries of a batch are refused for the reasons that the batch declares. */
const BatchResults = Type.Object({ results: Type.Array(Type.Object({ code: Type.Integer() })) });

function refusalDifference(name: string, keys: readonly string[], answer: Answered): string | null {
  if (!conforms(Refusal, answer)) return `${name} was refused in an undocumented form: ${JSON.stringify(answer)}`;
  const { details, error } = answer;
  if (!conforms(ErrorKey, error)) return `${name} was refused for ${error}, which is no error key`;
  if (!keys.includes(error)) return `${name} was refused for ${error}, which its documentation does not name`;
  const parameters = Object.keys(details).toSorted().join();
  const expected = [...errorParameters[error]].toSorted().join();
  return parameters === expected
    ? null
    : `${name} was refused for ${error} with the parameters ${parameters}, not ${expected}`;
}

function shapeDifference(name: string, schema: TSchema, value: unknown): string | null {
  if (!conforms(schema, value)) return `${name} answered contrary to its schema: ${JSON.stringify(value)}`;
  const unknown = unknownFields(schema, value);
  return unknown.length === 0 ? null : `${name} answered ${unknown.join()}, which its schema does not contain`;
}
