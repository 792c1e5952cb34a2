import { commentsOf, lineOf, titlesOf, withoutBlocks, withoutCode, type Prose } from './prose.ts';
import { isTest, type TextFile } from './source.ts';

/** A retired word or phrase and its replacement, as listed in docs/terms.md. */
export interface RetiredTerm {
  readonly term: string;
  readonly instead: string;
}

const MAX_COLUMNS = 120;
const PROGRAM = /\.(ts|tsx|mjs)$/;
/** English texts for users; `wording-law.ts` covers the other languages. */
const ENGLISH_TEXTS = /^locales\/en\/[^/]+\.json$|^server\/people\/content\/articles\/.+\.en\.html$/;
/** Files that are not checked: generated ones, and those that quote retired words. */
const EXEMPT = /\.generated\.ts$|^docs\/terms\.md$|^scripts\/structure\/(terms-law|laws\.test)\.ts$/;

/** Reads the rows `` | `retired` | instead | `` below the heading "Retired words"; throws when there are none. */
export function retiredTermsOf(glossary: string): RetiredTerm[] {
  const [, section = ''] = glossary.split(/^## Retired words$/m);
  const rows = section.split(/^## /m)[0]?.match(/^\| `.+$/gm) ?? [];
  const terms = rows.flatMap((row) => {
    const [, retired = '', instead = ''] = row.split('|').map((cell) => cell.trim());
    return [...retired.matchAll(/`([^`]+)`/g)].map(([, term = '']) => ({ term, instead }));
  });
  if (terms.length === 0) throw new Error('docs/terms.md lists no retired words');
  return terms;
}

/** Reports retired words in comments, test titles, Markdown and English texts. */
export function termViolations(file: TextFile, retired: readonly RetiredTerm[]): string[] {
  if (EXEMPT.test(file.path)) return [];
  return proseOf(file).flatMap(({ line, text }) =>
    retired
      .filter(({ term }) => patternOf(term).test(text))
      .map(({ term, instead }) => `${file.path}:${line} says "${term}"; write ${instead}`),
  );
}

/**
 * Reports lines of comments and Markdown over 120 columns; tables, fenced blocks and single long tokens may be longer.
 */
export function columnViolations({ path, text }: TextFile): string[] {
  if (path.endsWith('.generated.ts')) return [];
  const prose = path.endsWith('.md') ? withoutBlocks(text) : PROGRAM.test(path) || path.endsWith('.sql') ? text : '';
  const isProse = path.endsWith('.md') ? /^\s*(?!\|)\S+\s+\S/ : /^\s*(\/\/|\/?\*|--)\s*\S+\s+\S/;
  return prose
    .split('\n')
    .flatMap((line, index) =>
      line.length > MAX_COLUMNS && isProse.test(withoutCode(line))
        ? [`${path}:${index + 1} is over ${MAX_COLUMNS} columns`]
        : [],
    );
}

/** A term that begins with a capital matches the start of a sentence only; every other one matches as whole words. */
function patternOf(term: string): RegExp {
  const words = term.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(' ', String.raw`\s+(?:\*\s+)?`);
  return /^[A-Z]/.test(term)
    ? new RegExp(String.raw`(?:^|[.:;!?]\s+|\*\s+|\n\s*)${words}(?!\p{L})`, 'u')
    : new RegExp(String.raw`(?<![\p{L}\d_$./-])${words}(?![\p{L}\d_(-])`, 'iu');
}

function proseOf(file: TextFile): Prose[] {
  if (PROGRAM.test(file.path))
    return [...commentsOf(file), ...(isTest(file.path) ? titlesOf(file) : [])].map(({ line, text }) => ({
      line,
      text: withoutCode(text),
    }));
  if (file.path.endsWith('.md')) return [{ line: 1, text: withoutCode(file.text) }].flatMap(byLine);
  if (file.path.endsWith('.sql')) return byLine({ line: 1, text: file.text }).filter(({ text }) => /^\s*--/.test(text));
  if (file.path.endsWith('.css')) return cssComments(file.text);
  return ENGLISH_TEXTS.test(file.path) ? byLine({ line: 1, text: withoutKeys(file) }) : [];
}

/** The file without the keys of a JSON file, which are code. */
function withoutKeys({ path, text }: TextFile): string {
  return path.endsWith('.json') ? text.replaceAll(/"(?:[^"\\]|\\.)*"(?=\s*:)/g, '""') : text;
}

function cssComments(text: string): Prose[] {
  return [...text.matchAll(/\/\*([\s\S]*?)\*\//g)].map((match) => ({
    line: lineOf(text, match.index),
    text: match[1] ?? '',
  }));
}

function byLine({ line, text }: Prose): Prose[] {
  return text.split('\n').map((part, index) => ({ line: line + index, text: part }));
}
