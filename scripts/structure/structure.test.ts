import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogueViolations } from './catalogue-law.ts';
import { importViolations } from './import-law.ts';
import { purityViolations } from './purity-law.ts';
import { parsePrograms, readTextFiles } from './source.ts';
import { lineViolations, nameViolations, sizeViolations } from './text-laws.ts';
import { userTextViolations } from './user-text-law.ts';
import { wordingViolations } from './wording-law.ts';

const files = readTextFiles(dirname(dirname(import.meta.dirname)));
const programs = parsePrograms(files);

describe('the repository', () => {
  test('has the four rooms that these laws are about', () => {
    for (const room of ['engine/', 'contract/', 'server/', 'web/']) {
      expect(programs.filter((source) => source.path.startsWith(room)).length).toBeGreaterThan(5);
    }
  });

  test('keeps to who may import whom, and names every export', () => {
    expect(programs.flatMap(importViolations)).toEqual([]);
  });

  test('has no clock, no chance and no input or output in the engine', () => {
    expect(programs.flatMap(purityViolations)).toEqual([]);
  });

  test('shows no text that is not in a catalogue', () => {
    expect(programs.flatMap(userTextViolations)).toEqual([]);
  });

  test('has the same messages in every language', () => {
    const catalogues = programs.filter(({ path }) => /^contract\/messages\/[a-z]{2}(_[A-Z]{2})?\.ts$/.test(path));
    expect(catalogues.length).toBeGreaterThan(1);
    expect(catalogueViolations(catalogues)).toEqual([]);
  });

  test('has the same parts of the page’s texts, and in each the same texts, in every language', () => {
    const folder = 'web/app/i18n/catalogues';
    const languages = programs.filter(({ path }) => path.startsWith(folder) && path.split('/').length === 5);
    const parts = Map.groupBy(
      programs.filter(({ path }) => path.startsWith(folder) && path.split('/').length === 6),
      ({ path }) => path.split('/').at(-1),
    );
    expect(languages.length).toBeGreaterThan(1);
    expect(parts.size).toBeGreaterThan(1);
    for (const [name, sources] of parts) {
      expect(sources.length, name).toBe(languages.length);
      // A group of parts has no texts of its own, and says the same in every language.
      const isGroup = sources.every(({ text }) => /^(export \{ \w+ \} from '\.\/\w+\.ts';\s*)+$/.test(text));
      if (isGroup) expect(new Set(sources.map(({ text }) => text)).size, name).toBe(1);
      else expect(catalogueViolations(sources)).toEqual([]);
    }
  });

  test('speaks each language in one voice', () => {
    expect(programs.flatMap(wordingViolations)).toEqual([]);
  });

  test('has no folder or file whose name says nothing', () => {
    expect(files.flatMap(({ path }) => nameViolations(path))).toEqual([]);
  });

  test('has no program too long to be read', () => {
    expect(files.flatMap(sizeViolations)).toEqual([]);
  });

  test('names no folder of one machine, leaves nothing unfinished and silences no check', () => {
    expect(files.flatMap(lineViolations)).toEqual([]);
  });
});
