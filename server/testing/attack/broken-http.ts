import { texts } from './arsenal.ts';
import type { Chance } from './chance.ts';

/** HTTP methods that a call does not support. */
export const methods: readonly string[] = [
  ...[
    'GET',
    'POST',
    'HEAD',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'MKCOL',
    'LOCK',
    'PURGE',
    'REPORT',
  ],
  ...['get', 'FOO', 'QUERY', 'SEARCH', 'G\u0000T', ''],
];

/** A variant of a path that a careless server might resolve to another route. */
export function respeltPath(path: string, chance: Chance): string {
  const last = path.lastIndexOf('/');
  const text = encodeURIComponent(chance.pick(texts));
  return chance.pick([
    ...[`${path}/${text}`, `${path.slice(0, last)}/${text}`, `${path}?${text}`, `${path}?${text}=${text}`],
    ...[`/${path}`, `//${path}`, path.replace('/api/', '/api//'), path.replace('/api/', '/api/./')],
    ...[path.replace('/api/', '/api/../api/'), path.replace('/api/', '/x/../api/'), path.replace('/api/', '/%61pi/')],
    ...[
      path.replace('/api/', '/api/%2e%2e/api/'),
      `${path.slice(0, last)}%2f${path.slice(last + 1)}`,
      `${path}/`,
      `${path}//`,
    ],
    ...[
      path.toUpperCase(),
      `${path}%00`,
      `${path}%00.html`,
      `${path};a=b`,
      `${path}%20`,
      `${path}%ff`,
      `${path}%c0%af`,
    ],
    ...[
      path.replaceAll('/', '\\'),
      `${path}%0d%0aSet-Cookie:%20a=b`,
      `${path}%`,
      `${path}%zz`,
      `${path}.json`,
      `${path}#a`,
    ],
    ...[
      `http://evil.example${path}`,
      `https://evil.example:1${path}`,
      `${path}/../../healthz`,
      `${path}\u00e9`,
      `${path}%e9`,
    ],
    ...[
      `${path}${'/a'.repeat(3_000)}`,
      `${path}?${'/..'.repeat(3_000)}`,
      `/${'a'.repeat(10_000)}`,
      `${path}%252e%252e`,
    ],
  ]);
}

/** Paths besides the calls, and paths that scanners probe for forgotten files. */
export const places: readonly string[] = [
  ...[
    '/',
    '/healthz',
    '/readyz',
    '/metrics',
    '/ws',
    '/api',
    '/api/',
    '/api/docs',
    '/api/docs/',
    '/api/docs/openapi.json',
  ],
  ...['/api/docs/openapi.yaml', '/api/docs/js/none.js', '/api/docs/../../../package.json', '/api/docs/%2e%2e/%2e%2e/x'],
  ...[
    '/trade?id=0',
    '/login',
    '/index.html',
    '/index.html.br',
    '/index.html/..',
    '/assets/',
    '/assets',
    '/assets/none.js',
  ],
  ...[
    '/assets/../../../../../../etc/passwd',
    '/assets/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2f..%2fetc%2fpasswd',
  ],
  ...[
    '/..%5c..%5cwindows',
    '/%2e%2e/package.json',
    '/.%2e/package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/...//',
  ],
  ...['/.git/config', '/.env', '/package.json', '/server/main.ts', '/node_modules/pg/package.json', '/data/secret.key'],
  ...[
    '/wp-login.php',
    '/admin',
    '/phpinfo.php',
    '/actuator/env',
    '/cgi-bin/sh',
    '/server-status',
    '/debug/pprof',
    '/%00',
  ],
  ...[
    '/%',
    '/%zz',
    '/%ff',
    '/%c0%ae%c0%ae/',
    '/\u00e9',
    '/<script>',
    '/"',
    "/'",
    '/{{7*7}}',
    '/?__proto__[a]=1',
    '*',
    '/*',
  ],
  ...[
    '/coins/../x',
    '/coins/none.svg',
    '/favicon.ico',
    '/robots.txt',
    '/sitemap.xml',
    `/${'a/'.repeat(2_000)}`,
    '/ws?lang=__proto__',
  ],
];

interface Aim {
  readonly path: string;
  readonly token: string;
}

/**
 * Data that is not HTTP, malformed HTTP, and attempts at request smuggling. `finished` is false for truncated requests.
 */
