import type { LegalChat, LegalMessage } from '@bourse/contract/p2p';
import { p2pCalls } from '@bourse/contract/console';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../../../testing/console-client.ts';
import { type Person, type RunningVenue } from '../../../../testing/running-venue.ts';
import { imageOf } from '../../../../testing/uploads.ts';
import { openPair, paid, type Pair } from '../testing/order-client.ts';
import { warningsOf } from './warnings.ts';

let consoles: ConsoleVenue;
let venue: RunningVenue;
let support: StaffClient;
let pair: Pair;
let order: number;
const clock = { aheadMs: 0 };

beforeAll(async () => {
  consoles = await ConsoleVenue.open({
    now: () => Date.now() + clock.aheadMs,
    settings: { demo_review_seconds: 1, demo_appeal_seconds: 0 },
  });
  venue = consoles.venue;
  support = await consoles.staff(11, ['support']);
  pair = await openPair(venue, 'chat');
  order = (await paid(venue, pair)).id;
});

afterAll(async () => {
  await consoles.close();
});

async function say(person: Person, content: object) {
  // Ten seconds later a side can write again.
  clock.aheadMs += 3_000;
  return (await person.post<LegalMessage>('legal/say', { id: order, ...content })).body;
}

async function read(person: Person, after = 0): Promise<LegalChat> {
  return (await person.get<LegalChat>(`legal/messages?id=${order}&after=${after}`)).body.data;
}

describe('a chat', () => {
  test('has lines of the exchange and messages of both sides, numbered', async () => {
    const { buyer, merchant } = pair;
    expect((await say(buyer.person, { text: '  I have paid  ' })).data).toMatchObject({
      from: 'me',
      text: 'I have paid',
    });
    await say(merchant.person, { text: 'Add me on telegram @fast_lee and see pay.example.com' });
    const { data, last, open_until } = await read(buyer.person);
    expect(data.map(({ event, from, i, text }) => [i, from, event ?? text])).toEqual([
      [1, 'exchange', 'opened'],
      [2, 'exchange', 'paid'],
      [3, 'me', 'I have paid'],
      [4, 'other', 'Add me on telegram @fast_lee and see pay.example.com'],
    ]);
    expect(data[3]?.warnings).toEqual(['messenger', 'link']);
    expect([last, open_until]).toEqual([4, null]);
    expect((await read(merchant.person)).data[3]?.warnings).toEqual([]);
    expect((await read(buyer.person, 3)).data.map(({ i }) => i)).toEqual([4]);
  });

  test('is sent to both sides at once', async () => {
    const socket = await venue.socket();
    socket.say('login', pair.merchant.person.token);
    await socket.message(({ type }) => type === 'login');
    await say(pair.buyer.person, { text: 'Hello?' });
    const heard = await socket.message(({ type }) => type === 'LEGAL_CHAT');
    expect(heard).toMatchObject({ order_id: order, from: 'other', text: 'Hello?' });
    await socket.close();
  });

  test.each([
    ['nothing', {}, 'chat_empty'],
    ['only spaces', { text: '   ' }, 'chat_empty'],
    ['a text and an image', { text: 'a', image: 'a'.repeat(32) }, 'chat_empty'],
    ['a text that is too long', { text: 'a'.repeat(1_001) }, 'invalid_request'],
    ['marks without width', { text: 'rel\u200bease' }, 'invalid_request'],
    ['letters from right to left', { text: '\u202eevil' }, 'invalid_request'],
    ['an unknown image', { image: 'a'.repeat(32) }, 'image_unknown'],
    ['an image of others', {}, 'image_unknown'],
  ])('refuses %s', async (name, content, error) => {
    const image = name === 'an image of others' ? { image: await imageOf(venue, pair.merchant.person.token) } : {};
    expect((await say(pair.buyer.person, { ...content, ...image })).error).toBe(error);
  });

  test('refuses a sixth message within ten seconds', async () => {
    clock.aheadMs += 20_000;
    const post = async () => (await pair.buyer.person.post('legal/say', { id: order, text: 'quick' })).body.error;
    const errors: unknown[] = [];
    for (let n = 0; n < 6; n += 1) errors.push(await post());
    expect(errors).toEqual([undefined, undefined, undefined, undefined, undefined, 'chat_too_often']);
    clock.aheadMs += 20_000;
  });

  test('keeps images that both sides can see', async () => {
    const image = await imageOf(venue, pair.buyer.person.token);
    const said = await say(pair.buyer.person, { image });
    expect(said.data).toMatchObject({ text: '', image: `/api/common/image?id=${image}` });
    expect((await pair.merchant.person.get(`common/image?id=${image}`)).headers.get('content-type')).toBe('image/jpeg');
  });

  test('cannot be changed or deleted, and its hashes fit together', async () => {
    const { database } = venue;
    for (const statement of [
      `update app.p2p_messages set at = 0 where order_id = ${order}`,
      `delete from app.p2p_messages where order_id = ${order}`,
      'truncate app.p2p_messages',
    ])
      await expect(database.query(statement)).rejects.toThrow('only ever added to');
    const intact = async () => (await support.call(p2pCalls.p2pOrderCase, { id: order })).data.chat_intact;
    expect(await intact()).toBe(true);
    await database.query('alter table app.p2p_messages disable trigger p2p_messages_are_final');
    await database.query(`update app.p2p_messages set at = at + 1 where order_id = ${order} and i = 3`);
    expect(await intact()).toBe(false);
    await database.query(`update app.p2p_messages set at = at - 1 where order_id = ${order} and i = 3`);
    expect(await intact()).toBe(true);
    await database.query('alter table app.p2p_messages enable trigger p2p_messages_are_final');
  });
});

test('a side that has written 500 messages writes no more, and the other one still can', async () => {
  const { ad, buyer, merchant } = await openPair(venue, 'silenced');
  const { id } = await paid(venue, { ad, buyer, merchant });
  const { database } = venue;
  await database.query(
    `insert into app.p2p_messages (order_id, i, author_id, kind, event, at, prev, hash)
     select $1, 2 + n, $2, 'user', 'paid', 0, '\\x00', '\\x00' from generate_series(1, 499) n`,
    [id, buyer.person.id],
  );
  await database.query('update app.p2p_orders set messages = 501 where id = $1', [id]);
  const write = async (person: Person) => (await person.post('legal/say', { id, text: 'Hello' })).body;
  expect((await write(buyer.person)).code).toBe(1);
  expect(await write(buyer.person)).toMatchObject({ error: 'chat_full', details: { maximum: 500 } });
  await database.query(
    `insert into app.p2p_messages (order_id, i, author_id, kind, event, at, prev, hash)
     select $1, 502 + n, $2, 'user', 'paid', 0, '\\x00', '\\x00' from generate_series(1, 498) n`,
    [id, merchant.person.id],
  );
  await database.query('update app.p2p_orders set messages = 1000 where id = $1', [id]);
  expect((await write(merchant.person)).code).toBe(1);
  expect((await write(merchant.person)).code).toBe(1);
  expect((await write(merchant.person)).error).toBe('chat_full');
});

test.each([
  ['Please release the coins', ['release']],
  ['ＴＥＬＥＧＲＡＭ me', ['messenger']],
  ['请放币', ['release']],
  ['加微信', ['messenger']],
  ['https://bank.example/login', ['link']],
  ['I paid 1000.50 just now', []],
])('the text "%s" has these dangers', (text, warnings) => {
  expect(warningsOf(text)).toEqual(warnings);
});
