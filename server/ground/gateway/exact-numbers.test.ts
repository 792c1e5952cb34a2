import { expect, test } from 'vitest';
import { RunningVenue } from '../../testing/running-venue.ts';
import { inexactNumberIn } from './exact-numbers.ts';

test.each([
  ['{"number":67108864.00000002}', 'number'],
  ['{"a":"1","price" : -0.1000000000000000055511}', 'price'],
  ['{"price":9007199254740993}', 'price'],
  ['{"price":1e400}', 'price'],
  ['{"price":1E-400}', 'price'],
  [`{"price":1.${'0'.repeat(200)}}`, 'price'],
  ['[1,2,67108864.00000002]', 'body'],
  ['{"<b>":67108864.00000002}', 'body'],
  ['{"number":67108864.00000001}', null],
  ['{"number":67108864.5}', null],
  ['{"number":0.30000000000000004}', null],
  ['{"number":9007199254740991}', null],
  ['{"number":123456789012345.0000000000}', null],
  ['{"number":1.50e2,"b":-0,"c":0.0000000000000000000}', null],
  ['{"number":5e-324,"b":1.7976931348623157e308}', null],
  ['{"number":"67108864.00000002"}', null],
  ['{"text":"a\\",67108864.00000002"}', null],
  ['{"a":true,"b":false,"c":null}', null],
  ['{"a":"', null],
  ['1.2.3e', null],
])('%s has an inexact number in %s', (text, field) => {
  expect(inexactNumberIn(text)).toBe(field);
});

test.each([
  ['"'.repeat(65_536), null],
  ['\\"'.repeat(32_768), null],
  [`"${' '.repeat(65_536)}`, null],
  ['"" '.repeat(20_000), null],
  ['0'.repeat(65_536), 'body'],
])('text of hostile repetition is read in one pass (case %#)', (text, field) => {
  expect(inexactNumberIn(text)).toBe(field);
});

test('a call with a number that would be rounded is refused with its field', async () => {
  const venue = await RunningVenue.open();
  try {
    const answer = await fetch(`${venue.url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"account":"ann@example.com","password":67108864.00000002}',
    });
    expect(await answer.json()).toMatchObject({
      error: 'invalid_request',
      details: { field: 'password', problem: 'inexact_number' },
    });
    const socket = await venue.socket();
    socket.say('login', (await venue.person('ann')).token);
    await socket.message(({ type }) => type === 'login');
    socket.socket.send('{"type":"order.cancel","id":"7","params":{"id":1.00000000000000001,"way":1}}');
    expect(await socket.message(({ type }) => type === 'order.cancel')).toMatchObject({
      id: '7',
      error: 'invalid_request',
      details: { field: 'id', problem: 'inexact_number' },
    });
    socket.socket.send('{"type":"unsub","params":"MARKET_DEPTH.1","id":67108864.00000002}');
    expect(await socket.message(({ type }) => type === 'error')).toMatchObject({ error: 'message_invalid' });
  } finally {
    await venue.close();
  }
});
