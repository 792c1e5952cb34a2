import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { canLimitFiles, withFileLimit } from '../../scripts/file-limit.ts';
import { openLog } from './log.ts';
import { type Interruption, LogOutput } from './log-output.ts';

let folder: string;
let file: string;
let descriptor: number;
let ends: Interruption[];
let output: LogOutput;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-log-'));
  file = join(folder, 'log');
  descriptor = openSync(file, 'a');
  ends = [];
  output = new LogOutput(descriptor, (end) => void ends.push(end));
});

afterEach(() => {
  closeSync(descriptor);
  rmSync(folder, { recursive: true });
});

describe.runIf(canLimitFiles)('a log on a full disk', () => {
  test('throws nothing, and is complete when there is space again', async () => {
    const log = openLog('info', output);
    log.info('one');
    const { length } = readFileSync(file);
    await withFileLimit(length + 20, () => {
      log.error('two');
      log.fatal('three');
      output.flushSync();
      expect(readFileSync(file)).toHaveLength(length + 20);
    });
    log.info('four');
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['one', 'two', 'three', 'four']);
    expect(ends).toEqual([{ code: 'EFBIG', lost: 0 }]);
  });

  test('is written again without another line', async () => {
    await withFileLimit(1, () => output.write('one\n'));
    await vi.waitUntil(() => ends.length > 0, { interval: 10, timeout: 60_000 });
    expect(readFileSync(file, 'utf8')).toBe('one\n');
  });

  test('holds a bounded number of lines, and counts the others', async () => {
    const line = `${'x'.repeat(99_999)}\n`;
    await withFileLimit(0, () => {
      for (let at = 0; at < 15; at += 1) output.write(line);
    });
    output.flushSync();
    expect(readFileSync(file, 'utf8')).toBe(line.repeat(10));
    expect(ends).toEqual([{ code: 'EFBIG', lost: 5 }]);
  });
});
