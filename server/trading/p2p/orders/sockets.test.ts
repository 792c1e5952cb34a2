import type { LegalChat, LegalMessage } from '@bourse/contract/p2p';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RunningVenue, type SocketClient, type SocketMessage } from '../../../testing/running-venue.ts';
import { detail, openPair, type Pair, pay, release, taken } from './testing/order-client.ts';

let venue: RunningVenue;
let pair: Pair;

beforeAll(async () => {
  venue = await RunningVenue.open({ settings: { demo_review_seconds: 1 } });
  pair = await openPair(venue, 'sockets');
});

afterAll(async () => {
  await venue.close();
});

interface Known {
  readonly from?: number;
  readonly run?: string;
}

/** A socket of the buyer, who names what it has received before. */
async function listen(known: Known = {}): Promise<SocketClient & { readonly login: SocketMessage }> {
  const socket = await venue.socket();
  socket.say('login', pair.buyer.person.token, known);
  const login = await socket.message(({ type }) => type === 'login');
  return Object.assign(socket, { login });
}

function statesOf({ heard }: SocketClient): readonly unknown[] {
  return heard.flatMap((message) => {
    if (message.type !== 'LEGAL_ORDER') return [];
    const { order } = message as unknown as { order: { id: number; status: number } };
    return [[order.id, order.status]];
  });
}

test('each side hears every state of its orders, and no one else hears any', async () => {
  const stranger = await venue.person('sockets-stranger');
  const other = await venue.socket();
  other.say('login', stranger.token);
  await other.message(({ type }) => type === 'login');
  const socket = await listen();
  const { id } = await taken(pair);
  await pay(venue, pair, id);
  await release(pair, id);
  await socket.until(() => (statesOf(socket).length >= 3 ? true : undefined));
  expect(statesOf(socket)).toEqual([
    [id, 1],
    [id, 2],
    [id, 5],
  ]);
  // Everything of before has been sent when this is answered.
  const answered = await other.ask('order.cancel', 'last', { id: 999_999 });
  expect(answered.code).toBe(0);
  expect(other.heard.filter(({ type }) => type.startsWith('LEGAL'))).toEqual([]);
  await Promise.all([socket.close(), other.close()]);
});

test('a client that connects again is sent the states that it has missed, once and in their order', async () => {
  const first = await listen();
  const { run, sequence } = first.login;
  const { id } = await taken(pair, { amount: '721' });
  const opened = await first.message(({ type }) => type === 'LEGAL_ORDER');
  await first.close();
  await pair.merchant.person.post('legal/ask_cancel', { id });
  await pay(venue, pair, id);
  await release(pair, id);
  const again = await listen({ from: Number(opened['sequence']), run: String(run) });
  expect(again.login).toMatchObject({ resumed: true });
  await again.until(() => (statesOf(again).at(-1)?.toString() === `${id},5` ? true : undefined));
  const sequences = again.heard.flatMap((message) => (message.type === 'LEGAL_ORDER' ? [message['sequence']] : []));
  expect(sequences).toHaveLength(3);
  expect(sequences).toEqual(sequences.toSorted((a, b) => Number(a) - Number(b)));
  const whole = await listen({ from: Number(sequence), run: String(run) });
  await whole.until(() => (statesOf(whole).length >= 4 ? true : undefined));
  expect(whole.heard.filter(({ type }) => type === 'LEGAL_ORDER')).toHaveLength(4);
  await Promise.all([again.close(), whole.close()]);
});

test('a client of another run reads its orders again', async () => {
  const { id } = await taken(pair, { amount: '722' });
  const socket = await listen({ from: 1, run: 'another' });
  expect(socket.login).toMatchObject({ resumed: false });
  expect((await detail(pair.buyer.person, id)).data.status).toBe(1);
  await pair.buyer.person.post('legal/cancel', { id, reason: 'other' });
  const heard = await socket.message(({ type }) => type === 'LEGAL_ORDER');
  expect(heard).toMatchObject({ order: { id, status: 6, end_reason: 'user' } });
  await socket.close();
});

test('a client that connects again reads the messages that it has missed by their numbers', async () => {
  const { id } = await taken(pair, { amount: '723' });
  const talk = async (text: string) =>
    (await pair.merchant.person.post<LegalMessage>('legal/say', { id, text })).body.data;
  const first = await listen();
  await talk('one');
  const heard = await first.message(({ type, text }) => type === 'LEGAL_CHAT' && text === 'one');
  await first.close();
  await talk('two');
  await talk('three');
  const again = await listen();
  await talk('four');
  const live = await again.message(({ type, text }) => type === 'LEGAL_CHAT' && text === 'four');
  const { body } = await pair.buyer.person.get<LegalChat>(`legal/messages?id=${id}&after=${String(heard['i'])}`);
  expect(body.data.data.map(({ i, text }) => [i, text])).toEqual([
    [3, 'two'],
    [4, 'three'],
    [5, 'four'],
  ]);
  expect(live['i']).toBe(body.data.last);
  // The messages of before are not sent again.
  expect(again.heard.filter(({ type }) => type === 'LEGAL_CHAT')).toHaveLength(1);
  await again.close();
});
