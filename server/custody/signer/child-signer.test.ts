import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { PolicyDocument } from '@bourse/signer/protocol';
import { pino } from 'pino';
import { parseTransaction, serializeTransaction } from 'viem';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { canLimitFiles, limitFiles, withFileLimit } from '../../../scripts/file-limit.ts';
import { ChildSigner, SignerUnavailable, SocketSigner } from './index.ts';

const receiver = '0x00000000000000000000000000000000000000C1';
const caps = { transaction: '1000000000000', hour: '1000000000000', day: '1000000000000' };
const policy: PolicyDocument = {
  chains: { demo: { kind: 'evm', chainId: 7, cold: null, fees: caps, assets: { '': caps } } },
};

let folder: string;
let logged: string[];
const running: ChildSigner[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-signer-'));
  logged = [];
});

afterEach(async () => {
  for (const child of running.splice(0)) await child.stop();
  rmSync(folder, { recursive: true, force: true });
});

function start(given = policy): ChildSigner {
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const child = ChildSigner.start({ folder: join(folder, 'signer'), policy: given, log, firstPauseMs: 1 });
  running.push(child);
  return child;
}

/** A signer that answers. */
async function started(): Promise<ChildSigner> {
  const child = start();
  await child.started();
  return child;
}

async function request(child: ChildSigner, nonce: number, reference = 'withdrawal/1') {
  await child.started();
  const from = await child.signer.address('demo', { kind: 'hot' });
  const encoded = serializeTransaction({
    type: 'eip1559',
    chainId: 7,
    nonce,
    gas: 21_000n,
    maxFeePerGas: 2n,
    maxPriorityFeePerGas: 1n,
    to: receiver,
    value: 5n,
  });
  return { chain: 'demo', wallet: { kind: 'hot' }, reference, slot: `${from}/${nonce}`, encoded } as const;
}

test('a signer killed between the entry and the answer is started again and repeats its answer', async () => {
  const child = start();
  const first = await request(child, 0);
  const journal = join(folder, 'signer', 'journal');
  const before = readFileSync(journal, 'utf8');
  const answer = child.signer.sign(first).catch((error: unknown) => error);
  await vi.waitUntil(() => readFileSync(journal, 'utf8').length > before.length, { interval: 1, timeout: 60_000 });
  const killed = child.pid;
  process.kill(killed ?? 0, 'SIGKILL');
  const lost = await answer;
  // A torn last line is part of the same accident.
  await vi.waitUntil(() => child.pid !== killed, { interval: 1, timeout: 60_000 });
  const repeated = await child.signer.sign(first);
  expect(parseTransaction(`0x02${'raw' in repeated ? repeated.raw.slice(4) : ''}`)).toMatchObject({ value: 5n });
  expect(lost instanceof SignerUnavailable ? repeated : lost).toEqual(repeated);
  expect(await child.signer.sign(await request(child, 1))).toEqual({ refused: 'reference_has_other_slot' });
  expect(await child.signer.sign(await request(child, 0, 'withdrawal/2'))).toEqual({
    refused: 'slot_has_other_reference',
  });
  expect(child.pid).not.toBe(killed);
});

test.skipIf(process.platform !== 'linux')('the signer knows none of the secrets of the server', async () => {
  process.env['SECRET_KEY'] = 'x'.repeat(40);
  try {
    const child = await started();
    const environment = readFileSync(`/proc/${child.pid}/environ`, 'utf8').split('\0').filter(Boolean);
    const names = new Set(environment.map((variable) => variable.split('=')[0]));
    names.delete('NODE_COMPILE_CACHE');
    expect(names).toEqual(new Set(['SIGNER_CREATE', 'SIGNER_DIR', 'SIGNER_END_WITH_INPUT', 'SIGNER_SOCKET']));
  } finally {
    delete process.env['SECRET_KEY'];
  }
});

