import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { canLimitFiles, withFileLimit } from '../../scripts/file-limit.ts';
import { ownerPassword } from '../ground/database/owner-password.ts';
import { readSecretKeys } from './secret-key.ts';
import { diskProblem, StartProblem } from './start-problem.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-key-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test('the secret key is made once', async () => {
  const made = await readSecretKeys(null, folder);
  expect(made).toEqual([expect.objectContaining({ length: 32 })]);
  expect((await readSecretKeys(null, folder)).map((key) => Buffer.from(key))).toEqual(made);
});

test('the keys of the setting come in its order, then that of a file, which is not made for them', async () => {
  expect(await readSecretKeys(['new key', 'old key'], folder)).toEqual([
    Buffer.from('new key'),
    Buffer.from('old key'),
  ]);
  expect(readdirSync(folder)).toEqual([]);
  const [made] = await readSecretKeys(null, folder);
  expect(await readSecretKeys(['new key'], folder)).toEqual([Buffer.from('new key'), made]);
});

test.runIf(canLimitFiles)('a full disk leaves no part of a secret key, and the next start makes one', async () => {
  const problem = await withFileLimit(16, () => readSecretKeys(null, folder).catch((error: unknown) => error));
  expect(diskProblem(problem, folder)).toEqual(
    new StartProblem(`${folder} cannot be written (EFBIG); make space, and start again.`),
  );
  expect(readdirSync(folder)).toEqual([]);
  const [made = new Uint8Array()] = await readSecretKeys(null, folder);
  expect(readFileSync(join(folder, 'secret.key'))).toEqual(Buffer.from(made));
});

test.runIf(canLimitFiles)('a full disk leaves no part of the password of the bundled database', async () => {
  const cluster = join(folder, 'postgres');
  await withFileLimit(16, () => expect(() => ownerPassword(cluster)).toThrow('EFBIG'));
  expect(readdirSync(folder)).toEqual([]);
  expect(ownerPassword(cluster)).toHaveLength(48);
});
