import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holdJournal, serveLines } from './line-server.ts';
import { maxLineBytes } from './protocol.ts';
import { memorySigner, payment } from './testing/memory-signer.ts';

let folder: string;
let path: string;
let close: () => Promise<void>;
const failures: unknown[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-lines-'));
  path = process.platform === 'win32' ? `\\\\.\\pipe\\${folder.replaceAll(/\W/g, '')}` : join(folder, 's');
  failures.length = 0;
  close = await serveLines(path, memorySigner(), (error) => failures.push(error));
});

afterEach(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});

/** A connection with the answers that it has not read yet; null when it has ended. */
function connect(): { socket: Socket; answer: () => Promise<unknown> } {
  const socket = createConnection(path);
  socket.on('error', () => undefined);
  const lines = createInterface(socket)[Symbol.asyncIterator]();
  const answer = async (): Promise<unknown> => {
    const { value, done } = await lines.next();
    return done === true ? null : (JSON.parse(value) as unknown);
  };
  return { socket, answer };
}

test.skipIf(process.platform === 'win32')('only its user can open the socket', () => {
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.skipIf(process.platform === 'win32')('its group can open the socket if it may', async () => {
  await close();
  close = await serveLines(path, memorySigner(), (error) => failures.push(error), true);
  expect(statSync(path).mode & 0o777).toBe(0o660);
});

test('two connections get the answers to their own requests', async () => {
  const [one, two] = [connect(), connect()];
  one.socket.write(`${JSON.stringify({ id: 1, method: 'sign', request: payment() })}\n`);
  two.socket.write(`${JSON.stringify({ id: 1, method: 'sign', request: payment({ reference: 'withdrawal/2' }) })}\n`);
  const answers = [await one.answer(), await two.answer()];
  expect(answers).toContainEqual({ id: 1, answer: { refused: 'slot_has_other_reference' } });
  const hex: unknown = expect.stringMatching(/^0x[0-9a-f]+$/);
  expect(answers).toContainEqual({ id: 1, answer: { raw: hex, hash: hex } });
});

test('requests in pieces, and many in one piece, are answered', async () => {
  const { socket, answer } = connect();
  const line = (id: number): string =>
    `${JSON.stringify({ id, method: 'address', chain: 'demo', wallet: { kind: 'hot' } })}\n`;
  socket.write(line(1).slice(0, 9));
  socket.write(line(1).slice(9));
  socket.write(Array.from({ length: 200 }, (_, n) => line(n + 2)).join(''));
  const ids = [];
  for (let n = 0; n < 201; n += 1) ids.push(((await answer()) as { id: number }).id);
  expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 201 }, (_, n) => n + 1));
});

test('malformed requests are answered and do not end the connection', async () => {
  const { socket, answer } = connect();
  const malformed = [
    '',
    'nonsense',
    '[]',
    '{"id":3}',
    '{"id":3,"method":"exportSeed"}',
    '{"id":3,"method":"address","chain":"../x"}',
  ];
  socket.write(`${malformed.join('\n')}\n`);
  const answers = [];
  for (const _ of malformed) answers.push(await answer());
  const error = 'the request is malformed';
  expect(answers).toEqual([
    ...Array.from({ length: 3 }, () => ({ id: null, error })),
    ...Array.from({ length: 3 }, () => ({ id: 3, error })),
  ]);
  socket.write(`${JSON.stringify({ id: 4, method: 'depositXpub', chain: 'unknown' })}\n`);
  expect(await answer()).toEqual({ id: 4, error: 'The policy has no chain unknown.' });
  expect(failures).toEqual([]);
});

test('a request without an end is cut off, and others are answered', async () => {
  const huge = connect();
  huge.socket.write('x'.repeat(maxLineBytes + 10));
  expect(await huge.answer()).toEqual({ id: null, error: 'the request is too long' });
  expect(await huge.answer()).toBeNull();
  const other = connect();
  other.socket.write(`${JSON.stringify({ id: 1, method: 'address', chain: 'demo', wallet: { kind: 'hot' } })}\n`);
  expect(await other.answer()).toMatchObject({ id: 1 });
});

test.runIf(process.platform === 'linux')('a journal has one signer at a time', async () => {
  const journal = join(folder, 'journal');
  await holdJournal(journal);
  await expect(holdJournal(journal)).rejects.toThrow('Another signer');
});
