import { Refusal } from '@bourse/contract';
import { channels } from '@bourse/contract/capabilities';
import { CallMessage, ClientMessage, ErrorMessage, ReplyMessage } from '@bourse/contract/socket';
import { channelNotes, documentedSocketCalls, examples } from '@bourse/contract/documentation';
import type { TSchema } from 'typebox';
import { success } from './openapi.ts';
import { namedSchemas, wireSchema } from './wire-schemas.ts';

/** The AsyncAPI 3.0 document of the socket from the server's side: client messages are received. */
export function asyncApiDocument(): object {
  const calls = documentedSocketCalls.map(({ call, general, input, message, output, refusals, summary }) => {
    const id = '17';
    const params = wireSchema(call.input);
    const sent = { type: call.type, id, ...(call.movesMoney ? { key: 'once-17' } : {}), params: input };
    const answered = { type: call.type, id, code: 1, message, data: output, sequence: 90_210 };
    return {
      name: call.type,
      received: {
        summary,
        payload: { allOf: [wireSchema(CallMessage), { properties: { type: { const: call.type }, params } }] },
        examples: [{ payload: sent }],
        'x-policy': { access: call.access, rate: call.rate, moves_money: call.movesMoney },
        'x-errors': { of_this_call: refusals, of_every_such_call: general },
      },
      answered: {
        summary: `Answer to ${call.type}`,
        payload: {
          allOf: [
            { properties: { type: { const: call.type }, id: { type: 'string' } }, required: ['type', 'id'] },
            { oneOf: [success(wireSchema(call.output)), wireSchema(Refusal)] },
          ],
        },
        examples: [{ payload: answered }],
      },
    };
  });
  const output = Array.from(channels, ([kind, { access, begins, message, name, rate, summary }]) => ({
    name: kind,
    sent: {
      ...messageOf(`${summary}. ${channelNotes.get(kind) ?? ''}`, message),
      'x-channel': { name, begins },
      'x-policy': { access, rate },
    },
  }));
  const messages = {
    subscription: messageOf('Log in, subscribe, unsubscribe', ClientMessage),
    reply: messageOf('Answer to a login, subscription or unsubscription', ReplyMessage),
    error: messageOf('A refused message, or the reason why the connection is closed', ErrorMessage),
    ping: { summary: 'The text ping', payload: { const: 'ping' } },
    pong: { summary: 'The text pong', payload: { const: 'pong' } },
    ...Object.fromEntries(calls.map(({ name, received }) => [name, received])),
    ...Object.fromEntries(calls.map(({ answered, name }) => [`${name}.answer`, answered])),
    ...Object.fromEntries(output.map(({ name, sent }) => [name, sent])),
  };
  const channel = { $ref: '#/channels/socket' };
  const named = (names: readonly string[]) => names.map((name) => ({ $ref: `#/channels/socket/messages/${name}` }));
  const heard = ['subscription', 'ping', ...calls.map(({ name }) => name)];
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Bourse',
      version: '1',
      description: 'The WebSocket API. `/api/docs` is the same documentation for people.',
    },
    channels: { socket: { address: '/ws', messages } },
    operations: {
      receive: { action: 'receive', channel, messages: named(heard) },
      send: { action: 'send', channel, messages: named(Object.keys(messages).filter((name) => !heard.includes(name))) },
    },
    components: { schemas: namedSchemas() },
  };
}

function messageOf(summary: string, schema: TSchema): object {
  return { summary, payload: wireSchema(schema), examples: [{ payload: examples.of(schema) }] };
}
