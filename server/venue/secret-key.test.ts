import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { canLimitFiles, withFileLimit } from '../../scripts/file-limit.ts';
import { ownerPassword } from '../ground/database/owner-password.ts';
import { readSecretKey } from './secret-key.ts';
import { diskProblem, StartProblem } from './start-problem.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-key-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test('the secret key is made once', async () => {
  const made = await readSecretKey(null, folder);
  expect(made).toHaveLength(32);
  expect(Buffer.from(await readSecretKey(null, folder))).toEqual(Buffer.from(made));
});

test.runIf(canLimitFiles)('a full disk leaves no part of a secret key, and the next start makes one', async () => {
  const problem = await withFileLimit(16, () => readSecretKey(null, folder).catch((error: unknown) => error));
  expect(diskProblem(problem, folder)).toEqual(
    new StartProblem(`${folder} cannot be written (EFBIG); make space, and start again.`),
  );
  expect(readdirSync(folder)).toEqual([]);
  const made = await readSecretKey(null, folder);
  expect(readFileSync(join(folder, 'secret.key'))).toEqual(Buffer.from(made));
});

test.runIf(canLimitFiles)('a full disk leaves no part of the password of the bundled database', async () => {
  const cluster = join(folder, 'postgres');
  await withFileLimit(16, () => expect(() => ownerPassword(cluster)).toThrow('EFBIG'));
  expect(readdirSync(folder)).toEqual([]);
  expect(ownerPassword(cluster)).toHaveLength(48);
});
