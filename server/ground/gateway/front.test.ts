import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Front } from './front.ts';

const patienceMs = 50;
let front: Front | null = null;

afterEach(async () => {
  await front?.close();
  front = null;
});

/** The readiness checks before anything is known. */
const unknown = { recovered: false, database: false, fence: false, clock: false };

describe('the front', () => {
  test('reports the exchange as closed until it opens, in the envelope and language of the caller', async () => {
    const url = await listening();
    const refusal = await fetch(`${url}/api/user/login`, { method: 'POST', headers: { lang: 'de' }, body: '{}' });
    expect(refusal.status).toBe(503);
    expect(refusal.headers.get('retry-after')).toBe('2');
    expect(await refusal.json()).toMatchObject({
      code: 0,
      data: null,
      error: 'exchange_closed',
      details: {},
      sequence: 0,
    });
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { ready: false, reason: 'The exchange is starting.', ...unknown },
    ]);
    front?.explain('The clock is wrong.');
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({
      ready: false,
      reason: 'The clock is wrong.',
      ...unknown,
    });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  test('refuses a socket with a status until it opens', async () => {
    const url = await listening();
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
    const [error] = (await once(socket, 'error').catch((thrown: unknown) => [thrown])) as [Error];
    expect(error.message).toContain('503');
  });

  test('answers that nothing is found until it opens, if it is hidden', async () => {
    front = new Front({ patienceMs, hidden: true });
    const port = await front.listen({ host: '127.0.0.1', port: 0 });
    for (const path of ['', 'readyz', 'healthz', 'console/api/session']) {
      const answer = await fetch(`http://127.0.0.1:${port}/${path}`);
      expect([answer.status, await answer.text()]).toEqual([404, 'Not found.']);
    }
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
    const [error] = (await once(socket, 'error').catch((thrown: unknown) => [thrown])) as [Error];
    expect(error.message).toContain('404');
  });

  test('passes everything on once it is open', async () => {
    const url = await listening();
    front?.open(createServer((_request, response) => response.end('the exchange')));
    expect(await (await fetch(`${url}/readyz`)).text()).toBe('the exchange');
  });

  test('reports an address in use', async () => {
    const url = await listening();
    const second = new Front();
    await expect(second.listen({ host: '127.0.0.1', port: Number(new URL(url).port) })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  test.each([
    ['a stranger', [], 2],
    ['a proxy', ['127.0.0.0/8'], 4],
  ])('limits the connections of one network: of %s', async (_who, trustedProxies, max) => {
    front = new Front({ linesPerNetwork: 2, trustedProxies, patienceMs });
    const port = await front.listen({ host: '127.0.0.1', port: 0 });
    front.open(createServer((_request, response) => response.end('the exchange')));
    const lines = [];
    for (let n = 0; n < 4; n += 1) lines.push(await lineThatAsks(port));
    const held = lines.filter(({ heard }) => heard);
    expect(held).toHaveLength(max);
    // Closing a connection makes room for another.
    held[0]?.line.destroy();
    await expect.poll(async () => (await lineThatAsks(port)).heard).toBe(true);
    for (const { line } of lines) line.destroy();
  });

  test('answers requests in progress when it closes, and cuts off unfinished ones', async () => {
    const url = await listening();
    const arrived = Promise.withResolvers<() => void>();
    front?.open(createServer((_request, response) => arrived.resolve(() => response.end('answered'))));
    const answer = fetch(url);
    const finish = await arrived.promise;
    const half = connect(Number(new URL(url).port), '127.0.0.1');
    await once(half, 'connect');
    half.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
    // Whether the client sees an error depends on how much of its data the server has read.
    half.on('error', () => undefined);
    const cut = new Promise((resolve) => half.once('close', resolve));
    const closed = front?.close();
    finish();
    expect(await (await answer).text()).toBe('answered');
    await cut;
    await closed;
  });
});

test('a complete request is answered even if that takes longer than the patience of a stopping server', async () => {
  const url = await listening();
  const arrived = Promise.withResolvers<() => void>();
  const inner = createServer((request, response) => {
    request.resume().once('end', () => arrived.resolve(() => response.end('done')));
  });
  front?.open(inner);
  const answer = fetch(url, { method: 'POST', body: 'an order' });
  const finish = await arrived.promise;
  const half = connect(Number(new URL(url).port), '127.0.0.1');
  await once(half, 'connect');
  half.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
  const closed = front?.close();
  // The patience has ended when the unfinished request is cut off.
  await once(half, 'close');
  finish();
  expect(await (await answer).text()).toBe('done');
  await closed;
});

test.each([
  ['', ''],
  ['Upgrade: websocket\r\nConnection: upgrade\r\n', 'ws'],
])('a request with two Host headers is refused (%j)', async (headers, path) => {
  const url = await listening();
  const line = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  const heard: Buffer[] = [];
  line.on('data', (bytes: Buffer) => heard.push(bytes));
  line.write(`GET /${path} HTTP/1.1\r\nHost: a\r\nhost: b\r\n${headers}\r\n`);
  await once(line, 'close');
  expect(heard).toEqual([]);
});

describe('a connection', () => {
  test('is upgraded only at the socket path; elsewhere the request is answered normally', async () => {
    const url = await listening();
    const upgraded: unknown[] = [];
    const inner = createServer((_request, response) => response.end('the exchange'));
    inner.on('upgrade', (request, socket) => {
      upgraded.push(request.url);
      socket.end();
    });
    front?.open(inner);
    const line = connect(Number(new URL(url).port), '127.0.0.1');
    for (const path of ['/healthz', '/%zz', '/ws/x', '/']) {
      line.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n`);
      const [answer] = (await once(line, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 [^]*the exchange$/);
    }
    expect(upgraded).toEqual([]);
    line.write('GET /ws?lang=de HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n');
    await once(line, 'close');
    expect(upgraded).toEqual(['/ws?lang=de']);
  });

  test('that was upgraded does not keep the front from closing', async () => {
    const url = await listening();
    const inner = createServer();
    const arrived = Promise.withResolvers<void>();
    inner.on('upgrade', () => {
      arrived.resolve();
    });
    front?.open(inner);
    const line = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
    line.write('GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n');
    await arrived.promise;
    const cut = once(line, 'close');
    await front?.close();
    await cut;
  });

  test('is cut off when it pipelines too many requests, and the rest is ignored', async () => {
    const url = await listening();
    const heard: unknown[] = [];
    const held: (() => void)[] = [];
    front?.open(
      createServer((request, response) => {
        heard.push(request.url);
        held.push(() => response.end('the exchange'));
      }),
    );
    const line = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
    const requests = (count: number): string => 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count);
    line.write(requests(5));
    await expect.poll(() => heard.length).toBe(5);
    for (const answer of held.splice(0)) answer();
    let answers = 0;
    line.on('data', (bytes: Buffer) => (answers += bytes.toString().split('HTTP/1.1 200').length - 1));
    await expect.poll(() => answers).toBe(5);
    line.write(requests(500));
    await once(line, 'close');
    expect(heard).toHaveLength(5 + 5);
  });

  test('whose client does not read the answer is cut off after a timeout', async () => {
    front = new Front({ patienceMs, silenceMs: 100 });
    const port = await front.listen({ host: '127.0.0.1', port: 0 });
    const cut = Promise.withResolvers<void>();
    front.open(
      createServer((request, response) => {
        request.socket.once('close', () => cut.resolve());
        response.end(Buffer.alloc(32 * 1_048_576));
      }),
    );
    const line = connect(port, '127.0.0.1').on('error', () => undefined);
    line.pause();
    line.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await cut.promise;
    expect(line.bytesRead).toBe(0);
    line.destroy();
  });

  test('with an unknown Expect header is answered normally', async () => {
    const url = await listening();
    front?.open(createServer((_request, response) => response.end('the exchange')));
    const line = connect(Number(new URL(url).port), '127.0.0.1');
    line.write('GET / HTTP/1.1\r\nHost: x\r\nExpect: the-unexpected\r\n\r\n');
    const [answer] = (await once(line, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 [^]*the exchange$/);
    line.destroy();
  });
});

async function listening(): Promise<string> {
  front = new Front({ patienceMs });
  return `http://127.0.0.1:${await front.listen({ host: '127.0.0.1', port: 0 })}`;
}

/** A new connection, and whether the request on it was answered. */
async function lineThatAsks(port: number): Promise<{ line: Socket; heard: boolean }> {
  const line = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(line, 'connect');
  const end = Promise.withResolvers<boolean>();
  line.once('data', () => end.resolve(true));
  line.once('close', () => end.resolve(false));
  line.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return { line, heard: await end.promise };
}