test('the signer ends with its server, however that ends, and leaves its seeds to the next one', async () => {
  const program = join(import.meta.dirname, 'testing', 'serve-signer.ts');
  const server = spawn(process.execPath, [program, join(folder, 'signer')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
  const { pid, xpub } = JSON.parse(line) as { pid: number; xpub: string };
  server.kill('SIGKILL');
  await vi.waitUntil(() => !isRunning(pid), { interval: 5, timeout: 60_000 });
  const next = await started();
  expect(await next.signer.depositXpub('demo')).toBe(xpub);
});

test.runIf(canLimitFiles)(
  'on a full disk nothing is signed that the journal lacks, and the same process signs when there is space again',
  async () => {
    const child = start();
    await child.signer.sign(await request(child, 0));
    const { pid } = child;
    const journal = join(folder, 'signer', 'journal');
    const whole = readFileSync(journal, 'utf8');
    limitFiles([pid ?? 0], whole.length + 40);
    const next = await request(child, 1, 'withdrawal/2');
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(child.signer.sign(next)).rejects.toThrow('The journal cannot be written: EFBIG');
      expect(readFileSync(journal, 'utf8')).toBe(whole);
    }
    expect(await child.signer.slotOf('withdrawal/2')).toBe('');
    expect(await child.signer.sign(await request(child, 0))).toHaveProperty('raw');
    limitFiles([pid ?? 0], null);
    expect(await child.signer.sign(next)).toHaveProperty('raw');
    expect(child.pid).toBe(pid);
    await vi.waitUntil(() => logged.join('').includes('The journal is written again.'), { timeout: 60_000 });
    expect(logged.filter((line) => line.includes('cannot be written'))).toHaveLength(1);
    expect(logged).toHaveLength(2);
    await child.stop();
    const other = await started();
    expect(await other.signer.slotOf('withdrawal/2')).toBe(next.slot);
  },
);

test.runIf(canLimitFiles)('an unchanged policy needs no space, and a changed one is never half written', async () => {
  await start().stop();
  const file = join(folder, 'signer', 'policy.json');
  const whole = readFileSync(file, 'utf8');
  const child = await withFileLimit(10, () => {
    expect(() => start({ chains: {} })).toThrow('EFBIG');
    return start();
  });
  expect(readFileSync(file, 'utf8')).toBe(whole);
  expect(existsSync(`${file}.new`)).toBe(false);
  // The first process inherits the limit and ends, so two of them start, each within seconds.
  await expect.poll(() => child.signer.depositXpub('demo').catch(String)).toMatch(/^xpub/);
});

test('a damaged journal stops all signing, and the signer is not started again', async () => {
  const child = start();
  await child.signer.sign(await request(child, 0));
  await child.stop();
  const journal = join(folder, 'signer', 'journal');
  writeFileSync(journal, readFileSync(journal, 'utf8').replace('"amount":"5"', '"amount":"6"'));
  const other = start();
  await expect(other.started()).rejects.toThrow('The journal of the signer is damaged.');
  await expect(other.signer.depositXpub('demo')).rejects.toThrow('The journal of the signer is damaged.');
  expect(other.pid).toBeNull();
  expect(logged.join('')).toContain('Line 2 of');
});

test('a stopped signer leaves neither process nor socket, and answers that it is unavailable', async () => {
  const child = await started();
  const { pid } = child;
  await child.stop();
  expect(isRunning(pid ?? 0)).toBe(false);
  expect(readdirSync(join(folder, 'signer')).toSorted()).toEqual([
    'deposit.seed',
    'hot.seed',
    'journal',
    'journal.created',
    'policy.json',
  ]);
  await expect(child.signer.depositXpub('demo')).rejects.toThrow(SignerUnavailable);
});

test('its start may take longer than a request, and has a limit too', async () => {
  const child = start();
  await expect(child.started(0)).rejects.toThrow('did not start in time');
  await child.started();
  expect(await child.signer.depositXpub('demo')).toMatch(/^xpub/);
});

test('a request that is too long ends no other request', async () => {
  const child = await started();
  const long = { chain: 'demo', wallet: { kind: 'hot' }, reference: 'sweep/1', slot: '0x1/1' } as const;
  const [refused, answered] = await Promise.allSettled([
    child.signer.check({ ...long, encoded: 'x'.repeat(70_000) }),
    child.signer.depositXpub('demo'),
  ]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { name: 'SignerRefused' } });
  expect(answered.status).toBe('fulfilled');
  await child.stop();
});

test('a signer that cannot be reached, or does not answer, is unavailable', async () => {
  const path = join(folder, 'nothing');
  expect(existsSync(path)).toBe(false);
  await expect(new SocketSigner(path).depositXpub('demo')).rejects.toThrow('cannot be reached');
  const silent = new SocketSigner(path, () => new Promise(() => undefined), 1);
  await expect(silent.depositXpub('demo')).rejects.toThrow('did not answer in time');
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
