import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JournalEntry } from './journal-entry.ts';
import { canLimitFiles, withFileLimit } from '../scripts/file-limit.ts';
import { Journal, JournalDamaged, JournalUnwritable } from './journal.ts';
import { createMissing, readKeys } from './seed-files.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-journal-'));
  path = join(folder, 'journal');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function entry(n: number): JournalEntry {
  return {
    timeMs: n,
    reference: `withdrawal/${n}`,
    chain: 'demo',
    slot: `a/${n}`,
    fee: '1',
    digest: `${n}`,
    outputs: [{ to: 'b', memo: null, asset: '', amount: '5' }],
    counted: { payments: { '': '5' }, fees: '1' },
  };
}

function read(): JournalEntry[] {
  const entries: JournalEntry[] = [];
  Journal.open(path, 'f', (one) => entries.push(one)).close();
  return entries;
}

function written(...entries: readonly JournalEntry[]): void {
  Journal.create(path, 'f');
  const journal = Journal.open(path, 'f', () => undefined);
  for (const one of entries) journal.append(one);
  journal.close();
}

describe('the journal', () => {
  test('returns its entries in order, and continues after them', () => {
    written(entry(1), entry(2));
    const journal = Journal.open(path, 'f', () => undefined);
    journal.append(entry(3));
    journal.close();
    expect(read()).toEqual([entry(1), entry(2), entry(3)]);
  });

  test('loses only a torn last line, at whatever byte it was torn', () => {
    written(entry(1), entry(2));
    const whole = readFileSync(path);
    const start = whole.subarray(0, -1).lastIndexOf(10) + 1;
    for (const end of [start, start + 1, start + 70, whole.length - 1]) {
      writeFileSync(path, whole);
      truncateSync(path, end);
      expect(read()).toEqual([entry(1)]);
      expect(statSync(path).size).toBe(start);
    }
  });

  test('is refused when a line was changed, removed or exchanged', () => {
    written(entry(1), entry(2), entry(3));
    const [header = '', one = '', two = '', three = ''] = readFileSync(path, 'utf8').split('\n');
    const damages = [
      [header, one.replace('"amount":"5"', '"amount":"6"'), two, three],
      [header, two, three],
      [header, two, one, three],
      [one, two, three],
      [header, one, one, two, three],
      [header, one, 'nonsense', two],
      [],
    ];
    for (const lines of damages) {
      writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
      expect(read).toThrow(JournalDamaged);
    }
  });

  test('of other seeds is refused', () => {
    written();
    expect(() => Journal.open(path, 'g', () => undefined)).toThrow('not the journal of these seeds');
  });

  test('accepts no entry after another process wrote to it', () => {
    written();
    const journal = Journal.open(path, 'f', () => undefined);
    appendFileSync(path, 'x');
    expect(() => journal.append(entry(1))).toThrow('Another process');
    expect(() => journal.append(entry(1))).toThrow(JournalDamaged);
    journal.close();
  });
});

describe.runIf(canLimitFiles)('on a full disk', () => {
  test.each([0, 1, 70])(
    'the journal keeps no part of an entry after %i bytes, and takes entries again',
    async (room) => {
      written(entry(1));
      const { size } = statSync(path);
      const before = readFileSync(path);
      const journal = Journal.open(path, 'f', () => undefined);
      await withFileLimit(size + room, () => {
        expect(() => journal.append(entry(2))).toThrow(JournalUnwritable);
        expect(() => journal.append(entry(3))).toThrow('EFBIG');
        expect(readFileSync(path)).toEqual(before);
      });
      journal.append(entry(3));
      journal.close();
      expect(read()).toEqual([entry(1), entry(3)]);
    },
  );

  test('opening writes the last entry again, which an earlier process may have failed to make durable', async () => {
    written(entry(1), entry(2));
    await withFileLimit(statSync(path).size - 1, () => expect(read).toThrow('EFBIG'));
    expect(read()).toEqual([entry(1), entry(2)]);
  });

  test('a new signer creates nothing partial, and is created when there is space again', async () => {
    const paths = {
      depositSeed: join(folder, 'signer', 'deposit.seed'),
      hotSeed: join(folder, 'signer', 'hot.seed'),
      journal: join(folder, 'signer', 'journal'),
    };
    for (const room of [0, 10, 50]) {
      await withFileLimit(room, () => expect(() => createMissing(paths)).toThrow('EFBIG'));
      expect(existsSync(paths.journal)).toBe(false);
    }
    expect(readdirSync(join(folder, 'signer'))).toEqual([]);
    createMissing(paths);
    const { fingerprint } = readKeys(paths);
    Journal.open(paths.journal, fingerprint, () => undefined).close();
  });

  test('a journal that cannot be created leaves the complete seeds and is created later', async () => {
    const paths = {
      depositSeed: join(folder, 'signer', 'deposit.seed'),
      hotSeed: join(folder, 'signer', 'hot.seed'),
      journal: join(folder, 'signer', 'journal'),
    };
    createMissing(paths);
    rmSync(paths.journal);
    rmSync(`${paths.journal}.created`);
    const { fingerprint } = readKeys(paths);
    await withFileLimit(10, () => expect(() => createMissing(paths)).toThrow('EFBIG'));
    createMissing(paths);
    Journal.open(paths.journal, fingerprint, () => undefined).close();
    expect(readdirSync(join(folder, 'signer')).toSorted()).toEqual([
      'deposit.seed',
      'hot.seed',
      'journal',
      'journal.created',
    ]);
  });
});

describe('the files of a new signer', () => {
  const paths = (): { depositSeed: string; hotSeed: string; journal: string } => ({
    depositSeed: join(folder, 'signer', 'deposit.seed'),
    hotSeed: join(folder, 'signer', 'hot.seed'),
    journal: join(folder, 'signer', 'journal'),
  });

  test('are private and made once', () => {
    createMissing(paths());
    const { fingerprint } = readKeys(paths());
    createMissing(paths());
    expect(readKeys(paths()).fingerprint).toBe(fingerprint);
    if (process.platform === 'win32') return;
    const mode = (file: string): number => statSync(file).mode & 0o777;
    expect(mode(join(folder, 'signer'))).toBe(0o700);
    expect(Object.values(paths()).map(mode)).toEqual([0o600, 0o600, 0o600]);
  });

  test('are not made again without the journal, which prevents double payments', () => {
    createMissing(paths());
    rmSync(paths().journal);
    expect(() => createMissing(paths())).toThrow('is missing');
    expect(existsSync(paths().journal)).toBe(false);
  });

  test('are refused when others can read a seed, or when both seeds are the same', () => {
    createMissing(paths());
    const { depositSeed, hotSeed } = paths();
    expect(() => readKeys({ depositSeed, hotSeed: depositSeed })).toThrow('must differ');
    writeFileSync(hotSeed, 'no seed\n');
    expect(() => readKeys(paths())).toThrow('does not contain the words of a seed');
    if (process.platform === 'win32') return;
    rmSync(hotSeed);
    writeFileSync(hotSeed, 'no seed\n', { mode: 0o644 });
    expect(() => readKeys(paths())).toThrow('readable only by its owner');
  });
});
