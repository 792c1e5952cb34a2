import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { canLimitFiles, withFileLimit } from '../../../scripts/file-limit.ts';
import { PriceFile } from './price-file.ts';

let folder: string;
let path: string;
let warnings: string[];
let prices: PriceFile;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-prices-'));
  path = join(folder, 'prices.json');
  warnings = [];
  prices = new PriceFile(path, { warn: (_, message) => void warnings.push(message) });
});

afterEach(() => rmSync(folder, { recursive: true }));

test('a missing or empty file has no prices', async () => {
  expect(await prices.read()).toEqual({});
  writeFileSync(path, '');
  expect(await prices.read()).toEqual({});
  expect(warnings).toEqual([]);
});

test.runIf(canLimitFiles)('a file that a full disk left half written has no prices until it is whole', async () => {
  const text = JSON.stringify({ BTC: '65000.5', ETH: '3000' });
  await withFileLimit(17, () => expect(() => writeFileSync(path, text)).toThrow('EFBIG'));
  for (let reads = 0; reads < 3; reads += 1) expect(await prices.read()).toEqual({});
  expect(warnings).toHaveLength(1);
  writeFileSync(path, text);
  expect(await prices.read()).toEqual({ BTC: '65000.5', ETH: '3000' });
});
