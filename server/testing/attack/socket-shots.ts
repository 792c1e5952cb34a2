import { code, conforms, type SocketCall } from '@bourse/contract';
import { channels } from '@bourse/contract/capabilities';
import { AnswerMessage, CallMessage, ClientMessage, ErrorMessage, ReplyMessage } from '@bourse/contract/socket';
import type { TSchema } from 'typebox';
import { hostileBody, hostileJson } from './arsenal.ts';
import { deformed } from './deform.ts';
import { Fields, type Json, jsonText, parsed } from './json.ts';
import { type Complaints, judgeEnvelope, type Outcome } from './judge.ts';
import { leakIn } from './leaks.ts';
import { hostileText, plausible, type Sender } from './shots.ts';

/** One message of a socket client. */
export interface SocketShot {
  readonly what: string;
  readonly data: string | Buffer;
  /** The call that it makes, with id and input; null if it makes none. */
  readonly call: { readonly declared: SocketCall; readonly id: string; readonly input: unknown } | null;
  /** Whether it must be refused as an invalid message. */
  readonly invalid: boolean;
}

/** Generates a message: a call, subscription or login with defects, or something that is not a message. */
export function drawSocketShot(calls: readonly SocketCall[], sender: Sender, n: number): SocketShot {
  const { chance } = sender;
  const harmless = plausible(sender);
  const what = chance.weighted<string>([
    [10, 'socket call in order'],
    [50, 'socket call'],
    [15, 'socket envelope'],
    [15, 'socket message'],
    [6, 'socket text'],
    [4, 'socket bytes'],
  ]);
  if (what === 'socket bytes') return shotOf(what, hostileBody(chance), calls);
  if (what === 'socket text') {
    return shotOf(what, chance.happens(0.5) ? hostileText(chance) : hostileBody(chance).toString(), calls);
  }
  if (what === 'socket message') {
    const message = harmless.value(ClientMessage, '');
    return shotOf(what, jsonText(chance.happens(0.7) ? deformed(message, chance) : message), calls);
  }
  const declared = chance.pick(calls);
  const params = harmless.input(declared.input, declared.type);
  const key: readonly (readonly [string, Json])[] = chance.happens(0.3)
    ? [['key', `key-${chance.below(1_000_000)}`]]
    : [];
  const message = (given: Json): Fields =>
    new Fields([['type', declared.type], ['id', `call-${n}`], ['params', given], ...key]);
  if (what === 'socket call in order') return shotOf(what, jsonText(message(params)), calls);
  if (what === 'socket call') return shotOf(what, jsonText(message(deformed(params, chance))), calls);
  const wrong = chance.happens(0.5)
    ? deformed(message(params), chance)
    : message(params).with(['key', hostileJson(chance)]);
  return shotOf(what, jsonText(wrong), calls);
}

function shotOf(what: string, data: string | Buffer, calls: readonly SocketCall[]): SocketShot {
  const message = typeof data === 'string' ? parsed(data) : undefined;
  const declared = conforms(CallMessage, message) ? calls.find(({ type }) => type === message.type) : undefined;
  if (declared !== undefined && conforms(CallMessage, message)) {
    return { what, data, call: { declared, id: message.id, input: message.params }, invalid: false };
  }
  const isPing = data === 'ping';
  return { what, data, call: null, invalid: !isPing && !conforms(ClientMessage, message) };
}

const answers = new Map<SocketCall, TSchema>();

/** Checks the answer to a call on the socket. */
export function judgeAnswer(
  shot: SocketShot,
  answer: unknown,
): { readonly complaints: Complaints; readonly outcome: Outcome | null } {
  if (shot.call === null) return { complaints: ['the answer was not requested'], outcome: null };
  const { declared, input } = shot.call;
  const output = answers.get(declared) ?? declared.output;
  answers.set(declared, output);
  const { complaints, outcome } = judgeEnvelope(answer, output);
  const undeserved = outcome?.code === code.success && !conforms(declared.input, input);
  const leak = leakIn(JSON.stringify(answer), outcome?.code === code.success);
  return {
    complaints: [
      ...complaints,
      ...(undeserved ? ['the call succeeded with invalid input'] : []),
      ...(leak === null ? [] : [`the answer leaks ${JSON.stringify(leak)}`]),
    ],
    outcome,
  };
}

/** Whether a message of the server conforms to the contract. */
export function isServerMessage(message: unknown): boolean {
  return serverMessages.some((schema) => conforms(schema, message));
}

const serverMessages: readonly TSchema[] = [
  ReplyMessage,
  ErrorMessage,
  AnswerMessage,
  ...new Set(Array.from(channels.values(), ({ message }): TSchema => message)),
];
