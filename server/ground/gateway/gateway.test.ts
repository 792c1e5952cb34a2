import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, RunningVenue } from '../../testing/running-venue.ts';

let venue: RunningVenue;
let ann: Person;
let pageFolder: string;

beforeAll(async () => {
  pageFolder = mkdtempSync(join(tmpdir(), 'bourse-page-'));
  mkdirSync(join(pageFolder, 'assets'));
  writeFileSync(join(pageFolder, 'index.html'), '<!doctype html><title>the page</title>');
  writeFileSync(join(pageFolder, 'assets', 'app-1a2b3c.js'), 'export {};');
  venue = await RunningVenue.open({ pageFolder });
  ann = await venue.person('ann');
});

afterAll(async () => {
  await venue.close();
  rmSync(pageFolder, { recursive: true });
});

describe('every handled refusal is HTTP 200 in the envelope', () => {
  test.each([
    ['an unknown address', 'GET', 'nothing/here', undefined, 'not_found'],
    ['an unknown address with a body', 'POST', 'nothing/here', '{}', 'not_found'],
    ['a POST to a call that reads', 'POST', 'market/deal', '{}', 'method_not_allowed'],
    ['a GET of a call that writes', 'GET', 'tx_in/add', undefined, 'method_not_allowed'],
    ['a DELETE', 'DELETE', 'user/login', undefined, 'method_not_allowed'],
    ['a PUT', 'PUT', 'user/login', '{}', 'method_not_allowed'],
    ['broken JSON', 'POST', 'user/login', '{"account":', 'invalid_request'],
    ['a body that is a list', 'POST', 'user/login', '[]', 'invalid_request'],
    ['a body that is a word', 'POST', 'user/login', '"hello"', 'invalid_request'],
    ['a body that is null', 'POST', 'user/login', 'null', 'invalid_request'],
    [
      'a body of lists within lists',
      'POST',
      'user/login',
      `{"account":${'['.repeat(20)}${']'.repeat(20)}}`,
      'invalid_request',
    ],
    ['no body', 'POST', 'user/login', '', 'invalid_request'],
    ['a prototype as a key', 'POST', 'user/login', '{"__proto__":{"account":"a"}}', 'invalid_request'],
    ['a constructor as a key', 'POST', 'user/login', '{"constructor":{"prototype":{"x":1}}}', 'invalid_request'],
    [
      'a body that is too large',
      'POST',
      'user/login',
      JSON.stringify({ account: 'a'.repeat(70_000) }),
      'payload_too_large',
    ],
    [
      'a text that is too long',
      'POST',
      'user/login',
      JSON.stringify({ account: 'a'.repeat(300), password: 'x' }),
      'invalid_request',
    ],
    ['a private call without a session', 'GET', 'user/info', undefined, 'session_ended'],
    ['a private call without a session, whatever its body is', 'POST', 'tx_in/add', '{', 'session_ended'],
    [
      'a longer body than its call can need',
      'POST',
      'user/register',
      JSON.stringify({ more: 'a'.repeat(10_000) }),
      'payload_too_large',
    ],
    ['a market that is a word', 'GET', 'market/deal?currency_match_id=one', undefined, 'invalid_request'],
    [
      'a market given twice',
      'GET',
      'market/deal?currency_match_id=1&currency_match_id=2',
      undefined,
      'invalid_request',
    ],
    ['a text with a character that no database takes', 'GET', 'demo/outbox?to=%00', undefined, 'invalid_request'],
    [
      'an account with such a character',
      'GET',
      'default/setting?key=login_use_sms&account=%00&device_id=x',
      undefined,
      'invalid_request',
    ],
    ['a field called __proto__', 'GET', 'market/deal?__proto__=1', undefined, 'invalid_request'],
    ['an address that cannot be decoded', 'GET', 'market/%E0%A4%A', undefined, 'invalid_request'],
  ])('%s', async (_what, method, path, body, error) => {
    const reply = await venue.send(method, path, body, { 'content-type': 'application/json' });
    expect({ status: reply.status, error: reply.body.error, data: reply.body.data }).toEqual({
      status: 200,
      error,
      data: null,
    });
    expect(reply.body.code).toBe(error === 'session_ended' ? 999 : 0);
    expect(reply.body.message.length).toBeGreaterThan(5);
    expect(Number.isInteger(reply.body.sequence)).toBe(true);
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  test('a body of another content type', async () => {
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded']) {
      const { status, body } = await venue.send('POST', 'user/login', 'account=a', { 'content-type': type });
      expect({ status, error: body.error }).toEqual({ status: 200, error: 'unsupported_media_type' });
    }
  });

  test('a null body for a call without required fields', async () => {
    await ann.buy(1, '0.01', '15000');
    const orders = async () => (await ann.get<{ total: number }>('tx_in/list')).body.data.total;
    const open = await orders();
    for (const body of ['null', '[]', '0', '""', 'false']) {
      const headers = { authorization: ann.token, 'content-type': 'application/json' };
      expect((await venue.send('POST', 'tx_in/cancel_all', body, headers)).body.error).toBe('invalid_request');
    }
    expect(await orders()).toBe(open);
    expect((await venue.send('POST', 'tx_in/cancel_all', undefined, { authorization: ann.token })).body.code).toBe(1);
    expect(await orders()).toBe(0);
  });

  test('a token of any shape', async () => {
    for (const authorization of [
      'x',
      'Bearer',
      'Bearer  ',
      'a'.repeat(64),
      `${ann.token}x`,
      "' or 1=1 --",
      '\u00e9'.repeat(40),
    ]) {
      expect((await venue.get('user/info', { authorization })).body.code).toBe(999);
    }
  });
});

test('the message is in the requested language, under each of its names', async () => {
  const said = async (lang: string) => (await venue.get('nothing', { lang })).body.message;
  expect(await said('en')).toBe('This address does not exist.');
  expect(await said('ja')).toBe(await said('jp'));
  expect(await said('zh_TW')).toBe(await said('hk'));
  expect(await said('xx')).toBe(await said('en'));
  expect(await said('__proto__')).toBe(await said('en'));
  const all = await Promise.all(['en', 'de', 'it', 'es', 'fr', 'zh', 'in', 'pt', 'ja', 'zh_TW', 'nl', 'tr'].map(said));
  expect(new Set(all).size).toBe(12);
});

test('an unexpected fault reveals nothing but an id, which is in the log', async () => {
  await venue.database.query('alter table app.users rename to users_away');
  const { headers, status, body } = await ann.get('user/info', { lang: 'de' });
  await venue.database.query('alter table app.users_away rename to users');
  expect(status).toBe(500);
  expect(body).toMatchObject({
    code: 0,
    data: null,
    error: 'server_error',
    message: 'Serverfehler, bitte versuchen Sie es später erneut',
  });
  expect(JSON.stringify(body)).not.toMatch(/users|relation|sql/i);
  expect(headers.get('x-request-id')).toBe(body.request_id);
  const line = venue.logged.find((text) => text.includes(String(body.request_id)));
  expect(line).toContain('users');
  expect(venue.logged.join('')).not.toContain(ann.token);
});

test('the sequence of an answer never decreases', async () => {
  let last = 0;
  for (let i = 0; i < 5; i += 1) {
    const placed = await ann.buy(1, '0.01', '20000');
    expect(placed.body.sequence).toBeGreaterThan(last);
    const read = await ann.get('tx_in/list');
    expect(read.body.sequence).toBeGreaterThanOrEqual(placed.body.sequence);
    last = read.body.sequence;
  }
});

test('requests for neither calls nor pages, and invalid HTTP, are refused in the envelope too', async () => {
  const posted = await fetch(`${venue.url}/`, { method: 'POST' });
  expect([posted.status, await posted.json()]).toMatchObject([200, { code: 0, error: 'not_found', data: null }]);
  for (const [sent, status] of [
    ['NONSENSE\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ] as const) {
    const socket = connect(Number(new URL(venue.url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (bytes: Buffer) => (answer += bytes.toString()));
    socket.write(sent);
    await once(socket, 'close');
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer).toContain('X-Content-Type-Options: nosniff');
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 0, error: 'invalid_request' });
  }
});

test('every answer has the same security headers, which allow nothing inline', async () => {
  const protecting = async (path: string, method = 'GET') => {
    const { headers } = await fetch(venue.url + path, { method });
    return ['content-security-policy', 'x-content-type-options', 'x-frame-options', 'referrer-policy'].map((name) =>
      headers.get(name),
    );
  };
  const page = await protecting('/');
  expect(page).toEqual([expect.any(String), 'nosniff', 'DENY', 'same-origin']);
  expect(page[0]).not.toContain('unsafe');
  for (const path of ['/api/nothing', '/healthz', '/assets/gone.js']) expect(await protecting(path)).toEqual(page);
  // Data that no browser shows needs no content security policy.
  expect(await protecting('/api/user/logout', 'POST')).toEqual([null, 'nosniff', 'DENY', null]);
});

describe('the page', () => {
  test('is served for every address in it, and revalidated each time', async () => {
    for (const path of ['/', '/trade?id=0', '/login', '/some/where']) {
      const response = await fetch(venue.url + path);
      expect(await response.text()).toContain('the page');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(response.headers.get('x-frame-options')).toBe('DENY');
    }
  });

  test('has files with a hash in their name that are cached permanently', async () => {
    const response = await fetch(`${venue.url}/assets/app-1a2b3c.js`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await fetch(`${venue.url}/assets/gone.js`)).status).toBe(404);
  });

  test('does not serve files outside its folder', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      request(`${venue.url}/`, { path: '/..%2f..%2fetc%2fpasswd' }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBeGreaterThanOrEqual(400);
  });
});

test('health and readiness report the status', async () => {
  const health = await fetch(`${venue.url}/healthz`);
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
  const readiness = await fetch(`${venue.url}/readyz`);
  expect([readiness.status, await readiness.json()]).toEqual([
    200,
    { ready: true, reason: null, recovered: true, database: true, fence: true, clock: true },
  ]);
});
