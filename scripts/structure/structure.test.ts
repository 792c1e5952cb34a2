import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { englishTexts } from '../../web/console/texts/en/index.ts';
import { readLocales, textsOf } from '../texts/locales.ts';
import { unusedKeys } from '../texts/text-use.ts';
import { keysFile, keysProgram } from '../texts/write-keys.ts';
import { glossaryViolations } from './glossary-law.ts';
import { importViolations } from './import-law.ts';
import { linkViolations } from './link-law.ts';
import { keyViolations, localeFaults, noteViolations } from './locale-law.ts';
import { ownWordsViolations } from './own-words-law.ts';
import { castViolations } from './cast-law.ts';
import { hookViolations } from './hook-law.ts';
import { purityViolations } from './purity-law.ts';
import { quotedMessageViolations } from './quoted-message-law.ts';
import { parsePrograms, readTextFiles } from './source.ts';
import { columnViolations, retiredTermsOf, termViolations } from './terms-law.ts';
import { lineViolations, nameViolations, sizeViolations } from './text-laws.ts';
import { userTextViolations } from './user-text-law.ts';
import { wordingsOf, wordingsOfArticle, wordingViolations } from './wording-law.ts';

const root = dirname(dirname(import.meta.dirname));
const files = readTextFiles(root);
const locales = readLocales(root);
const programs = parsePrograms(files);

describe('the repository', () => {
  test('contains the four packages that the laws check', () => {
    for (const room of ['engine/', 'contract/', 'server/', 'web/']) {
      expect(programs.filter((source) => source.path.startsWith(room)).length).toBeGreaterThan(5);
    }
  });

  test('follows the import rules and exports names one by one', () => {
    expect(programs.flatMap(importViolations)).toEqual([]);
  });

  test('uses no clock, randomness or I/O in the engine', () => {
    expect(programs.flatMap(purityViolations)).toEqual([]);
  });

  test('casts to amounts in one file only', () => {
    expect(programs.flatMap(castViolations)).toEqual([]);
  });

  test('gives no effect a dependency that is new at every render', () => {
    expect(hookViolations(programs)).toEqual([]);
  });

  test('shows only texts from `locales`', () => {
    expect(programs.flatMap(userTextViolations)).toEqual([]);
  });

  test('has every text in every language, with its parameters and plural forms', () => {
    const found = localeFaults(locales);
    expect(locales.others.length).toBeGreaterThan(1);
    expect(found).toEqual(found.map(({ tag }) => ({ tag, missing: [], unknown: [], differing: [], blank: [] })));
  });

  test('defines each text once, and has notes for translators on existing texts only', () => {
    expect(keyViolations(locales)).toEqual([]);
    expect(noteViolations(locales)).toEqual([]);
  });

  test('contains no unused texts', () => {
    expect(unusedKeys(textsOf(locales.english), programs)).toEqual([]);
    const ofConsole = programs.filter(({ path }) => path.startsWith('web/console/') && !path.includes('/texts/en/'));
    const unused = unusedKeys(new Map(Object.entries(englishTexts)), ofConsole);
    // Words are there for screens to come.
    expect(unused.filter((key) => !/^(words|refusal)\./.test(key))).toEqual([]);
  });

  test('contains the generated types of the texts, up to date', () => {
    expect(files.find(({ path }) => path === keysFile)?.text).toBe(keysProgram(locales.english));
  });

  test('has a folder of texts for each language of the table and no others', () => {
    const tags = new Set(files.flatMap(({ path }) => /^locales\/([^/]+)\//.exec(path)?.[1] ?? []));
    expect([...tags].toSorted()).toEqual([locales.english, ...locales.others].map(({ tag }) => tag).toSorted());
  });

  test('translates every text', () => {
    expect(ownWordsViolations(locales)).toEqual([]);
  });

  test("follows each language's rules of style, in texts and in articles", () => {
    const articles = files.flatMap(wordingsOfArticle);
    expect(articles.length).toBeGreaterThan(100);
    expect([...wordingsOf(locales), ...articles].flatMap(wordingViolations)).toEqual([]);
  });

  test('names figures and actions of positions as docs/terms.md does', () => {
    const glossary = files.find(({ path }) => path === 'docs/terms.md')?.text ?? '';
    expect(glossaryViolations(glossary, locales)).toEqual([]);
  });

  test('uses no retired words in comments, test titles, documents and English texts', () => {
    const retired = retiredTermsOf(files.find(({ path }) => path === 'docs/terms.md')?.text ?? '');
    expect(files.flatMap((file) => termViolations(file, retired))).toEqual([]);
  });

  test('wraps comments and Markdown at 120 columns', () => {
    expect(files.flatMap(columnViolations)).toEqual([]);
  });

  test('links to pages, headings and files that exist', () => {
    expect(linkViolations(files, (path) => existsSync(join(root, path)))).toEqual([]);
  });

  test('quotes messages of answers in documents as the English texts say them', () => {
    const english = textsOf(locales.english);
    expect(files.flatMap((file) => quotedMessageViolations(file, english.values()))).toEqual([]);
  });

  test('has no meaningless names of folders and files', () => {
    expect(files.flatMap(({ path }) => nameViolations(path))).toEqual([]);
  });

  test('has no program over the line limit', () => {
    expect(files.flatMap(sizeViolations)).toEqual([]);
  });

  test('contains no machine paths, unfinished work or silenced checks', () => {
    expect(files.flatMap(lineViolations)).toEqual([]);
  });
});
