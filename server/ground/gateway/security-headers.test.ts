import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RunningVenue } from '../../testing/running-venue.ts';

let venue: RunningVenue;
let pageFolder: string;
/** Internal files of the build. */
const ofTheBuild = ['.vite/manifest.json', 'sources.sha256'];

beforeAll(async () => {
  pageFolder = mkdtempSync(join(tmpdir(), 'bourse-headers-'));
  for (const folder of ['assets', 'coins', 'banners']) mkdirSync(join(pageFolder, folder));
  writeFileSync(join(pageFolder, 'index.html'), '<!doctype html><title>the page</title>');
  writeFileSync(join(pageFolder, 'assets', 'app-1a2b3c.js'), 'export {};');
  writeFileSync(join(pageFolder, 'coins', 'btc.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(pageFolder, 'banners', 'one.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(pageFolder, 'WhitePaper.pdf'), '%PDF-1.7');
  mkdirSync(join(pageFolder, '.vite'));
  for (const name of ofTheBuild) writeFileSync(join(pageFolder, name), '{}');
  venue = await RunningVenue.open({ pageFolder });
});

afterAll(async () => {
  await venue.close();
  rmSync(pageFolder, { recursive: true });
});

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';');

const ofPages = {
  'content-security-policy': policy,
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
const names = Object.keys(ofPages);
const ofData = { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' };
const paper = {
  ...ofPages,
  'content-security-policy': "frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
};

test.each([
  ['the page', 'GET', '/home', 200, ofPages],
  ['the page of kept messages', 'GET', '/demo/outbox', 200, ofPages],
  ['an unknown place of the page', 'GET', '/nowhere/at/all', 200, ofPages],
  ['a call of the operators’ console', 'GET', '/console/api/session', 404, ofPages],
  ['a script', 'GET', '/assets/app-1a2b3c.js', 200, ofPages],
  ['a file that is not there', 'GET', '/assets/gone.js', 404, ofPages],
  ['an address that cannot be decoded', 'GET', '/%', 404, ofPages],
  ['an address with an empty part', 'GET', '//home', 404, ofPages],
  ['an image', 'GET', '/coins/btc.svg', 200, ofPages],
  ['a banner', 'GET', '/banners/one.svg', 200, ofPages],
  ['the white paper, which our own page frames', 'GET', '/WhitePaper.pdf', 200, paper],
  ['an answer to a reading call', 'GET', '/api/default/config', 200, ofPages],
  ['the kept messages', 'GET', '/api/demo/outbox?to=ann@example.com', 200, ofPages],
  ['a refused reading call', 'GET', '/api/user/info', 200, ofPages],
  ['an unknown call', 'GET', '/api/nothing', 200, ofPages],
  ['a call that cannot be decoded', 'GET', '/api/%', 200, ofPages],
  ['an answer to a writing call, which no browser shows', 'POST', '/api/user/logout', 200, ofData],
  ['an unknown writing call', 'POST', '/api/nothing', 200, ofData],
  ['the documentation', 'GET', '/api/docs', 200, ofPages],
  ['its script', 'GET', '/api/docs/page.js', 200, ofPages],
  ['health', 'GET', '/healthz', 200, ofPages],
  ['readiness', 'HEAD', '/readyz', 200, ofPages],
])('%s is protected', async (_kind, method, path, status, wanted) => {
  const { headers, status: got } = await fetch(venue.url + path, { method });
  const found = names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)]] : []));
  expect([got, Object.fromEntries(found)]).toEqual([status, wanted]);
  // The server software is not disclosed, and a demo without TLS does not send Strict-Transport-Security.
  expect([headers.get('x-powered-by'), headers.get('server'), headers.get('strict-transport-security')]).toEqual([
    null,
    null,
    null,
  ]);
});

test('other sites may neither read an answer nor pass a preflight', async () => {
  const headers = {
    origin: 'https://elsewhere.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  };
  for (const [method, path] of [
    ['GET', '/api/default/config'],
    ['POST', '/api/user/logout'],
    ['OPTIONS', '/api/tx_in/add'],
    ['GET', '/api/docs/openapi.json'],
    ['GET', '/metrics'],
  ] as const) {
    const answer = await fetch(venue.url + path, { method, headers });
    expect([path, [...answer.headers.keys()].filter((name) => name.startsWith('access-control'))]).toEqual([path, []]);
  }
});

test('answers of calls are not cacheable', async () => {
  for (const [method, path] of [
    ['GET', 'default/config'],
    ['GET', 'demo/outbox?to=ann@example.com'],
    ['GET', 'user/info'],
    ['POST', 'user/logout'],
  ] as const) {
    const { headers } = await fetch(`${venue.url}/api/${path}`, { method });
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

test.each(ofTheBuild)('%s is not served', async (name) => {
  expect((await fetch(`${venue.url}/${name}`)).status).toBe(404);
});
