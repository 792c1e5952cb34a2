import { type Locales, textsOf } from '../texts/locales.ts';

/** Texts that are exactly a term of docs/terms.md. Confusing two of them would tell a trader the opposite. */
const TERM_OF: Readonly<Record<string, string>> = {
  'lever.profits': 'unrealised P&L',
  'lever.result': 'realised P&L',
  'lever.marginRatio': 'margin ratio',
  'lever.riskRate': 'margin level',
  'lever.closed': 'closed positions',
  'lever.closeEvery': 'close all (positions)',
};

/** The terms of one language, by their English names. */
type Terms = ReadonlyMap<string, string>;

/** Reports texts that differ from their term in docs/terms.md, and terms of one language that are the same. */
export function glossaryViolations(document: string, { english, others }: Locales): string[] {
  const glossary = glossaryOf(document);
  return [english, ...others].flatMap((locale) => {
    const { tag } = locale;
    const texts = textsOf(locale);
    const term = (key: string): string => glossary.get(tag)?.get(TERM_OF[key] ?? '') ?? '';
    const keys = Object.keys(TERM_OF).filter((key) => texts.has(key));
    const terms = keys.map(term);
    return keys.flatMap((key, at) => [
      ...(sameIn(tag, texts.get(key) ?? '', term(key)) ? [] : [`${tag} ${key} is not “${term(key)}” of docs/terms.md`]),
      ...(terms.indexOf(term(key)) === at ? [] : [`${tag} ${key} has the term of ${keys[terms.indexOf(term(key))]}`]),
    ]);
  });
}

/**
 * Reads the table below the heading "Languages", whose heads contain the tags: `German` followed by its tag in brackets
 * and backticks.
 */
function glossaryOf(document: string): ReadonlyMap<string, Terms> {
  const [, section = ''] = document.split(/^## Languages$/m);
  const [heads = [], , ...rows] = (section.match(/^\|.+$/gm) ?? []).map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  return new Map(
    heads.flatMap((head, column) => {
      const tag = /\(`([\w-]+)`\)/.exec(head)?.[1];
      const terms = rows.map((row): [string, string] => [row[0] ?? '', row[column] ?? '']);
      return tag === undefined ? [] : [[tag, new Map(terms)]];
    }),
  );
}

/** Whether two texts differ at most in capitals; English terms may have an explanation in brackets. */
function sameIn(tag: string, text: string, term: string): boolean {
  return text.toLocaleLowerCase(tag) === term.replace(/ \(.*\)$/, '').toLocaleLowerCase(tag);
}