export const brokenHeads: readonly ((aim: Aim) => readonly [text: string, finished: boolean])[] = [
  () => ['NONSENSE\r\n\r\n', true],
  () => ['\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003', false],
  () => ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', true],
  () => ['\r\n\r\n\r\n\r\n', false],
  () => ['GET / HTTP/9.9\r\nhost: x\r\n\r\n', true],
  () => ['GET / HTTP/0.9\r\n\r\n', true],
  ({ path }) => [`GET ${path} HTTP/1.0\r\n\r\n`, true],
  ({ path }) => [`GET ${path}\r\n\r\n`, true],
  ({ path }) => [`GET ${path} HTTP/1.1\r\n\r\n`, true],
  ({ path }) => [`GET ${path} HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n`, true],
  ({ path }) => [`GET ${path} HTTP/1.1\r\nhost: <script>\r\nconnection: close\r\n\r\n`, true],
  ({ path }) => [`GET  ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`, true],
  ({ path }) => [`GET ${path} HTTP/1.1\nhost: x\nconnection: close\n\n`, true],
  ({ path }) => [`GET ${path} HTTP/1.1\r\nhost: x\r\n folded: y\r\n\r\n`, true],
  ({ path }) => [`GET ${path} HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n`, true],
  ({ path }) => [`GET ${path} HTTP/1.1\r\nhost: x\r\nx-\u0000: y\r\n\r\n`, true],
  ({ path }) => [`GET ${path} HTTP/1.1\r\nhost: x\r\nx: \u0000\r\n\r\n`, true],
  ({ path }) => [`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: a\rb\r\n\r\n`, true],
  ({ path }) => [`GET ${path} HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, true],
  ({ path }) => [`GET ${path} HTTP/1.1\r\nhost: x\r\n${'x: y\r\n'.repeat(3_000)}\r\n`, true],
  ({ path }) => [`GET ${path}?${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, true],
  ({ path }) => [`GET ${path}?${'x'.repeat(1_048_576)} HTTP/1.1\r\nhost: x\r\n\r\n`, true],
  ({ path }) => [`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${'y'.repeat(1_048_576)}\r\n\r\n`, true],
  ({ path }) => [`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n{}`, true],
  ({ path }) => [`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 1e1\r\n\r\n{}`, true],
  ({ path }) => [`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999999999999999\r\n\r\n{}`, true],
  ({ path }) => [`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{} `, true],
  ({ path, token }) => [
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${token}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":`,
    false,
  ],
  ({ path }) => [
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1\r\n\r\n{}`,
    true,
  ],
  ({ path }) => [
    `POST ${path} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n`,
    true,
  ],
  ({ path }) => [`POST ${path} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n`, true],
  ({ path }) => [`POST ${path} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n`, true],
  ({ path }) => [
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    true,
  ],
  ({ path }) => [
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n{}`,
    false,
  ],
  ({ path }) => [
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2;${'e'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    true,
  ],
  ({ path }) => [
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nx: y\r\n\r\n`,
    true,
  ],
  ({ path }) => [`CONNECT ${path} HTTP/1.1\r\nhost: x\r\n\r\n`, true],
  () => ['CONNECT evil.example:443 HTTP/1.1\r\nhost: x\r\n\r\n', true],
  () => ['OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', true],
  ({ path }) => [`GET ${path} HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n`, true],
  () => ['GET /ws HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n', true],
  () => ['GET /ws HTTP/1.1\r\nhost: x\r\nupgrade: x\r\nconnection: upgrade\r\nsec-websocket-key: x\r\n\r\n', true],
  () => [
    'GET /ws HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: x\r\nsec-websocket-version: 13\r\n\r\n',
    true,
  ],
  () => [
    'GET /ws HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 99\r\n\r\n',
    true,
  ],
  () => [
    'GET /ws HTTP/1.1\r\nhost: x\r\norigin: http://evil.example\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n',
    true,
  ],
  () => [
    'GET /ws HTTP/1.1\r\nhost: x\r\norigin: null\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n',
    true,
  ],
  () => [
    'GET /ws HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\nsec-websocket-extensions: permessage-deflate; x=\u0001\r\nsec-websocket-protocol: ,,,\r\n\r\n',
    true,
  ],
];
